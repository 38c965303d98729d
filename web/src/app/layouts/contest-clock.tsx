import type { Contest } from '#contract/contests.ts';
import { readId } from '#contract/id-texts.ts';
import { TimeLeft } from '../../components/time-left.tsx';
import { useContestEntry } from '../../features/contests/contest-list.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './contest-clock.module.css';

/** In the bar of a contest's pages, beside the person's name: how long until its start or its end. */
export function ContestClock({ contest }: { contest: Contest }) {
  const { contests: texts } = useMessages();
  if (contest.status !== 'scheduled' && contest.status !== 'running') return null;
  const hasStarted = contest.status === 'running';
  return (
    <div className={styles.clock}>
      <TimeLeft
        until={hasStarted ? (contest.own_end ?? contest.end_time) : contest.start_time}
        what={hasStarted ? texts.clockRemaining : texts.clockUntilStart}
      />
    </div>
  );
}

/** In a bar that is not the contest's own. `named`: its id, as the address has it. */
export function ClockOfContest({ named }: { named: string }) {
  const { contest } = useContestEntry(readId(named));
  return contest ? <ContestClock contest={contest} /> : null;
}
