/** How the participants of a contest came to what they have, try by try, by the verdicts in force. */
import { and, eq, not } from 'drizzle-orm';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import { fullScore } from '#contract/scores.ts';
import { contestMillis, listWindowStarts } from '../contest-times.ts';
import type { Queryable } from '../database.ts';
import { type Column, listColumns } from '../memberships.ts';
import { contestProblems, type contests, problems, type TracedStep } from '../schema.ts';
import type { CellInProgress, ContestFormat, PastCell, PastContest, RankedContest } from './format.ts';
import { formats } from './formats.ts';
import { orderOf, type Standing } from './order.ts';
import { isToldByProblem } from './seen.ts';
import { listTries, type TryOf } from './tries.ts';

export type TracedContest = RankedContest & Pick<typeof contests.$inferSelect, 'endTime' | 'penaltyMinutes'>;

/** Of these users, those who have tried anything that has a verdict. */
export async function traceSteps(
  db: Queryable,
  contest: TracedContest,
  userIds: readonly number[],
): Promise<Map<number, TracedStep[]>> {
  const format = formats[contest.format];
  const columns = byProblem(await listColumns(db, contest.id));
  const keptBack = await listKeptBack(db, contest.id);
  const tries = await listTries(db, format, { contestId: contest.id, userIds });
  const starts = contest.windowMinutes === null ? null : await listWindowStarts(db, contest.id);
  const pastOf = (userId: number): PastContest => ({
    penaltyMinutes: contest.penaltyMinutes,
    millisAt: (at) => contestMillis(contest, starts?.get(userId) ?? contest.startTime, at),
  });
  return new Map(
    [...Map.groupBy(tries, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      traceTold(format, own, columns, pastOf(userId), keptBack),
    ]),
  );
}

/** The problems of a contest that tell nobody but staff what single tries came to, also when it has finished. */
async function listKeptBack(db: Queryable, contestId: number): Promise<Set<number>> {
  const rows = await db
    .select({ id: problems.id })
    .from(contestProblems)
    .innerJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(and(eq(contestProblems.contestId, contestId), not(isToldByProblem)));
  return new Set(rows.map(({ id }) => id));
}

/** All of it, and what is told of it where something is kept back. */
function traceTold(
  format: ContestFormat,
  tries: readonly TryOf[],
  columns: ColumnsByProblem,
  contest: PastContest,
  keptBack: ReadonlySet<number>,
): TracedStep[] {
  const steps = traceTries(format, tries, columns, contest);
  if (!tries.some(({ problemId }) => keptBack.has(problemId))) return steps;
  const narrowed = traceTries(format, tries, columns, contest, keptBack);
  return steps.map((step, index) => {
    const { at_ms: _, problem_id: __, full: ___, ...told } = narrowed[index] ?? step;
    return { ...step, told };
  });
}

export type ColumnsByProblem = ReadonlyMap<number, Column>;

export function byProblem(columns: readonly Column[]): ColumnsByProblem {
  return new Map(
    columns.flatMap((column) => (column.problemId === null ? [] : [[column.problemId, column] as const])),
  );
}

const none: ReadonlySet<number> = new Set();

/** Of one participant, in the order in which they were made. Of the problems that are kept back, no more than how many. */
export function traceTries(
  format: ContestFormat,
  tries: readonly TryOf[],
  columns: ColumnsByProblem,
  contest: PastContest,
  keptBack = none,
): TracedStep[] {
  const begun = new Map<number, CellInProgress>();
  const cells = new Map<number, PastCell>();
  const counts = new Map<number, number>();
  return tries.flatMap((made): TracedStep[] => {
    const column = columns.get(made.problemId);
    if (!column) return [];
    const count = (counts.get(made.problemId) ?? 0) + 1;
    counts.set(made.problemId, count);
    if (keptBack.has(made.problemId)) {
      const standing = format.standing(cells.values(), contest);
      return [toStep(format, made, column, contest, { attempts: count }, standing)];
    }
    const inProgress = begun.get(made.problemId) ?? format.begin();
    begun.set(made.problemId, inProgress);
    inProgress.add(made);
    const cell = { cell: inProgress.read(), tries: count, points: column.points };
    cells.set(made.problemId, cell);
    const standing = format.standing(cells.values(), contest);
    const step = toStep(format, made, column, contest, format.show(cell, contest), standing);
    const { bestScore, bestScoreBy } = cell.cell;
    return [bestScore === fullScore && bestScoreBy !== null ? { ...step, full: bestScoreBy } : step];
  });
}

function toStep(
  { order }: ContestFormat,
  { submittedAt }: TryOf,
  { slug }: Column,
  { millisAt }: PastContest,
  cell: ContestBoardCell,
  standing: Standing,
): TracedStep {
  return {
    at_ms: millisAt(submittedAt),
    problem_id: slug,
    cell,
    total_score: standing.total,
    ...(standing.penalty !== null && { penalty: standing.penalty }),
    order: orderOf(order, standing),
  };
}

/** Each time that the total went up, as others were told, with what it was from then on: at the end they are told all of it. */
export function growthOf(steps: readonly TracedStep[], lastsMs: number): [atMs: number, total: number][] {
  const growth: [number, number][] = [];
  const add = (atMs: number, total: number) => {
    if (total > (growth.at(-1)?.[1] ?? 0)) growth.push([atMs, total]);
  };
  for (const { at_ms, total_score, told } of steps) add(at_ms, (told ?? { total_score }).total_score);
  add(lastsMs, steps.at(-1)?.total_score ?? 0);
  return growth;
}
