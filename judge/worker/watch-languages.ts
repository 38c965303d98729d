import { EventEmitter } from 'node:events';
import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database } from '#store/database.ts';
import { findRequired, type RequiredOfWorkers } from '#store/languages.ts';
import { heartbeatMs } from '#store/workers.ts';

export interface WatchedLanguages {
  now(): RequiredOfWorkers;
  /** Emits `change`. */
  readonly changes: EventEmitter<{ change: [] }>;
}

/** Looks, as long as the process lives, what this worker must judge. */
export async function watchLanguages(
  db: Database,
  logger: Logger,
  everyMs = heartbeatMs,
): Promise<WatchedLanguages> {
  const changes: WatchedLanguages['changes'] = new EventEmitter();
  let now = await findRequired(db);
  const look = async () => {
    const found = await findRequired(db);
    if (isDeepStrictEqual(found, now)) return;
    logger.info({ before: now, now: found }, 'other languages are to be judged');
    now = found;
    changes.emit('change');
  };
  // A database that does not answer has said nothing.
  setInterval(() => void look().catch(() => {}), everyMs).unref();
  return { now: () => now, changes };
}
