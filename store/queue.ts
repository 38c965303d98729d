/**
 * The queue: durable jobs in the same database, sent in the transaction that stores what they are about. A
 * worker that dies stops its heartbeat and the job goes to another; a job that fails too often lands in the
 * queue's dead letters, from where its submission or import is ended with a word to staff.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { type ConstructorOptions, fromDrizzle, PgBoss } from 'pg-boss';
import { connectionOptions, withoutClient } from './connection.ts';
import type { Queryable } from './database.ts';

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
 * For who migrates: makes the queue's tables and queues, or brings them up to date. What only the owner of an index may
 * do is done here too: those that a newer version wants are built, bloated ones are built anew.
 */
export async function prepareQueue(connectionString: string): Promise<void> {
  const boss = createBoss(connectionString, () => {}, { migrate: true, supervise: false, reindex: true });
  await boss.start();
  try {
    await createQueues(boss);
    while ((await boss.getBamStatus()).some(({ status }) => status === 'pending')) await delay(lookAgainMs);
    await boss.supervise();
  } finally {
    await boss.stop({ graceful: false });
  }
}

async function createQueues(boss: PgBoss): Promise<void> {
  const options = { retryLimit: 3, retryDelay: 1, heartbeatSeconds, notify: true };
  for (const [name, failed] of [
    [queues.judge, queues.judgeFailed],
    [queues.import, queues.importFailed],
  ] as const) {
    await boss.createQueue(failed, { ...options, retryLimit: 1000 });
    await boss.createQueue(name, { ...options, deadLetter: failed, expireInSeconds: 60 * 60 });
  }
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
    useListenNotify: true,
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
}

/** True as long as the queue has not given the job to another. */
export function isStillGiven({ id, retryCount }: GivenJob) {
  return sql`exists (select from pgboss.job where id = ${id} and state = 'active' and retry_count = ${retryCount})`;
}

/** Of a submission whose owner has no other unjudged. */
export const priorityOfFirst = 0;
/** Of the oldest that waits when nothing of its owner is being judged any more. */
export const priorityOfNext = -1;
/** Of one that is sent while so many others of its owner are unjudged. */
export const priorityBehind = (others: number) => (others === 0 ? priorityOfFirst : priorityOfNext - others);
/** Behind whatever contestants are waiting for. */
export const priorityOfRejudge = -1000;

/** Higher priorities go first; equal ones in the order of their arrival. */
export async function sendJudgeJob(queue: Queue, db: Queryable, submissionId: number, priority: number) {
  await queue.send(queues.judge, { submissionId } satisfies JudgeJob, { priority, db: fromDrizzle(db, sql) });
}

export async function sendImportJob(queue: Queue, db: Queryable, importId: string) {
  await queue.send(queues.import, { importId } satisfies ImportJob, { db: fromDrizzle(db, sql) });
}
