/**
 * What each user has reached: per problem, and in all. These rows are kept with every submission and verdict, so
 * that no list or scoreboard ever has to read the submissions themselves. The scoreboard counts no hidden problem, none that
 * a contest holds and none that keeps its scores to itself; who has tried only such is not on it: whatever changes that of one counts anew.
 *
 * Locks are taken in one order: the contest, users, problems, the users' rows of the scoreboard, then submissions
 * and results. Verdicts of one user that arrive together take turns, each counting what the ones before it
 * committed, and deleting a user, a problem or a contest waits for them instead of deadlocking with them.
 */
import { and, eq, inArray, ne, not, type SQLWrapper, sql } from 'drizzle-orm';
import { type AnyPgColumn, union } from 'drizzle-orm/pg-core';
import { fullScore } from '#contract/scores.ts';
import { bestGroupsOf, counted, selectBestGroups } from './best-groups.ts';
import { bestFirst } from './best-submission.ts';
import type { Queryable } from './database.ts';
import { isInForce, isJudged, isUnfinished } from './in-force.ts';
import {
  bringRunIntoMain,
  bringSubmissionsIntoMain,
  isHeld,
  listFinishedElsewhere,
  listHeldBy,
  listMemberships,
  lockProblems,
  omitHeldElsewhere,
} from './memberships.ts';
import { preparedFor, unnamed } from './prepared.ts';
import { raiseRevision, scoreboardRevision } from './revisions.ts';
import {
  contestProblems,
  contestResults,
  deletedProblems,
  judgements,
  problemResults,
  problems,
  submissions,
  userScores,
  users,
} from './schema.ts';

const countsOnScoreboard = and(problems.isVisible, ne(problems.feedback, 'samples'), not(isHeld));

export async function countSubmission(
  db: Queryable,
  userId: number,
  problemId: number,
  submittedAt: Date,
): Promise<void> {
  await prepareCounting(db).execute({ userId, problemId, submittedAt });
}

const prepareCounting = preparedFor((db) =>
  db
    .insert(problemResults)
    .values({
      userId: sql.placeholder('userId'),
      problemId: sql.placeholder('problemId'),
      submissionCount: 1,
      latestSubmissionAt: sql.placeholder('submittedAt'),
      bestScore: 0,
    })
    .onConflictDoUpdate({
      target: [problemResults.userId, problemResults.problemId],
      set: {
        submissionCount: sql`${problemResults.submissionCount} + 1`,
        latestSubmissionAt: sql`greatest(${problemResults.latestSubmissionAt}, excluded.latest_submission_at)`,
      },
    })
    .prepare(unnamed),
);

/** Before anything of a user's submissions changes. Gives back what there stood. */
export function lockStanding(db: Queryable, userId: number): Promise<Scores> {
  return lockScores(db, [userId]);
}

/** After a verdict. */
export async function refreshStanding(
  db: Queryable,
  userId: number,
  problemId: number,
  before: Scores,
): Promise<void> {
  const [best] = await db
    .select({ id: submissions.id, score: judgements.score })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .where(
      and(eq(submissions.userId, userId), eq(submissions.problemId, problemId), submissions.inMain, isJudged),
    )
    .orderBy(bestFirst)
    .limit(1);
  await db
    .update(problemResults)
    .set({
      bestSubmissionId: best?.id ?? null,
      bestScore: best?.score ?? 0,
      bestGroups: bestGroupsOf({ userId, problemId }),
    })
    .where(and(eq(problemResults.userId, userId), eq(problemResults.problemId, problemId)));
  await refreshScores(db, [userId]);
  await raiseIfChanged(db, [userId], before);
}

/**
 * Deletes a problem and takes its points off the scoreboard. With it all goes that belongs to it but its submissions, which
 * nobody sees from here on: they follow in steps (server/problems/deletion.ts). What is being judged of them goes at once,
 * so that whoever judges it finds out, and nobody waits for it.
 */
export async function deleteProblemAndStandings(
  db: Queryable,
  problemId: number,
): Promise<'deleted' | 'missing' | 'in a contest'> {
  const triedIt = whoTried(db, [problemId]);
  // Its people first, as everywhere; then the problem, which nobody can submit to from there on; then, locked with
  // the rest, those who managed to in between.
  await lockUsers(db, triedIt);
  const [problem] = await db
    .select({ id: problems.id })
    .from(problems)
    .where(eq(problems.id, problemId))
    .for('update');
  if (!problem) return 'missing';
  if ((await listMemberships(db, [problemId])).length > 0) return 'in a contest';
  const userIds = await lockUsers(db, triedIt);
  await lockScores(db, userIds);
  const its = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.problemId, problemId));
  await db.delete(judgements).where(and(isUnfinished, inArray(judgements.submissionId, its)));
  await db.delete(problems).where(eq(problems.id, problemId));
  await db.insert(deletedProblems).values({ id: problemId });
  for (const some of chunk(userIds, usersAtOnce)) await refreshScores(db, some);
  await raiseRevision(db, scoreboardRevision);
  return 'deleted';
}

/**
 * Around a change of which problems count: afterwards the scoreboard is right again for everybody who has tried them.
 * The change locks the problems' rows, so that nobody submits to them from there on; those who managed to in between are
 * counted with the rest.
 */
export async function recountAround<Changed>(
  db: Queryable,
  problemIds: readonly number[],
  change: () => Promise<Changed>,
): Promise<Changed> {
  const triedIt = whoTried(db, problemIds);
  await lockUsers(db, triedIt);
  const changed = await change();
  const userIds = await lockUsers(db, triedIt);
  const before = await lockScores(db, userIds);
  await refreshScores(db, userIds);
  await raiseIfChanged(db, userIds, before);
  return changed;
}

function whoTried(db: Queryable, problemIds: readonly number[]) {
  return db
    .select({ userId: problemResults.userId })
    .from(problemResults)
    .where(inArray(problemResults.problemId, [...problemIds]));
}

/**
 * From the finish or the deletion of a contest on, the problems that it held are in the main list, and its submissions
 * count in the main lists, stats and scoreboard. The finish also shows those problems there; the deletion only those that
 * another contest has finished with, which could not show them while this one held them. The caller has the contest alone,
 * and has marked it: what it held is held no more.
 */
export async function returnContestToMain(
  db: Queryable,
  contestId: number,
  { showProblems }: { showProblems: boolean },
): Promise<void> {
  // Those who have tried its problems outside of it, too: what was hidden may be shown from now on.
  const held = await listHeldBy(db, contestId);
  const concerned = union(
    db
      .select({ userId: contestResults.userId })
      .from(contestResults)
      .where(eq(contestResults.contestId, contestId)),
    whoTried(db, held),
  );
  await lockUsers(db, concerned);
  // Out of the usual order, since it takes longest by far and the rest holds up others: whoever else changes these
  // submissions together with anything of the rest holds the contest first, or deletes a user whom we hold.
  await bringSubmissionsIntoMain(db, contestId);
  await lockProblems(db, held);
  // Not before they were locked: of two contests that hold them together, the second to finish shows them.
  const returned = await omitHeldElsewhere(db, contestId, held);
  const shown = showProblems ? returned : await listFinishedElsewhere(db, contestId, returned);
  await db.update(problems).set({ isVisible: true }).where(inArray(problems.id, shown));
  const userIds = await lockUsers(db, concerned);
  await lockScores(db, userIds);
  for (const some of chunk(userIds, usersAtOnce)) {
    await countInMain(db, contestId, some);
    await refreshScores(db, some);
  }
  await raiseRevision(db, scoreboardRevision);
}

/** When a virtual run is over. The caller has the person's row, for which verdicts wait. */
export async function returnRunToMain(
  db: Queryable,
  { id, contestId, userId }: { readonly id: number; readonly contestId: number; readonly userId: number },
): Promise<void> {
  const before = await lockScores(db, [userId]);
  await bringRunIntoMain(db, id);
  await countInMain(db, contestId, [userId]);
  await refreshScores(db, [userId]);
  await raiseIfChanged(db, [userId], before);
}

/** A statement for these stays well below the time that it may take, also when each has submitted hundreds of times. */
const usersAtOnce = 100;

/**
 * What these users have reached in the main list on the contest's problems. People and problems are given as lists and
 * not joined: PostgreSQL, which knows little yet of what was submitted in the last hours, reads them all once at worst.
 */
async function countInMain(db: Queryable, contestId: number, userIds: number[]): Promise<void> {
  const isTheirs = ({ userId, problemId, inMain }: Record<'userId' | 'problemId' | 'inMain', AnyPgColumn>) =>
    and(
      sql`${userId} = any(${sql.param(userIds)}::int[])`,
      sql`${problemId} = any(array(
        select ${contestProblems.problemId} from ${contestProblems} where ${contestProblems.contestId} = ${contestId}))`,
      sql`${inMain}`,
    );
  await db.execute(sql`
    insert into ${problemResults}
      (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id, best_groups)
    select ${submissions.userId}, ${submissions.problemId}, count(*), max(${submissions.submittedAt}),
      coalesce(max(${judgements.score}) filter (where ${isJudged}), 0),
      (array_agg(${submissions.id} order by ${bestFirst}) filter (where ${isJudged}))[1],
      best_groups
    from ${submissions} join ${judgements} on ${isInForce}
      left join (${selectBestGroups(isTheirs(counted))}) grouped
        on grouped.user_id = ${submissions.userId} and grouped.problem_id = ${submissions.problemId}
    where ${isTheirs(submissions)}
    group by ${submissions.userId}, ${submissions.problemId}, best_groups
    on conflict (user_id, problem_id) do update set
      submission_count = excluded.submission_count, latest_submission_at = excluded.latest_submission_at,
      best_score = excluded.best_score, best_submission_id = excluded.best_submission_id,
      best_groups = excluded.best_groups`);
}

function* chunk<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}

/** In the order of ids, against their deletion. Those who are gone already are left out. */
async function lockUsers(db: Queryable, userIds: SQLWrapper): Promise<number[]> {
  const locked = await db
    .select({ id: users.id })
    .from(users)
    .where(sql`${users.id} in ${userIds}`)
    .orderBy(users.id)
    .for('key share');
  return locked.map(({ id }) => id);
}

/** What the scoreboard says of some users, in the order of their ids. Who does not stand there is absent. */
type Scores = readonly {
  readonly user_id: number;
  readonly problems_solved: number;
  readonly total_score: string;
}[];

/** In the order of ids, so that two who lock several rows never wait for each other. Gives back what there stood. */
async function lockScores(db: Queryable, userIds: number[]): Promise<Scores> {
  const { rows } = await db.execute<Scores[number] & { is_new: boolean }>(sql`
    insert into ${userScores} (user_id, problems_solved, total_score)
    select distinct id, 0, 0 from unnest(${sql.param(userIds)}::int[]) as id order by id
    on conflict (user_id) do update set user_id = excluded.user_id
    returning user_id, problems_solved, total_score, xmax = 0 as is_new`);
  return rows.filter(({ is_new }) => !is_new).map(({ is_new: _, ...score }) => score);
}

/**
 * A change that does not show leaves the number alone: how long the scoreboard takes would tell that staff have tried a hidden
 * problem, or changed one that a contest holds.
 */
async function raiseIfChanged(db: Queryable, userIds: number[], before: Scores): Promise<void> {
  const { rows } = await db.execute<Scores[number]>(sql`
    select user_id, problems_solved, total_score from ${userScores}
    where user_id = any(${sql.param(userIds)}::int[])`);
  const inOrder = (scores: Scores) => JSON.stringify(scores.toSorted((a, b) => a.user_id - b.user_id));
  if (inOrder(rows) !== inOrder(before)) await raiseRevision(db, scoreboardRevision);
}

async function refreshScores(db: Queryable, userIds: number[]): Promise<void> {
  if (userIds.length === 0) return;
  await db.execute(sql`
    update ${userScores} set problems_solved = counted.solved, total_score = counted.total
    from (
      select users.id, coalesce(sum(best_score), 0) as total,
        count(*) filter (where best_score = ${fullScore})::int as solved
      from unnest(${sql.param(userIds)}::int[]) as users (id)
      left join (${problemResults} join ${problems} on ${problems.id} = ${problemResults.problemId} and ${countsOnScoreboard})
        on ${problemResults.userId} = users.id
      group by users.id
    ) as counted
    where ${userScores.userId} = counted.id`);
  // Whoever has nothing to stand there with: after a problem was deleted or hidden, or who tried only hidden ones.
  await db.execute(sql`
    delete from ${userScores} where ${userScores.userId} = any(${sql.param(userIds)}::int[])
    and not exists (
      select from ${problemResults} join ${problems} on ${problems.id} = ${problemResults.problemId} and ${countsOnScoreboard}
      where ${problemResults.userId} = ${userScores.userId}
    )`);
}
