/** How a board came to be what it was at the end: told once the contest has finished. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { boardCell, boardColumn } from './contest-scoreboard.ts';
import { contestParams } from './ids.ts';
import { totalScoreSchema } from './score-schemas.ts';

/**
 * One try, and what its participant had from then on. Of a problem that keeps its results to itself, tries alone; at the end of
 * such a contest each has what the final standings tell.
 */
const historyStep = z.object({
  /** In milliseconds of contest time. */
  at_ms: z.int(),
  problem_id: z.string(),
  /** Of that problem. */
  cell: boardCell,
  total_score: totalScoreSchema,
  /** ICPC: in minutes. */
  penalty: z.int().optional(),
  /** What ranks the participant: compared number by number, and the smaller comes first. */
  order: z.array(z.number()),
});
export type HistoryStep = z.infer<typeof historyStep>;

export const historyRow = z.object({
  user_id: z.int(),
  username: z.string(),
  /** Shown apart, without a place. */
  is_unofficial: z.boolean(),
  /** In the order in which they were made. */
  steps: z.array(historyStep),
});
export type HistoryRow = z.infer<typeof historyRow>;

const contestHistory = z.object({
  /** How long the contest lasted. */
  lasts_ms: z.int(),
  /** False where an earlier version finished the contest, and verdicts or problems are others by now: then there are no steps. */
  is_known: z.boolean(),
  /** Whether those share a place whom their order does not tell apart; otherwise their names decide. */
  shares_places: z.boolean(),
  rows: z.array(historyRow),
  problems: z.array(boardColumn),
});
export type ContestHistory = z.infer<typeof contestHistory>;

export const getContestHistory = defineCall({
  method: 'GET',
  path: '/contests/:id/history',
  summary: 'Every try of a finished contest with what is told of it: the board at any moment follows from it',
  params: contestParams,
  response: contestHistory,
});
