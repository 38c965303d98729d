/** Streams of events for tests, over the network: a test client's answers come whole. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, onTestFinished, vi } from 'vitest';
import { followChanges } from '#store/changes.ts';
import { buildApp } from '../app.ts';
import { type RequestTimeouts, usualTimeouts } from '../request-timeouts.ts';
import type { Client, TestApp } from '../testing/test-app.ts';

export interface Watching {
  readonly response: IncomingMessage;
  /** The next block of the stream, as it was sent; null at its end. */
  next(): Promise<string | null>;
  /** The next that is no beat. */
  nextSaid(): Promise<string | null>;
  /** The data of the next event, of a submission unless another kind is named. */
  nextEvent(name?: string): Promise<unknown>;
  leave(): void;
}

export async function makeStreamTools({ context, database, webFolder }: TestApp) {
  /** The test app is one itself. */
  let serversListening = 1;

  /** A server of its own on the one database, as another machine would run it. */
  async function startServer(timeouts: Partial<RequestTimeouts> = {}) {
    const log: string[] = [];
    const changes = followChanges(database.connectionString, () => {});
    const app = await buildApp({
      context: { ...context, changes },
      webFolder,
      logger: pino({ level: 'warn' }, { write: (line) => void log.push(line) }),
      timeouts: { ...usualTimeouts, ...timeouts },
    });
    await app.listen({ host: '127.0.0.1', port: 0 });
    afterAll(async () => {
      await app.close();
      changes.close();
    });
    serversListening += 1;
    await untilAllListen();
    const { port } = app.server.address() as AddressInfo;
    return { app, log, url: `http://127.0.0.1:${port}/api/events` };
  }

  async function findListeners(): Promise<number[]> {
    const { rows } = await database.pool.query<{ pid: number }>(
      `select pid from pg_stat_activity
       where datname = current_database() and query like 'listen submission_changed%' and state = 'idle'`,
    );
    return rows.map(({ pid }) => pid);
  }

  async function untilAllListen(except: readonly number[] = []): Promise<void> {
    await vi.waitFor(
      async () => {
        const found = (await findListeners()).filter((pid) => !except.includes(pid));
        if (found.length !== serversListening) throw new Error(`${found.length} listen`);
      },
      { timeout: 20_000, interval: 5 },
    );
  }

  async function watch(client: Client, url = main.url, headers = {}): Promise<Watching> {
    const cookie = `minos_session=${client.cookie}`;
    const request = get(url, { agent: false, headers: { cookie, ...headers } });
    onTestFinished(() => void request.destroy());
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    const chunks = response.setEncoding('utf8')[Symbol.asyncIterator]();
    let text = '';
    const next = async () => {
      while (!text.includes('\n\n')) {
        const { value, done } = await chunks.next();
        if (done) return null;
        text += value;
      }
      const [block = '', ...rest] = text.split('\n\n');
      text = rest.join('\n\n');
      return block;
    };
    const nextSaid = async () => {
      for (;;) {
        const block = await next();
        if (block !== ':') return block;
      }
    };
    const nextEvent = async (name = 'submission') => {
      for (;;) {
        const block = await next();
        if (block === null) throw new Error('The stream has ended');
        const [, told, data = ''] = /^(?:id: .*\n)?event: (.*)\ndata: (.*)$/.exec(block) ?? [];
        if (told === name) return JSON.parse(data);
      }
    };
    return { response, next, nextSaid, nextEvent, leave: () => void request.destroy() };
  }

  const main = await startServer();
  return { main, startServer, findListeners, untilAllListen, watch };
}
