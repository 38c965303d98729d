import fc from 'fast-check';
import { expect, test } from 'vitest';
import { comparePaths } from './path-order.ts';

test.each([
  [['1', '2', '10']],
  [['1-1', '1-2', '1-10', '2-1', '10-1']],
  [['test1', 'test2a', 'test2b', 'test10']],
  [['a', 'a/1', 'a/2', 'a/10', 'a-b/1']],
  [['1', '1/1', '1-1', '1a']],
  [['01', '1', '2', '010']],
  [['9'.repeat(30), `1${'0'.repeat(30)}`]],
  [['sample/1', 'secret/1']],
])('orders %j', (names) => {
  expect(names.toReversed().toSorted(comparePaths)).toEqual(names);
});

test('is a total order', () => {
  const name = fc.string({ unit: fc.constantFrom('0', '1', '2', 'a', '-', '/'), maxLength: 6 });
  fc.assert(
    fc.property(name, name, name, (a, b, c) => {
      expect(Math.sign(comparePaths(a, b))).toBe(-Math.sign(comparePaths(b, a)) || 0);
      expect(comparePaths(a, b) === 0).toBe(a === b);
      if (comparePaths(a, b) <= 0 && comparePaths(b, c) <= 0) {
        expect(comparePaths(a, c)).toBeLessThanOrEqual(0);
      }
    }),
  );
});
