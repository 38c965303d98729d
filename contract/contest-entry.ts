/** Who takes part in a contest by the will of staff, and how: entered, unofficial, taken out again. */
import { z } from 'zod';
import { defineCall } from './call.ts';
import { contestParams, idInAddress, numberInBody } from './ids.ts';
import { limits } from './limits.ts';
import { rule } from './words.ts';

const foundAccounts = z.object({
  /** Those whose names begin so come first. */
  accounts: z.array(z.object({ username: z.string(), takes_part: z.boolean() })),
  /** There are more. */
  has_more: z.boolean(),
});
export type FoundAccounts = z.infer<typeof foundAccounts>;

export const findAccounts = defineCall({
  method: 'GET',
  path: '/admin/contests/:id/accounts',
  summary: 'Accounts with this in their names, for who enters people in a contest',
  params: contestParams,
  query: z.object({ search: z.string().trim().min(1).max(limits.usernameMax) }),
  response: foundAccounts,
});

export const enterParticipants = defineCall({
  method: 'POST',
  path: '/admin/contests/:id/participants',
  summary: 'Enter people in a contest that has not ended, whatever it asks of those who join; all or none',
  params: contestParams,
  body: z.object({
    usernames: z
      .array(z.string().max(limits.enteredNameMax))
      .min(1, rule('participants_required'))
      .max(limits.enteredAtOnceMax, rule('participants_too_many')),
  }),
  /** How many are new; the others took part already. */
  response: z.object({ entered: z.int(), already: z.int() }),
});

export const setUnofficial = defineCall({
  method: 'PUT',
  path: '/admin/contests/:id/participants/unofficial',
  summary: 'Have participants ranked, or shown apart from those who are; at any time, all or none',
  params: contestParams,
  body: z.object({
    userIds: z.array(numberInBody).min(1).max(limits.enteredAtOnceMax),
    unofficial: z.boolean(),
  }),
});

export const removeParticipant = defineCall({
  method: 'DELETE',
  path: '/admin/contests/:id/participants/:userId',
  summary: 'Take somebody out of a contest in which they have neither submitted nor started their time',
  params: z.object({ id: idInAddress, userId: idInAddress }),
});
