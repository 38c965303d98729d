import { eq, sql } from 'drizzle-orm';
import type { OwnContestRow } from '#contract/contest-scoreboard.ts';
import { ApiError } from '#contract/errors.ts';
import { selectOwnRow } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contests } from '#store/schema.ts';

/**
 * What one participant has reached by now, also after the freeze: the board of a frozen contest is the same for all, and
 * this is laid over it. Without a place, which would tell of the others.
 */
export async function readOwnRow(
  db: Queryable,
  contestId: number,
  userId: number,
): Promise<OwnContestRow | null> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  const { rows } = await db.execute<{ row: OwnContestRow }>(sql`
    select json_strip_nulls(json_build_object('total_score', total_score, 'penalty', penalty,
      'detailed_scores', detailed_scores)) as row
    from (${selectOwnRow(contest, userId)}) as ranked`);
  return rows[0]?.row ?? null;
}
