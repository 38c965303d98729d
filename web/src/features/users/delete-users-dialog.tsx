import { Button } from '@mantine/core';
import type { ListedUser } from '#contract/accounts.ts';
import { useFailureText } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../lib/messages.ts';
import styles from './delete-users-dialog.module.css';
import { useDeleteUsers } from './queries.ts';

interface DeleteUsersDialogProps {
  users: readonly ListedUser[];
  onClose: () => void;
  onDone: (message: string) => void;
}

/** Several at once: all of their names stand in the question, and those that stayed stand in the answer. */
export function DeleteUsersDialog({ users, onClose, onDone }: DeleteUsersDialogProps) {
  const { app, users: texts } = useMessages();
  const remove = useDeleteUsers();
  const failed = remove.data?.failed ?? [];
  const reason = useFailureText(failed[0]?.error, '');
  const left = remove.data ? failed.map(({ user }) => user) : users;
  return (
    <Dialog title={texts.deleteTitle} isHeld={remove.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.deleteManyQuestion(left.length)}</p>
        <ul className={styles.names} aria-label={texts.deleteManyNames}>
          {left.map(({ id, username }) => (
            <li key={id}>{username}</li>
          ))}
        </ul>
        <Notice tone="error">
          {failed.length > 0 && `${texts.deleteManyFailed(failed.length)} ${reason}`}
        </Notice>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus disabled={remove.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            color="red"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(left, {
                onSuccess: (done) => {
                  if (done.failed.length === 0) onDone(texts.deletedMany(users.length));
                },
              })
            }
          >
            {remove.isPending ? texts.deleting : texts.deleteMany(left.length)}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
