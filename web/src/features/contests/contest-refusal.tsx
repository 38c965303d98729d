import { EmptyNote } from '../../components/empty-note.tsx';
import { errorText, type RequestFailed } from '../../lib/api.ts';
import { isNotStarted } from '../../lib/contest-start.ts';
import { useMessages } from '../../lib/messages.ts';
import { serverClock } from '../../lib/server-clock.ts';
import { BeginTools } from './begin-tools.tsx';
import { ClosedNote } from './closed-note.tsx';
import { useContestEntry } from './contest-list.ts';
import styles from './contest-refusal.module.css';
import { formatContestTime } from './contest-times.ts';
import { Countdown } from './countdown.tsx';
import { ownPhase } from './own-clock.ts';

interface ContestRefusalProps {
  error: RequestFailed;
  contestId: number;
  /** Unless the server has words of its own. */
  children: string;
}

/** In place of what a contest does not show this person, or not yet: no failure, but when it will, or what opens it. */
export function ContestRefusal({ error, contestId, children }: ContestRefusalProps) {
  const { moments, contests: texts, contestClock } = useMessages();
  const { contest } = useContestEntry(contestId);
  if (isNotStarted(error)) {
    return (
      <EmptyNote title={errorText(error, children)}>
        {contest && (
          <>
            <Countdown className={styles.countdown} until={contest.start_time} />
            <p>{texts.waitingUntil(formatContestTime(contest.start_time, moments))}</p>
          </>
        )}
        <p>{texts.changesAtStart}</p>
      </EmptyNote>
    );
  }
  if (error.code === 'contest_own_start_awaited') {
    if (contest && ownPhase(contest, serverClock.now()) === 'over') {
      return <EmptyNote title={contestClock.ownOver} />;
    }
    return (
      <EmptyNote title={contestClock.beginTitle}>{contest && <BeginTools contest={contest} />}</EmptyNote>
    );
  }
  return <ClosedNote contest={contest}>{errorText(error, children)}</ClosedNote>;
}
