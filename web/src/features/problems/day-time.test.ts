import { expect, test } from 'vitest';
import { formatDayTime } from './day-time.ts';

test('today a time is enough, later it has its date', () => {
  const noon = new Date(2026, 10, 15, 12, 3).getTime();
  expect(formatDayTime(noon, new Date(2026, 10, 15, 23, 59).getTime(), 'en')).toBe('12:03');
  expect(formatDayTime(noon, new Date(2026, 10, 16, 0, 0).getTime(), 'en')).toBe('Nov 15, 12:03');
});
