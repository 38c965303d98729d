/** The way to the final standings of a contest, as it is kept with them. */
import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { assignPlaces, comparePlaced } from '#contract/board-places.ts';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import { formats } from './contest-formats/formats.ts';
import { growthOf, type TracedContest, traceSteps } from './contest-formats/trace.ts';
import { contestLength } from './contest-times.ts';
import type { Database, Queryable } from './database.ts';
import { isInForce } from './in-force.ts';
import { contestStandings, contests, judgements, submissions, type TracedStep, users } from './schema.ts';

type Traced = ReadonlyMap<number, readonly TracedStep[]>;

/** A statement for these stays well below the time that it may take, also when each has submitted hundreds of times. */
const tracedAtOnce = 200;

/** Of all of these, by the verdicts in force. Who has tried nothing is left out. */
export async function traceAll(
  db: Queryable,
  contest: TracedContest,
  people: readonly { readonly userId: number }[],
): Promise<Traced> {
  const userIds = people.map(({ userId }) => userId);
  const traced: [number, TracedStep[]][] = [];
  for (let from = 0; from < userIds.length; from += tracedAtOnce)
    traced.push(...(await traceSteps(db, contest, userIds.slice(from, from + tracedAtOnce))));
  return new Map(traced);
}

export async function storeHistory(db: Queryable, contest: TracedContest, traced: Traced): Promise<void> {
  const lastsMs = findLastMoment(contest, traced.values());
  const rows = [...traced].map(([user_id, history]) => ({
    user_id,
    progress: growthOf(history, lastsMs),
    history,
  }));
  for (let from = 0; from < rows.length; from += tracedAtOnce) {
    const some = JSON.stringify(rows.slice(from, from + tracedAtOnce));
    await db.execute(sql`
      update ${contestStandings} set progress = traced.progress, history = traced.history
      from jsonb_to_recordset(${some}::jsonb) as traced (user_id int, progress jsonb, history jsonb)
      where ${contestStandings.contestId} = ${contest.id} and ${contestStandings.userId} = traced.user_id`);
  }
}

/** How long the contest lasted: who had extra minutes may have tried something later than the others. */
export function findLastMoment(
  contest: TracedContest,
  histories: Iterable<readonly TracedStep[] | null>,
): number {
  const latest = Iterator.from(histories).map((steps) => steps?.at(-1)?.at_ms ?? 0);
  return latest.reduce((last, atMs) => Math.max(last, atMs), contestLength(contest));
}

const completed = new WeakMap<Database, Map<number, Promise<void>>>();

/**
 * Earlier versions kept only where a contest ended. How it came there is worked out from its submissions when somebody first
 * asks, and kept, if no verdict is newer than the finish and the way leads to the very standings that are stored. If not, it is
 * not known any more, and nothing is written. Either way each process looks once, however many ask.
 */
export function completeHistory(db: Database, contestId: number): Promise<void> {
  const known = completed.get(db) ?? new Map<number, Promise<void>>();
  completed.set(db, known);
  const completing = known.get(contestId) ?? traceOnce(db, contestId);
  known.set(contestId, completing);
  completing.catch(() => known.delete(contestId));
  return completing;
}

async function traceOnce(db: Database, contestId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Others who ask at the same time wait, and find it there.
    const placed = await tx
      .select({
        userId: contestStandings.userId,
        name: sql<string>`lower(${users.username})`,
        place: contestStandings.place,
        total: contestStandings.totalScore,
        penalty: contestStandings.penalty,
        cells: contestStandings.detailedScores,
      })
      .from(contestStandings)
      .innerJoin(users, eq(users.id, contestStandings.userId))
      .where(and(eq(contestStandings.contestId, contestId), isNull(contestStandings.history)))
      .for('update', { of: contestStandings });
    const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId));
    if (placed.length === 0 || !contest) return;
    const traced = await traceAll(tx, contest, placed);
    // Afterwards: one may have come while they were read.
    if (await hasNewerVerdicts(tx, contestId)) return;
    if (leadsTo(placed, traced, formats[contest.format].order.sharesPlaces))
      await storeHistory(tx, contest, traced);
  });
}

async function hasNewerVerdicts(db: Queryable, contestId: number): Promise<boolean> {
  const [newer] = await db
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .innerJoin(contests, eq(contests.id, submissions.contestId))
    .where(and(eq(submissions.contestId, contestId), gt(judgements.finishedAt, contests.finishedAt)))
    .limit(1);
  return newer !== undefined;
}

interface PlacedRow extends Pick<typeof contestStandings.$inferSelect, 'userId' | 'place' | 'penalty'> {
  readonly name: string;
  readonly total: number;
  readonly cells: Readonly<Record<string, ContestBoardCell>>;
}

/** Everybody ends where they are stored, with the same in every cell. Who was first is told by the standings alone. */
function leadsTo(placed: readonly PlacedRow[], traced: Traced, sharesPlaces: boolean): boolean {
  const ends = placed.map((row) => {
    const steps = traced.get(row.userId) ?? [];
    const cells = new Map(steps.map(({ problem_id, cell }) => [problem_id, cell]));
    return { row, cells, last: steps.at(-1) };
  });
  const isSame = ends.every(
    ({ row, cells, last }) =>
      last?.total_score === row.total &&
      (last.penalty ?? null) === row.penalty &&
      cells.size === Object.keys(row.cells).length &&
      [...cells].every(([slug, cell]) => isSameCell(cell, row.cells[slug])),
  );
  if (!isSame) return false;
  const sorted = ends
    .map(({ row, last }) => ({ row, order: last?.order ?? [], name: row.name, isUnofficial: false }))
    .toSorted(comparePlaced);
  const places = assignPlaces(sorted, sharesPlaces);
  return sorted.every(({ row }, index) => row.place === places[index]);
}

function isSameCell(traced: ContestBoardCell, stored: ContestBoardCell | undefined): boolean {
  return (
    stored !== undefined &&
    traced.score === stored.score &&
    traced.attempts === stored.attempts &&
    traced.minute === stored.minute
  );
}
