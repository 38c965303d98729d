import { defineCall } from './call.ts';
import type { Submission } from './submissions.ts';

/**
 * A stream of server-sent events: one whenever something about a submission of the caller's own
 * has changed. It tells which, and the caller asks for the rest. Events may be lost, so who must know polls.
 */
export const submissionEvents = {
  ...defineCall({
    method: 'GET',
    path: '/events',
    summary: 'Tells when something about one’s own submissions has changed, as server-sent events',
  }),
  eventName: 'submission',
} as const;
export type SubmissionEvent = Pick<Submission, 'id'>;
