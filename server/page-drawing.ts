/**
 * A page as somebody is to see it, drawn before there is a script: the web app itself, run here with the answers of the API in
 * that person's name (web/src/app/page-drawing.tsx). A page that is not drawn comes with its bare frame, and looks the same a
 * moment later.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { PageDrawing, SendCall } from '#contract/page-drawing.ts';

export const drawingFile = 'page-drawing.mjs';

export interface DrawnPage {
  /** Null: it is none that can be shown so, or did not come in time. */
  html: string | null;
  /** A session that is prolonged as it is used tells the browser so. */
  cookies: readonly string[];
}

/** Null where it was not tried. */
export type DrawPage = (request: FastifyRequest) => Promise<DrawnPage | null>;

/** A page that takes longer is not worth the wait. */
const mostMs = 1_000;
/** Of the server's time at most a fourth goes into drawing: a crowd that comes at once gets bare frames, and its answers. */
const restPerWork = 3;
const longestRestMs = 10_000;

export async function preparePageDrawing(
  folder: string,
): Promise<(app: FastifyInstance, readMs: () => number) => DrawPage> {
  const path = join(folder, drawingFile);
  if (!existsSync(path)) return () => async () => null;
  const { sendCallsBy, drawPage }: PageDrawing = await import(pathToFileURL(path).href);
  const sender = new AsyncLocalStorage<SendCall>();
  sendCallsBy((address) => {
    const send = sender.getStore();
    if (!send) throw new Error('A call that belongs to no page');
    return send(address);
  });
  return (app, readMs) => {
    let isDrawing = false;
    let rest = { fromMs: 0, ms: 0 };
    return async (request) => {
      const startedMs = readMs();
      const restedMs = startedMs - rest.fromMs;
      const isResting = restedMs >= 0 && restedMs < rest.ms;
      if (isDrawing || isResting || savesData(request) || !hasPlainPath(request)) return null;
      const cookies: string[] = [];
      let isOver = false;
      const send = sendFor(app, request, cookies, () => isOver);
      if (!send) return null;
      isDrawing = true;
      const drawn = sender
        .run(send, () => drawPage(request.url, () => isOver))
        .catch((error: unknown) => {
          request.log.error({ err: error }, 'A page could not be drawn');
          return null;
        })
        .finally(() => {
          isDrawing = false;
          const endedMs = readMs();
          rest = { fromMs: endedMs, ms: Math.min(restPerWork * (endedMs - startedMs), longestRestMs) };
        });
      const html = await withinTime(drawn);
      isOver = true;
      return { html, cookies: [...cookies] };
    };
  };
}

/** What is drawn comes twice, to be seen and to go on with. */
function savesData({ headers }: FastifyRequest): boolean {
  return headers['save-data'] === 'on';
}

/** One that reads the same whoever resolves it. */
function hasPlainPath({ url }: FastifyRequest): boolean {
  const [path = ''] = url.split('?');
  return /^[\w./-]*$/.test(path) && new URL(path, 'http://localhost').pathname === path;
}

/** What the API reads of a browser's question. */
const readHeaders = [
  'accept-language',
  'cookie',
  'forwarded',
  'host',
  'user-agent',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
];

/** As if the browser had asked: every rule about who may read what holds. */
function sendFor(
  app: FastifyInstance,
  { headers, socket: { remoteAddress } }: FastifyRequest,
  cookies: string[],
  isOver: () => boolean,
) {
  // The browser has gone, and whoever is asked in its place would seem to be this machine.
  if (remoteAddress === undefined) return null;
  const own = Object.fromEntries(Object.entries(headers).filter(([name]) => readHeaders.includes(name)));
  return async (url: string) => {
    if (isOver()) throw new Error('Nobody waits for this page any longer');
    const answer = await app.inject({ method: 'GET', url, headers: own, remoteAddress });
    cookies.push(...[answer.headers['set-cookie'] ?? []].flat());
    const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const);
    return new Response(answer.body || null, {
      status: answer.statusCode,
      headers: Object.fromEntries(told),
    });
  };
}

async function withinTime(drawn: Promise<string | null>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, mostMs, null);
  });
  try {
    return await Promise.race([drawn, late]);
  } finally {
    clearTimeout(timer);
  }
}
