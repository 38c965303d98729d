/** A contest in figures: for staff while it runs, for everybody once it has finished. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { boardColumn } from './contest-scoreboard.ts';
import { contestParams } from './ids.ts';
import { languageIds } from './programs.ts';
import { totalScoreSchema } from './score-schemas.ts';
import { finishedStatuses } from './statuses.ts';

const count = z.int().min(0);

/** What is known of one problem from the tries that have a verdict. */
const problemFigures = z.object({
  problem_id: z.string(),
  tries: count,
  /** How many people have tried it, and how many have solved it. */
  tried_by: count,
  solved_by: count,
  /** In milliseconds of contest time; null while nobody has solved it, and where that is not told. */
  first_solve_ms: z.int().nullable(),
  median_solve_ms: z.int().nullable(),
  /** What its tries came to, and in what they were written, the most first. Null where that is not told. */
  verdicts: z.array(z.object({ status: z.enum(finishedStatuses), count })).nullable(),
  languages: z.array(z.object({ language: z.enum(languageIds), count })).nullable(),
  /** At which test most tries failed first, and how many. Null where none did, or where that is not told. */
  hardest_test: z.object({ test: z.int(), failed: count }).nullable(),
});
export type ProblemFigures = z.infer<typeof problemFigures>;

const contestFigures = z.object({
  lasts_ms: z.int(),
  /** The contest in parts of this length, with what was tried and solved in each. */
  part_ms: z.int(),
  tries: z.array(count),
  /** Those that are not told as they were made count at the end. */
  solves: z.array(count),
  /** How many people have a total from here on and below where the next begins. */
  totals: z.array(z.object({ from: totalScoreSchema, count })),
  problems: z.array(problemFigures),
});
export type ContestFigures = z.infer<typeof contestFigures>;

const contestStatistics = contestFigures.extend({
  problems: z.array(problemFigures.extend(boardColumn.shape)),
});
export type ContestStatistics = z.infer<typeof contestStatistics>;

export const getContestStatistics = defineCall({
  method: 'GET',
  path: '/contests/:id/statistics',
  summary:
    'The contest in figures: for staff at any time, for everyone once it has finished, as its problems let it be told',
  params: contestParams,
  response: contestStatistics,
});
