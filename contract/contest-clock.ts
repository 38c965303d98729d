/** Changes of a contest's time while it goes on: for staff, and of one's own where the contest has a personal window. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestSchema } from './contests.ts';
import { contestParams } from './ids.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

export const beginOwnTime = defineCall({
  method: 'POST',
  path: '/contests/:id/begin',
  summary: 'Start one’s own time in a contest with a personal window; starting twice is starting once',
  params: contestParams,
  response: contestSchema,
});

export const pauseContest = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/pause',
  summary: 'Stop all clocks of a running contest, and tell everybody; pausing twice is pausing once',
  params: contestParams,
  response: contestSchema,
});

export const resumeContest = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/resume',
  summary: 'Let the clocks go on: what was still to come is as much later; resuming twice is resuming once',
  params: contestParams,
  response: contestSchema,
});

const minutesForAll = z
  .int(rule('extra_minutes_range'))
  .min(1, rule('extra_minutes_range'))
  .max(limits.extraMinutesMax, rule('extra_minutes_range'));

export const extendContest = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/extend',
  summary:
    'Give everybody more minutes, and tell them; refused where the end is another than the caller has seen',
  params: contestParams,
  body: z.object({
    minutes: minutesForAll,
    /** As the caller has seen it: of two who press the button, or one who presses it twice, the first counts. */
    end_time: z.iso.datetime(),
  }),
  response: contestSchema,
});
