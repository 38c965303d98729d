import { expect, test } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import { withAllowance } from './limits.ts';

const limits = { timeLimitMs: 1500, memoryLimitBytes: 64 << 20, outputLimitBytes: 1 << 20 };

test('programs of a slow language get a multiple of the time, what starting takes, and memory of its own', () => {
  const allowance = { time_factor: 2, time_allowance_ms: 100, memory_allowance_mb: 32 };
  expect(withAllowance(allowance, limits)).toEqual({
    timeLimitMs: 3100,
    memoryLimitBytes: 96 << 20,
    outputLimitBytes: 1 << 20,
  });
});

test('C++ has the limits of the problem as they are', () => {
  expect(withAllowance(usualAllowances.cpp, limits)).toEqual(limits);
});
