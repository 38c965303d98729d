import { expect, it } from 'vitest';
import { extendContest } from '#contract/contest-clock.ts';
import { setExtraMinutes } from '#contract/contest-participants.ts';
import { readMinutes } from './read-minutes.ts';

it('takes what the server takes', () => {
  const numbers = { '0': 0, '1': 1, ' 15 ': 15, '1440': 1440, '1441': 1441, '-1': -1, '1.5': 1.5 };
  for (const [text, minutes] of Object.entries(numbers)) {
    const isForAll = extendContest.body.safeParse({ minutes, end_time: new Date(0).toISOString() }).success;
    expect(readMinutes(text, 1), text).toBe(isForAll ? minutes : null);
    const isForOne = setExtraMinutes.body.safeParse({ minutes, userIds: [1] }).success;
    expect(readMinutes(text, 0), text).toBe(isForOne ? minutes : null);
  }
  for (const text of ['', ' ', 'ten', '10 min']) expect(readMinutes(text, 0), text).toBeNull();
});
