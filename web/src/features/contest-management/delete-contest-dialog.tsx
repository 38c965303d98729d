import { Button } from '@mantine/core';
import type { Contest } from '#contract/contests.ts';
import { errorText } from '../../api.ts';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { Notice } from '../../components/notice.tsx';
import { useMessages } from '../../messages.ts';
import { useDeleteContest } from './queries.ts';

interface DeleteContestDialogProps {
  contest: Contest;
  onClose: () => void;
  onDone: (message: string) => void;
}

export function DeleteContestDialog({ contest, onClose, onDone }: DeleteContestDialogProps) {
  const { app, contestManagement: texts } = useMessages();
  const remove = useDeleteContest(contest.id);
  return (
    <Dialog title={texts.deleteTitle} isHeld={remove.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.deleteQuestion}</p>
        <p>{texts.deleteConsequence(contest.title)}</p>
        <Notice tone="error">{remove.isError && errorText(remove.error, texts.deleteFailed)}</Notice>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            color="red"
            disabled={remove.isPending}
            onClick={() =>
              remove.mutate(undefined, { onSuccess: () => onDone(texts.deleted(contest.title)) })
            }
          >
            {remove.isPending ? texts.deleting : texts.delete}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
