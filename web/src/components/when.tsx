import { useEffect, useState } from 'react';
import { formatBuddhistDate } from '#contract/dates.ts';
import { useMessages } from '../messages.ts';
import { relativeTime } from '../relative-time.ts';
import styles from './when.module.css';

const tickMs = 30_000;

/** The time, told anew often enough for a text that counts minutes. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** How long ago, and the date with the year of the Buddhist era. */
export function When({ at }: { at: string }) {
  const { app } = useMessages();
  const now = useNow();
  const instant = new Date(at);
  return (
    <time dateTime={at} className={styles.when}>
      <span className={styles.relative}>{relativeTime(instant, now, app.locale, app.justNow)}</span>{' '}
      <span className={styles.date}>({formatBuddhistDate(instant)})</span>
    </time>
  );
}
