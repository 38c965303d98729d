import { and, eq, sql } from 'drizzle-orm';
import type { BoardColumn, OwnContestRow, WindowClock } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import type { Audience } from '#store/contest-formats/format.ts';
import { type ContestRow, hasFreeze, selectOwnRow, selectStandings } from '#store/contest-standings.ts';
import { contestMillis, personalTime } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { listColumns } from '#store/memberships.ts';
import { contestParticipants, contestResults, contests } from '#store/schema.ts';
import { ownTimeColumns } from './access.ts';

/**
 * The answer as JSON text, most of it written by the database: two thousand participants with twelve problems each
 * would keep this process busy for many times as long as it takes to pass the text on. All of it is of one moment: while
 * it is read, problems are renamed and contests finished.
 */
export async function writeScoreboard(db: Database, contestId: number, audience: Audience): Promise<string> {
  return db.transaction((tx) => write(tx, contestId, audience), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

const fields = sql`'user_id', user_id, 'username', username, 'total_score', total_score, 'place', place,
  'detailed_scores', detailed_scores`;
const entry = sql`case when penalty is null then json_build_object(${fields})
  else json_build_object(${fields}, 'penalty', penalty) end`;

async function write(db: Queryable, contestId: number, audience: Audience): Promise<string> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  const told = audience === 'others' && hasFreeze(contest) ? 'frozen' : audience;
  const { rows } = await db.execute<{ scoreboard: string }>(sql`
    select coalesce(json_agg(${entry} order by place is null, overall_place, lower(username) collate "C"), '[]')::text as scoreboard
    from (${selectStandings(contest, told)}) as ranked`);
  const problems = await listBoardColumns(db, contestId);
  const clocks = await listClocks(db, contest);
  const said = clocks ? `,"clocks":${JSON.stringify(clocks)}` : '';
  return `{"scoreboard":${rows[0]?.scoreboard ?? '[]'},"problems":${JSON.stringify(problems)}${said}}`;
}

/** Of those who have submitted, which is after they have started; null where all have the one clock, or had. */
async function listClocks(db: Queryable, contest: ContestRow): Promise<Record<string, WindowClock> | null> {
  if (contest.windowMinutes === null || contest.finishedAt) return null;
  const rows = await db
    .select({ userId: contestParticipants.userId, ...ownTimeColumns })
    .from(contestParticipants)
    .where(
      and(
        eq(contestParticipants.contestId, contest.id),
        sql`${contestParticipants.userId} in (select ${contestResults.userId} from ${contestResults}
          where ${contestResults.contestId} = ${contest.id})`,
      ),
    )
    .orderBy(contestParticipants.userId);
  const clocks = rows.flatMap(({ userId, ...own }) => {
    const { start, end } = personalTime(contest, own);
    if (!start) return [];
    const clock: WindowClock = {
      begun_at: start.toISOString(),
      ends_at: end.toISOString(),
      length_ms: contestMillis(contest, start, end),
    };
    return [[userId, clock] as const];
  });
  return Object.fromEntries(clocks);
}

export async function listBoardColumns(db: Queryable, contestId: number): Promise<BoardColumn[]> {
  const columns = await listColumns(db, contestId);
  return columns.map(({ slug, problemId: _, ...column }) => ({ problem_id: slug, ...column }));
}

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
