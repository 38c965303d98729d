/** Which judgement of a submission speaks for it, and whether that has its verdict yet: the rules, each in one place. */
import { eq, isNotNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { inProgressStatuses } from '#contract/statuses.ts';
import { judgements, submissions } from './schema.ts';

/** The judgement that a submission's pages, lists and counts tell of. */
export const isInForce = eq(judgements.id, submissions.judgementId);

const inProgress = sql.raw(inProgressStatuses.map((each) => `'${each}'`).join(', '));

/**
 * It waits or is under way. Where it is the judgement in force, its submission is unjudged. Literally as in the indexes: a
 * plan that is made without values finds them all the same.
 */
export function isUnfinishedOf({ status }: { readonly status: SQLWrapper }): SQL {
  return sql`${status} in (${inProgress})`;
}

export function isJudgedOf(judgement: { readonly status: SQLWrapper }): SQL {
  return not(isUnfinishedOf(judgement));
}

export const isUnfinished = isUnfinishedOf(judgements);

export const isJudged = isJudgedOf(judgements);

/** What a verdict speaks of: one that is made with others is about another problem. */
export function madeWith(judgement: {
  readonly testSetId: SQLWrapper;
  readonly timeLimitMs: SQLWrapper;
  readonly memoryLimitMb: SQLWrapper;
}): SQL {
  return sql`row(${judgement.testSetId}, ${judgement.timeLimitMs}, ${judgement.memoryLimitMb})`;
}

/** Of a submission: its judgement in force is judged. It is told without that judgement. */
export function hasVerdictOf({ verdict }: { readonly verdict: SQLWrapper }): SQL {
  return isNotNull(verdict);
}

export const hasVerdict = hasVerdictOf(submissions);
