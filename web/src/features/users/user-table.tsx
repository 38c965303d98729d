import { Button, TextInput } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { ListedUser } from '#contract/accounts.ts';
import table from '../../components/data-table.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { filterUsers, isEditable, rowsAtOnce } from './user-list.ts';
import styles from './user-table.module.css';

interface UserTableProps {
  users: readonly ListedUser[];
  onEdit: (user: ListedUser) => void;
  onDelete: (user: ListedUser) => void;
}

export function UserTable({ users, onEdit, onDelete }: UserTableProps) {
  const { users: texts } = useMessages();
  const [filter, setFilter] = useState('');
  const [rows, setRows] = useState(rowsAtOnce);
  const matching = filterUsers(users, useDeferredValue(filter));
  const shown = matching.slice(0, rows);

  return (
    <section className={styles.section} aria-label={texts.title}>
      <div className={styles.toolbar}>
        <TextInput
          className={styles.filter ?? ''}
          type="search"
          label={texts.filter}
          autoComplete="off"
          value={filter}
          onChange={({ currentTarget }) => {
            setFilter(currentTarget.value);
            setRows(rowsAtOnce);
          }}
        />
        <p className={styles.count} role="status">
          {texts.shown(matching.length, users.length)}
        </p>
      </div>
      <table className={`${table.table} ${table.sticky} ${styles.users}`}>
        <thead>
          <tr>
            <th scope="col">{texts.username}</th>
            <th scope="col">{texts.role}</th>
            <th scope="col" className={table.actions}>
              {texts.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <UserRow key={user.id} user={user} onEdit={onEdit} onDelete={onDelete} />
          ))}
        </tbody>
      </table>
      {matching.length === 0 && <p className={styles.empty}>{texts.noMatch}</p>}
      {matching.length > shown.length && (
        <Button className={table.more ?? ''} variant="default" onClick={() => setRows(rows + rowsAtOnce)}>
          {texts.showMore}
        </Button>
      )}
    </section>
  );
}

function UserRow({ user, onEdit, onDelete }: Omit<UserTableProps, 'users'> & { user: ListedUser }) {
  const { roles, users: texts } = useMessages();
  const self = useSession().user;
  const isSelf = user.id === self?.id;
  return (
    <tr>
      <td>
        <span className={styles.username}>{user.username}</span>
        {isSelf && <span className={table.tag}>{texts.you}</span>}
        {user.is_protected && <span className={table.tag}>{texts.protected}</span>}
      </td>
      <td>
        <span className={styles.role} data-role={user.role}>
          {roles[user.role]}
        </span>
      </td>
      <td className={table.actions}>
        {self && isEditable(user, self.id) && (
          <>
            <button
              type="button"
              className={table.action}
              aria-label={texts.editUser(user.username)}
              onClick={() => onEdit(user)}
            >
              {texts.edit}
            </button>
            <button
              type="button"
              className={`${table.action} ${table.dangerous}`}
              aria-label={texts.deleteUser(user.username)}
              onClick={() => onDelete(user)}
            >
              {texts.delete}
            </button>
          </>
        )}
      </td>
    </tr>
  );
}
