import type { Contest } from '#contract/contests.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import styles from './contest-clock.module.css';

const hourMs = 3_600_000;

/** In the bar of a contest's pages: how long until its start or its end, to the second in the last hour. */
export function ContestClock({ contest }: { contest: Contest }) {
  const { contests: texts } = useMessages();
  if (contest.status === 'scheduled') {
    return <TimeLeft until={contest.start_time} what={texts.clockUntilStart} />;
  }
  if (contest.status === 'running') return <TimeLeft until={contest.end_time} what={texts.clockRemaining} />;
  return null;
}

function TimeLeft({ until, what }: { until: string; what: string }) {
  const { durations } = useMessages();
  const leftMs = Math.max(0, Date.parse(until) - useServerNow(1_000));
  const isLastHour = leftMs < hourMs;
  return (
    <div role="timer" className={styles.clock} data-last-hour={isLastHour || undefined}>
      <span className={styles.figures}>{isLastHour ? durations.clock(leftMs) : durations.short(leftMs)}</span>{' '}
      <span className={styles.what}>{what}</span>
    </div>
  );
}
