import { desc, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import type { Queryable } from '#store/database.ts';
import { submissions, testSets } from '#store/schema.ts';
import { listTaken } from '../languages/taken.ts';
import { getReadableProblem } from './access.ts';
import { areScoresTold, feedbackTo } from './feedback.ts';

/** A problem's page: what everybody who may see it is told, with the groups of its tests and one's best in each. */
export async function describeProblem(
  db: Queryable,
  slug: string,
  user: SessionUser | null,
  contestId: number | null = null,
): Promise<ProblemDetail> {
  const { detail, limits, testSetId, bestGroups } = await getReadableProblem(db, slug, user, contestId);
  const known = {
    ...detail,
    languages: await listTaken(db, limits, contestId),
    last_language: user && (await findLastLanguage(db, user.id)),
  };
  if (testSetId === null || !areScoresTold(feedbackTo(user, detail))) return { ...known, groups: [] };
  const [set] = await db
    .select({ groups: sql<TestSetPlan['groups']>`${testSets.plan} -> 'groups'` })
    .from(testSets)
    .where(eq(testSets.id, testSetId));
  const best = bestGroups?.testSetId === testSetId ? bestGroups.earned : null;
  const groups = (set?.groups ?? []).map(({ name, points, rule, within }) => ({
    name,
    points: rule === 'ignore' ? 0 : points,
    within: within ?? null,
    best: best?.[name] ?? null,
  }));
  return { ...known, groups };
}

async function findLastLanguage(db: Queryable, userId: number): Promise<ProblemDetail['last_language']> {
  const [last] = await db
    .select({ id: submissions.language, at: submissions.submittedAt })
    .from(submissions)
    .where(eq(submissions.userId, userId))
    .orderBy(desc(submissions.id))
    .limit(1);
  return last ? { id: last.id, at: last.at.toISOString() } : null;
}
