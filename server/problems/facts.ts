/** What the policy has to know of a problem: the one place that tells it from the columns. */
import { eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import { problems } from '#store/schema.ts';
import type { Conditions, ProblemFacts } from '../policy.ts';

/** `here` is the contest in which the problem is looked at; null for the main list. */
export function problemFacts(
  { isVisible, contestId }: Pick<typeof problems.$inferSelect, 'isVisible' | 'contestId'>,
  here: number | null,
): ProblemFacts {
  const isHeld = contestId !== null;
  return { isVisible, isHeld, isOpenHere: isHeld && contestId === here };
}

/** The same for the rows of a list, where another column may say which contest each is looked at in. */
export function problemConditions(here: number | SQL | null): Conditions<ProblemFacts> {
  return {
    isVisible: sql`${problems.isVisible}`,
    isHeld: isNotNull(problems.contestId),
    isOpenHere: here === null ? sql`false` : sql`(${eq(problems.contestId, here)}) is true`,
  };
}
