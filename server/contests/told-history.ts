/**
 * What somebody is told of the way to the final standings. A problem that keeps its results to itself does so in them too: until
 * the end there were tries of it, and then what the standings tell, which is all that they tell.
 */
import { and, eq, isNull, not, or, sql } from 'drizzle-orm';
import type { HistoryStep } from '#contract/contest-history.ts';
import { type Order, orderOf } from '#store/contest-formats/order.ts';
import { isToldByProblem } from '#store/contest-formats/seen.ts';
import type { Queryable } from '#store/database.ts';
import { contestProblems, contestStandings, problems, type TracedStep } from '#store/schema.ts';
import { type Asker, can } from '../policy.ts';

/** Staff are, and everybody where no problem keeps anything back by now. Of one that is gone nobody knows what it would. */
export async function isAllTold(db: Queryable, contestId: number, viewer: Asker): Promise<boolean> {
  if (can(viewer, 'submission.read-verdict', { isVerdictWithheld: true })) return true;
  const [keepsBack] = await db
    .select({ id: contestProblems.id })
    .from(contestProblems)
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(and(eq(contestProblems.contestId, contestId), or(not(isToldByProblem), isNull(problems.id))))
    .limit(1);
  return keepsBack === undefined;
}

/** The problems that kept back at the finish by which try somebody solved them, by the names of their columns. */
export async function listKeptBackAtFinish(db: Queryable, contestId: number): Promise<string[]> {
  const { rows } = await db.execute<{ problem_id: string }>(sql`
    select distinct step ->> 'problem_id' as problem_id
    from ${contestStandings} cross join lateral jsonb_array_elements(${contestStandings.history}) as step
    where ${contestStandings.contestId} = ${contestId}
      and step ? 'full' and step ? 'told' and not step -> 'told' -> 'cell' ? 'score'`);
  return rows.map(({ problem_id }) => problem_id);
}

/** A row of the final standings. */
type FinalRow = Pick<
  typeof contestStandings.$inferSelect,
  'history' | 'totalScore' | 'penalty' | 'detailedScores' | 'place'
>;

/** Whether there is a difference between all and what is told. */
export function keepsBack({ history }: Pick<FinalRow, 'history'>): boolean {
  return history?.some(({ told }) => told) ?? false;
}

export function tellAll({ history, detailedScores }: FinalRow): HistoryStep[] {
  return (history ?? []).map((step) => toStep(step, detailedScores));
}

/**
 * Where something of somebody's is kept back: everybody's rows have their final standing at the end, so that they rank as in the
 * standings. What decides between equals there is the place: the moment at which a total was reached would tell by which try.
 */
export function tellNarrowed(row: FinalRow, order: Order, lastsMs: number): HistoryStep[] {
  const { history, totalScore: total, penalty, detailedScores, place } = row;
  const steps = (history ?? []).map((step) => toStep({ ...step, ...step.told }, detailedScores));
  const untold = new Set(
    steps.flatMap(({ problem_id, cell }) => (cell.score === undefined ? problem_id : [])),
  );
  const last = steps.at(-1);
  if (untold.size === 0 && last) untold.add(last.problem_id);
  const results = [...untold].flatMap((problem_id): HistoryStep[] => {
    const cell = detailedScores[problem_id];
    if (!cell) return [];
    return [
      {
        at_ms: lastsMs,
        problem_id,
        cell,
        total_score: total,
        ...(penalty !== null && { penalty }),
        order: orderOf(order, { total, penalty, reachedAt: lastsMs + place }),
      },
    ];
  });
  return [...steps, ...results];
}

/** Whoever solved a problem first did so whatever the others did later: from that try on it has its star. */
function toStep(
  { full, told: _, cell, ...step }: TracedStep,
  final: FinalRow['detailedScores'],
): HistoryStep {
  const isFirst = full && cell.score !== undefined && final[step.problem_id]?.first === true;
  return { ...step, cell: isFirst ? { ...cell, first: true } : cell };
}
