import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { OpenDatabase } from '#store/database.ts';
import { compareSchema } from '#store/migrate.ts';
import { deletePredecessors, deleteWorker, heartbeatMs, saveWorker, type WorkerRow } from '#store/workers.ts';

export interface Registration {
  /** Settles when a newer Minos has changed the database: this worker does not know its rules any more. */
  readonly outdated: Promise<void>;
  /** What staff see of this worker from now on. */
  tell(change: Partial<Omit<WorkerRow, 'id' | 'name'>>): Promise<void>;
  /** Out of the list; does not wait for a database that is away. */
  leave(): Promise<void>;
}

const leaveDeadlineMs = 3_000;

/** Keeps this worker's row in the list of judge machines, with a heartbeat. */
export async function registerWorker(
  { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>,
  about: Omit<WorkerRow, 'id' | 'state'>,
  busyCores: () => number,
  logger: Logger,
): Promise<Registration> {
  const outdated = Promise.withResolvers<void>();
  let row: WorkerRow = { ...about, id: randomUUID(), state: 'checking' };
  let beating: Promise<void> | null = null;

  /** A word that did not get through is in the next one. */
  async function beat(): Promise<void> {
    try {
      await saveWorker(db, { ...row, coresBusy: busyCores() });
      await deletePredecessors(db, row.name);
      if ((await compareSchema(pool)) === 'newer') outdated.resolve();
    } catch (error) {
      logger.warn({ err: error }, 'heartbeat');
    }
  }

  await saveWorker(db, row);
  await deletePredecessors(db, row.name);
  const timer = setInterval(() => {
    beating ??= beat().finally(() => {
      beating = null;
    });
  }, heartbeatMs);

  return {
    outdated: outdated.promise,
    async tell(change) {
      row = { ...row, ...change };
      await beat();
    },
    async leave() {
      clearInterval(timer);
      const left = Promise.resolve(beating).then(() => deleteWorker(db, row.id));
      await Promise.race([left.catch(() => {}), delay(leaveDeadlineMs, undefined, { ref: false })]);
    },
  };
}
