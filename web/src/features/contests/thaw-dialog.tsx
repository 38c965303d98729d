import { Button } from '@mantine/core';
import type { Contest } from '#contract/contests.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { useMessages } from '../../lib/messages.ts';
import { useThawContest } from './queries.ts';

/** Before everybody is told: who just presses Enter has cancelled. */
export function ThawDialog({ contest, onClose }: { contest: Contest; onClose: () => void }) {
  const { app, contestFormat: texts } = useMessages();
  const thaw = useThawContest(contest.id);
  return (
    <Dialog title={texts.thawTitle} isHeld={thaw.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.thawQuestion}</p>
        {contest.status === 'running' && <p>{texts.thawRuns}</p>}
        {contest.status === 'finishing' && <p>{texts.thawEnds}</p>}
        <ActionFailure error={thaw.error}>{texts.thawFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button disabled={thaw.isPending} onClick={() => thaw.mutate(undefined, { onSuccess: onClose })}>
            {thaw.isPending ? texts.thawing : texts.thawNow}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
