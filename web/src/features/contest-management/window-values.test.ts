import { expect, it } from 'vitest';
import { findContestFormErrors } from '#contract/contests.ts';
import { toWindowInput } from './window-values.ts';

const input = (windowMinutes: string, status?: 'scheduled' | 'running' | 'finished') =>
  toWindowInput({ windowMinutes }, status);

it('sends the minutes, and none where the field is empty', () => {
  expect(input('120')).toEqual({ window_minutes: 120 });
  expect(input(' 90 ', 'scheduled')).toEqual({ window_minutes: 90 });
  expect(input(' ', 'scheduled')).toEqual({ window_minutes: null });
});

it('sends nothing from the start on', () => {
  expect(input('120', 'running')).toEqual({});
  expect(input('', 'finished')).toEqual({});
});

it('leaves what is no number of minutes to the rules of the contract', () => {
  const form = { title: 'A', startTime: '2026-11-15T10:00:00.000Z', endTime: '2026-11-15T16:00:00.000Z' };
  const error = (text: string) => findContestFormErrors({ ...form, ...input(text) }, null).window_minutes;
  for (const text of ['0', '-1', '1.5', 'two', '40321'])
    expect(error(text), text).toMatchObject({ code: 'window_minutes_range' });
  for (const text of ['', '1', '40320']) expect(error(text), text).toBeUndefined();
});
