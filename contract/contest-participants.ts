/** Who takes part in a contest: for staff. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { idInAddress } from './ids.ts';

const timestamp = z.iso.datetime();
const contestParams = z.object({ id: idInAddress });

const contestParticipant = z.object({
  user_id: z.int(),
  username: z.string(),
  joined_at: timestamp,
  /** Shown apart from those who are ranked. */
  is_unofficial: z.boolean(),
  /** Then they cannot be taken out of the contest. */
  has_submitted: z.boolean(),
  /** The titles of other contests that they take part in, and that hold one of the same problems at the same time. */
  also_in: z.array(z.string()),
});
export type ContestParticipant = z.infer<typeof contestParticipant>;

export const listParticipants = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/participants',
  summary: 'Everybody who takes part in a contest, by name',
  params: contestParams,
  response: z.array(contestParticipant),
});
