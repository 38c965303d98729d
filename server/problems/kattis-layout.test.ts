import { expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Expectation, PlannedTest, TestGroup, TestSetPlan } from '#contract/test-set-plan.ts';
import { emptyPlan } from '#store/testing/empty-plan.ts';
import { layOutPackage } from './package-layout.ts';

const planned = (name: string, groups: string[], more: Partial<PlannedTest<string>> = {}) => ({
  name,
  input: `${name}.in`,
  answer: `${name}.ans`,
  groups,
  isSample: false,
  ...more,
});

const group = (name: string, points: number, more: Partial<TestGroup> = {}): TestGroup => ({
  name,
  points,
  dependsOn: [],
  ...more,
});

/** What a package of this plan holds for other systems: each file by its name, settings as values. */
function layOut(plan: Partial<TestSetPlan>, solutions: Readonly<Record<string, Expectation>> = {}) {
  const files = layOutPackage({
    id: 'sum',
    title: 'Sum',
    timeLimitMs: 1500,
    memoryLimitMb: 64,
    allowedLanguages: null,
    languageLimits: {},
    feedback: 'full',
    pdfSha256: null,
    texts: [],
    plan: { ...emptyPlan, ...plan },
    solutions: Object.entries(solutions).map(([name, expected]) => ({
      name,
      file: name,
      language: 'cpp',
      expected,
    })),
  });
  return new Map(
    files.map((file) => [file.name, 'text' in file ? (parse(file.text) as object) : file.sha256]),
  );
}

const caseSensitive = { output_validator_args: ['case_sensitive'] };

test('what is solved or not is a pass-fail problem', () => {
  const files = layOut({
    groups: [group('data', 100, { rule: 'all' })],
    tests: [planned('sample/1', ['data'], { isSample: true }), planned('secret/1', ['data'])],
    checker: { name: 'kattis', case_sensitive: false, space_change_sensitive: true, absolute: 1e-6 },
  });
  expect(files.get('problem.yaml')).toMatchObject({
    problem_format_version: '2025-09',
    type: 'pass-fail',
    limits: { time_limit: 1.5, memory: 64 },
  });
  const settings = {
    output_validator_args: ['space_change_sensitive', 'float_absolute_tolerance', '0.000001'],
  };
  expect(files.get('data/secret/test_group.yaml')).toEqual(settings);
  expect(files.get('data/sample/test_group.yaml')).toEqual(settings);
  expect(files.get('data/sample/1_1.in')).toBe('sample/1.in');
  expect(files.get('data/secret/2_1.ans')).toBe('secret/1.ans');
});

test('groups are folders with settings of their own, and a test of several lies in each', () => {
  const files = layOut({
    groups: [
      group('samples', 0, { rule: 'ignore' }),
      group('small', 30, { dependsOn: ['samples'] }),
      group('large one', 70.5, { rule: 'sum', dependsOn: ['small'] }),
    ],
    tests: [
      planned('0', ['samples'], { isSample: true }),
      planned('1', ['small', 'large one']),
      planned('2', ['large one'], { checkerArgs: ['case_sensitive'] }),
    ],
    checker: { name: 'kattis', case_sensitive: true, space_change_sensitive: false },
  });
  expect(files.get('problem.yaml')).toMatchObject({ type: 'scoring' });
  expect(files.get('data/secret/test_group.yaml')).toEqual({ max_score: 1005 });
  expect(files.get('data/secret/1-small/test_group.yaml')).toEqual({
    max_score: 300,
    score_aggregation: 'pass-fail',
    require_pass: ['sample'],
    ...caseSensitive,
  });
  expect(files.get('data/secret/2-large-one/test_group.yaml')).toEqual({
    max_score: 705,
    score_aggregation: 'sum',
    require_pass: ['secret/1-small'],
    ...caseSensitive,
  });
  expect([...files.keys()].filter((name) => name.endsWith('.in'))).toEqual([
    'data/sample/1_0.in',
    'data/secret/1-small/2_1.in',
    'data/secret/2-large-one/2_1.in',
    'data/secret/2-large-one/3_2.in',
  ]);
  expect(files.get('data/secret/2-large-one/3_2.yaml')).toEqual(caseSensitive);
  expect(files.get('minos.yaml')).toMatchObject({
    tests: [{}, { tests: ['data/secret/2-large-one/2_1'], same_as: 'data/secret/1-small/2_1' }],
  });
});

test.each<[string, TestGroup[], Partial<PlannedTest<string>>]>([
  ['the best of its tests', [group('a', 1, { rule: 'max' })], {}],
  ['a group in a group', [group('a', 1, { rule: 'sum' }), group('b', 1, { within: 'a' })], {}],
  ['points in thirds', [group('a', 1 / 3), group('b', 2 / 3)], {}],
])('%s is said by our own manifest alone', (_, groups, more) => {
  const files = layOut({ groups, tests: groups.map(({ name }) => planned(name, [name], more)) });
  expect(files.get('problem.yaml')).toMatchObject({ type: 'scoring' });
  expect([...files.keys()].filter((name) => name.endsWith('test_group.yaml'))).toEqual([
    'data/secret/test_group.yaml',
  ]);
  expect(files.get('data/secret/test_group.yaml')).toEqual(caseSensitive);
});

test('solutions lie where the format means the same, and the rest is in submissions.yaml', () => {
  const crash = ['Runtime Error', 'Memory Limit Exceeded'] as const;
  const files = layOut(
    {
      groups: [group('a', 40), group('b', 160)],
      tests: [planned('1', ['a']), planned('2', ['b'])],
      checker: { name: 'program', protocol: 'kattis', source: 'x/v.cpp', headers: [], points: null },
      checkerFiles: { 'x/v.cpp': 'v' },
    },
    {
      'right.cpp': { permitted: ['Accepted'], timed: false },
      'partial.cpp': { permitted: ['Accepted'], score: [20, 20] },
      'crash.cpp': { permitted: ['Accepted', ...crash], required: crash },
      'old/slow.cpp': {
        permitted: ['Accepted', 'Wrong Answer', 'Time Limit Exceeded'],
        required: ['Time Limit Exceeded'],
        parts: [
          { group: 'a', permitted: ['Accepted'] },
          { group: 'a', score: [40, 40] },
          { tests: ['2'], message: 'x' },
          { group: 'a', message: 'y' },
        ],
      },
    },
  );
  expect(files.get('output_validator/v.cpp')).toBe('v');
  expect([...files.keys()].filter((name) => name.startsWith('submissions/'))).toEqual([
    'submissions/accepted/right.cpp',
    'submissions/accepted/partial.cpp',
    'submissions/run_time_error/crash.cpp',
    'submissions/mixed/slow.cpp',
    'submissions/submissions.yaml',
  ]);
  expect(files.get('submissions/submissions.yaml')).toEqual({
    'accepted/right.cpp': { use_for_time_limit: false },
    'accepted/partial.cpp': { score: [40, 40] },
    'mixed/slow.cpp': {
      permitted: ['AC', 'TLE', 'WA'],
      required: ['TLE'],
      'secret/1-a': { permitted: ['AC'], score: [40, 40], message: 'y' },
    },
  });
});

test('of a solution whose file is not named by its language both settings say that', () => {
  const right: Expectation = { permitted: ['Accepted'] };
  const files = layOut({ tests: [planned('1', [])] }, { 'right.txt': right, 'right.cpp': right });
  expect(files.get('submissions/submissions.yaml')).toEqual({ 'accepted/right.txt': { language: 'cpp' } });
  expect(files.get('minos.yaml')).toMatchObject({
    solutions: [
      { file: 'submissions/accepted/right.txt', language: 'cpp', ...right },
      { file: 'submissions/accepted/right.cpp', ...right },
    ],
  });
});
