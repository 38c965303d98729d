import type { ListedUser } from '#contract/accounts.ts';
import { DeleteQuestion } from '../../components/delete-question.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useDeleteUser } from './queries.ts';

interface DeleteUserDialogProps {
  user: ListedUser;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteUserDialog({ user, onClose, onDone }: DeleteUserDialogProps) {
  const { users: texts } = useMessages();
  const remove = useDeleteUser(user.id);
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <DeleteQuestion
        texts={texts}
        remove={remove}
        onCancel={onClose}
        onDeleted={() => onDone(texts.deleted(user.username))}
      >
        <p>{texts.deleteQuestion(user.username)}</p>
      </DeleteQuestion>
    </Dialog>
  );
}
