/** Which judgement of a submission speaks for it, and whether that has its verdict yet: the rules, each in one place. */
import { eq, sql } from 'drizzle-orm';
import { inProgressStatuses } from '#contract/statuses.ts';
import { judgements, submissions } from './schema.ts';

/** The judgement that a submission's pages, lists and counts tell of. */
export const isInForce = eq(judgements.id, submissions.judgementId);

/**
 * It waits or is under way. Where it is the judgement in force, its submission is unjudged. Literally as in the indexes: a
 * plan that is made without values finds them all the same.
 */
export const isUnfinished = sql`${judgements.status} in (${sql.raw(inProgressStatuses.map((each) => `'${each}'`).join(', '))})`;
