/**
 * What contestants see of their submissions, as the problem says it: one rule for all that tells of them. `full` is
 * everything; `groups` is status, score and groups, and of single tests only the samples; `samples` is the samples' tests
 * and nothing that follows from the others, and so neither status nor score. How far judging is tells how long each test
 * takes and which ones are skipped, so it belongs to the tests. What has no results, because it did not compile or could
 * not be judged, is told as it is. Whom this does not concern is the policy's to say.
 */
import { sql } from 'drizzle-orm';
import type { Feedback } from '#contract/feedback.ts';
import {
  type FinishedStatus,
  isInProgress,
  type OverallStatus,
  type ToldStatus,
} from '#contract/statuses.ts';
import { problems, type StoredResult } from '#store/schema.ts';
import { type Asker, can, whereCan } from '../policy.ts';

export function feedbackTo(viewer: Asker, { feedback }: { readonly feedback: Feedback }): Feedback {
  if (!can(viewer, 'submission.read-verdict', { isVerdictWithheld: feedback === 'samples' }))
    return 'samples';
  return can(viewer, 'submission.read-tests', { areTestsWithheld: feedback !== 'full' }) ? 'full' : 'groups';
}

export function isTestTold(feedback: Feedback, { isSample }: { readonly isSample?: true | null }): boolean {
  return feedback === 'full' || isSample === true;
}

/** One a test, wherever only the statuses are told. */
export function tellStatuses(feedback: Feedback, results: readonly StoredResult[]): { status: string }[] {
  return results.map((result) => ({ status: isTestTold(feedback, result) ? result.status : 'Hidden' }));
}

/** These come without any test: everybody is told. */
const withoutTests: readonly OverallStatus[] = ['Compilation Error', 'Skipped'];

export function isVerdictTold(feedback: Feedback, status: OverallStatus): boolean {
  return feedback !== 'samples' || isInProgress(status) || withoutTests.includes(status);
}

export function tellStatus(feedback: Feedback, status: OverallStatus): ToldStatus {
  return isVerdictTold(feedback, status) ? status : 'Judged';
}

/** When all is judged their number is no secret where there are groups: each says which tests it has. */
export function isProgressTold(feedback: Feedback, status: OverallStatus): boolean {
  return feedback === 'full' || (feedback === 'groups' && !isInProgress(status));
}

/** Of submissions with this verdict, those that may be found by it. Undefined: all of them. */
export function whereVerdictTold(viewer: Asker, verdict: FinishedStatus) {
  if (withoutTests.includes(verdict)) return undefined;
  return whereCan(viewer, 'submission.read-verdict', {
    isVerdictWithheld: sql`${problems.feedback} = 'samples'`,
  });
}
