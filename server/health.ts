import { sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Context } from './context.ts';

/** /healthz: the process answers. /readyz: it can also do its work, which needs the database. */
export function healthRoutes(app: FastifyInstance, { db }: Context): void {
  const options = { schema: { hide: true }, logLevel: 'warn' } as const;

  app.get('/healthz', options, async () => ({ status: 'ok' }));

  app.get('/readyz', options, async (request) => {
    try {
      await db.execute(sql`select 1`);
    } catch (error) {
      request.log.warn({ err: error }, 'not ready');
      throw new ApiError('not_ready');
    }
    return { status: 'ready' };
  });
}
