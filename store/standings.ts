/**
 * What each user has reached: per problem, and in all. These rows are kept with every submission and verdict, so
 * that no list or scoreboard ever has to read the submissions themselves.
 *
 * Whoever changes them locks the user's row of the scoreboard first. Verdicts of one user that arrive together
 * then take turns, each counting what the ones before it committed.
 */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { finishedStatuses } from '#contract/statuses.ts';
import type { Queryable } from './database.ts';
import { raiseRevision, scoreboardRevision } from './revisions.ts';
import { problemResults, problems, submissions, userScores } from './schema.ts';

export async function countSubmission(
  db: Queryable,
  userId: number,
  problemId: string,
  submittedAt: Date,
): Promise<void> {
  await db
    .insert(problemResults)
    .values({ userId, problemId, submissionCount: 1, latestSubmissionAt: submittedAt, bestScore: 0 })
    .onConflictDoUpdate({
      target: [problemResults.userId, problemResults.problemId],
      set: {
        submissionCount: sql`${problemResults.submissionCount} + 1`,
        latestSubmissionAt: sql`greatest(${problemResults.latestSubmissionAt}, excluded.latest_submission_at)`,
      },
    });
}

/** After a verdict, or a rejudge that took one back. The best is the highest score, of equal ones the latest. */
export async function refreshStanding(db: Queryable, userId: number, problemId: string): Promise<void> {
  await lockScores(db, [userId]);
  const [best] = await db
    .select({ id: submissions.id, score: submissions.score })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, userId),
        eq(submissions.problemId, problemId),
        submissions.inMain,
        inArray(submissions.status, [...finishedStatuses]),
      ),
    )
    .orderBy(sql`${submissions.score} desc nulls last`, sql`${submissions.id} desc`)
    .limit(1);
  await db
    .update(problemResults)
    .set({ bestSubmissionId: best?.id ?? null, bestScore: best?.score ?? 0 })
    .where(and(eq(problemResults.userId, userId), eq(problemResults.problemId, problemId)));
  await refreshScores(db, [userId]);
}

/** Deletes a problem with all that belongs to it and takes its points off the scoreboard. */
export async function deleteProblemAndStandings(db: Queryable, problemId: string): Promise<boolean> {
  const affected = await db
    .select({ userId: problemResults.userId })
    .from(problemResults)
    .where(eq(problemResults.problemId, problemId));
  const userIds = affected.map(({ userId }) => userId);
  await lockScores(db, userIds);
  const deleted = await db.delete(problems).where(eq(problems.id, problemId)).returning({ id: problems.id });
  await refreshScores(db, userIds);
  return deleted.length > 0;
}

/** In the order of ids, so that two who lock several rows never wait for each other. */
async function lockScores(db: Queryable, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  const sorted = [...new Set(userIds)].sort((a, b) => a - b);
  await db
    .insert(userScores)
    .values(sorted.map((userId) => ({ userId, problemsSolved: 0, totalScore: 0 })))
    .onConflictDoUpdate({ target: userScores.userId, set: { userId: sql`excluded.user_id` } });
}

async function refreshScores(db: Queryable, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.execute(sql`
    update ${userScores} set problems_solved = counted.solved, total_score = counted.total
    from (
      select id, coalesce(sum(best_score), 0)::int as total, count(*) filter (where best_score = 100)::int as solved
      from unnest(${sql.param(userIds)}::int[]) as id
      left join ${problemResults} on ${problemResults.userId} = id
      group by id
    ) as counted
    where ${userScores.userId} = counted.id`);
  await raiseRevision(db, scoreboardRevision);
}
