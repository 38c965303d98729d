import { describe, expect, test } from 'vitest';
import { ArchiveRefused } from '../refusal.ts';
import { describeTests, type PackageSpec, planPackage } from '../testing/plan-package.ts';

const files = (...tests: readonly string[]): PackageSpec =>
  Object.fromEntries(
    tests.flatMap((name) => [
      [`in/abc${name}.in`, '1'],
      [`out/abc${name}.out`, '1'],
    ]),
  );

const plan = (config: string | null, more: PackageSpec = {}) =>
  planPackage({ 'config.yml': config, ...files('0', '1a', '1b', '1ocen', '2'), 'prog/abc.cpp': '', ...more });

test('groups are the numbers; group 0 and ocen are free', async () => {
  const found = await plan(`title: Sum
time_limit: 2000
time_limits: {1: 500, 1b: 700}
memory_limit: 65000
memory_limits: {2: 131072}
scores: {1: 40, 2: 60}`);
  expect(found).toMatchObject({
    format: 'sinol',
    title: 'Sum',
    name: 'abc',
    timeLimit: { ms: 2000 },
    memoryLimitMb: 64,
    checker: { name: 'lines', ignore_spaces: true },
  });
  expect(found.groups).toEqual([
    { name: '0', points: 0, dependsOn: [], rule: 'ignore' },
    { name: 'ocen', points: 0, dependsOn: [], rule: 'ignore' },
    { name: '1', points: 40, dependsOn: [] },
    { name: '2', points: 60, dependsOn: [] },
  ]);
  expect(describeTests(found)).toEqual([
    { name: '0 (sample)', groups: '0' },
    { name: '1ocen', groups: 'ocen' },
    { name: '1a', groups: '1', timeLimitMs: 500 },
    { name: '1b', groups: '1', timeLimitMs: 700 },
    { name: '2', groups: '2', memoryLimitMb: 128 },
  ]);
});

test('without settings the groups share 100 points, and nothing is known of limits', async () => {
  const found = await plan(null, files('3', '10'));
  expect(found).toMatchObject({ title: null, timeLimit: null, memoryLimitMb: null });
  expect(found.groups.filter(({ points }) => points > 0)).toEqual([
    { name: '1', points: 25, dependsOn: [] },
    { name: '2', points: 25, dependsOn: [] },
    { name: '3', points: 25, dependsOn: [] },
    { name: '10', points: 25, dependsOn: [] },
  ]);
});

test('limits that each test has are the problem’s where they are the most', async () => {
  const found = await plan('time_limits: {0: 100, 1: 500, 1ocen: 100, 2: 900}');
  expect(found.timeLimit).toEqual({ ms: 900 });
  expect(found.tests.map(({ timeLimitMs }) => timeLimitMs)).toEqual([100, 100, 500, 500, undefined]);
});

test('limits of a language’s own are as many times the problem’s, and the rest on top', async () => {
  const found = await plan(`time_limit: 3000
memory_limit: 65536
override_limits:
  py: {time_limit: 10000, memory_limit: 131072}
  java: {time_limit: 90000}
  rb: {time_limit: 1}`);
  expect(found.languageLimits).toEqual({
    python: { time_factor: 3.33, time_allowance_ms: 10, memory_allowance_mb: 64 },
    pypy: { time_factor: 3.33, time_allowance_ms: 10, memory_allowance_mb: 64 },
    java: { time_factor: 20, time_allowance_ms: 30_000 },
  });
});

test('what is expected of a solution may be written for each group', async () => {
  const { solutions } = await plan(
    `title_en: Sum
scores: {1: 40, 2: 60}
sinol_expected_scores:
  abcs1.cpp:
    expected: {0: {points: 0, status: OK}, 1: {points: 40, status: OK}, 2: {points: 0, status: WA}, 9: {points: 1}}
    points: 40
  abc.cpp: {expected: {1: OK, 2: OK}, points: 100}`,
    { 'prog/abcs1.cpp': '' },
  );
  expect(solutions.map(({ expected: { parts, permitted } }) => ({ permitted, parts }))).toEqual([
    {
      permitted: ['Accepted'],
      parts: [
        { group: '1', permitted: ['Accepted'] },
        { group: '2', permitted: ['Accepted'] },
      ],
    },
    {
      permitted: ['Accepted', 'Time Limit Exceeded', 'Memory Limit Exceeded', 'Wrong Answer'],
      parts: [
        { group: '0', permitted: ['Accepted'] },
        { group: '1', permitted: ['Accepted'], score: [40, 40] },
        { group: '2', required: ['Wrong Answer'], score: [0, 0] },
      ],
    },
  ]);
});

test('solutions are right, slow or wrong by their names, and may have scores', async () => {
  const config =
    'scores: {1: 1, 2: 2}\nsinol_expected_scores: {abcs1.cpp: {points: 1}, abc.cpp: {points: 3}}';
  const more = {
    'prog/abc2.py': '',
    'prog/abcs1.cpp': '',
    'prog/abcb3_fast.cpp': '',
    'prog/abcingen.cpp': '',
  };
  const { solutions } = await plan(config, more);
  expect(solutions.map(({ name, language, expected }) => [name, language, expected])).toEqual([
    ['abc.cpp', 'cpp', { permitted: ['Accepted'], score: [100, 100] }],
    ['abc2.py', 'python', { permitted: ['Accepted'] }],
    [
      'abcs1.cpp',
      'cpp',
      {
        permitted: ['Accepted', 'Time Limit Exceeded', 'Memory Limit Exceeded'],
        required: ['Time Limit Exceeded', 'Memory Limit Exceeded'],
        score: [33.33, 33.33],
      },
    ],
    [
      'abcb3_fast.cpp',
      'cpp',
      { required: ['Wrong Answer', 'Runtime Error', 'Time Limit Exceeded', 'Memory Limit Exceeded'] },
    ],
  ]);
});

test('a checker speaks as sinol’s do, and a contest may be all or nothing', async () => {
  const found = await plan('sinol_contest_type: icpc', {
    'prog/abcchk.cpp': '#include "oi.h"',
    'prog/oi.h': '',
  });
  expect(found.checker).toMatchObject({ source: 'abcchk.cpp', headers: ['oi.h'], protocol: 'sinol' });
  expect(found.groups.slice(2)).toEqual([
    { name: 'tests', points: 100, dependsOn: [], rule: 'all' },
    { name: '1', points: 50, dependsOn: [], within: 'tests' },
    { name: '2', points: 50, dependsOn: [], within: 'tests' },
  ]);
});

describe('is refused with the place', () => {
  test.each<[string, string, PackageSpec, string]>([
    [
      'a library',
      '\nlibrary: abclib.cpp',
      {},
      'config.yml, line 2: the package needs files that are compiled together with the submission',
    ],
    ['files for compiling', 'extra_compilation_files: [a.h]', {}, 'compiled together'],
    [
      'arguments for compiling',
      'extra_compilation_args: {cpp: a}',
      {},
      '“extra_compilation_args” is a setting',
    ],
    ['files for running', 'extra_execution_files: {cpp: [a]}', {}, '“extra_execution_files” is a setting'],
    ['a limit beside none', 'override_limits: {cpp: {time_limit: 5}}', {}, '“override_limits” is a setting'],
    [
      'limits of a language for single tests',
      'time_limit: 1000\noverride_limits: {py: {time_limits: {1: 5000}}}',
      {},
      '“override_limits” is a setting',
    ],
    [
      'less memory for a language',
      'memory_limit: 65536\noverride_limits: {py: {memory_limit: 32768}}',
      {},
      '“override_limits” is a setting',
    ],
    ['an interactor', '', { 'prog/abcsoc.cpp': '' }, 'an interactor'],
    ['points by time', 'sinol_contest_type: oi', {}, 'points that shrink with the time that a program takes'],
    ['another contest', 'sinol_contest_type: talent', {}, 'sinol_contest_type is “talent”'],
    ['a strange test', '', files('x'), 'in/abcx.in: in is “abcx”'],
    ['another task', 'sinol_task_id: xyz', {}, 'in is “abc0”'],
    ['a lost answer', '', { 'out/abc2.out': null }, '“in/abc2.in” has no answer'],
    [
      'tests that are yet to be made',
      '',
      { 'in/abc1a.in': null, 'in/abc1b.in': null, 'in/abc2.in': null },
      'there are no tests',
    ],
    ['a group that is yet to be made', 'scores: {1: 40, 2: 30, 3: 30}', {}, 'line 1: there is no group “3”'],
    ['a group without points', 'scores: {1: 100}', {}, 'scores: 2 is “”'],
    ['groups worth nothing', 'scores: {1: 0, 2: 0}', {}, 'at least one group must have points'],
    ['a checker in another language', '', { 'prog/abcchk.java': '' }, 'a language other than C++ and Python'],
    ['too long a limit', 'time_limit: 60001', {}, 'time_limit is “60001 ms”'],
    ['too much memory', 'memory_limits: {2: 99999999}', {}, 'memory_limit is'],
    [
      'ten thousand groups',
      '',
      files(...Array.from({ length: 9_000 }, (_, n) => String(n + 3))),
      'there are more than 1000 groups',
    ],
  ])('%s', async (_, config, more, says) => {
    const planned = plan(config, more);
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });
});
