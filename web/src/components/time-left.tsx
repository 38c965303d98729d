import { useMessages } from '../lib/messages.ts';
import { timeLeftMs, useServerNow } from '../lib/server-clock.ts';
import styles from './time-left.module.css';

const hourMs = 3_600_000;

interface TimeLeftProps {
  /** An instant, by the server's clock. */
  until: string;
  /** What is counted: `remaining`, `until the start`. */
  what: string;
  /** Since when clocks stand still, if they do. */
  standsAt?: string | null;
}

/** Counts down: to the minute, and in the last hour to the second. Its figures take the size of the text around it. */
export function TimeLeft({ until, what, standsAt = null }: TimeLeftProps) {
  const { durations } = useMessages();
  const leftMs = timeLeftMs(until, standsAt, useServerNow(1_000));
  const isLastHour = leftMs < hourMs;
  return (
    <div role="timer" className={styles.left} data-last-hour={isLastHour || undefined}>
      <span className={styles.figures}>{isLastHour ? durations.clock(leftMs) : durations.short(leftMs)}</span>{' '}
      <span className={styles.what}>{what}</span>
    </div>
  );
}
