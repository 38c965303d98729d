import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { eventNames } from '#contract/event-names.ts';
import { followEvents } from '#contract/events.ts';
import { requireContest } from '../contests/access.ts';
import type { Boards } from '../contests/boards.ts';
import type { Context } from '../context.ts';
import type { RequestTimeouts } from '../request-timeouts.ts';
import { route } from '../route.ts';
import { createEventStreams } from './streams.ts';
import { createBoardTeller } from './tell-boards.ts';
import { createTeller } from './tell-changes.ts';

const eventStream = 'text/event-stream';

export function eventsRoutes(
  app: FastifyInstance,
  context: Context,
  boards: Boards,
  timeouts: RequestTimeouts,
): void {
  const streams = createEventStreams(timeouts);
  const tell = createTeller(context, streams);
  // What is not told costs a wait until the next poll.
  const onError = (error: unknown) => app.log.warn({ err: error }, 'telling of a change');
  const boardTeller = createBoardTeller(context, boards, streams, {
    beatMs: timeouts.streamBeatMs,
    onError,
  });
  const unsubscribe = context.changes.subscribe((change) => {
    if (change.kind === 'board') boardTeller.onChange(change.contestId, change.readers);
    else tell(change).catch(onError);
  });
  // Before the server waits for what is under way: a stream is under way for minutes.
  app.addHook('preClose', async () => {
    unsubscribe();
    boardTeller.close();
    streams.close();
  });

  route(
    app,
    context,
    followEvents,
    'submission.follow',
    async ({ query: { contestId = null, board }, user, request, reply }) => {
      if (contestId !== null)
        await requireContest(context.db, user, 'question.read', contestId, context.now());
      reply
        .type(eventStream)
        .header('x-accel-buffering', 'no')
        // At its end the connection is of no more use, and a server that stops would wait for it.
        .header('connection', 'close');
      // Which then ends with the connection, and each event is one write instead of a chunk with its head and tail.
      reply.raw.removeHeader('transfer-encoding');
      if (request.method === 'HEAD') return reply.send();
      const listener = { user, contestId, followsBoard: board !== undefined };
      const stream = streams.open(listener);
      if (contestId !== null && listener.followsBoard) {
        const version = request.headers['last-event-id'];
        boardTeller
          .greet(contestId, listener, typeof version === 'string' ? version : null)
          .then((events) => {
            for (const event of events) streams.tell(stream, listener, event);
          })
          .catch(onError);
      }
      return reply.send(stream);
    },
    {
      compress: false,
      responses: {
        200: {
          description: `Events named "${eventNames.submission}" with the id of the submission as JSON: {"id": 1}; "${eventNames.news}" with what a contest tells to all, or only its id when there is something to ask for; "${eventNames.board}" with what its scoreboard is now; for staff "${eventNames.inbox}" and "${eventNames.judging}"`,
          content: { [eventStream]: { schema: z.string() } },
        },
      },
    },
  );
}
