/**
 * Which submission of a user on a problem is the best, in the main list as in a contest: of those that have their
 * verdict the one with the highest score, of equal ones the latest. One that is judged again counts with the verdict
 * that is in force until it has another. To be asked of submissions joined with their judgements in force.
 */
import { sql } from 'drizzle-orm';
import { judgements, submissions } from './schema.ts';

export const bestFirst = sql`${judgements.score} desc nulls last, ${submissions.id} desc`;
