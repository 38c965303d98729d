/** Judgements that wait for a worker: how many, which comes sooner, and those whose jobs are lost or not known. */
import { randomUUID } from 'node:crypto';
import { and, eq, exists, isNull, not, sql } from 'drizzle-orm';
import { contestOfSubmission, isToldNothing } from './contest-feedback.ts';
import type { Database, Queryable } from './database.ts';
import { isUnfinished } from './in-force.ts';
import { isOfRehearsal, withoutWaitingForDisk } from './judgements.ts';
import {
  bringForward,
  findJobIds,
  isJobAlive,
  priorityOfNext,
  priorityOfRehearsal,
  priorityOfRejudge,
  type Queue,
  sendJudgeJob,
} from './queue.ts';
import { contests, judgements, submissions, users } from './schema.ts';

/** How many wait and how many are under way, of one contest's submissions or of all; nobody waits for a rejudge. */
export async function countUnfinished(db: Queryable, contestId: number | null = null) {
  const isAwaited = not(judgements.isRejudge);
  const isPending = eq(judgements.status, 'Pending');
  const isWaiting = and(isAwaited, isPending);
  const ofContest = (id: number) =>
    db
      .select({ id: submissions.id })
      .from(submissions)
      .where(and(eq(submissions.id, judgements.submissionId), eq(submissions.contestId, id)));
  const [counted] = await db
    .select({
      waiting: sql<number>`count(*) filter (where ${isWaiting})::int`,
      judging: sql<number>`count(*) filter (where ${and(isAwaited, not(isPending))})::int`,
      rejudging: sql<number>`count(*) filter (where ${judgements.isRejudge})::int`,
      oldest: sql<Date | null>`min(${judgements.requestedAt}) filter (where ${isWaiting})`.mapWith(
        judgements.requestedAt,
      ),
    })
    .from(judgements)
    .where(and(isUnfinished, contestId === null ? undefined : exists(ofContest(contestId))));
  return counted ?? { waiting: 0, judging: 0, rejudging: 0, oldest: null };
}

/**
 * After a verdict: whoever still has something waiting, but nothing under way, is next. Otherwise it would stay behind
 * all that others send for as long as they send. What somebody is told nothing of neither holds up the rest nor is held up by it:
 * they would see by the rest whether it is judged.
 */
export async function bringNextForward(db: Database, queue: Queue, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // As who submits does: one that was counted as second, but is not there yet, would stay second for ever.
    await tx
      .select({ id: users.id })
      .from(users)
      .where(and(eq(users.id, userId), withoutWaitingForDisk))
      .for('no key update');
    const underWay = await tx
      .select({
        status: judgements.status,
        isRejudge: judgements.isRejudge,
        jobId: judgements.jobId,
        isToldNothing,
      })
      .from(judgements)
      .innerJoin(submissions, eq(submissions.id, judgements.submissionId))
      .leftJoin(contests, eq(contests.id, contestOfSubmission))
      .where(and(eq(judgements.userId, userId), isUnfinished))
      .orderBy(judgements.submissionId);
    // Nobody waits for a rejudge, so it holds up nothing.
    const awaited = underWay.filter(({ isRejudge }) => !isRejudge);
    for (const some of Map.groupBy(awaited, (each) => each.isToldNothing).values()) {
      const [oldest] = some;
      if (oldest?.jobId && some.every(({ status }) => status === 'Pending'))
        await bringForward(queue, tx, oldest.jobId);
    }
  });
}

/**
 * After a migration, before anybody works: earlier versions did not keep the job's id with what it judges, and a
 * judgement without one would get a second job.
 */
export async function adoptJobs(db: Queryable, queue: Queue): Promise<void> {
  const orphans = await db
    .select({ submissionId: judgements.submissionId })
    .from(judgements)
    .where(and(isUnfinished, isNull(judgements.jobId)));
  if (orphans.length === 0) return;
  const jobIds = await findJobIds(
    queue,
    orphans.map(({ submissionId }) => submissionId),
  );
  for (const { submissionId } of orphans)
    await db
      .update(judgements)
      .set({ jobId: jobIds.get(submissionId) ?? null })
      .where(and(eq(judgements.submissionId, submissionId), isUnfinished));
}

/** Those that have waited longest: one that was lost is among them sooner or later, since the others get their verdicts. */
const lookedAtAtOnce = 100;

/**
 * A judgement that is unfinished and in no queue would wait for ever, and its contest with it. There should be none;
 * should there be one all the same, it gets a job. The ids of the submissions that did.
 */
export async function requeueStranded(db: Database, queue: Queue): Promise<number[]> {
  const waitsSince = sql`coalesce(${judgements.startedAt}, ${judgements.requestedAt})`;
  const old = await db
    .select({
      id: judgements.id,
      submissionId: judgements.submissionId,
      isRejudge: judgements.isRejudge,
      isRehearsal: isOfRehearsal,
      jobId: judgements.jobId,
    })
    .from(judgements)
    .where(and(isUnfinished, sql`${waitsSince} < now() - interval '2 minutes'`))
    // A rejudge may wait for long, behind all that people send; nobody's should be looked for behind those.
    .orderBy(judgements.isRejudge, waitsSince)
    .limit(lookedAtAtOnce);
  const requeued: number[] = [];
  for (const { id, submissionId, isRejudge, isRehearsal, jobId: lost } of old) {
    if (lost !== null && (await isJobAlive(queue, { jobId: lost, submissionId }))) continue;
    const jobId = randomUUID();
    const ofAwaited = isRehearsal ? priorityOfRehearsal : priorityOfNext;
    const priority = isRejudge ? priorityOfRejudge : ofAwaited;
    await db.transaction(async (tx) => {
      // Another server may look at the same moment, or a worker have stored the verdict.
      const taken = await tx
        .update(judgements)
        .set({ jobId, delivery: null })
        .where(
          and(eq(judgements.id, id), sql`${judgements.jobId} is not distinct from ${lost}`, isUnfinished),
        )
        .returning({ id: judgements.id });
      if (taken.length === 0) return;
      await sendJudgeJob(queue, tx, { jobId, submissionId, priority });
      requeued.push(submissionId);
    });
  }
  return requeued;
}
