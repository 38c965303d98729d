/** What the policy has to know of a problem: the one place that tells it from the columns. */
import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { problems } from '#store/schema.ts';
import type { Conditions, ProblemFacts } from '../policy.ts';

/**
 * For a query of problems, to filter by or to select. `here` is the contest in which they are looked at, which another
 * column may tell; null for the main list.
 */
export function problemFacts(here: number | SQL | null): Conditions<ProblemFacts> {
  return {
    isVisible: sql`${problems.isVisible}`,
    isHeld: sql`${isNotNull(problems.contestId)}`,
    isOpenHere: here === null ? sql`false` : sql`(${eq(problems.contestId, here)}) is true`,
  };
}
