/**
 * What each participant has reached in a contest: rows kept with every submission and verdict, as in standings.ts for
 * the main list, and the final standings. What they hold and how they rank is the contest's format's to say
 * (contest-formats/). Whoever changes them holds the contest's row (`pinContest`), so that finishing or deleting it
 * waits for them, and they for it.
 */
import { and, asc, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { bestGroupsOf } from './best-groups.ts';
import type { Audience, CellKey } from './contest-formats/format.ts';
import { formats } from './contest-formats/formats.ts';
import type { Queryable } from './database.ts';
import { contestRevision, raiseRevision } from './revisions.ts';
import { contestProblems, contestResults, contestStandings, contests, users } from './schema.ts';

export type ContestRow = typeof contests.$inferSelect;

/** One that is marked as deleted is there for nobody; see server/contests/deletion.ts. */
export const isThere = isNull(contests.deletedAt);

/** What there is to know of a contest whose rules are asked for: all that a worker may see of it (access.ts). */
const pinnedColumns = {
  id: contests.id,
  format: contests.format,
  feedback: contests.feedback,
  startTime: contests.startTime,
  endTime: contests.endTime,
  finishedAt: contests.finishedAt,
};

export type PinnedContest = Pick<ContestRow, keyof typeof pinnedColumns>;

/** Keeps the contest from being finished or deleted until the transaction ends; many may hold it at once. */
export async function pinContest(db: Queryable, contestId: number): Promise<PinnedContest | null> {
  const [contest] = await db
    .select(pinnedColumns)
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('key share');
  return contest ?? null;
}

/** Has the contest alone: nobody holds it, and nobody will before the transaction ends. */
export async function lockContest(db: Queryable, contestId: number): Promise<PinnedContest | null> {
  const [contest] = await db
    .select(pinnedColumns)
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('update');
  return contest ?? null;
}

export async function countContestSubmission(db: Queryable, cell: CellKey, submittedAt: Date): Promise<void> {
  const { contestId, userId } = cell;
  await db
    .insert(contestResults)
    .values({
      contestId,
      userId,
      contestProblemId: columnOf(cell),
      submissionCount: 1,
      latestSubmissionAt: submittedAt,
      bestScore: 0,
    })
    .onConflictDoUpdate({
      target: [contestResults.contestProblemId, contestResults.userId],
      set: {
        submissionCount: sql`${contestResults.submissionCount} + 1`,
        latestSubmissionAt: sql`greatest(${contestResults.latestSubmissionAt}, excluded.latest_submission_at)`,
      },
    });
}

/** Before the submissions that a cell comes from change: verdicts that arrive together take turns. */
export async function lockContestResult(db: Queryable, cell: CellKey): Promise<void> {
  await db.select({ score: contestResults.bestScore }).from(contestResults).where(isAt(cell)).for('update');
}

/**
 * After a verdict. One that changes nothing of the board leaves its revision alone: nobody is to notice a rejudge by it,
 * and nobody has to read the board anew.
 */
export async function refreshContestResult(
  db: Queryable,
  { format }: Pick<ContestRow, 'format'>,
  cell: CellKey,
): Promise<void> {
  const before = alias(contestResults, 'before');
  const [written] = await db
    .update(contestResults)
    .set({ ...(await formats[format].findCell(db, cell)), bestGroups: bestGroupsOf(cell) })
    .from(before)
    .where(
      and(
        isAt(cell),
        eq(before.contestProblemId, contestResults.contestProblemId),
        eq(before.userId, contestResults.userId),
      ),
    )
    .returning({
      // All of the cell but the submission that it comes from and the groups, which no board shows.
      isNew: sql<boolean>`(${before.bestScore}, ${before.bestScoreAt}) is distinct from
        (${contestResults.bestScore}, ${contestResults.bestScoreAt})`,
    });
  if (written?.isNew) await raiseRevision(db, contestRevision(cell.contestId));
}

function isAt(cell: CellKey) {
  return and(eq(contestResults.contestProblemId, columnOf(cell)), eq(contestResults.userId, cell.userId));
}

function columnOf({ contestId, problemId }: CellKey): SQL<number> {
  return sql<number>`(select ${contestProblems.id} from ${contestProblems}
    where ${contestProblems.contestId} = ${contestId} and ${contestProblems.problemId} = ${problemId})`;
}

/** With the columns that the format's `rank` gives: as it is now, and once it has finished as it was then. */
export function selectStandings(
  { id, format, finishedAt }: Pick<ContestRow, 'id' | 'format' | 'finishedAt'>,
  audience: Audience,
): SQL {
  if (!finishedAt) return formats[format].rank(id, audience);
  return sql`
    select user_id, ${users.username} as username, trim_scale(total_score) as total_score, detailed_scores, place
    from ${contestStandings} join ${users} on ${users.id} = user_id
    where ${contestStandings.contestId} = ${id}`;
}

/** A statement for these stays well below the time that it may take, also when each has submitted hundreds of times. */
const tracedAtOnce = 200;

/** The final standings: from here on they no longer follow from submissions. */
export async function storeStandings(
  db: Queryable,
  { id, format }: Pick<ContestRow, 'id' | 'format'>,
): Promise<void> {
  await db.execute(sql`
    insert into ${contestStandings} (contest_id, place, user_id, total_score, detailed_scores, progress)
    select ${id}::int, place, user_id, total_score, detailed_scores, '[]'
    from (${formats[format].rank(id, 'staff')}) as ranked`);
  const placed = await db
    .select({ userId: contestStandings.userId })
    .from(contestStandings)
    .where(eq(contestStandings.contestId, id));
  const userIds = placed.map(({ userId }) => userId);
  for (let from = 0; from < userIds.length; from += tracedAtOnce) {
    await db.execute(sql`
      update ${contestStandings} set progress = traced.progress
      from (${formats[format].trace(id, userIds.slice(from, from + tracedAtOnce))}) as traced
      where ${contestStandings.contestId} = ${id} and ${contestStandings.userId} = traced.user_id`);
  }
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
