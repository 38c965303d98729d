import type { FastifyInstance } from 'fastify';
import { getUntrustedProxy } from '#contract/settings.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { findUntrustedProxy } from './sightings.ts';

export function proxyRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, getUntrustedProxy, 'proxy.read', async ({ request }) => ({
    proxy: await findUntrustedProxy(context, request),
  }));
}
