import { expect, test } from 'vitest';
import { matchNames } from './foreign-patterns.ts';

test('names give the groups of a pattern in the words of Python', () => {
  expect(
    matchNames(String.raw`(?i)(?P<name>\w)(?P=name)\.(?P<case>\d+)\Z`, ['aA.1', 'ab.1', 'bb.22']),
  ).toEqual([{ name: 'a', case: '1' }, null, { name: 'b', case: '22' }]);
});

test('a pattern matches from the beginning of a name', () => {
  expect(matchNames('b', ['ab', 'ba'])).toEqual([null, {}]);
});

test('what is no pattern, or would run for ever, is none', () => {
  expect(matchNames('(', ['a'])).toBe(null);
  expect(matchNames('(a+)+b', ['a'.repeat(60)])).toBe(null);
});
