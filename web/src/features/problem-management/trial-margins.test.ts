import { expect, test } from 'vitest';
import type { Trial, TriedSolution } from '#contract/packages.ts';
import { findMargins, suggestTimeLimit } from './trial-margins.ts';

const right = { permitted: ['Accepted'] } as const;
const slow = { required: ['Time Limit Exceeded'] } as const;

const solution = (
  name: string,
  expected: TriedSolution['expected'],
  slowestMs: number,
  results = 'PP',
): TriedSolution => ({
  name,
  language: 'cpp',
  expected,
  seen: {
    status: results.includes('T') ? 'Time Limit Exceeded' : 'Accepted',
    score: null,
    results,
    slowest_ms: slowestMs,
    agrees: true,
    against: null,
    groups: [],
    compiler_output: null,
    compiler_words: null,
  },
});

const trialOf = (...solutions: TriedSolution[]): Trial => ({
  time_limit_ms: 1000,
  memory_limit_mb: 64,
  derived: null,
  compiler: 'g++',
  tried_at: '2026-01-01T00:00:00.000Z',
  agrees: true,
  solutions,
});

const suggestFor = (...solutions: TriedSolution[]) => suggestTimeLimit(findMargins(trialOf(...solutions)));

test('the margins are those of the slowest right solution and the fastest that must be too slow', () => {
  const trial = trialOf(
    solution('a', right, 120),
    solution('b', right, 260),
    solution('not-right', right, 1000, 'PT'),
    solution('s', slow, 1995, 'PT'),
    { ...solution('py', right, 0), language: null, seen: null },
  );
  expect(findMargins(trial)).toEqual({
    slowestRight: { name: 'b', ms: 260 },
    fastestSlow: { name: 's', ms: 1995, isStopped: true },
  });
});

test('a slow solution that ended by itself tells how slow it is', () => {
  const { fastestSlow } = findMargins(
    trialOf(solution('s', slow, 2004, 'T'), solution('t', slow, 1400, 'T')),
  );
  expect(fastestSlow).toEqual({ name: 't', ms: 1400, isStopped: false });
});

test('a limit leaves the right ones twice their time, and stays below the slow ones where it can', () => {
  expect(suggestFor(solution('a', right, 260))).toEqual({ kind: 'twice', ms: 600 });
  expect(suggestFor(solution('a', right, 0))).toEqual({ kind: 'twice', ms: 100 });
  expect(suggestFor(solution('a', right, 50_000))).toEqual({ kind: 'twice', ms: 60_000 });
  expect(suggestFor(solution('a', right, 260), solution('s', slow, 900))).toEqual({ kind: 'twice', ms: 600 });
  expect(suggestFor(solution('a', right, 400), solution('s', slow, 625))).toEqual({
    kind: 'between',
    ms: 500,
  });
  expect(suggestFor(solution('a', right, 700), solution('s', slow, 600))).toEqual({ kind: 'none' });
  expect(suggestFor(solution('s', slow, 900))).toBeNull();
});
