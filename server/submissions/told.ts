/** What is told of a submission, and to whom: the rules of every list and of the call for one. */
import { and, eq, isNull, or, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ResultItem } from '#contract/submissions.ts';
import type { Say } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { problems, type StoredResult, submissions } from '#store/schema.ts';
import { isStaff } from '../problems/access.ts';
import { tell } from '../words.ts';

/**
 * Staff are told of every submission. Others are told
 * - inside a contest that holds the problem, of what was submitted there, whether the problem is hidden or not;
 * - of what is in no unfinished contest, when the problem is visible or the submission is their own.
 *
 * What an unfinished contest holds is not spoken of elsewhere: not even in what was submitted to it before, by oneself.
 */
export function isToldTo(viewer: SessionUser): SQL | undefined {
  if (isStaff(viewer)) return undefined;
  return or(
    eq(problems.contestId, submissions.contestId),
    and(isNull(problems.contestId), or(problems.isVisible, eq(submissions.userId, viewer.id))),
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
      or(
        and(isNull(problems.contestId), problems.isVisible),
        contestId === undefined ? undefined : eq(problems.contestId, contestId),
      ),
    );
  const ids = open.map(({ id }) => id);
  return or(
    sql`${submissions.problemId} = any(${sql.param(ids)}::text[])`,
    eq(submissions.userId, viewer.id),
  );
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
  say: Say,
): ResultItem[] {
  return results.map(({ testCase, status, timeMs, memoryKb, reason, checkerMessage = null }) => {
    const why = tell(isWithheld ? null : reason, say);
    // A checker may quote the answer.
    const checker = tell(isStaff(viewer) ? checkerMessage : null, say);
    return {
      testCase,
      status,
      timeMs: isWithheld ? null : timeMs,
      memoryKb: isWithheld ? null : memoryKb,
      reason: why.text,
      reasonWords: why.words,
      checkerMessage: checker.text,
      checkerWords: checker.words,
    };
  });
}
