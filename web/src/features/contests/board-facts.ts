import type { ContestScoreboard, ContestScoreboardEntry, OwnContestRow } from '#contract/contests.ts';
import { scoreStyle } from '#contract/scores.ts';

const letters = 26;

/** A, B, … Z, AA, AB: what a column is called where the contest has no label for it. */
export function columnLetter(index: number): string {
  const last = String.fromCharCode(65 + (index % letters));
  return index < letters ? last : `${columnLetter(Math.floor(index / letters) - 1)}${last}`;
}

/** How many have solved each problem, null where its scores are not told, and how many have tried it. */
export function countSolvers({ scoreboard, problems }: ContestScoreboard) {
  return problems.map(({ problem_id }) => {
    const cells = scoreboard.flatMap(({ detailed_scores }) => detailed_scores[problem_id] ?? []);
    const scores = cells.flatMap(({ score }) => score ?? []);
    const isTold = scores.length === cells.length;
    const solved = isTold ? scores.filter((score) => scoreStyle(score) === 'full').length : null;
    return { solved, tried: cells.length };
  });
}

export function hasPending(rows: ContestScoreboard['scoreboard']): boolean {
  return rows.some(({ detailed_scores }) =>
    Object.values(detailed_scores).some(({ pending }) => pending !== undefined),
  );
}

/** The board with one's own row as one has it by now: where it stands is what the others know too. */
export function withOwnRow(
  board: ContestScoreboard,
  ownId: number | null,
  own: OwnContestRow | null | undefined,
): ContestScoreboard {
  if (!own) return board;
  const scoreboard = board.scoreboard.map((entry) =>
    entry.user_id === ownId ? { ...entry, ...own } : entry,
  );
  return { ...board, scoreboard };
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
