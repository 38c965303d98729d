/**
 * A contest in figures: counted from the tries that have a verdict and the verdicts in force, and kept as they were when it
 * had finished. Who is told which of them is the server's to say.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { ProblemFigures } from '#contract/contest-statistics.ts';
import { formats } from './contest-formats/formats.ts';
import { type TracedContest, traceSteps } from './contest-formats/trace.ts';
import { contestLength } from './contest-times.ts';
import type { Queryable } from './database.ts';
import { hasVerdict, isInForce, isJudged } from './in-force.ts';
import { type Column, listColumns } from './memberships.ts';
import {
  contestResults,
  contestStatistics,
  type contests,
  judgements,
  type KeptFigures,
  submissions,
  type TracedStep,
} from './schema.ts';

type CountedContest = TracedContest & Pick<typeof contests.$inferSelect, 'finishedAt'>;

/** As they were kept; counted, and kept once the contest has finished, where they were not. */
export async function findStatistics(db: Queryable, contest: CountedContest): Promise<KeptFigures> {
  const [kept] = await db
    .select({ figures: contestStatistics.figures })
    .from(contestStatistics)
    .where(eq(contestStatistics.contestId, contest.id));
  if (kept) return kept.figures;
  const figures = await countStatistics(db, contest);
  if (contest.finishedAt)
    await db.insert(contestStatistics).values({ contestId: contest.id, figures }).onConflictDoNothing();
  return figures;
}

/** A statement for these stays well below the time that it may take, also when each has submitted hundreds of times. */
const tracedAtOnce = 200;

async function countStatistics(db: Queryable, contest: CountedContest): Promise<KeptFigures> {
  const people = await db
    .selectDistinct({ userId: contestResults.userId })
    .from(contestResults)
    .where(eq(contestResults.contestId, contest.id));
  const userIds = people.map(({ userId }) => userId);
  const steps: TracedStep[][] = [];
  for (let from = 0; from < userIds.length; from += tracedAtOnce)
    steps.push(...(await traceSteps(db, contest, userIds.slice(from, from + tracedAtOnce))).values());
  const columns = await listColumns(db, contest.id);
  const problems: ProblemFigures[] = [];
  for (const column of columns) problems.push(await countProblem(db, contest.id, column, steps));
  const lastsMs = contestLength(contest);
  const solves = steps.flatMap(findSolves);
  const tries = steps.flatMap((own) => own.map(({ at_ms }) => at_ms));
  const partMs = choosePart(lastsMs);
  const totals = steps.map((own) => own.at(-1)?.total_score ?? 0);
  return {
    lasts_ms: lastsMs,
    part_ms: partMs,
    tries: countParts(tries, partMs, lastsMs),
    solves: countParts(
      solves.map(({ at_ms }) => at_ms),
      partMs,
      lastsMs,
    ),
    told_solves: countParts(
      solves.map((solve) => (isSolveTold(solve) ? solve.at_ms : lastsMs)),
      partMs,
      lastsMs,
    ),
    totals: spreadTotals(totals, formats[contest.format].highestTotal(columns.map(({ points }) => points))),
    problems,
  };
}

/** Of one participant: the try that solved each problem. */
function findSolves(steps: readonly TracedStep[]): TracedStep[] {
  const solved = new Set<string>();
  return steps.filter(({ full, problem_id }) => {
    if (!full || solved.has(problem_id)) return false;
    solved.add(problem_id);
    return true;
  });
}

/** By the try itself: of a problem that keeps its results to itself, the standings tell it at the end. */
function isSolveTold({ told }: TracedStep): boolean {
  return told === undefined || told.cell.score !== undefined;
}

const minuteMs = 60_000;
const partsMax = 60;
const partMinutes = [1, 2, 5, 10, 15, 30, 60, 120, 240, 480, 1440];

/** Whole minutes that people count in, and no more parts than can be told apart. */
function choosePart(lastsMs: number): number {
  const enough = partMinutes.find((minutes) => lastsMs <= minutes * minuteMs * partsMax);
  return enough ? enough * minuteMs : Math.ceil(lastsMs / partsMax);
}

function countParts(times: readonly number[], partMs: number, lastsMs: number): number[] {
  const parts = Array.from({ length: Math.max(1, Math.ceil(lastsMs / partMs)) }, () => 0);
  for (const at of times) {
    const part = Math.min(parts.length - 1, Math.max(0, Math.floor(at / partMs)));
    parts[part] = (parts[part] ?? 0) + 1;
  }
  return parts;
}

/** Up to this many totals stand one by one. */
const singleTotalsMax = 26;
const totalRanges = 10;

/** Ranges of the same width from nought on; the highest total begins one of its own where it can. */
function spreadTotals(totals: readonly number[], highest: number): { from: number; count: number }[] {
  const width = highest <= singleTotalsMax ? 1 : Math.ceil(highest / totalRanges);
  return Array.from({ length: Math.floor(highest / width) + 1 }, (_, index) => {
    const from = index * width;
    return { from, count: totals.filter((total) => total >= from && total < from + width).length };
  });
}

async function countProblem(
  db: Queryable,
  contestId: number,
  { slug, problemId }: Column,
  steps: readonly TracedStep[][],
): Promise<ProblemFigures> {
  const tries = steps.map((own) => own.filter(({ problem_id }) => problem_id === slug));
  const solves = tries
    .flatMap((own) => findSolves(own).map(({ at_ms }) => at_ms))
    .sort((one, other) => one - other);
  const outcomes = problemId === null ? [] : await countOutcomes(db, contestId, problemId);
  return {
    problem_id: slug,
    tries: tries.reduce((sum, own) => sum + own.length, 0),
    tried_by: tries.filter(({ length }) => length > 0).length,
    solved_by: solves.length,
    first_solve_ms: solves[0] ?? null,
    // Of an even number the earlier of the two in the middle: a moment at which somebody did solve it.
    median_solve_ms: solves[Math.floor((solves.length - 1) / 2)] ?? null,
    verdicts: sumBy(outcomes, ({ verdict }) => verdict).map(([status, count]) => ({ status, count })),
    languages: sumBy(outcomes, ({ language }) => language).map(([language, count]) => ({ language, count })),
    hardest_test: problemId === null ? null : await findHardestTest(db, contestId, problemId),
  };
}

async function countOutcomes(db: Queryable, contestId: number, problemId: number) {
  const rows = await db
    .select({
      verdict: submissions.verdict,
      language: submissions.language,
      count: sql<number>`count(*)::int`,
    })
    .from(submissions)
    .where(and(eq(submissions.contestId, contestId), eq(submissions.problemId, problemId), hasVerdict))
    .groupBy(submissions.verdict, submissions.language);
  return rows.flatMap(({ verdict, ...row }) => (verdict === null ? [] : [{ verdict, ...row }]));
}

/** The most first; of equal ones in the order of their names. */
function sumBy<Item extends { readonly count: number }, Key extends string>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + item.count);
  return [...sums].toSorted(([one, a], [other, b]) => b - a || (one < other ? -1 : 1));
}

/** Of the tries that are judged, where each failed first. Of equal tests the earlier. */
async function findHardestTest(db: Queryable, contestId: number, problemId: number) {
  const { rows } = await db.execute<{ test: number; failed: number }>(sql`
    select (failure ->> 'testCase')::int as test, count(*)::int as failed
    from ${submissions} join ${judgements} on ${isInForce}
      cross join lateral (
        select result as failure from jsonb_array_elements(${judgements.results}) as result
        where result ->> 'status' not in ('Accepted', 'Skipped')
        order by (result ->> 'testCase')::int limit 1) as failures
    where ${submissions.contestId} = ${contestId} and ${submissions.problemId} = ${problemId} and ${isJudged}
    group by test order by failed desc, test limit 1`);
  return rows[0] ?? null;
}
