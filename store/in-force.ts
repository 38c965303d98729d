/** Which judgement of a submission speaks for it, and whether that has its verdict yet: the rules, each in one place. */
import { and, eq, isNotNull, isNull, not, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
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

interface Outcome {
  readonly status: SQLWrapper;
  readonly fault: SQLWrapper;
}

/** The judge could not judge it: its status is one of those that end a judgement, and says nothing of the program. */
export function isGivenUpOf(judgement: Outcome): SQL | undefined {
  return and(isJudgedOf(judgement), isNotNull(judgement.fault));
}

/** Its status is what the program deserved. */
export function tellsOfProgramOf(judgement: Outcome): SQL | undefined {
  return and(isJudgedOf(judgement), isNull(judgement.fault));
}

/** With the time since when, which the index of such judgements has, and the earliest releases did not write down. */
export const isGivenUpAtKnownTime = and(isGivenUpOf(judgements), isNotNull(judgements.finishedAt));

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
