/** Boards on which the best score of each problem counts, as a share of the problem's points. */
import { type SQL, sql } from 'drizzle-orm';
import type { ContestBoardCell } from '#contract/contest-scoreboard.ts';
import { contestMillisOf } from '../contest-times.ts';
import { contestProblems, contestResults, users } from '../schema.ts';
import type { Audience, PastCell, PastContest, RankedContest } from './format.ts';
import { type Order, placeBy, type Standing } from './order.ts';
import { cellsBySlug, cellsOf, isResultTold, isShown, seenBy } from './seen.ts';

/** Rounded down to the hundredth, in hundredths. */
function worthOf({ cell, points }: PastCell): number {
  return Math.floor((Math.round(cell.bestScore * 100) * points) / 100);
}

export function standingByScore(cells: Iterable<PastCell>, { millisAt }: PastContest): Standing {
  let hundredths = 0;
  let reachedAt: number | null = null;
  for (const past of cells) {
    const worth = worthOf(past);
    if (worth === 0 || !past.cell.bestScoreAt) continue;
    const at = millisAt(past.cell.bestScoreAt);
    hundredths += worth;
    reachedAt = Math.max(reachedAt ?? at, at);
  }
  return { total: hundredths / 100, penalty: null, reachedAt };
}

export function sumOfPoints(points: readonly number[]): number {
  return points.reduce((sum, each) => sum + each, 0);
}

export function showScore(past: PastCell): ContestBoardCell {
  return { score: worthOf(past) / 100, attempts: past.tries };
}

interface Ranked {
  readonly contest: RankedContest;
  readonly audience: Audience;
  readonly whose: SQL | undefined;
}

export function rankByScore({ contest, audience, whose }: Ranked, order: Order): SQL {
  const seen = seenBy(audience);
  const score = sql`case when ${isResultTold(contest.id, audience)} then
    trunc(${seen.bestScore} * ${contestProblems.points} / 100, 2) end`;
  const totalScore = sql`coalesce(sum(${score}), 0)`;
  // With the last of the submissions that make it up.
  const reachedAt = sql`max(${contestMillisOf(contest, seen.bestScoreAt)}) filter (where ${score} > 0)`;
  const cell = sql`json_build_object('score', trim_scale(${score}), 'attempts', ${seen.submissionCount},
    'pending', nullif(${contestResults.submissionCount} - ${seen.submissionCount}, 0),
    'first', case when firsts.user_id is not null and ${score} is not null then true end)`;
  return sql`
    select ${users.id} as user_id, ${users.username} as username, trim_scale(${totalScore}) as total_score,
      null::int as penalty, ${cellsBySlug(cell)} as detailed_scores, ${reachedAt} as reached_at,
      ${placeBy(order, { total: totalScore, reachedAt })} as place
    from ${cellsOf(contest, audience)}
    where ${isShown(contest.id, whose)}
    group by ${users.id}`;
}
