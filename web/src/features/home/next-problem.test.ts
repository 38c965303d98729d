import { expect, it } from 'vitest';
import type { ProblemWithStats } from '#contract/problems.ts';
import { findNextProblem } from './next-problem.ts';

function problem(id: string, bestScore: number, triedAt: string | null): ProblemWithStats {
  return {
    id,
    title: id,
    author: 'admin',
    is_hidden: false,
    submission_count: triedAt === null ? 0 : 1,
    latest_submission_at: triedAt,
    best_score: bestScore,
    best_submission_status: null,
    best_submission_results: [],
    in_contest: null,
  };
}

const solved = problem('solved', 100, '2026-11-15T10:00:00Z');
const older = problem('older', 40, '2026-11-15T08:00:00Z');
const newer = problem('newer', 0, '2026-11-15T09:30:00Z');
const untried = problem('untried', 0, null);

it('goes on with what was tried last and is not solved', () => {
  expect(findNextProblem([untried, older, newer, solved])?.id).toBe('newer');
});

it('begins with the first that was never tried when nothing is left open', () => {
  expect(findNextProblem([solved, untried])?.id).toBe('untried');
});

it('has nothing to offer when all is solved, or there is nothing', () => {
  expect(findNextProblem([solved])).toBeNull();
  expect(findNextProblem([])).toBeNull();
});
