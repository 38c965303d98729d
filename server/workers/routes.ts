import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/workers.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { listWorkers } from './list-workers.ts';

export function workersRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, calls.listWorkers, 'worker.list', ({ request }) =>
    listWorkers(context.db, sayTo(request)),
  );
}
