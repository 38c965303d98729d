/** Who takes part in a contest: for staff. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams, numberInBody } from './ids.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

const timestamp = z.iso.datetime();
const contestParticipant = z.object({
  user_id: z.int(),
  username: z.string(),
  joined_at: timestamp,
  /** What they have over everybody else. */
  extra_minutes: z.int(),
  /** Null: they have not started their personal window. */
  own_start: timestamp.nullable(),
  own_end: timestamp.nullable(),
  /** Shown apart from those who are ranked. */
  is_unofficial: z.boolean(),
  /** Then they cannot be taken out of the contest. */
  has_submitted: z.boolean(),
  /** They have started their personal window: nor can they then. */
  has_begun: z.boolean(),
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

export const setExtraMinutes = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id/participants/extra-minutes',
  summary: 'How many minutes these participants have over everybody else, in all; before or after their end',
  params: contestParams,
  body: z.object({
    userIds: z
      .array(numberInBody, rule('participants_chosen'))
      .min(1, rule('participants_chosen'))
      .max(limits.participantsChosenMax),
    minutes: z
      .int(rule('extra_minutes_range'))
      .min(0, rule('extra_minutes_range'))
      .max(limits.extraMinutesMax, rule('extra_minutes_range')),
  }),
});
