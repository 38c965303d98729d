import { formatBuddhistDate } from '#contract/dates.ts';
import { useMessages } from '../lib/messages.ts';
import { ofVisitor } from '../lib/of-visitor.ts';
import { relativeTime } from '../lib/relative-time.ts';
import { useServerNow } from '../lib/server-clock.ts';
import styles from './when.module.css';

/** Often enough for a text that counts minutes. */
const tickMs = 30_000;

/** How long ago, and the date with the year of the Buddhist era. */
export function When({ at }: { at: string }) {
  const { durations } = useMessages();
  const now = useServerNow(tickMs);
  const instant = new Date(at);
  return (
    <time dateTime={at} className={styles.when}>
      <span className={styles.relative}>{relativeTime(instant, now, durations)}</span>{' '}
      <span className={styles.date}>({ofVisitor(formatBuddhistDate(instant))})</span>
    </time>
  );
}
