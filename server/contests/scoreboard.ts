import { eq, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { rankParticipants } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestProblems, contestStandings, contests, users } from '#store/schema.ts';
import { naturalOrder } from '../problems/queries.ts';

/**
 * The answer as JSON text, most of it written by the database: two thousand participants with twelve problems each
 * would keep this process busy for many times as long as it takes to pass the text on.
 */
export async function writeScoreboard(db: Queryable, contestId: number): Promise<string> {
  const [contest] = await db
    .select({ finishedAt: contests.finishedAt })
    .from(contests)
    .where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  const ranked = contest.finishedAt ? selectStandings(contestId) : rankParticipants(contestId);
  const { rows } = await db.execute<{ scoreboard: string }>(sql`
    select coalesce(json_agg(json_build_object('user_id', user_id, 'username', username, 'total_score', total_score,
      'detailed_scores', detailed_scores) order by place), '[]')::text as scoreboard
    from (${ranked}) as ranked`);
  const columns = await db
    .select({ problem_id: contestProblems.problemId })
    .from(contestProblems)
    .where(eq(contestProblems.contestId, contestId));
  columns.sort((a, b) => naturalOrder(a.problem_id, b.problem_id));
  return `{"scoreboard":${rows[0]?.scoreboard ?? '[]'},"problems":${JSON.stringify(columns)}}`;
}

function selectStandings(contestId: number) {
  return sql`
    select user_id, ${users.username} as username, trim_scale(total_score) as total_score, detailed_scores, place
    from ${contestStandings} join ${users} on ${users.id} = user_id
    where ${contestStandings.contestId} = ${contestId}`;
}
