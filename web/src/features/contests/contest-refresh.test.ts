import { expect, it } from 'vitest';
import type { ContestStatus } from '#contract/contest-status.ts';
import { nextRefreshMs } from './contest-refresh.ts';

const now = Date.parse('2026-11-15T03:00:00Z');
const contest = (status: ContestStatus, startsInMs: number, endsInMs: number) => ({
  status,
  start_time: new Date(now + startsInMs).toISOString(),
  end_time: new Date(now + endsInMs).toISOString(),
  freeze_at: null as string | null,
  is_frozen: false,
  thaw_time: null as string | null,
  paused_at: null as string | null,
  own_end: null as string | null,
});
const ask = (contests: ReturnType<typeof contest>[], ageMs = 0) =>
  nextRefreshMs(contests, { nowMs: now, ageMs, spreadMs: 400 });

it('asks at the start and at the end, each page a little later than the moment', () => {
  expect(ask([contest('scheduled', 7_000, 90_000)])).toBe(7_400);
  expect(ask([contest('running', -7_000, 9_000)])).toBe(9_400);
});

it('goes by the contest whose status changes first', () => {
  expect(ask([contest('scheduled', 20_000, 90_000), contest('running', -1, 5_000)])).toBe(5_400);
});

it('asks every 30 s otherwise, also when the start is a year away', () => {
  expect(ask([])).toBe(30_000);
  expect(ask([contest('finished', -90_000, -60_000)], 10_000)).toBe(20_000);
  expect(ask([contest('scheduled', 31_536_000_000, 31_536_100_000)])).toBe(30_000);
});

it('asks every few seconds while a contest is finishing', () => {
  expect(ask([contest('finishing', -90_000, -1_000)])).toBe(3_000);
});

it('asks again a second later when the answer at a start or an end told the old status', () => {
  expect(ask([contest('scheduled', -500, 90_000)])).toBe(1_000);
  expect(ask([contest('scheduled', -900, 90_000)], 400)).toBe(600);
});

it('is never put off by being asked', () => {
  expect(ask([contest('running', -9_000, -5_000)], 4_000)).toBe(50);
});

it('asks when a freeze begins, and seldom while a frozen contest waits for its thaw', () => {
  const at = (ms: number) => new Date(now + ms).toISOString();
  expect(ask([{ ...contest('running', -7_000, 90_000), freeze_at: at(9_000) }])).toBe(9_400);
  const frozen = { ...contest('running', -7_000, 12_000), freeze_at: at(-1_000), is_frozen: true };
  expect(ask([frozen])).toBe(12_400);
  expect(ask([{ ...frozen, status: 'finishing' }])).toBe(30_000);
  expect(ask([{ ...frozen, status: 'finishing', thaw_time: at(5_000) }])).toBe(5_400);
});

it('is not hurried by an end that passes while clocks stand, or while others have extra minutes', () => {
  const at = (ms: number) => new Date(now + ms).toISOString();
  expect(ask([{ ...contest('running', -90_000, -1_000), paused_at: at(-2_000) }])).toBe(30_000);
  expect(ask([contest('running', -90_000, -1_000)])).toBe(1_000);
  expect(ask([contest('running', -90_000, -60_000)])).toBe(10_000);
  expect(ask([{ ...contest('running', -90_000, -60_000), own_end: at(8_000) }])).toBe(8_400);
});
