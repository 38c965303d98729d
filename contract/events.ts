import { z } from 'zod';
import { boardPatchSchema } from './board-patches.ts';
import { defineCall } from './call.ts';
import { contestClockSchema } from './contests.ts';
import { idInAddress } from './ids.ts';
import { announcementSchema, contestQuestionSchema, statementSchema } from './questions.ts';
import type { Submission } from './submissions.ts';

/**
 * A stream of server-sent events: one whenever something about a submission of the caller's own has changed and, for whoever
 * names a contest, whenever there is news in it. Events may be lost, so who must know polls.
 */
export const followEvents = defineCall({
  method: 'GET',
  path: '/events',
  summary:
    'Tells when something about one’s own submissions has changed, and news and scoreboard of a contest, as server-sent events',
  query: z.object({
    /** One that the caller takes part in. */
    contestId: idInAddress.optional(),
    /** Its scoreboard, too. */
    board: z.literal('true').optional(),
  }),
});

/**
 * Which version the scoreboard has, as the listener is to see it, and how the version before became this one where that is
 * short. Sent with every change, a few times a second at most, and now and then without one.
 */
export const boardEventSchema = z.object({
  contest_id: z.int(),
  version: z.string(),
  patch: boardPatchSchema.optional(),
});
export type BoardEvent = z.infer<typeof boardEventSchema>;

/** Which submission; the caller asks for the rest. */
export type SubmissionEvent = Pick<Submission, 'id'>;

/**
 * What is told to all comes with the event itself, so that two thousand pages need not ask for it. Where there is none
 * of these, there is something to ask for.
 */
export const newsEventSchema = z.object({
  contest_id: z.int(),
  question: contestQuestionSchema.optional(),
  announcement: announcementSchema.optional(),
  statement: statementSchema.optional(),
  /** The contest's time, and the reader's own in it. */
  clock: contestClockSchema.optional(),
});
export type NewsEvent = z.infer<typeof newsEventSchema>;
