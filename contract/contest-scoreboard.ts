/** A contest's scoreboard, whole, as one participant's row, and as it came to be. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams } from './ids.ts';
import { placeInContest } from './place-in-contest.ts';
import { totalScoreSchema } from './score-schemas.ts';

const timestamp = z.iso.datetime();

export const boardCell = z.object({
  /** Absent where the problem does not tell it before the contest has finished; it is not in the total then. */
  score: totalScoreSchema.optional(),
  /** What was submitted. ICPC: the wrong tries that count, and the accepted one. */
  attempts: z.int(),
  /** Nobody had its full score earlier. */
  first: z.literal(true).optional(),
  /** Tries whose results are not told yet: made after the freeze, or (ICPC) still being judged. */
  pending: z.int().optional(),
  /** ICPC: in which minute since the start it was solved. */
  minute: z.int().optional(),
});
export type ContestBoardCell = z.infer<typeof boardCell>;

const windowClock = z.object({
  begun_at: timestamp,
  ends_at: timestamp,
  /** From the one to the other, without pauses: at `ends_at` all of it has passed. */
  length_ms: z.int(),
});
export type WindowClock = z.infer<typeof windowClock>;

export const scoreboardEntry = z.object({
  user_id: z.int(),
  username: z.string(),
  /** ICPC: how many problems are solved. */
  total_score: totalScoreSchema,
  /** From 1 on; equals share one where the format does not tell them apart. Null: unofficial, and not ranked. */
  place: z.int().nullable(),
  /** ICPC: in minutes. */
  penalty: z.int().optional(),
  /** By problem id; a problem without an attempt is absent. */
  detailed_scores: z.record(z.string(), boardCell),
  /** How far they are, while a contest with personal windows has not finished; their extra minutes are not told. */
  clock: windowClock.optional(),
});
export type ContestScoreboardEntry = z.infer<typeof scoreboardEntry>;

/** The label is what the contest calls the problem; its results go by its id. */
export const boardColumn = z.object({
  problem_id: z.string(),
  title: z.string().nullable(),
  ...placeInContest.shape,
});
export type BoardColumn = z.infer<typeof boardColumn>;

const contestScoreboard = z.object({
  /** In the order of their ranks, and behind them, in their own order, those who take part unofficially. */
  scoreboard: z.array(scoreboardEntry),
  problems: z.array(boardColumn),
  /** Of what is told here; the stream of events says which version follows on which. */
  version: z.string(),
});
export type ContestScoreboard = z.infer<typeof contestScoreboard>;

export const getContestScoreboard = defineCall({
  method: 'GET',
  path: '/contests/:id/scoreboard',
  summary: 'Those who have submitted, best first: for participants and staff, for everyone once finished',
  params: contestParams,
  response: contestScoreboard,
});

export const getFrozenScoreboard = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/frozen-scoreboard',
  summary: 'The scoreboard as the others see it while it is frozen',
  params: contestParams,
  response: contestScoreboard,
});

const ownRow = scoreboardEntry.pick({ total_score: true, penalty: true, detailed_scores: true });
export type OwnContestRow = z.infer<typeof ownRow>;

export const getOwnContestRow = defineCall({
  method: 'GET',
  path: '/contests/:id/scoreboard/own',
  summary: 'What the caller has reached by now, also after the freeze; null before the first submission',
  params: contestParams,
  response: z.object({ row: ownRow.nullable() }),
});

const progressLine = z.object({
  user_id: z.int(),
  username: z.string(),
  /** Null: unofficial, and not ranked. */
  place: z.int().nullable(),
  total_score: totalScoreSchema,
  /** Each time that the total went up, in milliseconds since the start, and what it was from then on. */
  points: z.array(z.tuple([z.int(), totalScoreSchema])),
});
export type ContestProgressLine = z.infer<typeof progressLine>;

const contestProgress = z.object({
  /** In the order of their places. */
  lines: z.array(progressLine),
  /** How many have a place. */
  ranked_count: z.int(),
});
export type ContestProgress = z.infer<typeof contestProgress>;

export const getContestProgress = defineCall({
  method: 'GET',
  path: '/contests/:id/progress',
  summary:
    'The first ten and the caller, with how their totals grew: for who sees the scoreboard, once finished',
  params: contestParams,
  response: contestProgress,
});
