import type { z } from 'zod';

/**
 * One entry of the API: what may be sent and what comes back. The server registers its routes from these
 * and the web calls through them, so neither can drift from the other.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Below /api, with `:name` for parameters. */
  readonly path: string;
  readonly summary: string;
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Absent: the answer is 204 with no body, or a file or a stream, as the call's comment says. */
  readonly response?: z.ZodType;
  /** Fields of the body that may hold any characters; everywhere else NUL and broken Unicode are refused. */
  readonly rawText?: readonly string[];
  /** The answer is 201: something new now exists. */
  readonly creates?: true;
}

export function defineCall<const C extends Call>(call: C): C {
  return call;
}

export const apiBase = '/api';

/** On every answer of the API, in ms since 1970: the pages' clocks follow the server's, not the visitor's. */
export const serverTimeHeader = 'x-minos-time';
