import type { BoardPatch } from './board-patches.ts';
import type { ContestScoreboard, ContestScoreboardEntry } from './contest-scoreboard.ts';

/** The version after. Rows that are as they were stay the same objects. */
export function applyBoardPatch(
  board: ContestScoreboard,
  patch: BoardPatch,
  version: string,
): ContestScoreboard {
  const changed = new Map(patch.rows.map((row) => [row.user_id, row]));
  const gone = new Set(patch.removed);
  const before = new Map(board.scoreboard.map((row) => [row.user_id, row]));
  const others = board.scoreboard.filter(({ user_id }) => !gone.has(user_id) && !changed.has(user_id));
  const arrivals = new Map(patch.rows.map((row) => [row.at, row]));
  const shifts = new Map(patch.shifts);
  const scoreboard: ContestScoreboardEntry[] = [];
  let next = 0;
  let by = 0;
  for (let at = 0; at < others.length + arrivals.size; at += 1) {
    by = shifts.get(at) ?? by;
    const arrived = arrivals.get(at);
    if (arrived) {
      const { at: _, ...row } = arrived;
      const { detailed_scores = {} } = before.get(row.user_id) ?? {};
      scoreboard.push({ ...row, detailed_scores: { ...detailed_scores, ...row.detailed_scores } });
    } else {
      const other = others[next] as ContestScoreboardEntry;
      next += 1;
      const { place } = other;
      scoreboard.push(by === 0 || place === null ? other : { ...other, place: place + by });
    }
  }
  return { ...board, scoreboard, version };
}
