import { expect, it } from 'vitest';
import type { ProblemWithStats } from '#contract/problems.ts';
import { arrangeProblems, countStates, problemView } from './problem-view.ts';

const problem = (id: string, title: string, more: Partial<ProblemWithStats> = {}): ProblemWithStats => ({
  id,
  title,
  author: 'teacher',
  is_hidden: false,
  submission_count: 0,
  latest_submission_at: null,
  best_score: 0,
  best_submission_status: null,
  best_submission_results: [],
  in_contest: null,
  ...more,
});
const tried = (count: number, day: number, score: number) => ({
  submission_count: count,
  latest_submission_at: `2026-01-0${day}T00:00:00.000Z`,
  best_score: score,
});

const problems = [
  problem('b10', 'Straße 10', tried(7, 2, 40)),
  problem('lamps', 'ตะเกียงในทางเดิน'),
  problem('cafe', 'Café des Crêpes', tried(1, 3, 100)),
  problem('b2', 'Straße 2', tried(2, 1, 40)),
];
const view = (words: string) => problemView.read(new URLSearchParams(words));
const ids = (words: string) => arrangeProblems(problems, view(words)).map(({ id }) => id);

it.each([
  ['search=crepes', ['cafe']],
  ['search=CAFÉ', ['cafe']],
  ['search=crepes+caf', ['cafe']],
  ['search=strasse', ['b10', 'b2']],
  ['search=ทางเดิน', ['lamps']],
  ['search=ตะเกียง', ['lamps']],
  ['search=B2', ['b2']],
  ['search=+', ['b10', 'lamps', 'cafe', 'b2']],
  ['search=nothing', []],
  ['show=open', ['lamps']],
  ['show=tried', ['b10', 'b2']],
  ['show=solved', ['cafe']],
  ['show=unheard&sort=of', ['b10', 'lamps', 'cafe', 'b2']],
  ['sort=title', ['cafe', 'b2', 'b10', 'lamps']],
  ['sort=tried', ['cafe', 'b10', 'b2', 'lamps']],
  ['sort=score', ['cafe', 'b10', 'b2', 'lamps']],
  ['sort=tries', ['b10', 'b2', 'cafe', 'lamps']],
  ['show=tried&sort=title&search=str', ['b2', 'b10']],
])('%s', (words, expected) => expect(ids(words)).toEqual(expected));

it('is said in the address, but for what is as usual', () => {
  expect(problemView.write({ search: 'ตะ', state: 'open', order: null })).toEqual({
    search: 'ตะ',
    show: 'open',
    sort: null,
  });
});

it('counts what is open, tried and solved', () => {
  expect(countStates(problems)).toEqual({ open: 1, tried: 2, solved: 1 });
});
