import type { FastifyInstance } from 'fastify';
import { getOverview } from '#contract/overview.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { readOverview } from './queries.ts';

export function overviewRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, getOverview, 'overview.read', ({ request }) =>
    readOverview(context.db, sayTo(request)),
  );
}
