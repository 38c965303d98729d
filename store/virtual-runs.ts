/**
 * Virtual runs: somebody takes a finished contest by themselves, with its length from when they start. What they submit
 * belongs to no contest. Until the run is over it counts nowhere, and is told as the contest told it; from then on it is
 * like any other submission in the main lists. Nothing of the contest itself changes by it.
 */
import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import { isThere } from './contest-rows.ts';
import type { Database, Queryable } from './database.ts';
import { contests, users, virtualRuns } from './schema.ts';
import { returnRunToMain } from './standings.ts';

export type VirtualRunRow = typeof virtualRuns.$inferSelect;

/** Whoever starts, ends or removes a run, or submits in one, has the person's row: one after the other. */
export async function lockRunner(db: Queryable, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
}

export async function findRun(
  db: Queryable,
  contestId: number,
  userId: number,
): Promise<VirtualRunRow | null> {
  const [run] = await db
    .select()
    .from(virtualRuns)
    .where(and(eq(virtualRuns.contestId, contestId), eq(virtualRuns.userId, userId)));
  return run ?? null;
}

/** One that takes what is received at this moment. The caller has the person's row, so it stays open. */
export async function findRunAt(
  db: Queryable,
  contestId: number,
  userId: number,
  receivedAt: Date,
): Promise<VirtualRunRow | null> {
  const run = await findRun(db, contestId, userId);
  const takes = run && !run.closedAt && run.startedAt <= receivedAt && receivedAt < run.endsAt;
  return takes ? run : null;
}

/** Of whichever contest: the one that is not over by then. */
export async function findRunning(db: Queryable, userId: number, now: Date) {
  const [found] = await db
    .select({ id: virtualRuns.contestId, title: contests.title })
    .from(virtualRuns)
    .innerJoin(contests, and(eq(contests.id, virtualRuns.contestId), isThere))
    .where(and(eq(virtualRuns.userId, userId), gt(virtualRuns.endsAt, now)));
  return found ?? null;
}

/** Those whose time is up, or that were ended. One that cannot be closed does not keep the others from it. */
export async function closeRuns(db: Database, now: Date, onError: (error: unknown) => void): Promise<void> {
  const due = await db
    .select({ id: virtualRuns.id, userId: virtualRuns.userId })
    .from(virtualRuns)
    .where(and(isNull(virtualRuns.closedAt), lte(virtualRuns.endsAt, now)));
  for (const { id, userId } of due) await closeOne(db, id, userId, now).catch(onError);
}

function closeOne(db: Database, id: number, userId: number, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    await lockRunner(tx, userId);
    const [run] = await tx
      .select()
      .from(virtualRuns)
      .where(and(eq(virtualRuns.id, id), isNull(virtualRuns.closedAt)))
      .for('update');
    // Meanwhile another server may have closed it.
    if (run) await closeRun(tx, run, now);
  });
}

/** The caller has the person's row. */
export async function closeRun(db: Queryable, run: VirtualRunRow, now: Date): Promise<void> {
  await returnRunToMain(db, run);
  const endsAt = run.endsAt < now ? run.endsAt : now;
  await db.update(virtualRuns).set({ endsAt, closedAt: now }).where(eq(virtualRuns.id, run.id));
}

/** Before the contest goes: in the order of the people, as everybody takes them. */
export async function closeRunsOf(db: Queryable, contestId: number, now: Date): Promise<void> {
  const open = await db
    .select()
    .from(virtualRuns)
    .where(and(eq(virtualRuns.contestId, contestId), isNull(virtualRuns.closedAt)))
    .orderBy(virtualRuns.userId);
  for (const run of open) {
    await lockRunner(db, run.userId);
    await closeRun(db, run, now);
  }
}
