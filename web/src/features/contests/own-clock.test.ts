import { expect, it } from 'vitest';
import type { Contest } from '#contract/contests.ts';
import { timeLeftMs } from '../../lib/server-clock.ts';
import { elapsedMs, ownPhase, planBeginning } from './own-clock.ts';

const now = Date.parse('2026-11-15T03:00:00Z');
const minute = 60_000;
const at = (ms: number) => new Date(now + ms).toISOString();
const running: Contest = {
  id: 1,
  title: 'Timed',
  description: '',
  start_time: at(-30 * minute),
  end_time: at(10 * minute),
  status: 'running',
  participant_count: 1,
  problem_count: 1,
  is_participant: true,
  allowed_languages: null,
  feedback: 'full',
  entry: 'open',
  format: 'scores',
  penalty_minutes: 20,
  freeze_minutes: null,
  freeze_at: null,
  thaw_time: null,
  is_frozen: false,
  gold_medals: 0,
  silver_medals: 0,
  bronze_medals: 0,
  window_minutes: null,
  paused_at: null,
  length_ms: 40 * minute,
  own_start: at(-30 * minute),
  own_end: at(10 * minute),
  own_extra_minutes: 0,
};

it('a clock that stands shows what was left when it was stopped, however late it is', () => {
  expect(timeLeftMs(running.end_time, null, now)).toBe(10 * minute);
  expect(timeLeftMs(running.end_time, at(-5 * minute), now)).toBe(15 * minute);
  expect(timeLeftMs(running.end_time, at(-5 * minute), now + 60 * minute)).toBe(15 * minute);
  expect(timeLeftMs(running.end_time, null, now + 60 * minute)).toBe(0);
});

it('each one’s time is over at their own end, to the millisecond, and not while clocks stand', () => {
  const late = { ...running, own_start: running.start_time, own_end: at(15 * minute) };
  expect(ownPhase(running, now + 10 * minute - 1)).toBe('counting');
  expect(ownPhase(running, now + 10 * minute)).toBe('over');
  expect(ownPhase(late, now + 10 * minute)).toBe('counting');
  expect(ownPhase(late, now + 15 * minute)).toBe('over');
  expect(ownPhase({ ...running, paused_at: at(9 * minute) }, now + 60 * minute)).toBe('counting');
  expect(ownPhase({ ...running, status: 'scheduled' }, now)).toBeNull();
});

it('a personal window is awaited by who takes part, until the end', () => {
  const awaited = { ...running, window_minutes: 30, own_start: null, own_end: null };
  expect(ownPhase(awaited, now)).toBe('awaited');
  expect(ownPhase({ ...awaited, is_participant: false }, now)).toBe('counting');
  expect(ownPhase({ ...awaited, own_start: at(-minute), own_end: at(9 * minute) }, now)).toBe('counting');
  expect(ownPhase(awaited, now + 10 * minute)).toBe('over');
});

it('who starts late has less than the whole window, and their extra minutes all the same', () => {
  const contest = { ...running, window_minutes: 30, length_ms: 30 * minute, end_time: at(60 * minute) };
  expect(planBeginning(contest, now)).toEqual({ haveMs: 30 * minute, latest: at(30 * minute) });
  const extra = { ...contest, own_extra_minutes: 5 };
  expect(planBeginning(extra, now + 50 * minute)).toEqual({ haveMs: 15 * minute, latest: null });
});

it('the board tells how far somebody is in contest time', () => {
  // Paused for 10 minutes in between, which have moved the end.
  const clock = { begun_at: at(-30 * minute), ends_at: at(10 * minute), length_ms: 30 * minute };
  expect(elapsedMs(clock, null, now)).toBe(20 * minute);
  expect(elapsedMs(clock, at(-5 * minute), now)).toBe(15 * minute);
  expect(elapsedMs(clock, null, now + 60 * minute)).toBe(30 * minute);
});
