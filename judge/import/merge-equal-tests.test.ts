import { expect, test } from 'vitest';
import type { GroupRule, PlannedTest, TestGroup } from '#contract/test-set-plan.ts';
import { mergeEqualTests } from './merge-equal-tests.ts';

const group = (name: string, rule: GroupRule, points = 10): TestGroup => ({
  name,
  points,
  dependsOn: [],
  rule,
});

const planned = (name: string, data: string, groups: string, rest: Partial<PlannedTest<string>> = {}) => ({
  name,
  input: data,
  answer: `${data}!`,
  groups: [groups],
  isSample: groups === 'sample',
  ...rest,
});

const tokens = { name: 'tokens' } as const;

function merge(
  groups: readonly TestGroup[],
  tests: readonly PlannedTest<string>[],
  checker: object = tokens,
) {
  const plan = mergeEqualTests({ groups, tests, checker: checker as typeof tokens });
  return plan.tests.map(({ name, groups }) => [name, ...groups]);
}

const groups = [
  group('sample', 'ignore', 0),
  group('a', 'all'),
  group('b', 'min'),
  group('c', 'sum'),
  group('d', 'sum'),
];

test('a test that several groups have runs once and counts in each', () => {
  const tests = [
    planned('s1', 'x', 'sample'),
    planned('a1', 'x', 'a'),
    planned('a2', 'y', 'a'),
    planned('b1', 'y', 'b'),
    planned('b2', 'x', 'b'),
    planned('b3', 'z', 'b'),
  ];
  expect(merge(groups, tests)).toEqual([
    ['s1', 'sample', 'a', 'b'],
    ['a2', 'a', 'b'],
    ['b3', 'b'],
  ]);
});

test('tests that a checker or a limit tells apart stay apart', () => {
  const tests = [
    planned('a1', 'x', 'a'),
    planned('b1', 'x', 'b', { checkerArgs: ['strict'] }),
    planned('b2', 'x', 'b', { timeLimitMs: 5 }),
    planned('b3', 'x', 'b', { memoryLimitMb: 5 }),
    { ...planned('b4', 'x', 'b'), answer: 'other' },
  ];
  expect(merge(groups, tests)).toHaveLength(5);
});

test('where points are added up a test keeps its own, and counts as often as it is there', () => {
  const tests = [
    planned('a1', 'x', 'a'),
    planned('c1', 'x', 'c', { points: 3 }),
    planned('c2', 'x', 'c', { points: 3 }),
    planned('d1', 'x', 'd', { points: 3 }),
    planned('d2', 'x', 'd', { points: 4 }),
  ];
  expect(merge(groups, tests)).toEqual([
    ['a1', 'a', 'c', 'd'],
    ['c2', 'c'],
    ['d2', 'd'],
  ]);
  const plan = mergeEqualTests({ groups, tests, checker: tokens });
  expect(plan.tests[0]).toMatchObject({ points: 3 });
});

test('points out of different numbers are not those of one test', () => {
  const absolute = { name: 'program', source: 'c.cpp', headers: [], points: 'absolute' };
  const unlike = [group('a', 'min', 10), group('b', 'min', 20), group('c', 'min', 20)];
  const tests = [planned('a1', 'x', 'a'), planned('b1', 'x', 'b'), planned('c1', 'x', 'c')];
  expect(merge(unlike, tests, absolute)).toEqual([
    ['a1', 'a'],
    ['b1', 'b', 'c'],
  ]);
});

test('without groups every test counts', () => {
  const tests = [planned('1', 'x', ''), planned('2', 'x', '')].map((each) => ({ ...each, groups: [] }));
  expect(merge([], tests)).toHaveLength(2);
});

test('ten thousand times the same stays that where it counts each time', () => {
  const equal = Array.from({ length: 10_000 }, (_, index) => planned(`${index}`, 'x', 'c'));
  expect(merge(groups, equal)).toHaveLength(10_000);
  const points = { name: 'program', points: 'absolute' };
  expect(merge(groups, equal, points)).toHaveLength(10_000);
});

test('a test that is twice in a group whose tests are multiplied counts twice', () => {
  const product = [group('p', 'product'), group('q', 'product')];
  expect(merge(product, [planned('1', 'x', 'p'), planned('2', 'x', 'p'), planned('3', 'x', 'q')])).toEqual([
    ['1', 'p', 'q'],
    ['2', 'p'],
  ]);
});
