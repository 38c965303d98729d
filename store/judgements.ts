/**
 * A submission on its way from Pending to its verdict. Each judgement that starts raises the submission's attempt
 * and every write of it names that attempt: a worker that was paused and comes back late changes nothing.
 */
import { and, eq, inArray, not, sql } from 'drizzle-orm';
import { type FinishedStatus, inProgressStatuses } from '#contract/statuses.ts';
import type { LanguageId } from '#contract/submissions.ts';
import type { CompilerWords, FaultWords, SkipReasons, StoredWords, Words } from '#contract/words.ts';
import { holdStandings, lockContestResult, refreshContestResult } from './contest-standings.ts';
import type { Database, Queryable } from './database.ts';
import { countJudgement, waitedMs } from './judge-totals.ts';
import {
  type GivenJob,
  isStillGiven,
  priorityOfNext,
  priorityOfRejudge,
  type Queue,
  queues,
  sendJudgeJob,
} from './queue.ts';
import { problems, runningResults, type StoredResult, submissions, testSets, users } from './schema.ts';
import { lockStanding, refreshStanding } from './standings.ts';
import type { TestSetPlan } from './test-set-plan.ts';

export interface Claim {
  readonly submissionId: number;
  readonly userId: number;
  readonly attempt: number;
  /** Since it was submitted, or put back for a rejudge. */
  readonly waitedMs: number;
  /** Staff asked for it. */
  readonly isRejudge: boolean;
  readonly language: LanguageId;
  readonly code: Buffer;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  /** Null: the problem has no tests. */
  readonly plan: TestSetPlan | null;
  /** What went wrong with the attempt before, if anything. */
  readonly earlierFault: StoredWords<keyof FaultWords> | null;
}

interface Claimant {
  readonly name: string;
  readonly job: GivenJob;
}

/**
 * Null when there is nothing to judge: it was deleted, or is judged already and its job came twice. Nor for a worker
 * that was given the job, stood still, and comes when another has it: attempts follow the queue's order, so the one
 * whose job it is can never be overtaken by one whose job it was.
 */
export async function claimSubmission(
  db: Queryable,
  submissionId: number,
  by: Claimant | null = null,
): Promise<Claim | null> {
  const [claimed] = await db
    .update(submissions)
    .set({
      ...unjudged,
      attempt: sql`${submissions.attempt} + 1`,
      status: 'Compiling',
      claimedAt: sql`now()`,
      judgedBy: by?.name ?? null,
    })
    .where(and(eq(submissions.id, submissionId), isInProgress, by ? isStillGiven(by.job) : undefined))
    .returning();
  if (!claimed) return null;
  const [problem] = await db
    .select({ timeLimitMs: problems.timeLimitMs, memoryLimitMb: problems.memoryLimitMb, plan: testSets.plan })
    .from(problems)
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, claimed.problemId));
  if (!problem) return null;
  const { userId, attempt, code, fault, requeuedAt } = claimed;
  return {
    submissionId,
    userId,
    attempt,
    waitedMs: waitedMs(claimed),
    isRejudge: requeuedAt !== null,
    language: claimed.language as LanguageId,
    code,
    earlierFault: fault,
    ...problem,
  };
}

/** Back to Pending: the judgement failed, and the queue will give the submission to another. */
export async function releaseClaim(
  db: Queryable,
  claim: Claim,
  fault: Words<keyof FaultWords>,
): Promise<void> {
  await db
    .update(submissions)
    .set({ ...unjudged, fault })
    .where(isOurs(claim));
}

/** The worker leaves: back to Pending with a job of its own, which counts as no failed try. */
export async function handBack(db: Database, queue: Queue, claim: Claim): Promise<void> {
  await db.transaction(async (tx) => {
    const released = await tx
      .update(submissions)
      .set(unjudged)
      .where(isOurs(claim))
      .returning({ id: submissions.id });
    const priority = claim.isRejudge ? priorityOfRejudge + 1 : handedBackPriority;
    if (released.length > 0) await sendJudgeJob(queue, tx, claim.submissionId, priority);
  });
}

/** False when another judgement has begun, or the submission is gone. */
export async function isStillOurs(db: Queryable, claim: Claim): Promise<boolean> {
  const found = await db.select({ id: submissions.id }).from(submissions).where(isOurs(claim));
  return found.length > 0;
}

export interface RunningProgress {
  readonly testsDone: number;
  readonly testsTotal: number;
  /** Those that were not told before. */
  readonly newResults: StoredResult[];
}

/** False when the judgement is no longer ours: another worker has it, or the submission is gone. */
export async function storeProgress(
  /** Not a transaction: everything in it would be committed without waiting for the disk. */
  db: Database,
  claim: Claim,
  { testsDone, testsTotal, newResults }: RunningProgress,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with ours as (
      update ${submissions} set status = 'Running', tests_done = ${testsDone}, tests_total = ${testsTotal}
      where ${isOurs(claim)} and ${withoutWaitingForDisk} returning id, attempt
    )
    insert into ${runningResults} (submission_id, attempt, tests_done, results)
    select id, attempt, ${testsDone}, ${JSON.stringify(newResults)} from ours`);
  return rowCount !== 0;
}

/** What is known of a submission's tests: all of them with the verdict, until then those that are done. */
export const knownResults = sql<StoredResult[] | null>`coalesce(${submissions.results}, (
  select jsonb_agg(item order by running.tests_done, place)
  from ${runningResults} running, jsonb_array_elements(running.results) with ordinality as items (item, place)
  where running.submission_id = ${submissions.id} and running.attempt = ${submissions.attempt}
    and ${submissions.status} = 'Running'
))`;

/**
 * For this one transaction. Progress that a crash of the database takes back comes with the verdict; and commits that
 * announce something (migration 0005) go one after the other, each waiting for the disk of the one before.
 */
const withoutWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

export interface StoredVerdict {
  readonly status: FinishedStatus;
  readonly score: number;
  readonly results: StoredResult[];
  readonly compilerOutput?: Words<keyof CompilerWords> | null;
  readonly reason?: Words<keyof SkipReasons> | null;
  readonly fault?: StoredWords<keyof FaultWords> | null;
}

/** The verdict and everything that follows from it, at once. False when the judgement is no longer ours. */
export async function storeVerdict(db: Database, claim: Claim, verdict: StoredVerdict): Promise<boolean> {
  const isStored = await db.transaction(async (tx) => {
    const standing = await lockStandingOf(tx, claim.submissionId);
    if (!standing) return false;
    const [judged] = await tx
      .update(submissions)
      .set({
        fault: null,
        ...verdict,
        testsDone: verdict.results.length,
        testsTotal: verdict.results.length,
        judgedAt: sql`now()`,
      })
      .where(isOurs(claim))
      .returning({
        status: submissions.status,
        submittedAt: submissions.submittedAt,
        requeuedAt: submissions.requeuedAt,
        claimedAt: submissions.claimedAt,
        judgedAt: submissions.judgedAt,
      });
    if (judged) {
      await tx.delete(runningResults).where(eq(runningResults.submissionId, claim.submissionId));
      await countJudgement(tx, judged);
    }
    await standing.refresh();
    return judged !== undefined;
  });
  // The verdict stands, whatever becomes of the next.
  if (isStored) await bringNextForward(db, claim.userId).catch(() => {});
  return isStored;
}

/**
 * After a verdict: whoever still has something waiting, but nothing under way, is next. Otherwise it would stay behind
 * all that others send for as long as they send.
 */
async function bringNextForward(db: Database, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // As who submits does: one that was counted as second, but is not there yet, would stay second for ever.
    await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), withoutWaitingForDisk))
      .for('no key update');
    const [oldest] = await tx
      .select({
        id: sql<number | null>`min(${submissions.id}) filter (where ${submissions.requeuedAt} is null)`,
      })
      .from(submissions)
      .where(and(eq(submissions.userId, userId), isInProgress))
      .having(sql`every(${submissions.status} = 'Pending')`);
    if (!oldest?.id) return;
    // Not blocked: so says the index of what waits.
    await tx.execute(sql`update pgboss.job set priority = ${priorityOfNext}
      where name = ${queues.judge} and state < 'active' and not blocked and priority < ${priorityOfNext}
        and priority > ${priorityOfRejudge} and (data->>'submissionId')::bigint = ${oldest.id}`);
  });
}

/**
 * Back to Pending and into the queue, with the old result out of the standings and a running judgement fenced off. One
 * that waits in the queue already will be judged as it is to be, and stays where it is: asking twice is asking once.
 * False when there is no such submission.
 */
export async function rejudge(db: Database, queue: Queue, submissionId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const standing = await lockStandingOf(tx, submissionId);
    if (!standing) return false;
    const taken = await tx
      .update(submissions)
      .set({
        ...unjudged,
        attempt: sql`${submissions.attempt} + 1`,
        score: null,
        requeuedAt: sql`now()`,
        judgedAt: null,
        fault: null,
      })
      .where(and(eq(submissions.id, submissionId), not(isWaiting)))
      .returning({ id: submissions.id });
    if (taken.length > 0) await sendJudgeJob(queue, tx, submissionId, priorityOfRejudge);
    await standing.refresh();
    return true;
  });
}

/**
 * Locks what the submission counts in: its contest's results, and from the contest's finish on the main ones too. To be
 * refreshed even when nothing changed: the lock may have made a row of the scoreboard for who is not to stand there.
 */
async function lockStandingOf(
  db: Queryable,
  submissionId: number,
): Promise<{ refresh(): Promise<void> } | null> {
  const [found] = await db
    .select({
      userId: submissions.userId,
      problemId: submissions.problemId,
      contestId: submissions.contestId,
    })
    .from(submissions)
    .where(eq(submissions.id, submissionId));
  if (!found) return null;
  const { userId, problemId, contestId } = found;
  const contest = contestId === null ? null : await holdStandings(db, contestId);
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share');
  if (!user) return null;
  const isInMain = !contest || contest.finishedAt !== null;
  const place = contest && { contestId: contest.id, userId, problemId };
  if (isInMain) await lockStanding(db, userId);
  if (place) await lockContestResult(db, place);
  return {
    refresh: async () => {
      if (isInMain) await refreshStanding(db, userId, problemId);
      if (place) await refreshContestResult(db, place);
    },
  };
}

/**
 * A submission that is unjudged and in no queue would wait for ever, and its contest with it. There should be none;
 * should there be one all the same, it gets a job. The ids of those that did.
 */
export async function requeueStranded(db: Database, queue: Queue): Promise<number[]> {
  const stranded = await db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        isInProgress,
        sql`coalesce(${submissions.claimedAt}, ${submissions.requeuedAt}, ${submissions.submittedAt}) < now() - interval '2 minutes'`,
        not(hasJobIn(queues.judge)),
        not(hasJobIn(queues.judgeFailed)),
      ),
    );
  for (const { id } of stranded) await sendJudgeJob(queue, db, id, priorityOfRejudge);
  return stranded.map(({ id }) => id);
}

/** Its owner has waited already. Nobody waits for a rejudge: that one goes before the others of its kind only. */
const handedBackPriority = 1;

const unjudged = {
  status: 'Pending',
  testsDone: 0,
  testsTotal: 0,
  results: null,
  compilerOutput: null,
  reason: null,
} as const;

/** A worker has it, or will. */
function hasJobIn(queue: string) {
  return sql`exists (
    select from pgboss.job
    where name = ${queue} and state < 'completed' and (data->>'submissionId')::bigint = ${submissions.id}
  )`;
}

/** No judgement of it has begun, but one will. */
const isWaiting = sql`(${submissions.status} = 'Pending' and ${hasJobIn(queues.judge)})`;

const isInProgress = inArray(submissions.status, [...inProgressStatuses]);

function isOurs({ submissionId, attempt }: Claim) {
  return and(eq(submissions.id, submissionId), eq(submissions.attempt, attempt), isInProgress);
}
