import { useEffect, useRef, useState } from 'react';
import { fullScore } from '#contract/scores.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './full-marks.module.css';
import { markPath } from './mark.tsx';

/**
 * The short delight of a problem's first 100: the mark is drawn and stamped. Without motion, for whoever asked for
 * stillness, only the words are there. Its companion is the strip of cells that runs green (result-strip.tsx).
 */
export function FullMarks() {
  const { problem: texts } = useMessages();
  return (
    <p className={styles.fullMarks} role="status">
      <svg className={styles.stamp} aria-hidden="true" viewBox="0 0 16 16" fill="none" strokeWidth="2">
        <path d={markPath} pathLength="1" />
      </svg>
      {texts.fullMarks}
    </p>
  );
}

/**
 * Whether the first 100 arrived while one watched. `isFresh`: the score has been read since one came here. A score
 * remembered from an earlier visit does not count as watched.
 */
export function useFirstFullMarks(score: number, isFresh: boolean): boolean {
  const before = useRef<number | null>(null);
  const [isFirst, setFirst] = useState(false);
  useEffect(() => {
    if (!isFresh) return;
    if (before.current !== null && before.current < fullScore && score >= fullScore) setFirst(true);
    before.current = score;
  }, [score, isFresh]);
  return isFirst;
}
