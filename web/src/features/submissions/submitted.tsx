import { useRef, useState } from 'react';
import { useLocation, useNavigationType } from 'react-router';
import { fullScore } from '#contract/scores.ts';
import { isInProgress } from '#contract/statuses.ts';
import type { Submission } from '#contract/submissions.ts';
import { FullMarks } from '../../components/full-marks.tsx';
import { ResultStrip } from '../../components/result-strip.tsx';
import { useSubmission } from './queries.ts';
import styles from './submitted.module.css';
import { listStatuses } from './test-results.ts';

/** What the form of a problem tells the list that it leads to. */
interface Submitted {
  id: number;
  /** The problem had been solved before. */
  isSolved: boolean;
}

/** The submission that one has just made, when one came here by making it. */
export function useSubmitted(): Submitted | null {
  const { state } = useLocation();
  return (state as { submitted?: Submitted } | null)?.submitted ?? null;
}

interface SubmittedCellsProps {
  submission: Submission;
  contestId: number | undefined;
  isSolved: boolean;
  columns: number;
}

/** Below the row of what one has just submitted: a cell for each test, filled as the tests end. */
export function SubmittedCells({ submission, contestId, isSolved, columns }: SubmittedCellsProps) {
  const { data } = useSubmission(submission.id, contestId);
  const isFirst = useFullMarksSeen(submission) && !isSolved;
  const results = data ? listStatuses(data.results, data) : [];
  return (
    <tr className={styles.cells}>
      <td colSpan={columns}>
        <div className={styles.strip}>
          {submission.overall_status !== 'Compilation Error' && (
            <ResultStrip
              status={submission.overall_status}
              results={results}
              total={submission.tests_total}
              isCelebrated={isFirst && results.length > 0}
            />
          )}
          {isFirst && <FullMarks />}
        </div>
      </td>
    </tr>
  );
}

/** Full marks that arrived while one watched: after a step to here, and not when the page is only loaded again. */
function useFullMarksSeen({ overall_status, score }: Submission): boolean {
  const hasJustCome = useRef(useNavigationType() === 'PUSH').current;
  const isUnderWay = isInProgress(overall_status);
  const [hasSeenUnderWay, setSeenUnderWay] = useState(isUnderWay);
  if (isUnderWay && !hasSeenUnderWay) setSeenUnderWay(true);
  return score === fullScore && (hasSeenUnderWay || hasJustCome);
}
