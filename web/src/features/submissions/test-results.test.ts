import { expect, test } from 'vitest';
import { readResults } from './test-results.ts';

const item = { testCase: 1, status: 'Accepted', timeMs: 12, memoryKb: 3400, reason: null };

test('a list and a JSON string of one read the same', () => {
  expect(readResults([item], 'Accepted')).toEqual({ kind: 'list', items: [item] });
  expect(readResults(JSON.stringify([item]), 'Accepted')).toEqual({ kind: 'list', items: [item] });
});

test('what is withheld is no mistake', () => {
  const withheld = { ...item, timeMs: null, memoryKb: null, checkerMessage: null };
  expect(readResults([withheld], 'Accepted')).toEqual({ kind: 'list', items: [withheld] });
});

test('a status nobody knows yet is shown as it is', () => {
  expect(readResults([{ ...item, status: 'Presentation Error' }], 'Accepted')).toMatchObject({
    items: [{ status: 'Presentation Error' }],
  });
});

test.each([null, undefined, ''])('%j: no results are available', (raw) => {
  expect(readResults(raw, 'Accepted')).toEqual({ kind: 'none' });
});

test.each(['{', '"text"', '[{"status":1}]', 7, { items: [] }])('%j cannot be read', (raw) => {
  expect(readResults(raw, 'Accepted')).toEqual({ kind: 'broken' });
});

test('an empty list means no tests only once the judge has come to them', () => {
  expect(readResults([], 'Skipped')).toEqual({ kind: 'empty' });
  expect(readResults('[]', 'Skipped')).toEqual({ kind: 'empty' });
  expect(readResults([], 'Running')).toEqual({ kind: 'none' });
  expect(readResults([], 'Compilation Error')).toEqual({ kind: 'none' });
});
