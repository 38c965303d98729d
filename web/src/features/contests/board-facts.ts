import type {
  ContestScoreboard,
  ContestScoreboardEntry,
  OwnContestRow,
} from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { fullScore, type ScoreStyle, scoreStyle } from '#contract/scores.ts';
import type { FormatLook } from './formats/format-look.ts';

/** How a cell is drawn. */
export function cellStyle(score: number, fullMarks: number): ScoreStyle {
  return scoreStyle(fullMarks > 0 ? (score / fullMarks) * fullScore : score);
}

/** Of those who are ranked: how many have solved each problem, null where its scores are not told, and how many tried. */
export function countSolvers({ scoreboard, problems }: ContestScoreboard, look: FormatLook) {
  return problems.map(({ problem_id, ...problem }) => {
    const fullMarks = look.fullMarksOf(problem);
    const cells = scoreboard.flatMap(({ place, detailed_scores }) =>
      place === null ? [] : (detailed_scores[problem_id] ?? []),
    );
    const scores = cells.flatMap(({ score }) => score ?? []);
    const isTold = scores.length === cells.length;
    const solved = isTold ? scores.filter((score) => cellStyle(score, fullMarks) === 'full').length : null;
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
    entry.user_id === ownId ? { ...entry, ...own, detailed_scores: withStars(own, entry) } : entry,
  );
  return { ...board, scoreboard };
}

/** The board with one's own clock: it tells nobody's extra minutes, and one's own are one's own to know. */
export function withOwnTime(
  board: ContestScoreboard,
  ownId: number | null,
  { own_end, own_extra_minutes }: Pick<Contest, 'own_end' | 'own_extra_minutes'>,
): ContestScoreboard {
  if (own_end === null || own_extra_minutes === 0) return board;
  const scoreboard = board.scoreboard.map((entry) => {
    if (entry.user_id !== ownId || !entry.clock) return entry;
    const length_ms = entry.clock.length_ms + own_extra_minutes * 60_000;
    return { ...entry, clock: { ...entry.clock, ends_at: own_end, length_ms } };
  });
  return { ...board, scoreboard };
}

/** Who was first is told by the board alone. */
function withStars(
  own: OwnContestRow,
  { detailed_scores: shown }: ContestScoreboardEntry,
): OwnContestRow['detailed_scores'] {
  return Object.fromEntries(
    Object.entries(own.detailed_scores).map(([id, cell]) => [
      id,
      shown[id]?.first ? { ...cell, first: true as const } : cell,
    ]),
  );
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
