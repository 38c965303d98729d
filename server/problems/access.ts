import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { en } from '#contract/messages/en.ts';
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
  if (problem.isHeld) throw new ApiError('problem_not_found');
  if (!problem.isVisible) refuseHidden(problem);
  return problem;
}

/**
 * The same inside a contest that this person may see the problems of. Until the contest has finished it is open to its
 * participants whether it is hidden in the main list or not; from then on the main list's rule holds.
 */
export async function getContestProblem(
  db: Queryable,
  contest: { readonly id: number },
  problemId: string,
  user: SessionUser,
) {
  const problem = await findProblem(db, problemId, user.id, contest.id);
  if (!problem) throw new ApiError('problem_not_found');
  if (isStaff(user) || problem.isOpenedHere) return problem;
  if (problem.isHeld) throw new ApiError('problem_not_found');
  if (!problem.isVisible) refuseHidden(problem);
  return problem;
}

function refuseHidden({ detail: { id, title } }: { detail: { id: string; title: string } }): never {
  throw new ApiError('problem_hidden', undefined, { problemId: id, title, detail: en.hiddenProblem.detail });
}
