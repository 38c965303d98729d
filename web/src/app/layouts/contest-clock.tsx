import type { Contest } from '#contract/contests.ts';
import { TimeLeft } from '../../components/time-left.tsx';
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
        until={hasStarted ? contest.end_time : contest.start_time}
        what={hasStarted ? texts.clockRemaining : texts.clockUntilStart}
      />
    </div>
  );
}
