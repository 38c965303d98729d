import { and, count, eq, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { ContestProgress } from '#contract/contest-scoreboard.ts';
import { limits } from '#contract/limits.ts';
import { isParticipationOfStanding, isUnofficialNow } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestStandings, users } from '#store/schema.ts';

/**
 * From the final standings alone: until they are stored there is nothing to tell, and whatever becomes of problems and
 * verdicts afterwards changes nothing. Those who take part unofficially have no place and are not among the first.
 */
export async function readProgress(
  db: Queryable,
  contestId: number,
  userId: number | null,
): Promise<ContestProgress> {
  // Narrow rows of all who took part, of whom a few are wanted.
  const ranked = db
    .select({
      userId: contestStandings.userId,
      username: users.username,
      place: sql<number | null>`case when not ${isUnofficialNow} then
        rank() over (partition by ${isUnofficialNow} order by ${contestStandings.place})::int end`.as('rank'),
    })
    .from(contestStandings)
    .innerJoin(users, eq(users.id, contestStandings.userId))
    .leftJoin(contestParticipants, isParticipationOfStanding)
    .where(eq(contestStandings.contestId, contestId))
    .as('ranked');
  const select = (isWanted: SQL) =>
    db
      .select({
        user_id: ranked.userId,
        username: ranked.username,
        place: ranked.place,
        total_score: contestStandings.totalScore,
        points: contestStandings.progress,
      })
      .from(ranked)
      .innerJoin(
        contestStandings,
        and(eq(contestStandings.contestId, contestId), eq(contestStandings.userId, ranked.userId)),
      )
      .where(isWanted)
      // Many may share a place.
      .orderBy(ranked.place, sql`lower(${ranked.username}) collate "C"`)
      .limit(limits.contestLeaders);
  const leaders = await select(isNotNull(ranked.place));
  const isAmongThem = userId === null || leaders.some(({ user_id }) => user_id === userId);
  const rows = isAmongThem ? leaders : [...leaders, ...(await select(eq(ranked.userId, userId)))];
  const [counted] = await db.select({ count: count(ranked.place) }).from(ranked);
  return {
    lines: rows.map((row) => ({ ...row, points: row.points ?? [] })),
    ranked_count: counted?.count ?? 0,
  };
}
