/**
 * What is new on a contest's scoreboard, as the stream of events tells it: how one version becomes the next. Whoever has
 * the one makes the other from it; whoever has not, asks for the whole board.
 */
import { z } from 'zod';
import { scoreboardEntry } from './contest-scoreboard.ts';

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
