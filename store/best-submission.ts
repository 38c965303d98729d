/**
 * Which submission of a user on a problem is the best, in the main list as in a contest: of those that have their
 * verdict the one with the highest score, of equal ones the latest. One that is judged again is none until then.
 */
import { inArray, sql } from 'drizzle-orm';
import { finishedStatuses } from '#contract/statuses.ts';
import { submissions } from './schema.ts';

export const isJudged = inArray(submissions.status, [...finishedStatuses]);

export const bestFirst = sql`${submissions.score} desc nulls last, ${submissions.id} desc`;
