import { and, eq, type SQL, sql } from 'drizzle-orm';
import type { ContestProgress } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import type { Queryable } from '#store/database.ts';
import { contestStandings, users } from '#store/schema.ts';

/**
 * From the final standings alone: until they are stored there is nothing to tell, and whatever becomes of problems and
 * verdicts afterwards changes nothing. A few rows by their keys, however many took part.
 */
export async function readProgress(
  db: Queryable,
  contestId: number,
  userId: number | null,
): Promise<ContestProgress> {
  const isOfContest = eq(contestStandings.contestId, contestId);
  const select = (isWanted: SQL | undefined) =>
    db
      .select({
        user_id: contestStandings.userId,
        username: users.username,
        place: contestStandings.place,
        total_score: contestStandings.totalScore,
        points: contestStandings.progress,
      })
      .from(contestStandings)
      .innerJoin(users, eq(users.id, contestStandings.userId))
      .where(and(isOfContest, isWanted))
      // Many may share a place.
      .orderBy(contestStandings.place, sql`lower(${users.username}) collate "C"`)
      .limit(limits.contestLeaders);
  const leaders = await select(undefined);
  const isAmongThem = userId === null || leaders.some(({ user_id }) => user_id === userId);
  const rows = isAmongThem ? leaders : [...leaders, ...(await select(eq(contestStandings.userId, userId)))];
  return {
    lines: rows.map((row) => ({ ...row, points: row.points ?? [] })),
    ranked_count: await db.$count(contestStandings, isOfContest),
  };
}
