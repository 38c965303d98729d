/** What is told of a submission, in every list and in the call for one, as the policy says. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { Feedback } from '#contract/feedback.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { ResultItem } from '#contract/submissions.ts';
import type { Say } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { problems, type StoredResult, submissions } from '#store/schema.ts';
import { type Conditions, can, type SubmissionFacts, whereCan } from '../policy.ts';
import { problemFacts } from '../problems/facts.ts';
import { isTestTold, whereVerdictTold } from '../problems/feedback.ts';
import { tell } from '../words.ts';

/** For a query of submissions and their problems, to filter by or to select. */
export function submissionFacts(viewer: SessionUser): Conditions<SubmissionFacts> {
  return {
    ...problemFacts(sql`${submissions.contestId}`),
    isOwn: sql`${eq(submissions.userId, viewer.id)}`,
  };
}

/**
 * Follows from the rule, and decides nothing: it names the problems, so that PostgreSQL knows how many submissions there
 * are to find. After all problems were hidden it would otherwise read every submission in search of a page of them.
 */
export async function narrowToTold(
  db: Queryable,
  viewer: SessionUser,
  {
    contestId,
    verdict,
  }: { readonly contestId?: number | undefined; readonly verdict?: FinishedStatus | undefined },
): Promise<SQL | undefined> {
  const others = { ...problemFacts(contestId ?? null), isOwn: sql<boolean>`false` };
  const isOpen = and(
    whereCan(viewer, 'submission.list', others),
    verdict && whereVerdictTold(viewer, verdict),
  );
  if (!isOpen) return undefined;
  const open = await db.select({ id: problems.id }).from(problems).where(isOpen);
  const ids = open.map(({ id }) => id);
  return or(sql`${submissions.problemId} = any(${sql.param(ids)}::int[])`, eq(submissions.userId, viewer.id));
}

interface Withholding {
  /** The problem's setting. */
  readonly withholdsRunFacts: boolean;
  /** False while its contest is unfinished. */
  readonly inMain: boolean;
}

export function areRunFactsWithheld(
  { withholdsRunFacts, inMain }: Withholding,
  viewer: SessionUser,
): boolean {
  const isWithheld = withholdsRunFacts && !inMain;
  return !can(viewer, 'submission.read-run-facts', { isWithheld });
}

/** Of tests that the viewer is told of; `isWithheld`: nothing but their statuses. */
export function toResultItems(
  results: readonly StoredResult[],
  viewer: SessionUser,
  { feedback, isWithheld }: { readonly feedback: Feedback; readonly isWithheld: boolean },
  say: Say,
): ResultItem[] {
  const withNotes = can(viewer, 'submission.read-judge-notes');
  const told = results.filter((result) => isTestTold(feedback, result));
  return told.map((result) => {
    const { testCase, status, timeMs, memoryKb, reason, checkerMessage = null, difference = null } = result;
    const why = tell(isWithheld ? null : reason, say);
    // A checker may quote the answer.
    const checker = tell(withNotes ? checkerMessage : null, say);
    // Told even where run facts are withheld: on a sample a program learns nothing that is not public.
    const differs = tell(difference, say);
    return {
      testCase,
      status,
      timeMs: isWithheld ? null : timeMs,
      memoryKb: isWithheld ? null : memoryKb,
      reason: why.text,
      reasonWords: why.words,
      checkerMessage: checker.text,
      checkerWords: checker.words,
      difference: differs.text,
      differenceWords: differs.words,
    };
  });
}
