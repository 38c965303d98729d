import { Button } from '@mantine/core';
import { useState } from 'react';
import { isContestGoingOn } from '#contract/contest-status.ts';
import type { Contest } from '#contract/contests.ts';
import { ActionFailure } from '../../components/action-failure.tsx';
import { Dialog } from '../../components/dialog.tsx';
import formLayout from '../../components/form-layout.module.css';
import { MinutesDialog } from '../../components/minutes-dialog.tsx';
import { useMessages } from '../../lib/messages.ts';
import { formatContestTime } from '../contests/contest-times.ts';
import styles from './clock-tools.module.css';
import { useExtendContest, usePauseContest, useResumeContest } from './queries.ts';

/** What staff do with everybody's clock. Once the contest is over there is nothing left to do. */
export function ClockTools({ contest }: { contest: Contest }) {
  const { contestTiming: texts } = useMessages();
  const [open, setOpen] = useState<'pause' | 'resume' | 'extend' | null>(null);
  const close = () => setOpen(null);
  const isRunning = contest.status === 'running';
  // After the end more time can still be given, until the results are told.
  if (!isContestGoingOn(contest.status)) return null;
  const Asked = { pause: PauseDialog, resume: ResumeDialog, extend: ExtendDialog };
  const AskedNow = open && Asked[open];
  return (
    <div className={styles.tools}>
      {isRunning && (
        <Button
          variant={contest.paused_at ? 'filled' : 'default'}
          size="xs"
          onClick={() => setOpen(contest.paused_at ? 'resume' : 'pause')}
        >
          {contest.paused_at ? texts.resume : texts.pause}
        </Button>
      )}
      <Button variant="default" size="xs" onClick={() => setOpen('extend')}>
        {texts.extend}
      </Button>
      {AskedNow && <AskedNow contest={contest} onClose={close} />}
    </div>
  );
}

interface ClockDialogProps {
  contest: Contest;
  onClose: () => void;
}

function PauseDialog({ contest, onClose }: ClockDialogProps) {
  const { contestTiming: texts } = useMessages();
  return (
    <ConfirmDialog
      title={texts.pauseTitle}
      question={texts.pauseQuestion}
      action={texts.pauseNow}
      underWay={texts.pausing}
      failed={texts.pauseFailed}
      change={usePauseContest(contest.id)}
      onClose={onClose}
    />
  );
}

function ResumeDialog({ contest, onClose }: ClockDialogProps) {
  const { contestTiming: texts } = useMessages();
  return (
    <ConfirmDialog
      title={texts.resumeTitle}
      question={texts.resumeQuestion}
      action={texts.resumeNow}
      underWay={texts.resuming}
      failed={texts.resumeFailed}
      change={useResumeContest(contest.id)}
      onClose={onClose}
    />
  );
}

interface ConfirmDialogProps {
  title: string;
  question: string;
  action: string;
  underWay: string;
  failed: string;
  change: ReturnType<typeof usePauseContest>;
  onClose: () => void;
}

/** Before everybody is told: who just presses Enter has cancelled. */
function ConfirmDialog({ title, question, action, underWay, failed, change, onClose }: ConfirmDialogProps) {
  const { app } = useMessages();
  return (
    <Dialog title={title} isHeld={change.isPending} onClose={onClose}>
      <div className={formLayout.form}>
        <p>{question}</p>
        <ActionFailure error={change.error}>{failed}</ActionFailure>
        <div className={formLayout.buttons}>
          <Button variant="default" data-autofocus disabled={change.isPending} onClick={onClose}>
            {app.cancel}
          </Button>
          <Button
            disabled={change.isPending}
            onClick={() => change.mutate(undefined, { onSuccess: onClose })}
          >
            {change.isPending ? underWay : action}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

function ExtendDialog({ contest, onClose }: ClockDialogProps) {
  const { moments, contestTiming: texts } = useMessages();
  const extend = useExtendContest(contest.id);
  // What they decide by: if another has moved it meanwhile, they are told.
  const [seenEnd] = useState(contest.end_time);
  return (
    <MinutesDialog
      title={texts.extendTitle}
      label={texts.extendMinutes}
      hint={texts.extendHint}
      least={1}
      initial=""
      sending={extend}
      failed={texts.extendFailed}
      onSend={(minutes) => extend.mutate({ minutes, end_time: seenEnd }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p>{texts.extendMeans(formatContestTime(seenEnd, moments))}</p>
      {contest.window_minutes !== null && <p>{texts.extendMeansWindow(contest.window_minutes)}</p>}
    </MinutesDialog>
  );
}
