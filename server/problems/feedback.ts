/**
 * What contestants see of their submissions, as the problem and its contest say it: one rule for all that tells of them.
 * `full` is everything; `groups` is status, score and groups, and of single tests only the samples; `samples` is the samples'
 * tests and nothing that follows from the others, and so neither status nor score. How far judging is tells how long each
 * test takes and which ones are skipped, so it belongs to the tests. What has no results, because it did not compile or
 * could not be judged, is told as it is; but of `nothing`, which only a contest says, no more than that it was received:
 * whether it waits, is judged or did not compile, and by what. Until the contest has finished, whichever of the two keeps
 * back more decides; from then on the problem. Whom this does not concern is the policy's to say.
 */
import { inArray, type SQL, sql } from 'drizzle-orm';
import { type ContestFeedback, narrowFeedback } from '#contract/feedback.ts';
import {
  type FinishedStatus,
  isInProgress,
  type OverallStatus,
  type ToldStatus,
} from '#contract/statuses.ts';
import { isContestUnfinished } from '#store/memberships.ts';
import { contests, problems, type StoredResult } from '#store/schema.ts';
import { type Asker, can, whereCan } from '../policy.ts';

export function feedbackTo(
  viewer: Asker,
  { feedback, contestFeedback: narrowed = 'full' }: Told,
): ContestFeedback {
  const said = narrowFeedback(feedback, narrowed);
  if (!can(viewer, 'submission.read-state', { isStateWithheld: said === 'nothing' })) return 'nothing';
  if (!can(viewer, 'submission.read-verdict', { isVerdictWithheld: !areScoresTold(said) })) return 'samples';
  return can(viewer, 'submission.read-tests', { areTestsWithheld: said !== 'full' }) ? 'full' : 'groups';
}

interface Told {
  readonly feedback: ContestFeedback;
  /** Of the contest that it was made in, unless that has finished. */
  readonly contestFeedback?: ContestFeedback;
}

export function areScoresTold(feedback: ContestFeedback): boolean {
  return feedback === 'full' || feedback === 'groups';
}

export function isTestTold(
  feedback: ContestFeedback,
  { isSample }: { readonly isSample?: true | null },
): boolean {
  return feedback === 'full' || (isSample === true && feedback !== 'nothing');
}

/** One a test, wherever only the statuses are told. */
export function tellStatuses(
  feedback: ContestFeedback,
  results: readonly StoredResult[],
): { status: string }[] {
  return results.map((result) => ({ status: isTestTold(feedback, result) ? result.status : 'Hidden' }));
}

/** These come without any test: everybody is told. */
const withoutTests: readonly OverallStatus[] = ['Compilation Error', 'Skipped'];

export function isVerdictTold(feedback: ContestFeedback, status: OverallStatus): boolean {
  if (feedback === 'nothing') return false;
  return feedback !== 'samples' || isInProgress(status) || withoutTests.includes(status);
}

export function tellStatus(feedback: ContestFeedback, status: OverallStatus): ToldStatus {
  if (isVerdictTold(feedback, status)) return status;
  return feedback === 'nothing' ? 'Received' : 'Judged';
}

/** When all is judged their number is no secret where there are groups: each says which tests it has. */
export function isProgressTold(feedback: ContestFeedback, status: OverallStatus): boolean {
  return feedback === 'full' || (feedback === 'groups' && !isInProgress(status));
}

/**
 * Of submissions with this verdict, in a contest or in the main list, those that may be found by it. Undefined: all of
 * them.
 */
export function whereVerdictTold(
  viewer: Asker,
  verdict: FinishedStatus,
  contest: SQL | null,
): SQL | undefined {
  const says = (...feedbacks: ContestFeedback[]) =>
    contest === null
      ? sql<boolean>`false`
      : sql<boolean>`exists (select from ${contests} where ${contests.id} = ${contest}
          and ${isContestUnfinished} and ${inArray(contests.feedback, feedbacks)})`;
  const isStateTold = whereCan(viewer, 'submission.read-state', { isStateWithheld: says('nothing') });
  if (withoutTests.includes(verdict)) return isStateTold;
  return whereCan(viewer, 'submission.read-verdict', {
    isVerdictWithheld: sql`(${problems.feedback} = 'samples' or ${says('samples', 'nothing')})`,
  });
}
