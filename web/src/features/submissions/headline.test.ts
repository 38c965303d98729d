import { beforeAll, expect, test } from 'vitest';
import { en } from '#contract/messages/en.ts';
import type { TestStatus, ToldStatus } from '#contract/statuses.ts';
import { words } from '#contract/words.ts';
import { completeMessages } from '../../lib/messages.ts';
import { describeVerdict } from './headline.ts';
import type { TestItem } from './test-results.ts';

beforeAll(completeMessages);

const item = (testCase: number, status: TestStatus, more: Partial<TestItem> = {}): TestItem => ({
  testCase,
  status,
  timeMs: 1,
  memoryKb: 1,
  ...more,
});

function tell(status: ToldStatus, items: TestItem[] = [], more: object = {}): string {
  const told = {
    overall_status: status,
    score: 0,
    feedback: 'full' as const,
    groups: [],
    tests_done: items.length,
    tests_total: 12,
    first_failure: null,
    reason: null,
    reason_words: null,
    compiler_output: null,
    compiler_words: null,
    ...more,
  };
  return describeVerdict(en.submissions, told, items);
}

/** Of whose tests only the samples are shown. */
const group = (points: number, earned: number, status: TestStatus) => ({
  name: 'x',
  points,
  earned,
  status,
  within: null as string | null,
  tests: [],
});
const grouped = (...groups: ReturnType<typeof group>[]) => ({ feedback: 'groups', groups });

const loop = { reason: 'x', reasonWords: words('over_cpu_time', { limitMs: 1000 }) };

test.each<[ToldStatus, TestItem[], object, string]>([
  ['Pending', [], {}, 'Waiting for a judge.'],
  ['Compiling', [], {}, 'Being compiled.'],
  ['Running', [], {}, 'Running 12 tests.'],
  ['Running', [], { tests_total: 1 }, 'Running 1 test.'],
  ['Running', [item(1, 'Accepted')], {}, '1 of 12 tests done, all passed so far.'],
  ['Running', [item(1, 'Accepted')], { tests_total: 1 }, '1 of 1 test done, all passed so far.'],
  [
    'Running',
    [item(1, 'Time Limit Exceeded', loop)],
    { first_failure: { testCase: 1, status: 'Time Limit Exceeded' } },
    'Time limit on test 1 so far; 1 of 12 tests done.',
  ],
  ['Accepted', [item(1, 'Accepted')], {}, 'All 12 tests passed.'],
  ['Accepted', [item(1, 'Accepted')], { tests_total: 1 }, 'The test passed.'],
  [
    'Time Limit Exceeded',
    [item(1, 'Time Limit Exceeded', loop), item(2, 'Time Limit Exceeded', loop)],
    {},
    'Time limit on test 1 of 12: more than 1000 ms of CPU time. No test passed.',
  ],
  [
    'Wrong Answer',
    [
      item(1, 'Accepted'),
      item(2, 'Wrong Answer', {
        difference: 'x',
        differenceWords: words('sample_differs', { line: 2, expected: '3', got: '4' }),
      }),
    ],
    {},
    'Wrong answer on test 2 of 12: line 2: expected “3”, got “4”. 1 of 12 tests passed.',
  ],
  [
    'Runtime Error',
    [item(1, 'Skipped'), item(2, 'Runtime Error', { reason: 'Exited with code 3' })],
    {},
    'Runtime error on test 2 of 12: exited with code 3. No test passed.',
  ],
  // Withheld: where, and nothing more.
  [
    'Memory Limit Exceeded',
    [item(4, 'Memory Limit Exceeded')],
    {},
    'Memory limit on test 4 of 12. No test passed.',
  ],
  [
    'Wrong Answer',
    [item(1, 'Wrong Answer')],
    { score: 89 },
    'Wrong answer on test 1 of 12. No test passed in full.',
  ],
  [
    'Compilation Error',
    [],
    { compiler_output: 'main.cpp:3:1: error: x' },
    'It does not compile: see line 3.',
  ],
  ['Compilation Error', [], {}, 'It does not compile.'],
  ['Skipped', [], { reason_words: words('no_tests'), reason: 'x' }, 'This problem has no tests yet.'],
  ['Skipped', [], {}, 'Nothing was judged.'],
  ['Running', [item(1, 'Accepted')], { feedback: 'groups', tests_total: 0 }, 'Running the tests.'],
  ['Accepted', [item(1, 'Accepted')], grouped(group(50, 50, 'Accepted')), 'All 12 tests passed.'],
  [
    'Accepted',
    [item(1, 'Wrong Answer')],
    grouped(group(0, 0, 'Wrong Answer'), group(50, 50, 'Accepted')),
    '1 of 1 group has all its points.',
  ],
  [
    'Wrong Answer',
    [item(1, 'Accepted')],
    grouped(group(0, 0, 'Accepted'), group(50, 50, 'Accepted'), group(50, 20, 'Wrong Answer')),
    '1 of 2 groups has all its points.',
  ],
  [
    'Wrong Answer',
    [item(1, 'Accepted')],
    grouped(group(50, 50, 'Accepted'), group(50, 20, 'Wrong Answer'), {
      ...group(1, 1, 'Accepted'),
      within: 'x',
    }),
    '1 of 2 groups has all its points.',
  ],
  [
    'Wrong Answer',
    [item(1, 'Accepted')],
    grouped(group(50, 50, 'Accepted'), group(30, 30, 'Accepted'), group(20, 10, 'Wrong Answer')),
    '2 of 3 groups have all their points.',
  ],
  ['Wrong Answer', [item(1, 'Accepted')], grouped(), 'Not all of the 12 tests passed.'],
  ['Wrong Answer', [], { ...grouped(), tests_total: 1 }, 'The test did not pass.'],
  ['Running', [], { feedback: 'samples', tests_total: 0 }, 'Running the tests.'],
  ['Skipped', [], { feedback: 'samples' }, 'Nothing was judged.'],
  [
    'Judged',
    [item(1, 'Accepted')],
    { feedback: 'samples' },
    'It has been judged. Only the results of the samples are shown.',
  ],
])('%s', (status, items, more, sentence) => {
  expect(tell(status, items, more)).toBe(sentence);
});
