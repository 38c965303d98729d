import { expect, it } from 'vitest';
import { commonMinutes } from './common-minutes.ts';

it('begins with what all who are chosen have', () => {
  const people = (...minutes: number[]) => minutes.map((extra_minutes) => ({ extra_minutes }));
  expect(commonMinutes(people(15))).toBe('15');
  expect(commonMinutes(people(0, 0))).toBe('0');
  expect(commonMinutes(people(0, 15))).toBe('');
});
