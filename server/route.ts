import type { FastifyInstance, FastifyReply, FastifyRequest, RouteShorthandOptions } from 'fastify';
import { z } from 'zod';
import type { SessionUser } from '#contract/accounts.ts';
import { apiBase, type Call } from '#contract/call.ts';
import { ApiError, errorBody } from '#contract/errors.ts';
import type { Context } from './context.ts';
import { type Action, type AskerOf, refusalToAsk } from './policy.ts';
import { findSessionUser } from './sessions.ts';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Input<C extends Call, A extends Action> {
  readonly params: Output<C['params']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  readonly user: AskerOf<A>;
  /** When the request was here to its last byte: what a deadline is held against. */
  readonly receivedAt: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** For a call that takes or gives something else than JSON. */
interface Transport extends Pick<RouteShorthandOptions, 'bodyLimit' | 'compress'> {
  readonly consumes?: readonly string[];
  /** Instead of the contract's one answer. The handler sends them by itself. */
  readonly responses?: Readonly<Record<number, unknown>>;
}

/** Registers one call of the contract: who may make it, checked input, checked answer. */
export function route<C extends Call, A extends Action>(
  app: FastifyInstance,
  context: Context,
  call: C,
  /** What the policy is asked before anything else. When it depends on more than the role, the handler asks again. */
  action: A,
  /** Answers, or sends the reply itself and gives it back. */
  handle: (
    input: Input<C, A>,
  ) => Promise<C['response'] extends z.ZodType ? z.output<C['response']> : void> | Promise<FastifyReply>,
  { consumes, responses, ...options }: Transport = {},
): void {
  const status = call.response ? (call.creates ? 201 : 200) : 204;
  app.route({
    ...options,
    method: call.method,
    url: `${apiBase}${call.path}`,
    config: { action, rawText: call.rawText ?? [] },
    schema: {
      summary: call.summary,
      ...(consumes && { consumes }),
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: {
        ...(responses ?? { [status]: call.response ?? z.null().describe('Done; no content') }),
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    // Before validation, so that a stranger learns nothing about a call from its complaints.
    preValidation: async (request, reply) => {
      request.receivedAt = context.now();
      request.user = await findSessionUser(context, request, reply);
      const refusal = refusalToAsk(request.user, action);
      if (refusal) throw new ApiError(refusal);
    },
    handler: async (request, reply) => {
      const { params, query, body, user, receivedAt } = request;
      const answer = await handle({ params, query, body, user, receivedAt, request, reply } as Input<C, A>);
      // A reply is a promise of its own end: whoever awaits a handler that sends by itself gets nothing, afterwards. It is
      // not sent to its end to whoever has left.
      return reply.sent || reply.raw.headersSent ? reply : reply.code(status).send(answer);
    },
  });
}

/**
 * Nothing answers that does not name its action: a route of the app's own must, and what plug-ins register is public.
 * The list of them is what the tests compare with the policy.
 */
export function requireActions(app: FastifyInstance, isPublic: (url: string) => boolean): void {
  const named = new Map<string, Action>();
  app.decorate('actions', named);
  app.addHook('onRoute', ({ method, url, config }) => {
    const action = config?.action ?? (isPublic(url) ? 'page.read' : null);
    if (!action) throw new Error(`${method} ${url} does not say who may ask for it`);
    for (const one of [method].flat()) named.set(`${one} ${url}`, action);
  });
}

declare module 'fastify' {
  interface FastifyInstance {
    /** What the policy is asked by each route. */
    actions: ReadonlyMap<string, Action>;
  }

  interface FastifyContextConfig {
    action?: Action;
    /** Fields of the body whose text is taken as it is. */
    rawText?: readonly string[];
  }

  interface FastifyRequest {
    user: SessionUser | null;
    receivedAt: Date;
  }
}
