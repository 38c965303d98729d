import type { WindowClock } from '#contract/contest-scoreboard.ts';
import { useMessages } from '../../lib/messages.ts';
import { useServerNow } from '../../lib/server-clock.ts';
import { elapsedMs } from './own-clock.ts';
import styles from './row-clock.module.css';

const minuteMs = 60_000;
/** Minutes are told: this is soon enough for each of many rows. */
const tickMs = 10_000;

interface RowClockProps {
  clock: WindowClock;
  /** Since when clocks stand still, if they do. */
  standsAt: string | null;
}

/** On a board where each has a window of their own: how far this one is. */
export function RowClock({ clock, standsAt }: RowClockProps) {
  const { contestClock: texts } = useMessages();
  const passedMs = elapsedMs(clock, standsAt, useServerNow(tickMs));
  return (
    <span className={styles.clock}>
      {passedMs >= clock.length_ms
        ? texts.rowEnded
        : texts.rowRunning(Math.floor(passedMs / minuteMs), Math.ceil(clock.length_ms / minuteMs))}
    </span>
  );
}
