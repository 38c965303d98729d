import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { findProblem } from './queries.ts';

export function isStaff(user: SessionUser | null): boolean {
  return user?.role === 'staff' || user?.role === 'admin';
}

/**
 * The problem as this person may see it outside of contests: one rule for its page, its PDF and submitting to it.
 * One that an unfinished contest holds is not there, but for staff.
 */
export async function getReadableProblem(db: Queryable, problemId: string, user: SessionUser | null) {
  const problem = await findProblem(db, problemId, user?.id ?? null);
  if (!problem) throw new ApiError('problem_not_found');
  if (isStaff(user)) return problem;
  if (problem.contestId !== null) throw new ApiError('problem_not_found');
  if (!problem.isVisible) refuseHidden(problem);
  return problem;
}

/**
 * The same inside a contest that this person may see the problems of. While the contest holds it, it is open to its
 * participants whether it is hidden in the main list or not; once it has returned there, the main list's rule holds.
 */
export async function getContestProblem(
  db: Queryable,
  contest: { readonly id: number },
  problemId: string,
  user: SessionUser,
) {
  const problem = await findProblem(db, problemId, user.id, contest.id);
  if (!problem) throw new ApiError('problem_not_found');
  if (isStaff(user) || problem.contestId === contest.id) return problem;
  if (problem.contestId !== null) throw new ApiError('problem_not_found');
  if (!problem.isVisible) refuseHidden(problem);
  return problem;
}

function refuseHidden({ detail: { id, title } }: { detail: { id: string; title: string } }): never {
  throw new ApiError('problem_hidden', undefined, { problemId: id, title });
}
