/**
 * What is new on a contest's scoreboard, as the stream of events tells it: how one version becomes the next. Whoever has
 * the one makes the other from it; whoever has not, asks for the whole board.
 */
import { z } from 'zod';
import { type ContestScoreboard, type ContestScoreboardEntry, scoreboardEntry } from './contests.ts';

export const boardPatchSchema = z.object({
  /** The version that it begins with. */
  from: z.string(),
  /** Those who are gone. */
  removed: z.array(z.int()),
  /**
   * Those who are new, or of whom something is: with the cells that changed alone, unless they are new. `at` is where they
   * stand from now on, counted from 0; nobody else changes their order.
   */
  rows: z.array(scoreboardEntry.extend({ at: z.int() })),
  /** Of the others, where the places begin to differ from what they were, and by how much: `[at, by]`. */
  shifts: z.array(z.tuple([z.int(), z.int()])),
});
export type BoardPatch = z.infer<typeof boardPatchSchema>;

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
      scoreboard.push(by === 0 ? other : { ...other, place: other.place + by });
    }
  }
  return { ...board, scoreboard, version };
}
