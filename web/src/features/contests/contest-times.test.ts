import { expect, it } from 'vitest';
import { contestTexts } from '#contract/messages/en-contests.ts';
import { splitRemaining } from './contest-times.ts';

const minute = 60_000;
const hour = 60 * minute;

it.each([
  [3 * 24 * hour + 4 * hour + 5 * minute + 59_999, '3d 4h 5m remaining'],
  [24 * hour, '1d 0h 0m remaining'],
  [24 * hour - 1, '23h 59m remaining'],
  [hour, '1h 0m remaining'],
  [hour - 1, '59m remaining'],
  [1, '0m remaining'],
])('tells %d ms as %s', (ms, text) => {
  const left = splitRemaining(ms);
  expect(left && contestTexts.remaining(left.days, left.hours, left.minutes)).toBe(text);
});

it('has nothing left at the end and after it', () => {
  expect(splitRemaining(0)).toBeNull();
  expect(splitRemaining(-1)).toBeNull();
});
