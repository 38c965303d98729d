import { expect, test } from 'vitest';
import { roundUp, toBars } from './hour-bars.ts';

test('an hour in bars of two minutes has thirty, the present one last, each with all that it counts', () => {
  const now = Date.parse('2026-11-16T10:03:20Z');
  const minute = (at: string, count: number) => ({ at, count });
  const bars = toBars(
    [
      minute('2026-11-16T08:00:00Z', 99),
      minute('2026-11-16T09:04:00Z', 3),
      minute('2026-11-16T10:02:00Z', 4),
      minute('2026-11-16T10:03:00Z', 5),
    ],
    now,
    2,
  );
  expect(bars).toHaveLength(30);
  expect(bars[0]).toEqual({ atMs: Date.parse('2026-11-16T09:04:00Z'), count: 3 });
  expect(bars.at(-1)).toEqual({ atMs: Date.parse('2026-11-16T10:02:00Z'), count: 9 });
  expect(bars.reduce((sum, { count }) => sum + count, 0)).toBe(12);
});

test.each([
  [0, 1],
  [1, 1],
  [3, 5],
  [10, 10],
  [11, 20],
  [730, 1000],
])('a scale for %d ends at %d', (most, end) => {
  expect(roundUp(most)).toBe(end);
});
