import type { FastifyInstance } from 'fastify';
import { listWorkers } from '#contract/workers.ts';
import { findWorkers } from '#store/workers.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo, tell } from '../words.ts';

export function workersRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, listWorkers, 'worker.list', async ({ request }) => {
    const say = sayTo(request);
    const workers = await findWorkers(context.db);
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
  });
}
