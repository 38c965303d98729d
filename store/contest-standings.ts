/**
 * What each participant has reached in a contest: rows kept with every submission and verdict, as in standings.ts for
 * the main list, and the order in which they rank until the final standings are stored. Whoever changes them holds the
 * contest's row (`holdContest`), so that finishing or deleting it waits for them, and they for it.
 */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { bestFirst, isJudged } from './best-submission.ts';
import type { Queryable } from './database.ts';
import { isInForce } from './in-force.ts';
import { contestRevision, raiseRevision } from './revisions.ts';
import { contestResults, contestStandings, contests, judgements, submissions, users } from './schema.ts';

export type ContestRow = typeof contests.$inferSelect;

/** One that is marked as deleted is there for nobody; see server/contests/deletion.ts. */
export const isThere = isNull(contests.deletedAt);

/** Keeps the contest from being finished or deleted until the transaction ends; many may hold it at once. */
export async function holdContest(db: Queryable, contestId: number): Promise<ContestRow | null> {
  const [contest] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('key share');
  return contest ?? null;
}

/** The same, for who need not see more of it: all that a worker may (access.ts). */
export async function holdStandings(
  db: Queryable,
  contestId: number,
): Promise<Pick<ContestRow, 'id' | 'finishedAt'> | null> {
  const [contest] = await db
    .select({ id: contests.id, finishedAt: contests.finishedAt })
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('key share');
  return contest ?? null;
}

/** Has the contest alone: nobody holds it, and nobody will before the transaction ends. */
export async function lockContest(db: Queryable, contestId: number): Promise<ContestRow | null> {
  const [contest] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('update');
  return contest ?? null;
}

export interface ContestPlace {
  readonly contestId: number;
  readonly userId: number;
  readonly problemId: string;
}

export async function countContestSubmission(
  db: Queryable,
  place: ContestPlace,
  submittedAt: Date,
): Promise<void> {
  await db
    .insert(contestResults)
    .values({ ...place, submissionCount: 1, latestSubmissionAt: submittedAt, bestScore: 0 })
    .onConflictDoUpdate({
      target: [contestResults.contestId, contestResults.userId, contestResults.problemId],
      set: {
        submissionCount: sql`${contestResults.submissionCount} + 1`,
        latestSubmissionAt: sql`greatest(${contestResults.latestSubmissionAt}, excluded.latest_submission_at)`,
      },
    });
}

/** Before the submissions of this place change: verdicts that arrive together take turns. */
export async function lockContestResult(db: Queryable, place: ContestPlace): Promise<void> {
  await db.select({ score: contestResults.bestScore }).from(contestResults).where(isAt(place)).for('update');
}

/** After a verdict. */
export async function refreshContestResult(db: Queryable, place: ContestPlace): Promise<void> {
  const [best] = await db
    .select({
      id: submissions.id,
      score: judgements.score,
      // As text: the driver maps only whole columns to dates.
      reachedAt: sql<string>`min(${submissions.submittedAt}) over (partition by ${judgements.score})`,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .where(
      and(
        eq(submissions.userId, place.userId),
        eq(submissions.problemId, place.problemId),
        eq(submissions.contestId, place.contestId),
        isJudged,
      ),
    )
    .orderBy(bestFirst)
    .limit(1);
  await db
    .update(contestResults)
    .set({
      bestSubmissionId: best?.id ?? null,
      bestScore: best?.score ?? 0,
      bestScoreAt: best ? new Date(best.reachedAt) : null,
    })
    .where(isAt(place));
  await raiseRevision(db, contestRevision(place.contestId));
}

function isAt({ contestId, userId, problemId }: ContestPlace) {
  return and(
    eq(contestResults.contestId, contestId),
    eq(contestResults.userId, userId),
    eq(contestResults.problemId, problemId),
  );
}

const totalScore = sql`sum(${contestResults.bestScore})`;
/** When the total was reached: with the last of the submissions that make it up. */
const reachedAt = sql`max(${contestResults.bestScoreAt}) filter (where ${contestResults.bestScore} > 0)`;

/** Everyone who has submitted, best first: by total, then who reached it earlier, then by name. */
export function rankParticipants(contestId: number) {
  return sql`
    select ${users.id} as user_id, ${users.username} as username, ${totalScore}::int as total_score,
      json_object_agg(${contestResults.problemId},
        json_build_object('score', ${contestResults.bestScore}, 'attempts', ${contestResults.submissionCount})
      ) as detailed_scores,
      row_number() over (
        order by ${totalScore} desc, ${reachedAt} asc nulls last, lower(${users.username}) collate "C"
      ) as place
    from ${contestResults} join ${users} on ${users.id} = ${contestResults.userId}
    where ${contestResults.contestId} = ${contestId}
    group by ${users.id}`;
}

/** The final standings: from here on they no longer follow from submissions. */
export async function storeStandings(db: Queryable, contestId: number): Promise<void> {
  await db.execute(sql`
    insert into ${contestStandings} (contest_id, place, user_id, total_score, detailed_scores)
    select ${contestId}, place, user_id, total_score, detailed_scores from (${rankParticipants(contestId)}) as ranked`);
}

/** Contests whose scoreboards show this user: they are not the same after the name changed or the account went. */
export async function listContestsOfUser(db: Queryable, userId: number): Promise<number[]> {
  const shown = await db
    .selectDistinct({ contestId: contestResults.contestId })
    .from(contestResults)
    .where(eq(contestResults.userId, userId))
    .orderBy(asc(contestResults.contestId));
  return shown.map(({ contestId }) => contestId);
}
