import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SessionUser } from '#contract/accounts.ts';
import { apiBase } from '#contract/call.ts';
import { errorBody } from '#contract/errors.ts';
import { submissionEvents } from '#contract/submissions.ts';
import type { Context } from '../context.ts';
import type { Patience } from '../patience.ts';
import { requireRole } from '../route.ts';
import { createEventStreams } from './event-streams.ts';

const eventStream = 'text/event-stream';

export function eventsRoutes(app: FastifyInstance, context: Context, patience: Patience): void {
  const streams = createEventStreams(patience);
  const unsubscribe = context.changes.subscribe(streams.tell);
  // Before the server waits for what is under way: a stream is under way for minutes.
  app.addHook('preClose', async () => {
    unsubscribe();
    streams.close();
  });

  app.get(
    `${apiBase}${submissionEvents.path}`,
    {
      schema: {
        summary: 'Tells when something about one’s own submissions has changed, as server-sent events',
        response: {
          200: {
            description: `Events named "${submissionEvents.eventName}" with the id of the submission as JSON: {"id": 1}`,
            content: { [eventStream]: { schema: z.string() } },
          },
          '4xx': errorBody,
          '5xx': errorBody,
        },
      },
      compress: false,
      preValidation: (request, reply) => requireRole(context, 'user', request, reply),
    },
    async (request, reply) => {
      reply
        .type(eventStream)
        .header('x-accel-buffering', 'no')
        // At its end the connection is of no more use, and a server that stops would wait for it.
        .header('connection', 'close');
      if (request.method === 'HEAD') return reply.send();
      return reply.send(streams.open((request.user as SessionUser).id));
    },
  );
}
