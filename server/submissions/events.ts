import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { submissionEvents } from '#contract/submission-events.ts';
import type { Context } from '../context.ts';
import type { RequestTimeouts } from '../request-timeouts.ts';
import { route } from '../route.ts';
import { createEventStreams } from './event-streams.ts';

const eventStream = 'text/event-stream';

export function eventsRoutes(app: FastifyInstance, context: Context, timeouts: RequestTimeouts): void {
  const streams = createEventStreams(timeouts);
  const unsubscribe = context.changes.subscribe(streams.tell);
  // Before the server waits for what is under way: a stream is under way for minutes.
  app.addHook('preClose', async () => {
    unsubscribe();
    streams.close();
  });

  route(
    app,
    context,
    submissionEvents,
    'submission.follow',
    async ({ user, request, reply }) => {
      reply
        .type(eventStream)
        .header('x-accel-buffering', 'no')
        // At its end the connection is of no more use, and a server that stops would wait for it.
        .header('connection', 'close');
      return request.method === 'HEAD' ? reply.send() : reply.send(streams.open(user));
    },
    {
      compress: false,
      responses: {
        200: {
          description: `Events named "${submissionEvents.eventName}" with the id of the submission as JSON: {"id": 1}`,
          content: { [eventStream]: { schema: z.string() } },
        },
      },
    },
  );
}
