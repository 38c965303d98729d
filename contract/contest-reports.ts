/** The results of a contest to take away: all of them as a sheet, and those of one participant for staff. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams, idInAddress } from './ids.ts';
import { placeInContest } from './place-in-contest.ts';
import { languageIds } from './programs.ts';
import { scoreSchema, totalScoreSchema } from './score-schemas.ts';
import { overallStatuses } from './statuses.ts';

const timestamp = z.iso.datetime();

/** Answers with the file itself. */
export const standingsCsv = defineCall({
  method: 'GET',
  path: '/contests/:id/standings.csv',
  summary: 'The scoreboard as a sheet: for staff at any time, for everyone once the contest has finished',
  params: contestParams,
  /** `frozen`, for staff: as the others see it. Whoever else asks has that in any case. */
  query: z.object({ view: z.enum(['frozen']).optional() }),
});

const participantReport = z.object({
  username: z.string(),
  is_unofficial: z.boolean(),
  /** Null for whoever has not submitted, or is unofficial. */
  place: z.int().nullable(),
  ranked_count: z.int(),
  /** ICPC: how many problems are solved. */
  total_score: totalScoreSchema,
  /** ICPC: in minutes. */
  penalty: z.int().optional(),
  problems: z.array(
    placeInContest.extend({
      problem_id: z.string(),
      title: z.string().nullable(),
      /** Null where nothing was submitted. */
      score: totalScoreSchema.nullable(),
      attempts: z.int(),
      /** ICPC: in which minute since the start it was solved. */
      minute: z.int().optional(),
    }),
  ),
  /** In the order in which they were made; those to problems that were deleted since are gone. */
  submissions: z.array(
    z.object({
      id: z.int(),
      problem_id: z.string(),
      submitted_at: timestamp,
      /** Since their own clock started, without pauses. */
      elapsed_ms: z.int(),
      overall_status: z.enum(overallStatuses),
      score: scoreSchema.nullable(),
      language: z.enum(languageIds),
    }),
  ),
});
export type ParticipantReport = z.infer<typeof participantReport>;

export const getParticipantReport = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/participants/:userId/report',
  summary: 'What one participant has done in a contest: the result on each problem, and all submissions',
  params: z.object({ id: idInAddress, userId: idInAddress }),
  response: participantReport,
});
