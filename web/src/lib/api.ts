import {
  type Call,
  type CallAnswer,
  type CallArguments,
  type CallValues,
  callUrl,
  serverTimeHeader,
} from '#contract/call.ts';
import type { Words } from '#contract/words.ts';
import { isOffline } from './connection.ts';
import { sayOffline, sayOr } from './messages.ts';
import { serverClock } from './server-clock.ts';

interface SendOptions {
  /** Ends the waiting; the call then counts as never answered. */
  signal?: AbortSignal;
  /** Files, for a call that takes them. */
  form?: FormData;
}

/** Instead of a server's code: this device had no network when it asked. */
const offlineCode = 'offline';

/** A call that did not succeed: refused by the server, or never answered (status 0). */
export class RequestFailed extends Error {
  readonly status: number;
  readonly code: string | null;
  /** The server's own words, when it had any. */
  readonly serverMessage: string | null;
  /** What they say, where that is more than the code. */
  readonly serverWords: Words | null;
  /** Whatever else the answer told, e.g. the title of a hidden problem. */
  readonly details: Readonly<Record<string, unknown>>;

  constructor(
    status: number,
    code: string | null,
    serverMessage: string | null,
    details: Readonly<Record<string, unknown>> = {},
    serverWords: Words | null = null,
  ) {
    super(serverMessage ?? `Request failed with status ${status}`);
    this.status = status;
    this.code = code;
    this.serverMessage = serverMessage;
    this.details = details;
    this.serverWords = serverWords;
  }
}

/** The server said no: an answer like any other, unlike one that was lost on the way. A 401 is the session's end. */
export function isRefusal(error: unknown): error is RequestFailed {
  return error instanceof RequestFailed && (error.status === 403 || error.status === 404);
}

/** It may have been done all the same: the answer was lost, on the way or in the server. */
export function isUnanswered(error: unknown): boolean {
  return error instanceof RequestFailed && (error.status === 0 || error.status >= 500);
}

/** Then it is nobody's failure, and over with the network's return. */
export function isOfNoNetwork(error: unknown): boolean {
  return error instanceof RequestFailed && error.code === offlineCode;
}

/** Where the server supplies a message it is shown, otherwise the fallback; without a network neither would be true. */
export function errorText(error: unknown, fallback: string): string {
  if (!(error instanceof RequestFailed)) return fallback;
  if (isOfNoNetwork(error)) return sayOffline();
  if (error.serverMessage === null) return fallback;
  return sayOr(error.serverWords, error.serverMessage);
}

export async function api<C extends Call>(
  call: C,
  ...[request]: CallArguments<C, SendOptions>
): Promise<CallAnswer<C>> {
  const { params, query, body, form, signal }: SendOptions & CallValues = request ?? {};
  const response = await send(callUrl(call.path, params, query), {
    method: call.method,
    credentials: 'same-origin',
    ...(signal && { signal }),
    ...(form && { body: form }),
    ...(body !== undefined && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  });
  if (!response.ok) throw readFailure(response.status, await response.json().catch(() => null));
  return (call.response ? await response.json() : undefined) as CallAnswer<C>;
}

/** How calls reach the server: over the network, but from a page that the server itself draws (app/page-drawing.tsx). */
let overNetwork = (url: string, init: RequestInit) => fetch(url, init);

export function sendCallsBy(send: typeof overNetwork): void {
  overNetwork = send;
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const sentAtMs = Date.now();
  try {
    const response = await overNetwork(url, init);
    const serverTime = response.headers.get(serverTimeHeader);
    if (serverTime !== null) serverClock.note(sentAtMs, Date.now(), Number(serverTime));
    return response;
  } catch {
    throw neverAnswered();
  }
}

/** The connection was lost, or there was none. */
export function neverAnswered(): RequestFailed {
  return new RequestFailed(0, isOffline() ? offlineCode : null, null);
}

/** What an answer other than 2xx says, as far as it is one of ours. */
export function readFailure(status: number, body: unknown): RequestFailed {
  const { code, message, words, ...details } = (body ?? {}) as Record<string, unknown>;
  return new RequestFailed(
    status,
    typeof code === 'string' ? code : null,
    typeof message === 'string' && message !== '' ? message : null,
    details,
    (words ?? null) as Words | null,
  );
}
