import type { Say } from '#contract/words.ts';
import type { Worker } from '#contract/workers.ts';
import type { Queryable } from '#store/database.ts';
import { findWorkers } from '#store/workers.ts';
import { tell } from '../words.ts';

export async function listWorkers(db: Queryable, say: Say): Promise<Worker[]> {
  const workers = await findWorkers(db);
  return workers.map(
    ({ name, state, reason, cores, compiler, sandbox, architecture, version, ...worker }) => {
      const why = tell(reason, say);
      return {
        name,
        state,
        reason: why.text,
        reason_words: why.words,
        cores,
        cores_busy: worker.isLost ? 0 : worker.coresBusy,
        compiler,
        sandbox,
        architecture,
        version,
        started_at: worker.startedAt.toISOString(),
        seen_at: worker.seenAt.toISOString(),
        is_lost: worker.isLost,
      };
    },
  );
}
