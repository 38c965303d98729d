import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { DatabaseSilent } from '#store/connection.ts';
import type { Context } from './context.ts';

/** A proxy that asks wants to know now: a database that does not answer within this is away. */
const readyWithinMs = 3_000;

/** /healthz: the process answers. /readyz: it can also do its work, which needs the database. */
export function healthRoutes(app: FastifyInstance, { db }: Context): void {
  /** One question at a time: a hundred probes of a dead database must not take all connections. */
  let asking: Promise<unknown> | null = null;
  const options = { config: { action: 'health.read' }, schema: { hide: true }, logLevel: 'warn' } as const;

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request) => {
    try {
      asking ??= db.execute(sql`select 1`).finally(() => {
        asking = null;
      });
      await Promise.race([asking, failAfter(readyWithinMs)]);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new ApiError('not_ready');
    }
    return { status: 'ready' };
  });
}

async function failAfter(ms: number): Promise<never> {
  await delay(ms, undefined, { ref: false });
  throw new DatabaseSilent(ms);
}
