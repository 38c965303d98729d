import { expect, test } from 'vitest';
import type { AdminProblem } from '#contract/problems.ts';
import { chooseProblems, findMissing } from './problem-choice.ts';

const problem = (id: string, change: Partial<AdminProblem> = {}): AdminProblem => ({
  id,
  title: `Title ${id}`,
  is_visible: true,
  has_tests: true,
  tests: 4,
  groups: 0,
  time_limit_ms: 1000,
  memory_limit_mb: 256,
  has_pdf: true,
  contest: null,
  attempts: 0,
  import: null,
  ...change,
});

test('what is missing is named, the worst first', () => {
  expect(findMissing(problem('a'))).toEqual([]);
  expect(findMissing(problem('a', { has_tests: false, has_pdf: false }))).toEqual(['tests', 'statement']);
  expect(findMissing(problem('a', { import: 'failed' }))).toEqual(['import']);
});

test('problems are found by a part of id or title and by what is wanted of them', () => {
  const list = [
    problem('sum', { title: 'A plus B' }),
    problem('path', { is_visible: false }),
    problem('tree', { has_tests: false, import: 'failed' }),
  ];
  const found = (search: string, which: Parameters<typeof chooseProblems>[1]['which']) =>
    chooseProblems(list, { search, which }).map(({ id }) => id);
  expect(found(' PLUS ', 'all')).toEqual(['sum']);
  expect(found('', 'hidden')).toEqual(['path']);
  expect(found('', 'visible')).toEqual(['sum', 'tree']);
  expect(found('', 'incomplete')).toEqual(['tree']);
  expect(found('t', 'incomplete')).toEqual(['tree']);
  expect(found('nothing', 'all')).toEqual([]);
});
