import { Button } from '@mantine/core';
import type { ListedUser } from '#contract/accounts.ts';
import { errorText } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages.ts';
import { useDeleteUser } from './queries.ts';

interface DeleteUserDialogProps {
  user: ListedUser;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteUserDialog({ user, onClose, onDone }: DeleteUserDialogProps) {
  const { app, users: texts } = useMessages();
  const remove = useDeleteUser(user.id);
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.deleteQuestion(user.username)}</p>
        <Notice tone="error">{remove.isError && errorText(remove.error, texts.deleteFailed)}</Notice>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            color="red"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: () => onDone(texts.deleted(user.username)) })
            }
          >
            {remove.isPending ? texts.deleting : texts.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
