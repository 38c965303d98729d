import { expect, test } from 'vitest';
import { nestGroups } from './nested-groups.ts';

test('groups stand behind the group that they are a part of', () => {
  const nested = nestGroups([
    { name: 'a', within: null },
    { name: 'b', within: null },
    { name: 'a1', within: 'a' },
    { name: 'b1', within: 'b' },
    { name: 'a1x', within: 'a1' },
    { name: 'a2', within: 'a' },
  ]);
  expect(nested.map(({ name, depth }) => `${depth} ${name}`)).toEqual([
    '0 a',
    '1 a1',
    '2 a1x',
    '1 a2',
    '0 b',
    '1 b1',
  ]);
});
