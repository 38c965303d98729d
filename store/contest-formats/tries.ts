import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Queryable } from '../database.ts';
import { isInForce, isJudged } from '../in-force.ts';
import { judgements, submissions } from '../schema.ts';
import type { CellKey, ContestFormat, Try } from './format.ts';

interface Whose extends Pick<CellKey, 'contestId'> {
  readonly userIds: readonly number[];
  /** Absent: whatever they tried. */
  readonly problemId?: number;
  /** Instead of what they tried in the contest: what in this virtual run of it. */
  readonly virtualRunId?: number;
}

export interface TryOf extends Try {
  readonly userId: number;
  readonly problemId: number;
}

/** Those that have their verdicts, in the order in which they were made, as the format reads them. */
export async function listTries(
  db: Queryable,
  { readsGroups }: Pick<ContestFormat, 'readsGroups'>,
  { contestId, userIds, problemId, virtualRunId }: Whose,
): Promise<TryOf[]> {
  const rows = await db
    .select({
      id: submissions.id,
      userId: submissions.userId,
      problemId: submissions.problemId,
      submittedAt: submissions.submittedAt,
      status: judgements.status,
      score: judgements.score,
      groups: readsGroups ? judgements.groups : sql<null>`null`,
      testSetId: judgements.testSetId,
      scoreDecimals: sql<number>`coalesce(${judgements.scoreDecimals}, 0)`,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .where(
      and(
        inArray(submissions.userId, [...userIds]),
        problemId === undefined ? undefined : eq(submissions.problemId, problemId),
        virtualRunId === undefined
          ? eq(submissions.contestId, contestId)
          : eq(submissions.virtualRunId, virtualRunId),
        isJudged,
      ),
    )
    .orderBy(submissions.submittedAt, submissions.id);
  return rows as TryOf[];
}
