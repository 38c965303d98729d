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

type Part<C extends Call, Name extends 'params' | 'query'> = C extends {
  [K in Name]: infer Schema extends z.ZodType;
}
  ? { [K in Name]: Name extends 'params' ? z.output<Schema> : z.input<Schema> }
  : unknown;

/** A body that may be missing need not be given. */
type Body<C extends Call> = C extends { body: infer Schema extends z.ZodType }
  ? undefined extends z.input<Schema>
    ? { body?: z.input<Schema> }
    : { body: z.input<Schema> }
  : unknown;

type CallRequest<C extends Call> = Part<C, 'params'> & Part<C, 'query'> & Body<C>;

/** What has to be given with a call, and whatever else its caller offers; nothing for one that asks for nothing. */
export type CallArguments<C extends Call, Options = object> =
  unknown extends CallRequest<C> ? [Options?] : [CallRequest<C> & Options];

export type CallAnswer<C extends Call> = C extends { response: infer Schema extends z.ZodType }
  ? z.output<Schema>
  : undefined;

type Values = Record<string, unknown>;

/** The same as values, for whoever sends it. */
export interface CallValues {
  readonly params?: Values;
  readonly query?: Values;
  readonly body?: unknown;
}

export const apiBase = '/api';

/** The address of a call on its server. */
export function callUrl(path: string, params: Values = {}, query: Values = {}): string {
  const filled = path.replace(/:([A-Za-z]+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value));
  }
  return apiBase + filled + (search.size > 0 ? `?${search}` : '');
}

/** On every answer of the API, in ms since 1970: the pages' clocks follow the server's, not the visitor's. */
export const serverTimeHeader = 'x-minos-time';
