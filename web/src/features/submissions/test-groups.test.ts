import { expect, test } from 'vitest';
import { groupItems } from './test-groups.ts';

const item = (testCase: number) => ({ testCase, status: 'Accepted', timeMs: 1, memoryKb: 1 });
const group = (name: string, tests: [number, number][], within: string | null = null) => ({
  name,
  points: 10,
  earned: 10,
  status: 'Accepted' as const,
  within,
  tests,
});

const show = (groups: ReturnType<typeof group>[], tests: number[]) =>
  groupItems(groups, tests.map(item)).map(({ name, depth, count, items }) => [
    name,
    depth,
    count,
    items.map(({ testCase }) => testCase),
  ]);

test('each group has its tests, also those that it shares with others', () => {
  const groups = [
    group('samples', [[1, 2]]),
    group('a', [[3, 4]]),
    group('b', [
      [1, 1],
      [4, 5],
    ]),
  ];
  expect(show(groups, [1, 2, 3, 4, 5])).toEqual([
    ['samples', 0, 2, [1, 2]],
    ['a', 0, 2, [3, 4]],
    ['b', 0, 3, [1, 4, 5]],
  ]);
});

test('a group is shown below the one that it is within', () => {
  const groups = [
    group('x', []),
    group('y', [[4, 4]]),
    group('x1', [[1, 2]], 'x'),
    group('x1a', [[3, 3]], 'x1'),
  ];
  expect(show(groups, [1, 2, 3, 4])).toEqual([
    ['x', 0, 0, []],
    ['x1', 1, 2, [1, 2]],
    ['x1a', 2, 1, [3]],
    ['y', 0, 1, [4]],
  ]);
});

test('tests that there is nothing to show of are counted', () => {
  expect(show([group('a', [[1, 5]])], [2])).toEqual([['a', 0, 5, [2]]]);
});
