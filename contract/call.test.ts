import { expect, test } from 'vitest';
import { callUrl } from './call.ts';

test('parameters are escaped and absent query values left out', () => {
  expect(
    callUrl('/problems/:problemId/pdf', { problemId: 'a/b c' }, { filter: 'mine', before: undefined }),
  ).toBe('/api/problems/a%2Fb%20c/pdf?filter=mine');
});
