import type { ProblemWithStats } from '#contract/problems.ts';
import { fullScore } from '#contract/scores.ts';

/**
 * The problem to go on with: the one last tried among those tried and not solved, else the first that was never
 * tried; null when everything is solved, or there is nothing.
 */
export function findNextProblem(problems: readonly ProblemWithStats[]): ProblemWithStats | null {
  const open = problems.filter(({ best_score }) => (best_score ?? 0) < fullScore);
  const [lastTried] = open
    .filter(({ latest_submission_at }) => latest_submission_at !== null)
    .sort((a, b) => Date.parse(b.latest_submission_at ?? '') - Date.parse(a.latest_submission_at ?? ''));
  return lastTried ?? open[0] ?? null;
}
