import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { can, type ProblemFacts, refusalOf } from '../policy.ts';
import { findProblem } from './queries.ts';

/**
 * The problem as this person may see it in a contest that they may enter, or in the main list: one rule for its page,
 * its PDF and submitting to it.
 */
export async function getReadableProblem(
  db: Queryable,
  slug: string,
  user: SessionUser | null,
  contestId: number | null = null,
) {
  const problem = await findProblem(db, slug, user, contestId);
  if (!problem) throw new ApiError('problem_not_found');
  requireReadable(user, 'problem.read', problem.detail, problem.facts);
  return problem;
}

/** A refusal names the problem to whoever may know what it is called. */
export function requireReadable(
  user: SessionUser | null,
  action: 'problem.read' | 'submission.create',
  { id, title }: { readonly id: string; readonly title: string },
  facts: ProblemFacts,
): void {
  const code = refusalOf(user, action, facts);
  if (!code) return;
  const details = { problemId: id, title };
  throw new ApiError(code, undefined, can(user, 'problem.read-title', facts) ? details : {});
}
