import { eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ProblemDetail } from '#contract/problems.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import type { Queryable } from '#store/database.ts';
import { testSets } from '#store/schema.ts';
import { listTaken } from '../languages/taken.ts';
import { getReadableProblem } from './access.ts';
import { feedbackTo } from './feedback.ts';

/** A problem's page: what everybody who may see it is told, with the groups of its tests and one's best in each. */
export async function describeProblem(
  db: Queryable,
  slug: string,
  user: SessionUser | null,
  contestId: number | null = null,
): Promise<ProblemDetail> {
  const found = await getReadableProblem(db, slug, user, contestId);
  const { testSetId, bestGroups } = found;
  const languages = await listTaken(db, found.limits, contestId);
  const detail = { ...found.detail, languages };
  if (testSetId === null || feedbackTo(user, detail) === 'samples') return { ...detail, groups: [] };
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
  return { ...detail, groups };
}
