import { and, eq, exists, gt, isNotNull, isNull, lte, ne, or, type SQL, sql } from 'drizzle-orm';
import { contestFeedbacks } from '#contract/feedback.ts';
import { isThere, type PinnedContest } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestProblems, contests, problems } from '#store/schema.ts';

/**
 * Of a row of problems: another contest has it that has started, has not finished and has this person in it, and that
 * tells less of it than is told here, in a contest or in the main list, or tells it later. What is made in a virtual run
 * is told in the main list as soon as its owner likes.
 */
export function isToldLessElsewhere(
  db: Queryable,
  here: PinnedContest | null,
  userId: number,
  now: Date,
): SQL<boolean> {
  const silence = (feedback: SQL) => sql`array_position(${sql.param(contestFeedbacks)}::text[], ${feedback})`;
  const [there, ofProblem] = [silence(sql`${contests.feedback}`), silence(sql`${problems.feedback}`)];
  const ofHere = silence(sql`${here?.feedback ?? 'full'}::text`);
  const found = db
    .select({ id: contests.id })
    .from(contestProblems)
    .innerJoin(contests, eq(contests.id, contestProblems.contestId))
    .innerJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contests.id), eq(contestParticipants.userId, userId)),
    )
    .where(
      and(
        eq(contestProblems.problemId, problems.id),
        here ? ne(contests.id, here.id) : undefined,
        lte(contests.startTime, now),
        isNull(contests.finishedAt),
        isThere,
        // Whoever has not begun does not know the contest's problems, and is not told them by a refusal.
        or(isNull(contests.windowMinutes), isNotNull(contestParticipants.windowStartedAt)),
        sql`${there} > ${ofProblem}`,
        or(sql`${there} > ${ofHere}`, here ? gt(contests.endTime, here.endTime) : undefined),
      ),
    );
  return sql<boolean>`${exists(found)}`;
}
