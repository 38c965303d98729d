import { Button } from '@mantine/core';
import { useId, useState } from 'react';
import type { Contest } from '#contract/contests.ts';
import { words } from '#contract/words.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { say, useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { useBeginOwnTime } from './contest-list.ts';
import { formatContestTime } from './contest-times.ts';
import { ownPhase, planBeginning } from './own-clock.ts';

/** For whoever has a personal window and has not started it: what that means, and the button. */
export function BeginTools({ contest }: { contest: Contest }) {
  const { moments, contestClock: texts, durations } = useMessages();
  const [isAsking, setAsking] = useState(false);
  const reasonId = useId();
  const now = useServerNow(1_000);
  const isPaused = contest.paused_at !== null;
  if (ownPhase(contest, now) !== 'awaited') return null;
  const { haveMs, latest } = planBeginning(contest, now);
  const tell = (time: string) => formatContestTime(time, moments);
  return (
    <>
      <p>{texts.beginLine(durations.inWords(contest.length_ms), tell(contest.end_time))}</p>
      <p>{latest === null ? texts.beginLate(durations.inWords(haveMs)) : texts.beginInTime(tell(latest))}</p>
      <Button
        size="md"
        {...(isPaused && { 'aria-disabled': true, 'data-disabled': true, 'aria-describedby': reasonId })}
        onClick={() => !isPaused && setAsking(true)}
      >
        {texts.begin}
      </Button>
      {isPaused && <p id={reasonId}>{say(words('contest_paused'))}</p>}
      {isAsking && (
        <BeginDialog
          contestId={contest.id}
          length={durations.inWords(haveMs)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}

interface BeginDialogProps {
  contestId: number;
  /** What they would have, in words. */
  length: string;
  onClose: () => void;
}

/** Whoever just presses Enter has cancelled. */
function BeginDialog({ contestId, length, onClose }: BeginDialogProps) {
  const { app, contestClock: texts } = useMessages();
  const begin = useBeginOwnTime();
  return (
    <Dialog title={texts.beginConfirmTitle} isHeld={begin.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{texts.beginQuestion(length)}</p>
        <ActionFailure error={begin.error}>{texts.beginFailed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            disabled={begin.isPending}
            onClick={() => begin.mutate({ id: contestId }, { onSuccess: onClose })}
          >
            {begin.isPending ? texts.beginning : texts.beginConfirm}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
