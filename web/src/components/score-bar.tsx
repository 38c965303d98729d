import { fullScore, scoreStyle } from '#contract/scores.ts';
import styles from './score-bar.module.css';

/** Drawn under the number it explains, which is there for whoever does not see the bar. */
export function ScoreBar({ score }: { score: number }) {
  const share = Math.min(Math.max(score / fullScore, 0), 1);
  return (
    <div className={styles.track} aria-hidden="true">
      <div className={styles.fill} data-score={scoreStyle(score)} style={{ width: `${share * 100}%` }} />
    </div>
  );
}
