import { fullScore } from '#contract/scores.ts';
import { useMessages } from '../lib/messages.ts';
import styles from './group-points.module.css';
import { ScoreBar } from './score-bar.tsx';

/** What was earned in a group of tests, of what there is to earn. Null: nothing is known yet. */
export function GroupPoints({ earned, points }: { earned: number | null; points: number }) {
  const { groups: texts } = useMessages();
  if (points === 0) return <span className={styles.unscored}>{texts.unscored}</span>;
  return (
    <span className={styles.points}>
      <span>
        <span className={styles.earned}>{earned ?? texts.unknown}</span>
        <span className={styles.outOf}>{texts.outOf(points)}</span>
      </span>
      <ScoreBar score={((earned ?? 0) / points) * fullScore} />
    </span>
  );
}
