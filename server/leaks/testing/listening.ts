/** People's open streams of events, on a server that keeps them open, and what came over them. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, vi } from 'vitest';
import { followChanges } from '#store/changes.ts';
import { buildApp } from '../../app.ts';
import { usualTimeouts } from '../../request-timeouts.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Person } from './people.ts';

interface Stream {
  readonly person: Person;
  readonly userId: number;
  /** Blocks as they came, without beats. */
  heard: string[];
}

export interface Listening {
  /** One that belongs to a contest, or to none. */
  open(person: Person, userId: number, contestId: number | null): Promise<void>;
  /** What was opened until now is listened to no more. */
  closeAll(): void;
  /** What each has heard since this was asked last, when everything that happened until now has been told. */
  takeHeard(): Promise<Map<Person, string[]>>;
}

/** A word that is sent to each stream by hand: what was told before it has arrived when it has. No submission is called so. */
const fence = (number: number) => `event: submission\ndata: {"id":${-number}}`;
const isFence = (block: string) => /"id":-\d+/.test(block);

export async function startListening({ context, database, webFolder }: TestApp): Promise<Listening> {
  const changes = followChanges(database.connectionString, () => {});
  const app = await buildApp({
    context: { ...context, changes },
    webFolder,
    logger: pino({ level: 'silent' }),
    timeouts: { ...usualTimeouts, streamMs: 600_000, streamBeatMs: 600_000 },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const streams: Stream[] = [];
  const requests: { destroy(): void }[] = [];
  const closeAll = () => {
    for (const request of requests.splice(0)) request.destroy();
    streams.length = 0;
  };
  afterAll(async () => {
    closeAll();
    await app.close();
    changes.close();
  });

  let passed = 0;
  async function passFence(): Promise<void> {
    passed += 1;
    await vi.waitFor(
      async () => {
        const waiting = streams.filter(({ heard }) => !heard.includes(fence(passed)));
        if (waiting.length === 0) return;
        for (const userId of new Set(waiting.map((stream) => stream.userId)))
          await database.pool.query(`select pg_notify('submission_changed', $1)`, [`${userId} ${-passed}`]);
        throw new Error(`${waiting.length} streams have not heard the last word`);
      },
      { timeout: 20_000, interval: 10 },
    );
  }

  return {
    closeAll,

    async open(person, userId, contestId) {
      const address = `/api/events${contestId === null ? '' : `?contestId=${contestId}`}`;
      const headers = { cookie: `minos_session=${person.client.cookie}` };
      const request = get({ port, path: address, agent: false, headers });
      requests.push(request);
      request.on('error', () => {});
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      if (response.statusCode !== 200) throw new Error(`${address} answers ${response.statusCode}`);
      const stream: Stream = { person, userId, heard: [] };
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        const blocks = (text + chunk).split('\n\n');
        text = blocks.pop() ?? '';
        stream.heard.push(...blocks.filter((block) => block !== ':' && !block.startsWith('retry:')));
      });
      streams.push(stream);
    },

    async takeHeard() {
      // Some of what is told is looked up first, and then comes after a word that was sent later.
      await passFence();
      await passFence();
      const heard = new Map<Person, string[]>();
      for (const stream of streams) {
        const said = stream.heard.filter((block) => !isFence(block));
        heard.set(stream.person, [...(heard.get(stream.person) ?? []), ...said]);
        stream.heard = [];
      }
      return heard;
    },
  };
}
