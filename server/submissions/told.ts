/** What is told of a submission, and to whom: the rules of every list and of the call for one. */
import { and, eq, or, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ResultItem } from '#contract/submissions.ts';
import type { Queryable } from '#store/database.ts';
import { isInMainList, isOpenedBy } from '#store/memberships.ts';
import { problems, type StoredResult, submissions } from '#store/schema.ts';
import { isStaff } from '../problems/access.ts';

/**
 * Staff are told of every submission. Others are told
 * - inside a contest that has not finished, of what was submitted there, whether the problem is hidden or not;
 * - of what no unfinished contest holds, when the problem is visible or the submission is their own.
 *
 * What an unfinished contest holds is not spoken of elsewhere: not even in what was submitted to it before, by oneself.
 */
export function isToldTo(viewer: SessionUser): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  return or(
    isOpenedBy(sql`${submissions.contestId}`),
    and(isInMainList, or(problems.isVisible, eq(submissions.userId, viewer.id))),
  );
}

/**
 * Follows from the rule, and decides nothing: it names the problems, so that PostgreSQL knows how many submissions there
 * are to find. After all problems were hidden it would otherwise read every submission in search of a page of them.
 */
export async function narrowToTold(
  db: Queryable,
  viewer: SessionUser,
  contestId: number | undefined,
): Promise<SQL | undefined> {
  if (isStaff(viewer)) return undefined;
  const open = await db
    .select({ id: problems.id })
    .from(problems)
    .where(
      or(and(isInMainList, problems.isVisible), contestId === undefined ? undefined : isOpenedBy(contestId)),
    );
  const ids = open.map(({ id }) => id);
  return or(sql`${submissions.problemId} = any(${sql.param(ids)}::int[])`, eq(submissions.userId, viewer.id));
}

interface Withholding {
  /** The problem's setting. */
  readonly withholdsRunFacts: boolean;
  /** False while its contest is unfinished. */
  readonly inMain: boolean;
}

/** A program chooses how long it runs and how it ends, and can tell of its secret input by that. */
export function areRunFactsWithheld(
  { withholdsRunFacts, inMain }: Withholding,
  viewer: SessionUser,
): boolean {
  return withholdsRunFacts && !inMain && !isStaff(viewer);
}

export function toResultItems(
  results: readonly StoredResult[],
  viewer: SessionUser,
  isWithheld: boolean,
): ResultItem[] {
  return results.map(({ testCase, status, timeMs, memoryKb, reason, checkerMessage = null }) => ({
    testCase,
    status,
    timeMs: isWithheld ? null : timeMs,
    memoryKb: isWithheld ? null : memoryKb,
    reason: isWithheld ? null : reason,
    // A checker may quote the answer.
    checkerMessage: isStaff(viewer) ? checkerMessage : null,
  }));
}
