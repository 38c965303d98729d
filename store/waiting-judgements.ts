/** Judgements that wait for a worker: whose turn comes sooner, and those that the queue has lost. */
import { randomUUID } from 'node:crypto';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Database } from './database.ts';
import { isUnfinished } from './in-force.ts';
import { withoutWaitingForDisk } from './judgements.ts';
import {
  bringForward,
  findAliveJobs,
  priorityOfNext,
  priorityOfRejudge,
  type Queue,
  sendJudgeJob,
} from './queue.ts';
import { judgements, users } from './schema.ts';

/**
 * After a verdict: whoever still has something waiting, but nothing under way, is next. Otherwise it would stay behind
 * all that others send for as long as they send.
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
      .select({ status: judgements.status, isRejudge: judgements.isRejudge, jobId: judgements.jobId })
      .from(judgements)
      .where(and(eq(judgements.userId, userId), isUnfinished))
      .orderBy(judgements.submissionId);
    // Nobody waits for a rejudge, so it holds up nothing.
    const awaited = underWay.filter(({ isRejudge }) => !isRejudge);
    if (awaited.some(({ status }) => status !== 'Pending')) return;
    const [oldest] = awaited;
    if (oldest?.jobId) await bringForward(queue, tx, oldest.jobId);
  });
}

/**
 * A judgement that is unfinished and in no queue would wait for ever, and its contest with it. There should be none;
 * should there be one all the same, it gets a job. The ids of the submissions that did.
 */
export async function requeueStranded(db: Database, queue: Queue): Promise<number[]> {
  const old = await db
    .select({
      id: judgements.id,
      submissionId: judgements.submissionId,
      isRejudge: judgements.isRejudge,
      jobId: judgements.jobId,
    })
    .from(judgements)
    .where(
      and(
        isUnfinished,
        sql`coalesce(${judgements.startedAt}, ${judgements.requestedAt}) < now() - interval '2 minutes'`,
      ),
    )
    .orderBy(judgements.submissionId);
  const alive = await findAliveJobs(
    queue,
    old.flatMap(({ jobId }) => jobId ?? []),
  );
  const stranded = old.filter(({ jobId }) => jobId === null || !alive.has(jobId));
  const requeued: number[] = [];
  for (const { id, submissionId, isRejudge, jobId: lost } of stranded) {
    const jobId = randomUUID();
    const priority = isRejudge ? priorityOfRejudge : priorityOfNext;
    await db.transaction(async (tx) => {
      // Another server may look at the same moment, or a worker have taken what an earlier version queued.
      const taken = await tx
        .update(judgements)
        .set({ jobId, delivery: null })
        .where(
          and(
            eq(judgements.id, id),
            lost === null ? isNull(judgements.jobId) : eq(judgements.jobId, lost),
            isUnfinished,
          ),
        )
        .returning({ id: judgements.id });
      if (taken.length === 0) return;
      await sendJudgeJob(queue, tx, { jobId, submissionId, priority });
      requeued.push(submissionId);
    });
  }
  return requeued;
}
