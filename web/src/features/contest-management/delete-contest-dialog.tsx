import type { Contest } from '#contract/contests.ts';
import { DeleteQuestion } from '../../components/delete-question.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { useDeleteContest } from './queries.ts';

interface DeleteContestDialogProps {
  contest: Contest;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteContestDialog({ contest, onClose, onDone }: DeleteContestDialogProps) {
  const { contestManagement: texts } = useMessages();
  const remove = useDeleteContest(contest.id);
  return (
    <Dialog title={texts.deleteTitle} isHeld={remove.isPending} onClose={onClose}>
      <DeleteQuestion
        texts={texts}
        remove={remove}
        onCancel={onClose}
        onDeleted={() => onDone(texts.deleted(contest.title))}
      >
        <p>{texts.deleteQuestion}</p>
        <p>{texts.deleteConsequence(contest.title)}</p>
      </DeleteQuestion>
    </Dialog>
  );
}
