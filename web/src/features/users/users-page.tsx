import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedUser } from '#contract/accounts.ts';
import { QueryFailure } from '../../components/fetch-failure.tsx';
import { Icon } from '../../components/icons.tsx';
import { ListSkeleton } from '../../components/list-skeleton.tsx';
import { Notice } from '../../components/notice.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMessages } from '../../lib/messages.ts';
import { BatchCreation } from './batch-creation.tsx';
import { CreateUserDialog } from './create-user-dialog.tsx';
import { DeleteUserDialog } from './delete-user-dialog.tsx';
import { DeleteUsersDialog } from './delete-users-dialog.tsx';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { usersQuery } from './queries.ts';
import { UserTable } from './user-table.tsx';
import styles from './users-page.module.css';

type OpenDialog =
  | { kind: 'create' }
  | { kind: 'edit' | 'delete'; user: ListedUser }
  | { kind: 'deleteMany'; users: readonly ListedUser[] };

export function UsersPage() {
  const { users: texts } = useMessages();
  const users = useQuery(usersQuery);
  const [dialog, setDialog] = useState<OpenDialog | null>(null);
  const [done, setDone] = useState<string | null>(null);

  const open = (next: OpenDialog) => {
    setDone(null);
    setDialog(next);
  };
  const close = () => setDialog(null);
  const finish = (message: string) => {
    setDone(message);
    close();
  };

  return (
    <>
      <PageHeading
        actions={
          <Button leftSection={<Icon name="plus" />} onClick={() => open({ kind: 'create' })}>
            {texts.create}
          </Button>
        }
      >
        {texts.title}
      </PageHeading>
      <BatchCreation />
      <div className={styles.messages}>
        <Notice tone="success">{done}</Notice>
        <QueryFailure query={users}>{texts.fetchFailed}</QueryFailure>
      </div>
      {users.isPending && <ListSkeleton text={texts.loading} />}
      {users.data && (
        <UserTable
          users={users.data}
          onEdit={(user) => open({ kind: 'edit', user })}
          onDelete={(user) => open({ kind: 'delete', user })}
          onDeleteMany={([user, ...others]) => {
            if (user)
              open(
                others.length === 0
                  ? { kind: 'delete', user }
                  : { kind: 'deleteMany', users: [user, ...others] },
              );
          }}
        />
      )}
      {dialog?.kind === 'create' && <CreateUserDialog onClose={close} onDone={finish} />}
      {dialog?.kind === 'edit' && <EditUserDialog user={dialog.user} onClose={close} onDone={finish} />}
      {dialog?.kind === 'deleteMany' && (
        <DeleteUsersDialog users={dialog.users} onClose={close} onDone={finish} />
      )}
      {dialog?.kind === 'delete' && <DeleteUserDialog user={dialog.user} onClose={close} onDone={finish} />}
    </>
  );
}
