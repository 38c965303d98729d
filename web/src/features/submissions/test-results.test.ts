import { expect, test } from 'vitest';
import { foldItems, listStatuses, readResults } from './test-results.ts';

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

test('a strip has one cell a test, also for those that are not told', () => {
  const items = [item, { ...item, testCase: 3, status: 'Wrong Answer' }];
  const judged = { overall_status: 'Wrong Answer', tests_total: 4, feedback: 'groups' } as const;
  expect(listStatuses(items, judged).map(({ status }) => status)).toEqual([
    'Accepted',
    'Hidden',
    'Wrong Answer',
    'Hidden',
  ]);
  // While the rest is judged, and where nobody is told how many there are.
  expect(listStatuses(items, { ...judged, overall_status: 'Running' })).toEqual(items);
  const kept = { overall_status: 'Judged', tests_total: 0, feedback: 'samples' } as const;
  expect(listStatuses([item], kept)).toEqual([{ status: 'Accepted' }]);
});

test('neighbours that end alike are one row, from three on', () => {
  const item = (testCase: number, status: string, more: object = {}) => ({
    testCase,
    status,
    timeMs: testCase,
    memoryKb: 1,
    ...more,
  });
  const loop = { reason: 'More than 1000 ms of CPU time' };
  const folded = foldItems([
    ...[1, 2, 3].map((test) => item(test, 'Accepted')),
    ...[4, 5, 6, 7].map((test) => item(test, 'Time Limit Exceeded', loop)),
    item(8, 'Time Limit Exceeded', { reason: 'Still not finished after 3000 ms of waiting' }),
    ...[9, 10].map((test) => item(test, 'Accepted')),
    ...[11, 12, 13].map((test) => item(test, 'Wrong Answer', { difference: 'Line 1: …' })),
  ]);
  expect(folded.map((run) => run.map(({ testCase }) => testCase))).toEqual([
    [1, 2, 3],
    [4, 5, 6, 7],
    [8],
    [9],
    [10],
    [11],
    [12],
    [13],
  ]);
});
