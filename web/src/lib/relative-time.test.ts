import { expect, test } from 'vitest';
import { durationTexts } from '#contract/messages/en-quantities.ts';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 10, 15, 12);
const ago = (ms: number) => relativeTime(new Date(now - ms), now, durationTexts);
const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

test.each([
  [0, 'just now'],
  [59_999, 'just now'],
  [minute, '1 minute ago'],
  [59 * minute + 59_999, '59 minutes ago'],
  [hour, '1 hour ago'],
  [23 * hour + 59 * minute, '23 hours ago'],
  [day, '1 day ago'],
  [29 * day, '29 days ago'],
  [30 * day, '1 month ago'],
  [364 * day, '12 months ago'],
  [365 * day, '1 year ago'],
  [800 * day, '2 years ago'],
])('%i ms ago reads %s', (ms, text) => {
  expect(ago(ms)).toBe(text);
});

test('a submission from the future, by a clock that runs behind, reads just now', () => {
  expect(ago(-5 * minute)).toBe('just now');
});
