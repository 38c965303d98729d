import { expect, test } from 'vitest';
import { readFilters, withFilter, withoutFilters } from './list-address.ts';

const search = new URLSearchParams(
  'filter=mine&problem=sum&verdict=Wrong+Answer&language=cpp&person=ada&before=7&view=5',
);

test('all that narrows a list is read from the address, and what makes no sense is not', () => {
  const forEverybody = { filter: 'mine', problemId: 'sum', verdict: 'Wrong Answer', language: 'cpp' };
  expect(readFilters(search, true)).toEqual({ ...forEverybody, username: 'ada' });
  expect(readFilters(search, false)).toEqual({ ...forEverybody, username: undefined });
  const nonsense = new URLSearchParams('filter=x&verdict=Running&language=cobol&problem=');
  expect(Object.values(readFilters(nonsense, true)).filter((value) => value !== undefined)).toEqual([]);
});

test('another choice keeps the others and begins with the newest', () => {
  expect(`${withFilter(search, 'problem', '')}`).toBe(
    'filter=mine&verdict=Wrong+Answer&language=cpp&person=ada',
  );
  expect(`${withFilter(search, 'filter', '')}`).not.toContain('filter');
  expect(`${withoutFilters(search)}`).toBe('filter=mine');
});
