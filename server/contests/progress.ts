import { and, eq, lte, or } from 'drizzle-orm';
import type { ContestProgress } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import type { Queryable } from '#store/database.ts';
import { contestStandings, users } from '#store/schema.ts';

/** Nobody has a place as user 0. */
const nobody = 0;

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
  const rows = await db
    .select({
      user_id: contestStandings.userId,
      username: users.username,
      place: contestStandings.place,
      total_score: contestStandings.totalScore,
      points: contestStandings.progress,
    })
    .from(contestStandings)
    .innerJoin(users, eq(users.id, contestStandings.userId))
    .where(
      and(
        isOfContest,
        or(lte(contestStandings.place, limits.contestLeaders), eq(contestStandings.userId, userId ?? nobody)),
      ),
    )
    .orderBy(contestStandings.place);
  return {
    lines: rows.map((row) => ({ ...row, points: row.points ?? [] })),
    ranked_count: await db.$count(contestStandings, isOfContest),
  };
}
