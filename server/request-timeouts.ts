/**
 * How long a connection may keep the server waiting. A client that sends its request byte by byte, or never reads the
 * answer, holds up nobody else, but it costs a socket and memory; after these times its connection is ended.
 *
 *   headers     must be there soon after the connection, or after the request before
 *   a body      has a minute: the largest that strangers may send is 1 MiB
 *   an upload   by staff may be half a gigabyte over a school's line
 *   silence     in either direction, while a request is under way, ends it
 *   a stream    of events is meant to stay open: comments keep it from being silent, to proxies too, and it ends after
 *               some minutes, so that the session behind it is checked again
 */

import type { Server } from 'node:http';
import type { FastifyHttpOptions, FastifyInstance } from 'fastify';

export interface RequestTimeouts {
  readonly headersMs: number;
  readonly bodyMs: number;
  readonly uploadMs: number;
  readonly silenceMs: number;
  readonly streamMs: number;
  readonly streamBeatMs: number;
}

export const usualTimeouts: RequestTimeouts = {
  headersMs: 30_000,
  bodyMs: 60_000,
  uploadMs: 60 * 60_000,
  silenceMs: 120_000,
  streamMs: 5 * 60_000,
  streamBeatMs: 20_000,
};

/** Node's own timeouts; Fastify turns off the one for whole requests unless it is told otherwise. */
export function toServerOptions({ headersMs, uploadMs, silenceMs }: RequestTimeouts) {
  return {
    requestTimeout: uploadMs,
    connectionTimeout: silenceMs,
    http: { headersTimeout: headersMs, requestTimeout: uploadMs, connectionsCheckingInterval: headersMs / 4 },
  } satisfies FastifyHttpOptions<Server>;
}

/** Node has one timeout for all requests, which must be long enough for uploads; this shorter one is for the others. */
export function limitBodies(app: FastifyInstance, { bodyMs }: RequestTimeouts): void {
  app.decorateRequest('bodyDeadline');
  app.addHook('onRequest', async (request) => {
    const { headers, raw } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    const deadline = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, bodyMs);
    raw.once('close', () => clearTimeout(deadline));
    request.bodyDeadline = deadline;
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** For the one call that may take longer to clear, once it knows who is sending. */
    bodyDeadline?: NodeJS.Timeout;
  }
}
