import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { en } from '#contract/messages/en.ts';
import type { Queryable } from '#store/database.ts';
import { findProblem } from './queries.ts';

export function isStaff(user: SessionUser | null): boolean {
  return user?.role === 'staff' || user?.role === 'admin';
}

/** The problem as this person may see it: one rule for its page, its PDF and submitting to it. */
export async function getReadableProblem(db: Queryable, problemId: string, user: SessionUser | null) {
  const problem = await findProblem(db, problemId, user?.id ?? null);
  if (!problem) throw new ApiError('problem_not_found');
  if (!problem.isVisible && !isStaff(user)) {
    const { id, title } = problem.detail;
    const details = { problemId: id, title, detail: en.hiddenProblem.detail };
    throw new ApiError('problem_hidden', undefined, details);
  }
  return problem;
}
