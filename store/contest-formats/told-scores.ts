import { inArray, type SQL, sql } from 'drizzle-orm';
import { contests, problems } from '../schema.ts';
import type { Audience } from './format.ts';

/**
 * Of a column whose problem is joined, if it is still there: whether this audience is told what came of the submissions
 * before the contest has finished. The problem may keep that back, or the contest that of all its problems; see
 * server/problems/feedback.ts.
 */
export function isScoreTold(contestId: number, audience: Audience): SQL<boolean> {
  if (audience === 'staff') return sql<boolean>`true`;
  return sql<boolean>`(${problems.feedback} is distinct from 'samples' and not exists (
    select from ${contests} where ${contests.id} = ${contestId}
      and ${inArray(contests.feedback, ['samples', 'nothing'])}))`;
}
