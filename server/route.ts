import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Role, SessionUser } from '#contract/accounts.ts';
import { apiBase, type Call } from '#contract/call.ts';
import { ApiError, errorBody } from '#contract/errors.ts';
import { findSessionUser } from './auth/sessions.ts';
import type { Context } from './context.ts';

/** Who may make a call. Each route names one, so the permissions can be read down the route files. */
export type Access = 'everyone' | 'user' | 'staff' | 'admin';

const admitted: Record<Access, readonly Role[] | null> = {
  everyone: null,
  user: ['user', 'staff', 'admin'],
  staff: ['staff', 'admin'],
  admin: ['admin'],
};

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

interface Input<C extends Call, A extends Access> {
  readonly params: Output<C['params']>;
  readonly query: Output<C['query']>;
  readonly body: Output<C['body']>;
  readonly user: A extends 'everyone' ? SessionUser | null : SessionUser;
  /** When the request was here to its last byte: what a deadline is held against. */
  readonly receivedAt: Date;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Registers one call of the contract: who may make it, checked input, checked answer. */
export function route<C extends Call, A extends Access>(
  app: FastifyInstance,
  context: Context,
  call: C,
  access: A,
  /** Answers, or sends the reply itself and gives it back. */
  handle: (
    input: Input<C, A>,
  ) => Promise<C['response'] extends z.ZodType ? z.output<C['response']> : void> | Promise<FastifyReply>,
): void {
  const status = call.response ? (call.creates ? 201 : 200) : 204;
  app.route({
    method: call.method,
    url: `${apiBase}${call.path}`,
    config: { rawText: call.rawText ?? [] },
    schema: {
      summary: call.summary,
      ...(call.params && { params: call.params }),
      ...(call.query && { querystring: call.query }),
      ...(call.body && { body: call.body }),
      response: {
        [status]: call.response ?? z.null().describe('Done; no content'),
        '4xx': errorBody,
        '5xx': errorBody,
      },
    },
    // Before validation, so that a stranger learns nothing about a call from its complaints.
    preValidation: (request, reply) => {
      request.receivedAt = context.now();
      return requireRole(context, access, request, reply);
    },
    handler: async (request, reply) => {
      const { params, query, body, user, receivedAt } = request;
      const answer = await handle({ params, query, body, user, receivedAt, request, reply } as Input<C, A>);
      // A reply is a promise of its own end: whoever awaits a handler that sends by itself gets nothing, afterwards.
      return reply.sent ? reply : reply.code(status).send(answer);
    },
  });
}

/** Finds the request's user, and refuses who may not make the call. */
export async function requireRole(
  context: Context,
  access: Access,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const user = await findSessionUser(context, request, reply);
  const roles = admitted[access];
  if (roles && !user) throw new ApiError('login_required');
  if (roles && user && !roles.includes(user.role)) throw new ApiError('forbidden');
  request.user = user;
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Fields of the body whose text is taken as it is. */
    rawText?: readonly string[];
  }

  interface FastifyRequest {
    user: SessionUser | null;
    receivedAt: Date;
  }
}
