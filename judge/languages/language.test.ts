import { expect, test } from 'vitest';
import { cpp } from './cpp.ts';
import { withAllowance } from './limits.ts';

const limits = { timeLimitMs: 1500, memoryLimitBytes: 64 << 20, outputLimitBytes: 1 << 20 };

test('programs of a slow language get a multiple of the time, what starting takes, and memory of its own', () => {
  const allowance = { timeFactor: 2, timeMs: 100, memoryBytes: 32 << 20 };
  expect(withAllowance(allowance, limits)).toEqual({
    timeLimitMs: 3100,
    memoryLimitBytes: 96 << 20,
    outputLimitBytes: 1 << 20,
  });
});

test('C++ has the limits of the problem as they are', () => {
  expect(withAllowance(cpp.allowance, limits)).toEqual(limits);
});
