import { expect, it } from 'vitest';
import { contestTexts } from './en-contests.ts';
import { durationTexts, grouped, momentTexts } from './en-quantities.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

it.each([
  [3 * day + 4 * hour + 5 * minute + 59_999, '3d 4h 5m remaining'],
  [day, '1d 0h 0m remaining'],
  [day - 1, '23h 59m remaining'],
  [hour, '1h 0m remaining'],
  [hour - 1, '59m remaining'],
  [minute, '1m remaining'],
  [minute - 1, '0:59 remaining'],
  [42 * second, '0:42 remaining'],
  [1, '0:00 remaining'],
])('tells what is left of a contest, %d ms, as %s', (ms, text) => {
  expect(contestTexts.remaining(ms)).toBe(text);
});

it.each([
  [2 * day + 3 * hour + 4 * minute + 5 * second, '2d 03:04:05', '2 days 3 hours 4 minutes'],
  [day + hour, '1d 01:00:00', '1 day 1 hour'],
  [hour + minute + second, '1:01:01', '1 hour 1 minute'],
  [9 * minute + 7 * second, '9:07', '9 minutes'],
  [999, '0:00', '0 minutes'],
  [-5 * second, '0:00', '0 minutes'],
])('tells %d ms as %s on a clock and as %s in words', (ms, clock, words) => {
  expect(durationTexts.clock(ms)).toBe(clock);
  expect(durationTexts.inWords(ms)).toBe(words);
});

it.each([0, 7, 999, 1_000, 12_345, 1_234_567, 1_234.5678, 0.12345])('groups the digits of %d', (count) => {
  expect(grouped(count)).toBe(count.toLocaleString('en'));
});

it('counts one as one', () => {
  expect([0, 1, 2].map(contestTexts.people)).toEqual(['0 people', '1 person', '2 people']);
});

it.each([
  [new Date(2026, 10, 15, 10, 0), 'Nov 15, 2026, 10:00 AM', '10:00:00'],
  [new Date(2026, 0, 1, 0, 5, 9), 'Jan 1, 2026, 12:05 AM', '00:05:09'],
  [new Date(2031, 6, 10, 12, 59), 'Jul 10, 2031, 12:59 PM', '12:59:00'],
  [new Date(2031, 6, 10, 23, 7), 'Jul 10, 2031, 11:07 PM', '23:07:00'],
])('tells %s as a start or an end and as a time of day', (at, minute, second) => {
  expect(momentTexts.minute(at)).toBe(minute);
  expect(momentTexts.second(at)).toBe(second);
});
