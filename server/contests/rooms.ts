/**
 * Contests that hold one of the same problems are rooms of one: who takes part in two of them? Also where the other has
 * finished meanwhile, whose people know the problems; but not where it had when this one was made.
 */
import { and, asc, eq, exists, gt, isNull, ne, or } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isThere } from '#store/contest-rows.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestProblems, contests } from '#store/schema.ts';

/** People of this contest's other rooms, and what those are called. Of one person, if that is told. */
export async function listPeopleOfOtherRooms(
  db: Queryable,
  contestId: number,
  userId?: number,
): Promise<{ userId: number; title: string }[]> {
  const here = alias(contestProblems, 'here');
  const holdsTheSame = db
    .select({ id: contestProblems.id })
    .from(contestProblems)
    .innerJoin(
      here,
      and(eq(here.contestId, contestId), eq(here.problemId, contestProblems.problemId), here.holds),
    )
    .where(and(eq(contestProblems.contestId, contests.id), contestProblems.holds));
  const self = alias(contests, 'this_contest');
  return db
    .select({ userId: contestParticipants.userId, title: contests.title })
    .from(contestParticipants)
    .innerJoin(contests, eq(contests.id, contestParticipants.contestId))
    .innerJoin(self, and(eq(self.id, contestId), isNull(self.finishedAt)))
    .where(
      and(
        userId === undefined ? undefined : eq(contestParticipants.userId, userId),
        ne(contests.id, contestId),
        isThere,
        or(isNull(contests.finishedAt), gt(contests.finishedAt, self.createdAt)),
        exists(holdsTheSame),
      ),
    )
    .orderBy(asc(contests.startTime), asc(contests.id));
}
