import { Button } from '@mantine/core';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useVirtualAction, type VirtualAction } from './virtual-queries.ts';

interface VirtualDialogProps {
  contestId: number;
  action: VirtualAction;
  /** How long a run is, in words. */
  length: string;
  onClose: () => void;
}

/** Before a run starts, ends or goes: who just presses Enter has cancelled. */
export function VirtualDialog({ contestId, action, length, onClose }: VirtualDialogProps) {
  const { app, contestAfter: texts } = useMessages();
  const act = useVirtualAction(contestId);
  const said = {
    start: {
      title: texts.virtualStartTitle,
      question: texts.virtualStartQuestion(length),
      button: texts.virtualStart,
      busy: texts.virtualStarting,
    },
    end: {
      title: texts.virtualEndTitle,
      question: texts.virtualEndQuestion,
      button: texts.virtualEnd,
      busy: texts.virtualEnding,
    },
    remove: {
      title: texts.virtualRemoveTitle,
      question: texts.virtualRemoveQuestion,
      button: texts.virtualRemove,
      busy: texts.virtualRemoving,
    },
  }[action];
  return (
    <Dialog title={said.title} isHeld={act.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{said.question}</p>
        <ActionFailure error={act.error}>{texts.virtualActionFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button disabled={act.isPending} onClick={() => act.mutate(action, { onSuccess: onClose })}>
            {act.isPending ? said.busy : said.button}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
