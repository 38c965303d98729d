/**
 * A submission on its way from Pending to its verdict, and from one verdict to the next (rejudges.ts).
 *
 * Each judgement is a row of its own. The first comes with the submission (new-submissions.ts) and is in force from the
 * beginning; a rejudge makes another, which takes its place in the transaction that stores its verdict. Until then
 * everybody sees the verdict that is in force. A rejudge that the judge gives up on takes its place only if tests or
 * limits have changed: the old verdict would be about a problem that there is no more. A submission has at most one
 * judgement that is not finished (an index sees to that).
 *
 * Each attempt at a judgement raises its count and every write names that attempt: a worker that was paused and comes
 * back late changes nothing.
 */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { CompilerWords, FaultWords, SkipReasons } from '#contract/judge-words.ts';
import { type Allowance, findAllowance, giveLimits } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { SubmissionGroup } from '#contract/submissions.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import type { StoredWords, Words } from '#contract/words.ts';
import { holdContest } from './contest-rows.ts';
import { lockContestResult, refreshContestResult } from './contest-standings.ts';
import { commitTogether, type Database, type Queryable, runPipelined, waitForDisk } from './database.ts';
import { isInForce, isUnfinished, madeWith } from './in-force.ts';
import { countMinute } from './judge-minutes.ts';
import { countJudgement, waitedMs } from './judge-totals.ts';
import { setAllowance, toOwn } from './languages.ts';
import { preparedFor, unnamed } from './prepared.ts';
import { type GivenJob, priorityHandedBack, priorityOfRehearsal, type Queue, sendJudgeJob } from './queue.ts';
import {
  judgements,
  languageSettings,
  type Provenance,
  problems,
  runningResults,
  type StoredGroup,
  type StoredResult,
  submissions,
  testSets,
  users,
} from './schema.ts';
import { lockStanding, refreshStanding } from './standings.ts';

export interface Claim {
  readonly judgementId: number;
  readonly submissionId: number;
  readonly userId: number;
  readonly attempt: number;
  /** Since it was submitted, or staff asked for it again. */
  readonly waitedMs: number;
  /** Staff asked for it. */
  readonly isRejudge: boolean;
  /** Staff try a contest with it. */
  readonly isRehearsal: boolean;
  readonly language: LanguageId;
  readonly code: Buffer;
  /** The problem's. */
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  /** What the program's language gets over them. */
  readonly allowance: Allowance;
  /** Null: the problem has no tests. */
  readonly plan: TestSetPlan | null;
  /** What went wrong with the attempt before, if anything. */
  readonly earlierFault: StoredWords<keyof FaultWords> | null;
}

interface Claimant {
  readonly name: string;
  readonly job: GivenJob;
  /** What it would hand back at once: whoever looks at such a submission sees it waiting all the time. */
  readonly notJudged?: readonly LanguageId[];
}

/**
 * Null when there is nothing to judge: it was deleted, or is judged already and its job came twice. Nor for a worker
 * that was given the job, stood still, and comes when another has it: attempts follow the queue's order, so the one
 * whose job it is can never be overtaken by one whose job it was.
 */
export async function claimSubmission(
  /** Not a transaction: everything in it would be committed without waiting for the disk. */
  db: Database,
  submissionId: number,
  by: Claimant | null = null,
): Promise<Claim | null> {
  const [claimed] = await prepareClaiming(db, { isGiven: by !== null }).execute({
    submissionId,
    name: by?.name ?? null,
    notJudged: by?.notJudged ?? [],
    jobId: by?.job.id,
    sourceId: by?.job.sourceId ?? null,
    retryCount: by?.job.retryCount,
  });
  if (!claimed) return null;
  await waitForDisk(db);
  const { requestedAt, startedAt, testSetId, languageLimits, ...found } = claimed;
  const { timeFactor, timeAllowanceMs, memoryAllowanceMb, ...rest } = found;
  const ofInstance = toOwn({ timeFactor, timeAllowanceMs, memoryAllowanceMb });
  const allowance = findAllowance(rest.language, ofInstance, languageLimits);
  const [set] =
    testSetId === null
      ? []
      : await db.select({ plan: testSets.plan }).from(testSets).where(eq(testSets.id, testSetId));
  const waited = waitedMs({ requestedAt, startedAt });
  return { submissionId, waitedMs: waited, plan: set?.plan ?? null, allowance, ...rest };
}

const prepareClaiming = preparedFor((db, { isGiven }: { readonly isGiven: boolean }) => {
  const submissionId = sql.placeholder('submissionId');
  const jobId = sql`${sql.placeholder('jobId')}::uuid`;
  const retryCount = sql`${sql.placeholder('retryCount')}::int`;
  return db
    .update(judgements)
    .set({
      ...notBegun,
      attempt: sql`${judgements.attempt} + 1`,
      status: sql`case when ${submissions.language} = any(${sql.placeholder('notJudged')}::text[])
        then 'Pending' else 'Compiling' end`,
      startedAt: sql`now()`,
      testSetId: problems.testSetId,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      judgedBy: sql`${sql.placeholder('name')}`,
      ...(isGiven && { jobId, delivery: retryCount }),
    })
    .from(submissions)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .leftJoin(languageSettings, eq(languageSettings.id, submissions.language))
    .where(
      and(
        eq(judgements.submissionId, submissionId),
        eq(submissions.id, submissionId),
        isUnfinished,
        withoutWaitingForDisk,
        // The queue gives a job out again with a higher count, and what it gave up on as a job of another queue.
        isGiven
          ? or(
              isNull(judgements.jobId),
              eq(judgements.jobId, sql.placeholder('sourceId')),
              and(
                eq(judgements.jobId, jobId),
                or(isNull(judgements.delivery), lt(judgements.delivery, retryCount)),
              ),
            )
          : undefined,
      ),
    )
    .returning({
      judgementId: judgements.id,
      userId: judgements.userId,
      attempt: judgements.attempt,
      isRejudge: judgements.isRejudge,
      isRehearsal: isOfRehearsal,
      requestedAt: judgements.requestedAt,
      startedAt: judgements.startedAt,
      earlierFault: judgements.fault,
      testSetId: judgements.testSetId,
      language: submissions.language,
      code: submissions.code,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
      ...setAllowance,
    })
    .prepare(unnamed);
});

/** Those that the program is judged by, where a test has none of its own. */
export function limitsOf({ timeLimitMs, memoryLimitMb, allowance }: Claim) {
  return giveLimits(allowance, { timeLimitMs, memoryLimitMb });
}

/** Back to Pending: the attempt failed, and the queue will give the job to another. */
export async function releaseClaim(
  db: Queryable,
  claim: Claim,
  fault: Words<keyof FaultWords>,
): Promise<void> {
  await db
    .update(judgements)
    .set({ ...notBegun, fault })
    .where(isOurs(claim));
}

interface HandingBack {
  /** Why, for staff. */
  readonly fault?: Words<keyof FaultWords>;
  /** When it is given out again. Default: at once. */
  readonly afterSeconds?: number;
}

/** The worker leaves, or cannot judge it: back to Pending with a job of its own, which counts as no failed try. */
export async function handBack(
  db: Database,
  queue: Queue,
  claim: Claim,
  { fault, afterSeconds = 0 }: HandingBack = {},
): Promise<void> {
  const { submissionId } = claim;
  const jobId = randomUUID();
  await db.transaction(async (tx) => {
    const released = await tx
      .update(judgements)
      .set({ ...notBegun, jobId, delivery: null, ...(fault && { fault }) })
      .where(isOurs(claim))
      .returning({ id: judgements.id });
    const priority = handedBackPriority(claim);
    if (released.length > 0) await sendJudgeJob(queue, tx, { jobId, submissionId, priority, afterSeconds });
  });
}

/** False when another attempt has begun, or the submission is gone. */
export async function isStillOurs(db: Queryable, claim: Claim): Promise<boolean> {
  const found = await db.select({ id: judgements.id }).from(judgements).where(isOurs(claim));
  return found.length > 0;
}

export interface RunningProgress {
  /** The groups that there will be; with the first progress of an attempt. */
  readonly groups?: readonly SubmissionGroup[];
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
  { groups, testsDone, testsTotal, newResults }: RunningProgress,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with ours as (
      update ${judgements} set status = 'Running', tests_done = ${testsDone}, tests_total = ${testsTotal},
        groups = coalesce(${groups ? JSON.stringify(groups) : null}::jsonb, ${judgements.groups})
      where ${isOurs(claim)} and ${withoutWaitingForDisk} returning id, attempt
    )
    insert into ${runningResults} (judgement_id, attempt, tests_done, results)
    select id, attempt, ${testsDone}, ${JSON.stringify(newResults)} from ours`);
  return rowCount !== 0;
}

/**
 * For this one transaction. Progress that a crash of the database takes back comes with the verdict; and commits that
 * announce something (migration 0007) go one after the other, each waiting for the disk of the one before.
 */
export const withoutWaitingForDisk = sql`set_config('synchronous_commit', 'off', true) = 'off'`;

export interface StoredVerdict {
  readonly status: FinishedStatus;
  readonly score: number;
  readonly results: StoredResult[];
  readonly groups?: readonly StoredGroup[];
  readonly compilerOutput?: Words<keyof CompilerWords> | null;
  readonly reason?: Words<keyof SkipReasons> | null;
  /** The judge could not do its work. */
  readonly fault?: StoredWords<keyof FaultWords> | null;
  readonly provenance?: Provenance | null;
  /** How long it waited for its program. */
  readonly compilingMs?: number;
}

/** The verdict and everything that follows from it, at once, and on the disk. False when the judgement is no longer ours. */
export async function storeVerdict(
  db: Database,
  claim: Claim,
  { compilingMs = 0, ...verdict }: StoredVerdict,
): Promise<boolean> {
  return commitTogether(db, async (tx) => {
    const standing = await lockStandingOf(tx, claim.submissionId);
    if (!standing) return false;
    const [judged] = await tx
      .update(judgements)
      .set({
        fault: null,
        ...verdict,
        ...limitsOf(claim),
        groups: [...(verdict.groups ?? [])],
        scoreDecimals: claim.plan?.scoreDecimals ?? null,
        testsDone: verdict.results.length,
        testsTotal: verdict.results.length,
        finishedAt: sql`now()`,
      })
      .where(isOurs(claim))
      .returning({
        status: judgements.status,
        requestedAt: judgements.requestedAt,
        startedAt: judgements.startedAt,
        finishedAt: judgements.finishedAt,
        judgedBy: judgements.judgedBy,
      });
    if (judged) {
      await runPipelined(
        tx.delete(runningResults).where(eq(runningResults.judgementId, claim.judgementId)),
        putInForce(tx, claim, verdict),
        countJudgement(tx, judged, { language: claim.language, compilingMs }),
        countMinute(tx, judged),
      );
    }
    await standing.refresh();
    return judged !== undefined;
  });
}

/**
 * A rejudge that the judge failed at leaves what is in force where that was made with the same tests and limits. A first
 * judgement is there already, also one that staff made start over.
 */
function putInForce(
  db: Queryable,
  { submissionId, judgementId, isRejudge }: Claim,
  { status, fault }: StoredVerdict,
) {
  const made = alias(judgements, 'made');
  const isMadeOtherwise = sql`${madeWith(judgements)} is distinct from ${madeWith(made)}`;
  return db
    .update(submissions)
    .set({ judgementId, verdict: status })
    .from(judgements)
    .innerJoin(made, eq(made.id, judgementId))
    .where(
      and(
        eq(submissions.id, submissionId),
        isInForce,
        isRejudge && fault != null ? or(eq(judgements.id, made.id), isMadeOtherwise) : undefined,
      ),
    );
}

/**
 * Locks what the submission counts in: its contest's results, and from the contest's finish on the main ones too; of a
 * rehearsal nothing, and of a virtual run nothing until that is over. To be refreshed even when nothing changed: the lock
 * may have made a row of the scoreboard for whoever is not to stand there.
 */
async function lockStandingOf(
  db: Queryable,
  submissionId: number,
): Promise<{ refresh(): Promise<void> } | null> {
  const [found] = await prepareJudged(db).execute({ submissionId });
  if (!found) return null;
  const { userId, problemId, contestId } = found;
  // The submission last: from here on neither its contest can finish nor its virtual run end, which bring it into main.
  const [contests, [user], [submission]] = await runPipelined(
    contestId === null ? null : holdContest(db, contestId),
    db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('key share'),
    db.select({ inMain: submissions.inMain }).from(submissions).where(eq(submissions.id, submissionId)),
  );
  if (!user || !submission) return null;
  const contest = contests?.[0] ?? null;
  const cell = contest && { contestId: contest.id, userId, problemId };
  const standing = submission.inMain ? await lockStanding(db, userId) : null;
  if (cell) await lockContestResult(db, cell);
  return {
    refresh: async () => {
      if (standing) await refreshStanding(db, userId, problemId, standing);
      if (contest && cell) await refreshContestResult(db, contest, cell);
    },
  };
}

const prepareJudged = preparedFor((db) =>
  db
    .select({
      userId: submissions.userId,
      problemId: submissions.problemId,
      contestId: submissions.contestId,
    })
    .from(submissions)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(eq(submissions.id, sql.placeholder('submissionId')))
    .prepare('submission-to-judge'),
);

/** Of a judgement. */
export const isOfRehearsal = sql<boolean>`${sql`exists (select from ${submissions}
  where ${submissions.id} = ${judgements.submissionId} and ${submissions.rehearsalOf} is not null)`}`;

export function handedBackPriority({
  isRejudge,
  isRehearsal,
}: Pick<Claim, 'isRejudge' | 'isRehearsal'>): number {
  if (isRejudge) return priorityHandedBack.rejudge;
  return isRehearsal ? priorityOfRehearsal : priorityHandedBack.awaited;
}

/** Of one that waits, for the first time or again. */
export const notBegun = {
  status: 'Pending',
  testsDone: 0,
  testsTotal: 0,
  groups: null,
  startedAt: null,
} as const;

function isOurs({ judgementId, attempt }: Claim) {
  return and(eq(judgements.id, judgementId), eq(judgements.attempt, attempt), isUnfinished);
}
