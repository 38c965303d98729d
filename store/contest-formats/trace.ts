import { eq } from 'drizzle-orm';
import type { ContestProgressLine } from '#contract/contests.ts';
import { contestMillis, listWindowStarts } from '../contest-times.ts';
import type { Queryable } from '../database.ts';
import { contestProblems } from '../schema.ts';
import type { CellInProgress, ContestFormat, RankedContest } from './format.ts';
import { formats } from './formats.ts';
import { listTries, type TryOf } from './tries.ts';

type Points = ContestProgressLine['points'];

/**
 * How the totals of these users grew: each time that one went up, in milliseconds of contest time, with what it was from
 * then on. By the verdicts in force.
 */
export async function traceTotals(
  db: Queryable,
  contest: RankedContest,
  userIds: readonly number[],
): Promise<{ user_id: number; progress: Points }[]> {
  const format = formats[contest.format];
  const columns = await db
    .select({ problemId: contestProblems.problemId, points: contestProblems.points })
    .from(contestProblems)
    .where(eq(contestProblems.contestId, contest.id));
  const pointsOf = new Map(columns.map(({ problemId, points }) => [problemId, points]));
  const tries = await listTries(db, format, { contestId: contest.id, userIds });
  const byUser = Map.groupBy(
    tries.filter(({ problemId }) => pointsOf.has(problemId)),
    ({ userId }) => userId,
  );
  const starts = contest.windowMinutes === null ? null : await listWindowStarts(db, contest.id);
  return [...byUser].map(([user_id, own]) => {
    const start = starts?.get(user_id) ?? contest.startTime;
    const millis = ({ submittedAt }: TryOf) => contestMillis(contest, start, submittedAt);
    return { user_id, progress: traceTotal(format, own, pointsOf, millis) };
  });
}

function traceTotal(
  format: ContestFormat,
  tries: readonly TryOf[],
  pointsOf: ReadonlyMap<number | null, number>,
  millis: (made: TryOf) => number,
): Points {
  const cells = new Map<number, CellInProgress>();
  const worth = new Map<number, number>();
  const progress: Points = [];
  let total = 0;
  for (const each of tries) {
    const { problemId } = each;
    const cell = cells.get(problemId) ?? format.begin();
    cells.set(problemId, cell);
    cell.add(each);
    const now = format.worth(cell.read(), pointsOf.get(problemId) ?? 0);
    const gain = now - (worth.get(problemId) ?? 0);
    if (gain <= 0) continue;
    worth.set(problemId, now);
    total += gain;
    progress.push([millis(each), total / 100]);
  }
  return progress;
}
