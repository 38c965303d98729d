/**
 * The judge machines. Each worker keeps one row and writes it anew with every heartbeat, so a row that was cleaned up
 * while its worker could not reach the database comes back with it. Ages are told by the database's clock alone.
 */
import { and, asc, eq, lt, not, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { workers } from './schema.ts';

export const heartbeatMs = 5_000;

export type WorkerRow = Omit<typeof workers.$inferInsert, 'startedAt' | 'seenAt'>;

/** Three heartbeats missed. */
export const lost = sql<boolean>`${workers.seenAt} < now() - interval '15 seconds'`;

/** It does not judge as it should. One whose disk is full is refused too, and goes on by itself. */
export const unfit = sql<boolean>`coalesce(${workers.state} = 'refused' and ${workers.reason} ->> 'code' = 'gate_failed', false)`;

export async function saveWorker(db: Queryable, row: WorkerRow): Promise<void> {
  await db
    .insert(workers)
    .values(row)
    .onConflictDoUpdate({ target: workers.id, set: { ...row, seenAt: sql`now()` } });
}

export async function deleteWorker(db: Queryable, id: string): Promise<void> {
  await db.delete(workers).where(eq(workers.id, id));
}

/** What a worker of this name left behind when it was killed: the one that is there now has its place. */
export async function deletePredecessors(db: Queryable, name: string): Promise<void> {
  await db.delete(workers).where(and(eq(workers.name, name), lost));
}

export async function deleteForgottenWorkers(db: Queryable): Promise<void> {
  await db.delete(workers).where(lt(workers.seenAt, sql`now() - interval '1 day'`));
}

/** One that takes work, by the last that was heard of it. */
export async function isAnyWorkerReady(db: Queryable): Promise<boolean> {
  const ready = await db
    .select({ id: workers.id })
    .from(workers)
    .where(and(eq(workers.state, 'ready'), not(lost)))
    .limit(1);
  return ready.length > 0;
}

export async function findWorkers(db: Queryable) {
  const rows = await db
    .select({ worker: workers, isLost: lost })
    .from(workers)
    .orderBy(asc(workers.name), asc(workers.startedAt));
  return rows.map(({ worker, isLost }) => ({ ...worker, isLost }));
}
