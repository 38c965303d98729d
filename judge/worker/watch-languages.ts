import { isDeepStrictEqual } from 'node:util';
import type { Logger } from 'pino';
import type { Database } from '#store/database.ts';
import { findRequired, type RequiredOfWorkers } from '#store/languages.ts';
import { heartbeatMs } from '#store/workers.ts';

export interface WatchedLanguages {
  /** Aborted when they are others than they were. */
  readonly changed: AbortSignal;
  now(): RequiredOfWorkers;
  stopWatching(): void;
}

/** Looks whether what this worker must judge is still the same. */
export function watchLanguages(
  db: Database,
  required: RequiredOfWorkers,
  logger: Logger,
  everyMs = heartbeatMs,
): WatchedLanguages {
  const changed = new AbortController();
  let now = required;
  const look = async () => {
    const found = await findRequired(db);
    if (changed.signal.aborted || isDeepStrictEqual(found, required)) return;
    now = found;
    logger.info({ before: required, now }, 'other languages are to be judged');
    changed.abort(new Error('Other languages are to be judged'));
  };
  // A database that does not answer has said nothing.
  const timer = setInterval(() => void look().catch(() => {}), everyMs);
  return {
    changed: changed.signal,
    now: () => now,
    stopWatching: () => clearInterval(timer),
  };
}
