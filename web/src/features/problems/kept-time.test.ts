import { expect, test } from 'vitest';
import { formatKeptTime } from './kept-time.ts';

test('today a time is enough, later it has its date', () => {
  const noon = new Date(2026, 10, 15, 12, 3).getTime();
  expect(formatKeptTime(noon, new Date(2026, 10, 15, 23, 59).getTime(), 'en')).toBe('12:03');
  expect(formatKeptTime(noon, new Date(2026, 10, 16, 0, 0).getTime(), 'en')).toBe('Nov 15, 12:03');
});
