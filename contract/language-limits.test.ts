import { describe, expect, it, test } from 'vitest';
import { languageLimitsSent } from './language-limit-schemas.ts';
import { findAllowance, giveLimits, toProblemTime, usualAllowances } from './language-limits.ts';
import { limits } from './limits.ts';
import { languageIds } from './programs.ts';

const give = (time_factor: number, time_allowance_ms: number, timeLimitMs: number) =>
  giveLimits({ time_factor, time_allowance_ms, memory_allowance_mb: 0 }, { timeLimitMs, memoryLimitMb: 64 })
    .timeLimitMs;

test.each([
  [1, 0, 1000, 1000],
  // In floating point a little more than 1100.
  [1.1, 0, 1000, 1100],
  [2.5, 100, 1000, 2600],
  [1.25, 0, 1001, 1251],
  [0.1, 0, 1, 1],
  [20, 60_000, 60_000, limits.givenTimeLimitMaxMs],
])('%d times and %d ms more make %d ms to %d ms', (factor, ms, limit, given) => {
  expect(give(factor, ms, limit)).toBe(given);
});

test('a limit that is given always is a whole number within its bounds', () => {
  for (const factor of [0.1, 0.33, 0.99, 1, 1.01, 3.33, 7.77, 19.99, 20])
    for (const ms of [1, 3, 999, 1000, 12_345, 60_000]) {
      const given = give(factor, 7, ms);
      expect(Number.isInteger(given) && given >= 1 && given <= limits.givenTimeLimitMaxMs).toBe(true);
    }
});

describe('the allowance in force', () => {
  it('is the usual one where nobody says anything, and nothing for the languages of GNU', () => {
    expect(languageIds.map((id) => findAllowance(id, null))).toEqual(
      languageIds.map((id) => usualAllowances[id]),
    );
    for (const id of ['cpp', 'cpp17', 'c'] as const)
      expect(usualAllowances[id]).toEqual({ time_factor: 1, time_allowance_ms: 0, memory_allowance_mb: 0 });
  });

  it('takes each part from the problem, else from the settings, else as it comes', () => {
    expect(
      findAllowance('java', { time_factor: 2, time_allowance_ms: 5 }, { java: { time_factor: 3 } }),
    ).toEqual({
      time_factor: 3,
      time_allowance_ms: 5,
      memory_allowance_mb: usualAllowances.java.memory_allowance_mb,
    });
  });
});

test('a time in a language that gets more counts as less', () => {
  expect(toProblemTime({ time_factor: 2, time_allowance_ms: 100 }, 1100)).toBe(500);
  expect(toProblemTime({ time_factor: 2, time_allowance_ms: 100 }, 50)).toBe(0);
});

describe('what a problem says of languages', () => {
  it('comes as it was typed', () => {
    expect(languageLimitsSent.parse({ python: { time_factor: '2.5' }, java: {} })).toEqual({
      python: { time_factor: 2.5 },
    });
  });

  it.each([
    { time_factor: 0.09 },
    { time_factor: 20.01 },
    { time_factor: 1.005 },
    { time_factor: 'twice' },
    { time_allowance_ms: -1 },
    { time_allowance_ms: 60_001 },
    { time_allowance_ms: 1.5 },
    { memory_allowance_mb: 1025 },
  ])('is refused: %o', (own) => {
    expect(languageLimitsSent.safeParse({ python: own }).success).toBe(false);
  });
});
