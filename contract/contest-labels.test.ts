import { expect, it } from 'vitest';
import { labelProblems } from './contest-labels.ts';

it('gives the letter of each place, on from Z as spreadsheets do', () => {
  expect(labelProblems([null, null, null])).toEqual(['A', 'B', 'C']);
  expect(labelProblems(Array(28).fill(null)).slice(-3)).toEqual(['Z', 'AA', 'AB']);
});

it('keeps what staff wrote, and never calls two the same', () => {
  expect(labelProblems([null, 'X', null])).toEqual(['A', 'X', 'C']);
  expect(labelProblems([null, 'a', null])).toEqual(['D', 'a', 'C']);
  expect(labelProblems([null, 'D', 'A'])).toEqual(['E', 'D', 'A']);
});
