import { expect, it } from 'vitest';
import { moveItem } from './arrangement.ts';

it('moves one item up or down and keeps the order of the others', () => {
  expect(moveItem(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moveItem(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moveItem(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});
