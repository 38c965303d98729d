/**
 * The queue: durable jobs in the same database, sent in the transaction that stores what they are about. A
 * worker that dies stops its heartbeat and the job goes to another; a job that fails too often lands in the
 * queue's dead letters, from where its submission or import is ended with a word to staff.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import {
  type Queue as BossQueue,
  type ConstructorOptions,
  fromDrizzle,
  type JobWithMetadata,
  PgBoss,
} from 'pg-boss';
import { connectionOptions, withoutClient } from './connection.ts';
import type { Queryable } from './database.ts';
import { keepListening } from './listener.ts';

export const queues = {
  judge: 'judge',
  judgeFailed: 'judge-failed',
  import: 'import',
  importFailed: 'import-failed',
} as const;

export type Queue = PgBoss;

export interface JudgeJob {
  readonly submissionId: number;
}

export interface ImportJob {
  readonly importId: string;
}

/** The shortest that pg-boss takes. With the monitor's pace, a dead worker's job is elsewhere within 15 s. */
const heartbeatSeconds = 10;
const monitorSeconds = 2;

/**
 * For whoever migrates: makes the queue's tables and queues, or brings them up to date. What only the owner of an index may
 * do is done here too: those that a newer version wants are built, bloated ones are built anew.
 */
export async function prepareQueue(
  connectionString: string,
  /** Before anybody works with it. */
  adopt: (queue: Queue) => Promise<void> = async () => {},
): Promise<void> {
  const boss = createBoss(connectionString, () => {}, { migrate: true, supervise: false, reindex: true });
  await boss.start();
  try {
    await createQueues(boss);
    await adopt(boss);
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending')) await delay(lookAgainMs);
    await boss.supervise();
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  // Its own notices would be heard by nobody: see `callForWork`.
  const settings = { retryDelay: 1, heartbeatSeconds, notify: false };
  for (const [name, failed] of [
    [queues.judge, queues.judgeFailed],
    [queues.import, queues.importFailed],
  ] as const) {
    await createQueue(boss, failed, { ...settings, retryLimit: 1000 });
    await createQueue(boss, name, {
      ...settings,
      retryLimit: 3,
      deadLetter: failed,
      expireInSeconds: 60 * 60,
    });
  }
}

/** One that is there already gets the settings of today. */
async function createQueue(boss: PgBoss, name: string, settings: Omit<BossQueue, 'name'>): Promise<void> {
  await boss.createQueue(name, settings);
  await boss.updateQueue(name, settings);
}

/** The queue as it was prepared. */
export async function openQueue(connectionString: string, onError: (error: Error) => void): Promise<Queue> {
  const boss = createBoss(connectionString, onError);
  await boss.start();
  return boss;
}

const lookAgainMs = 500;

/** The same, as soon as somebody has prepared it; `onWait` hears once why that takes a while. */
export async function joinQueue(
  connectionString: string,
  onError: (error: Error) => void,
  onWait: (reason: string) => void,
): Promise<Queue> {
  const boss = createBoss(connectionString, onError);
  for (let isFirst = true; ; isFirst = false) {
    const missing = await whatIsMissing(boss);
    if (missing === null) return boss;
    if (isFirst) onWait(missing);
    await delay(lookAgainMs);
  }
}

async function whatIsMissing(boss: PgBoss): Promise<string | null> {
  try {
    await boss.start();
    return (await boss.getQueue(queues.import)) ? null : `There is no queue ${queues.import}`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Without `own`, nothing is done but what any role may do that works with the queue. */
function createBoss(
  connectionString: string,
  onError: (error: Error) => void,
  own: Pick<ConstructorOptions, 'migrate' | 'supervise' | 'reindex'> = { migrate: false, reindex: false },
): PgBoss {
  const boss = new PgBoss({
    ...connectionOptions(connectionString),
    application_name: 'minos queue',
    max: 6,
    superviseIntervalSeconds: monitorSeconds,
    monitorIntervalSeconds: monitorSeconds,
    schedule: false,
    ...own,
  });
  boss.on('error', (error) => onError(withoutClient(error)));
  return boss;
}

/** The job as a worker was given it: when the queue gives it to another, its count has moved on. */
export interface GivenJob {
  readonly id: string;
  readonly retryCount: number;
  /** Of one that the queue gave up on: the job that it was. */
  readonly sourceId?: string | null;
}

/** Of a submission whose owner has no other unjudged. */
export const priorityOfFirst = 0;
/** Of the oldest that waits when nothing of its owner is being judged any more. */
export const priorityOfNext = -1;
/** Of one that is sent while so many others of its owner are unjudged: behind them, but before what nobody waits for. */
export const priorityBehind = (others: number) =>
  others === 0 ? priorityOfFirst : Math.max(priorityOfNext - others, highestUnawaited + 1);
/** Behind whatever contestants are waiting for. */
export const priorityOfRejudge = -1000;
/** Of what staff try before a contest, who wait for it: but nobody who takes part in another is to wait for it too. */
export const priorityOfRehearsal = priorityOfRejudge + 1;
/** Of one that a worker handed back. Its owner has waited already; a rejudge, for which nobody waits, goes before its like. */
export const priorityHandedBack = { awaited: 1, rejudge: priorityOfRejudge + 1 } as const;
/** What has no higher one stands behind whatever contestants are waiting for. */
export const highestUnawaited = Math.max(priorityOfRehearsal, priorityHandedBack.rejudge);

interface NewJudgeJob {
  readonly jobId: string;
  readonly submissionId: number;
  readonly priority: number;
  /** Not given out before. Default: at once. */
  readonly afterSeconds?: number;
}

/** Higher priorities go first; equal ones in the order of their arrival. */
export async function sendJudgeJob(
  queue: Queue,
  db: Queryable,
  { jobId, submissionId, priority, afterSeconds: startAfter = 0 }: NewJudgeJob,
) {
  const data: JudgeJob = { submissionId };
  await queue.send(queues.judge, data, {
    id: jobId,
    priority,
    startAfter,
    db: callingForWork(db, queues.judge),
  });
}

/** Many at once, for what nobody waits for. */
export async function sendJudgeJobs(queue: Queue, db: Queryable, jobs: readonly NewJudgeJob[]) {
  await queue.insert(
    queues.judge,
    jobs.map(({ jobId, submissionId, priority }) => ({
      id: jobId,
      data: { submissionId } satisfies JudgeJob,
      priority,
    })),
    { db: callingForWork(db, queues.judge) },
  );
}

const jobChannel = 'job_sent';

/** The transaction in which jobs are sent, the word of them included, which goes out with its commit; see `followJobs`. */
function callingForWork(db: Queryable, name: string): ReturnType<typeof fromDrizzle> {
  const { executeSql } = fromDrizzle(db, sql);
  return {
    async executeSql(text, values) {
      const [result] = await Promise.all([
        executeSql(text, values),
        db.execute(sql`select pg_notify(${jobChannel}, ${name})`),
      ]);
      return result;
    },
  };
}

/** Tells of the queue for which a job was sent, so that workers need not ask often. Gives back what ends it. */
export function followJobs(
  connectionString: string,
  onSent: (queueName: string) => void,
  onError: (error: Error) => void,
): () => void {
  const application = 'minos jobs';
  return keepListening(connectionString, { channels: [jobChannel], application, onNotice: onSent, onError });
}

/** The heartbeat of a job under way. False when the queue has given it to another, or it is gone. */
export async function keepAlive(queue: Queue, name: string, { id, retryCount }: GivenJob): Promise<boolean> {
  // Its documentation names it, its types leave it out.
  const { affected } = (await queue.touch(name, { id, retryCount })) as { affected: number };
  return affected > 0;
}

/**
 * One that waits goes before all that is not the first of its owner's; one that has begun, or stands behind whatever
 * contestants wait for, is left alone.
 */
export async function bringForward(queue: Queue, db: Queryable, jobId: string): Promise<void> {
  const connection = { id: jobId, db: fromDrizzle(db, sql) };
  const [job] = await queue.findJobs(queues.judge, { ...connection, queued: true });
  if (job && job.priority < priorityOfNext && job.priority > highestUnawaited)
    await queue.update(queues.judge, undefined, { ...connection, priority: priorityOfNext });
}

interface SentJudgeJob {
  readonly jobId: string;
  readonly submissionId: number;
}

/** A worker has it or will be given it, or its dead letter. */
export async function isJobAlive(queue: Queue, { jobId, submissionId }: SentJudgeJob): Promise<boolean> {
  const [job] = await queue.findJobs(queues.judge, { id: jobId });
  if (job && isAlive(job)) return true;
  const letters = await queue.findJobs(queues.judgeFailed, { data: { submissionId } satisfies JudgeJob });
  return letters.some((letter) => isAlive(letter) && [letter.id, letter.sourceId].includes(jobId));
}

/** The jobs of these submissions that are in the queue, dead letters among them, for whom no row tells their ids. */
export async function findJobIds(
  queue: Queue,
  submissionIds: readonly number[],
): Promise<ReadonlyMap<number, string>> {
  const waiting = await queue.findJobs<JudgeJob>(queues.judge, { queued: true });
  const found = new Map(waiting.map(({ id, data }) => [data.submissionId, id]));
  // The rest has begun, has failed, or is lost: a few.
  for (const submissionId of submissionIds.filter((id) => !found.has(id))) {
    for (const name of [queues.judge, queues.judgeFailed]) {
      const jobs = await queue.findJobs(name, { data: { submissionId } satisfies JudgeJob });
      const job = jobs.find(isAlive);
      if (job) found.set(submissionId, job.id);
    }
  }
  return found;
}

function isAlive({ state }: Pick<JobWithMetadata, 'state'>): boolean {
  return state === 'created' || state === 'retry' || state === 'active';
}

/** Of imports, among each other: people before what nobody asked for, and a preview, which is short, before all. */
export const importPriorities = { preview: 1, asked: 0, unasked: -1 } as const;

interface NewImportJob {
  readonly jobId: string;
  readonly importId: string;
  readonly priority: number;
}

export async function sendImportJob(
  queue: Queue,
  db: Queryable,
  { jobId, importId, priority }: NewImportJob,
) {
  const data: ImportJob = { importId };
  await queue.send(queues.import, data, { id: jobId, priority, db: callingForWork(db, queues.import) });
}
