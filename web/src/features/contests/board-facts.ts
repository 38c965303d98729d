import type { ContestScoreboard, ContestScoreboardEntry } from '#contract/contests.ts';
import { fullScore, type ScoreStyle, scoreStyle } from '#contract/scores.ts';

/** How a cell is drawn, by what a full score is worth there. */
export function cellStyle(score: number, points: number): ScoreStyle {
  return scoreStyle(points > 0 ? (score / points) * fullScore : score);
}

/** How many have solved each problem, null where its scores are not told, and how many have tried it. */
export function countSolvers({ scoreboard, problems }: ContestScoreboard) {
  return problems.map(({ problem_id, points }) => {
    const cells = scoreboard.flatMap(({ detailed_scores }) => detailed_scores[problem_id] ?? []);
    const scores = cells.flatMap(({ score }) => score ?? []);
    const isTold = scores.length === cells.length;
    const solved = isTold ? scores.filter((score) => cellStyle(score, points) === 'full').length : null;
    return { solved, tried: cells.length };
  });
}

/** By how many places each has moved, up above zero; who is new or where they were is left out. */
export function findMovements(
  before: readonly Pick<ContestScoreboardEntry, 'user_id'>[],
  after: readonly Pick<ContestScoreboardEntry, 'user_id'>[],
): ReadonlyMap<number, number> {
  const placesBefore = new Map(before.map(({ user_id }, index) => [user_id, index]));
  return new Map(
    after.flatMap(({ user_id }, index) => {
      const up = (placesBefore.get(user_id) ?? index) - index;
      return up === 0 ? [] : [[user_id, up] as const];
    }),
  );
}
