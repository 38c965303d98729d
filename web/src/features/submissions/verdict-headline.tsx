import { VisuallyHidden } from '@mantine/core';
import { isInProgress } from '#contract/statuses.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { ScoreBar } from '../../components/score-bar.tsx';
import { StatusLabel, statusTone } from '../../components/status-label.tsx';
import { useMessages } from '../../lib/messages.ts';
import { describeVerdict } from './headline.ts';
import { findReplaced } from './rejudge-change.ts';
import { readResults } from './test-results.ts';
import styles from './verdict-headline.module.css';

interface VerdictHeadlineProps {
  submission: Submission;
  /** With what it takes to say why; undefined while that is on its way. */
  full: FullSubmission | undefined;
}

/** Why it failed: the verdict, large, and one sentence about it. Its place stays the same from Pending to the end. */
export function VerdictHeadline({ submission, full }: VerdictHeadlineProps) {
  const { submissions: texts } = useMessages();
  const { overall_status: status, score } = submission;
  const before = full && findReplaced(full.judgements);
  const results = readResults(full?.results, status);
  return (
    <div className={styles.headline} style={statusTone(status)}>
      <p className={styles.verdict}>
        <StatusLabel status={status} isLarge />
        <span className={styles.score}>{score ?? texts.noScore}</span>
      </p>
      <ScoreBar score={score ?? 0} />
      <p className={styles.sentence}>
        {full && describeVerdict(texts, full, results.kind === 'list' ? results.items : [])}
      </p>
      {/* Whoever listens hears the verdict, and not every test on the way to it. */}
      <VisuallyHidden role="status">{isInProgress(status) ? '' : texts.statusName(status)}</VisuallyHidden>
      {before && <p className={styles.change}>{texts.change(before, { status, score })}</p>}
    </div>
  );
}
