import { expect, test } from 'vitest';
import { addUp, sumOf } from './statistics-sums.ts';

test('a line begins at nought and ends with the contest, whose last part may be shorter', () => {
  expect(addUp([2, 0, 1], 10, 25)).toEqual([
    [0, 0],
    [10, 2],
    [20, 2],
    [25, 3],
  ]);
});

test('of a contest that goes on a line ends now', () => {
  const counts = [2, 1, 0, 0];
  expect(addUp(counts, 10, 14)).toEqual([
    [0, 0],
    [10, 2],
    [14, 3],
  ]);
  expect(addUp(counts, 10, 20).at(-1)).toEqual([20, 3]);
  expect(addUp(counts, 10, 1)).toEqual([
    [0, 0],
    [1, 2],
  ]);
});

test('counts of the same name are added up, and the most stand first', () => {
  expect(
    sumOf([
      ['a', 1],
      ['b', 3],
      ['a', 1],
    ]),
  ).toEqual([
    ['b', 3],
    ['a', 2],
  ]);
});
