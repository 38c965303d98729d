/**
 * A contest's scoreboard as one audience sees it at one moment. Two thousand participants with twelve problems each are a
 * tenth of a second's work for the database, and with fifty submissions a second nearly all of it would be done again for
 * rows that are as they were. So where the server still has an earlier snapshot, it reads only the rows that may have
 * changed since, and puts them in order here:
 *
 * - The rows of participants with a cell that was written by a transaction which was not over when the earlier one was
 *   read, and of those who have a problem's first solve now or had it then: that star moves by somebody else's cell.
 * - All of them, when something has changed that cells do not tell: names, columns, what is kept back, the finish. Those
 *   raise the revision of the layout.
 *
 * All that is read is of one moment: meanwhile problems are renamed and contests finished.
 */
import { createHash } from 'node:crypto';
import { eq, type SQL, sql } from 'drizzle-orm';
import { assignPlaces, comparePlaced, type Placed } from '#contract/board-places.ts';
import type { WindowClock } from '#contract/contest-scoreboard.ts';
import { ApiError } from '#contract/errors.ts';
import type { Audience } from '#store/contest-formats/format.ts';
import { formats } from '#store/contest-formats/formats.ts';
import { orderOf } from '#store/contest-formats/order.ts';
import { selectFirstSolves } from '#store/contest-formats/seen.ts';
import { type ContestRow, hasFreeze } from '#store/contest-rows.ts';
import { selectStandings } from '#store/contest-standings.ts';
import { contestMillis, noOwnTime, personalTime } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { boardLayoutRevision } from '#store/revisions.ts';
import { contestParticipants, contestResults, contests, revisions } from '#store/schema.ts';
import { listBoardColumns } from './board-columns.ts';

export interface BoardRow extends Placed {
  readonly userId: number;
  readonly hasStar: boolean;
  /** The entry of the contract as JSON, without its place. */
  readonly text: string;
}

export interface BoardSnapshot {
  /** A hash of what it shows: the same for every server. */
  readonly version: string;
  /** The answer of the call. */
  readonly text: string;
  /** In the order in which they stand. */
  readonly rows: readonly BoardRow[];
  readonly places: readonly (number | null)[];
  /** The columns as JSON. */
  readonly problems: string;
  readonly layout: number;
  /** Every transaction below this number was over when it was read. */
  readonly readUntil: string;
}

export function readBoard(
  db: Database,
  contestId: number,
  audience: Audience,
  earlier: BoardSnapshot | null,
): Promise<BoardSnapshot> {
  return db.transaction((tx) => read(tx, contestId, audience, earlier), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });
}

async function read(
  db: Queryable,
  contestId: number,
  audience: Audience,
  earlier: BoardSnapshot | null,
): Promise<BoardSnapshot> {
  const [found] = await db
    .select({
      contest: contests,
      layout: sql<string>`coalesce((select ${revisions.value} from ${revisions}
        where ${revisions.name} = ${boardLayoutRevision(contestId)}), 0)`,
      readUntil: sql<string>`pg_snapshot_xmin(pg_current_snapshot())::text`,
    })
    .from(contests)
    .where(eq(contests.id, contestId));
  if (!found) throw new ApiError('contest_not_found');
  const { contest, readUntil } = found;
  const layout = Number(found.layout);
  const { sharesPlaces } = formats[contest.format].order;
  const told = audience === 'others' && hasFreeze(contest) ? 'frozen' : audience;
  if (earlier?.layout === layout && !contest.finishedAt) {
    const changed = await readRows(db, contest, told, selectChanged(contest, told, earlier));
    return compose({ ...earlier, rows: mergeRows(earlier.rows, changed), readUntil }, sharesPlaces, earlier);
  }
  const problems = JSON.stringify(await listBoardColumns(db, contestId));
  const rows = await readRows(db, contest, told);
  return compose({ rows: rows.sort(comparePlaced), problems, layout, readUntil }, sharesPlaces, earlier);
}

/** The ids of those whose rows may not be as they were. */
function selectChanged(contest: ContestRow, audience: Audience, { rows, readUntil }: BoardSnapshot): SQL {
  const starred = rows.filter(({ hasStar }) => hasStar).map(({ userId }) => userId);
  return sql`
    select ${contestResults.userId} from ${contestResults}
    where ${contestResults.contestId} = ${contest.id} and ${contestResults.changedIn} >= ${readUntil}::xid8
    union select user_id from (${selectFirstSolves(contest, audience)}) as firsts
    union select unnest(${sql.param(starred)}::int[])`;
}

const fields = sql`'user_id', user_id, 'username', username, 'total_score', total_score, 'detailed_scores', detailed_scores`;
const entry = sql`case when penalty is null then json_build_object(${fields})
  else json_build_object(${fields}, 'penalty', penalty) end::text`;
/** In one of the cells. */
const hasStar = sql`jsonb_path_exists(detailed_scores::jsonb, '$.*.first')`;

async function readRows(
  db: Queryable,
  contest: ContestRow,
  audience: Audience,
  whose?: SQL,
): Promise<BoardRow[]> {
  const { rows } = await db.execute<{
    user_id: number;
    name: string;
    total_score: string;
    penalty: number | null;
    reached_at: string | null;
    overall_place: string;
    is_unofficial: boolean;
    has_star: boolean;
    text: string;
  }>(sql`
    select user_id, lower(username) as name, total_score, penalty, overall_place, is_unofficial, ${entry} as text,
      reached_at, ${hasStar} as has_star
    from (${selectStandings(contest, audience, whose)}) as ranked`);
  const { order } = formats[contest.format];
  const clocks = await listClocks(db, contest);
  return rows.map((row) => ({
    userId: row.user_id,
    name: row.name,
    order: contest.finishedAt
      ? [Number(row.overall_place)]
      : orderOf(order, {
          total: Number(row.total_score),
          penalty: row.penalty,
          reachedAt: row.reached_at === null ? null : Number(row.reached_at),
        }),
    isUnofficial: row.is_unofficial,
    hasStar: row.has_star,
    text: withClock(row.text, clocks?.get(row.user_id)),
  }));
}

function withClock(text: string, clock: WindowClock | undefined): string {
  return clock ? `{"clock":${JSON.stringify(clock)},${text.slice(1)}` : text;
}

/**
 * How far each is who has started, extra minutes aside: those are told to nobody but their owner and staff, who see them
 * elsewhere. Null where all have the one clock, or had.
 */
async function listClocks(
  db: Queryable,
  contest: ContestRow,
): Promise<ReadonlyMap<number, WindowClock> | null> {
  if (contest.windowMinutes === null || contest.finishedAt) return null;
  const rows = await db
    .select({
      userId: contestParticipants.userId,
      windowStartedAt: contestParticipants.windowStartedAt,
    })
    .from(contestParticipants)
    .where(eq(contestParticipants.contestId, contest.id));
  const clocks = rows.flatMap(({ userId, windowStartedAt }) => {
    const { start, end } = personalTime(contest, { ...noOwnTime, windowStartedAt });
    if (!start) return [];
    const clock: WindowClock = {
      begun_at: start.toISOString(),
      ends_at: end.toISOString(),
      length_ms: contestMillis(contest, start, end),
    };
    return [[userId, clock] as const];
  });
  return new Map(clocks);
}

function mergeRows(earlier: readonly BoardRow[], changed: readonly BoardRow[]): BoardRow[] {
  const ids = new Set(changed.map(({ userId }) => userId));
  return [...earlier.filter(({ userId }) => !ids.has(userId)), ...changed].sort(comparePlaced);
}

/** With its places and its text. One that shows the same as the earlier one has its text too. */
function compose(
  board: Pick<BoardSnapshot, 'rows' | 'problems' | 'layout' | 'readUntil'>,
  sharesPlaces: boolean,
  earlier: BoardSnapshot | null,
): BoardSnapshot {
  const { rows, problems } = board;
  const places = assignPlaces(rows, sharesPlaces);
  const entries = rows.map(({ text }, index) => `{"place":${places[index]},${text.slice(1)}`);
  const shown = `"scoreboard":[${entries.join(',')}],"problems":${problems}`;
  const version = createHash('sha256').update(shown).digest('base64url').slice(0, 22);
  if (version === earlier?.version) return { ...board, version, text: earlier.text, places };
  return { ...board, version, text: `{${shown},"version":"${version}"}`, places };
}
