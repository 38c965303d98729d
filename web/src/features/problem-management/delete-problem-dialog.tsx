import { DeleteQuestion } from '../../components/delete-question.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useDeleteProblem } from './queries.ts';

interface DeleteProblemDialogProps {
  id: string;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteProblemDialog({ id, onClose, onDone }: DeleteProblemDialogProps) {
  const { problemManagement: texts } = useMessages();
  const remove = useDeleteProblem(id);
  return (
    <Dialog title={texts.deleteTitle} onClose={onClose}>
      <DeleteQuestion
        texts={texts}
        remove={remove}
        onCancel={onClose}
        onDeleted={() => onDone(texts.deleted(id))}
      >
        <p>{texts.deleteQuestion(id)}</p>
      </DeleteQuestion>
    </Dialog>
  );
}
