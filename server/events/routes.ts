import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { eventNames } from '#contract/event-names.ts';
import { followEvents } from '#contract/events.ts';
import { requireContest } from '../contests/access.ts';
import type { Context } from '../context.ts';
import type { RequestTimeouts } from '../request-timeouts.ts';
import { route } from '../route.ts';
import { createEventStreams } from './streams.ts';
import { createTeller } from './tell-changes.ts';

const eventStream = 'text/event-stream';

export function eventsRoutes(app: FastifyInstance, context: Context, timeouts: RequestTimeouts): void {
  const streams = createEventStreams(timeouts);
  const tell = createTeller(context, streams);
  const unsubscribe = context.changes.subscribe((change) => {
    // Lost, it costs a wait until the next poll.
    tell(change).catch((error) => app.log.warn({ err: error }, 'telling of a change'));
  });
  // Before the server waits for what is under way: a stream is under way for minutes.
  app.addHook('preClose', async () => {
    unsubscribe();
    streams.close();
  });

  route(
    app,
    context,
    followEvents,
    'submission.follow',
    async ({ query: { contestId = null }, user, request, reply }) => {
      if (contestId !== null)
        await requireContest(context.db, user, 'question.read', contestId, context.now());
      reply
        .type(eventStream)
        .header('x-accel-buffering', 'no')
        // At its end the connection is of no more use, and a server that stops would wait for it.
        .header('connection', 'close');
      return request.method === 'HEAD' ? reply.send() : reply.send(streams.open({ user, contestId }));
    },
    {
      compress: false,
      responses: {
        200: {
          description: `Events named "${eventNames.submission}" with the id of the submission as JSON: {"id": 1}; "${eventNames.news}" with what a contest tells to all, or only its id when there is something to ask for; for staff "${eventNames.inbox}" and "${eventNames.judging}"`,
          content: { [eventStream]: { schema: z.string() } },
        },
      },
    },
  );
}
