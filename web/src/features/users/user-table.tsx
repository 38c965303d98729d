import { Button } from '@mantine/core';
import { useDeferredValue, useState } from 'react';
import type { ListedUser } from '#contract/accounts.ts';
import table from '../../components/data-table.module.css';
import { ListFilter } from '../../components/list-filter.tsx';
import { PersonName } from '../../components/person-name.tsx';
import { RowChoice } from '../../components/row-choice.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useSession } from '../../lib/session.ts';
import { useCreatedNames } from './created-batches.ts';
import { filterUsers, isEditable, newOnTop, rowsAtOnce } from './user-list.ts';
import styles from './user-table.module.css';

interface UserTableProps {
  users: readonly ListedUser[];
  onEdit: (user: ListedUser) => void;
  onDelete: (user: ListedUser) => void;
  onDeleteMany: (users: readonly ListedUser[]) => void;
}

export function UserTable({ users, onEdit, onDelete, onDeleteMany }: UserTableProps) {
  const { users: texts } = useMessages();
  const [filter, setFilter] = useState('');
  const [rows, setRows] = useState(rowsAtOnce);
  const created = useCreatedNames();
  const matching = filterUsers(newOnTop(users, created), useDeferredValue(filter));
  const shown = matching.slice(0, rows);
  const selection = useSelection(users, shown);

  return (
    <section className={styles.section} aria-label={texts.title}>
      <ListFilter
        label={texts.filter}
        value={filter}
        count={texts.shown(matching.length, users.length)}
        onChange={(value) => {
          setFilter(value);
          setRows(rowsAtOnce);
        }}
      />
      {selection.chosen.length > 0 && (
        <div className={styles.selected}>
          <p role="status">{texts.selected(selection.chosen.length)}</p>
          <Button variant="default" onClick={selection.clear}>
            {texts.selectNone}
          </Button>
          <Button color="red" variant="default" onClick={() => onDeleteMany(selection.chosen)}>
            {texts.deleteMany(selection.chosen.length)}
          </Button>
        </div>
      )}
      <table className={`${table.table} ${table.sticky} ${styles.users}`}>
        <thead>
          <tr>
            <th scope="col" className={styles.choice}>
              <RowChoice
                label={texts.selectShown}
                isChosen={selection.areAllChosen}
                isDisabled={!selection.hasChoice}
                onChange={selection.toggleAll}
              />
            </th>
            <th scope="col">{texts.username}</th>
            <th scope="col">{texts.role}</th>
            <th scope="col" className={table.actions}>
              {texts.actions}
            </th>
          </tr>
        </thead>
        <tbody>
          {shown.map((user) => (
            <UserRow
              key={user.id}
              user={user}
              isNew={created.includes(user.username)}
              isChosen={selection.isChosen(user)}
              onChoose={() => selection.toggle(user)}
              onEdit={onEdit}
              onDelete={onDelete}
            />
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

/** Chosen are only such as are there and may be deleted: neither one's own account nor the protected one. */
function useSelection(users: readonly ListedUser[], shown: readonly ListedUser[]) {
  const self = useSession().user;
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const canChoose = (user: ListedUser) => self !== null && isEditable(user, self.id);
  const chosen = users.filter((user) => ids.has(user.id) && canChoose(user));
  const choice = shown.filter(canChoose);
  const areAllChosen = choice.length > 0 && choice.every(({ id }) => ids.has(id));
  return {
    chosen,
    hasChoice: choice.length > 0,
    areAllChosen,
    isChosen: ({ id }: ListedUser) => ids.has(id),
    toggle: ({ id }: ListedUser) => setIds((before) => before.symmetricDifference(new Set([id]))),
    toggleAll: () => {
      const all = new Set(choice.map(({ id }) => id));
      setIds((before) => (areAllChosen ? before.difference(all) : before.union(all)));
    },
    clear: () => setIds(new Set()),
  };
}

interface UserRowProps extends Pick<UserTableProps, 'onEdit' | 'onDelete'> {
  user: ListedUser;
  /** This tab has created it. */
  isNew: boolean;
  isChosen: boolean;
  onChoose: () => void;
}

function UserRow({ user, isNew, isChosen, onChoose, onEdit, onDelete }: UserRowProps) {
  const { roles, users: texts } = useMessages();
  const self = useSession().user;
  const isSelf = user.id === self?.id;
  return (
    <tr data-chosen={isChosen || undefined}>
      <td className={styles.choice}>
        {self && isEditable(user, self.id) && (
          <RowChoice label={texts.selectUser(user.username)} isChosen={isChosen} onChange={onChoose} />
        )}
      </td>
      <td>
        <span className={styles.username}>
          <PersonName>{user.username}</PersonName>
        </span>
        {isSelf && <span className={table.tag}>{texts.you}</span>}
        {isNew && <span className={table.tag}>{texts.new}</span>}
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
