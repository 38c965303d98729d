/** People's open streams of events, on a server that keeps them open, and what came over them. */
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { afterAll, vi } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { followChanges } from '#store/changes.ts';
import { buildApp } from '../../app.ts';
import { usualTimeouts } from '../../request-timeouts.ts';
import type { TestApp } from '../../testing/test-app.ts';
import type { Person } from './people.ts';

interface Stream {
  readonly person: Person;
  readonly userId: number;
  /** One that belongs to a contest shows its scoreboard. */
  readonly contestId: number | null;
  /** The first version of it that there was. */
  firstVersion: string | null;
  /** Blocks as they came, without beats. */
  heard: string[];
  close(): void;
}

export interface Listening {
  /** One that belongs to a contest, or to none. */
  open(person: Person, userId: number, contestId: number | null): Promise<void>;
  /** This person's break off and come back, with what they had in the beginning. Gives what they are greeted with. */
  comeBack(person: Person): Promise<string[]>;
  /** What was opened until now is listened to no more. */
  closeAll(): void;
  /** What each has heard since this was asked last, when everything that happened until now has been told. */
  takeHeard(): Promise<Map<Person, string[]>>;
  /** The names of all events that anybody has heard. */
  readonly kindsHeard: ReadonlySet<string>;
}

const dayMs = 86_400_000;

/** A word that is sent to each stream by hand: what was told before it has arrived when it has. No submission is called so. */
const fence = (number: number) => `event: submission\ndata: {"id":${-number}}`;
const isFence = (block: string) => /"id":-\d+/.test(block);

function never(address: string): never {
  throw new Error(`${address} has not told the version of the scoreboard`);
}

export async function startListening({ context, database, webFolder }: TestApp): Promise<Listening> {
  const changes = followChanges(database.connectionString, () => {});
  const app = await buildApp({
    context: { ...context, changes },
    webFolder,
    logger: pino({ level: 'silent' }),
    // Neither ends of streams nor beats, which come when the time has come: longer than the longest run.
    timeouts: { ...usualTimeouts, streamMs: dayMs, streamBeatMs: dayMs },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const streams: Stream[] = [];
  const kindsHeard = new Set<string>();
  const closeAll = () => {
    for (const stream of streams.splice(0)) stream.close();
  };
  afterAll(async () => {
    closeAll();
    await app.close();
    changes.close();
  });

  const authorize = (person: Person) => ({ cookie: `minos_session=${person.client.cookie}` });

  /** A version is made some time after the change that it shows; who asks for the board waits for it, and it is told first. */
  async function untilBoardsAreMade(): Promise<void> {
    // Each for one of its readers: the owner is in all contests, and the first to begin.
    const followed = streams.filter(
      ({ person }) => person.name === 'owner' || person.asker?.role === 'staff',
    );
    await Promise.all(
      followed.map(({ person, contestId }) => (contestId === null ? null : readBoard(person, contestId))),
    );
  }

  async function readBoard(person: Person, contestId: number): Promise<ContestScoreboard> {
    return (
      await app.inject({ url: `/api/contests/${contestId}/scoreboard`, headers: authorize(person) })
    ).json();
  }

  function takeSaid(stream: Stream): string[] {
    const said = stream.heard.filter((block) => !isFence(block));
    stream.heard = [];
    for (const block of said) kindsHeard.add(/^event: (.*)$/m.exec(block)?.[1] ?? block);
    return said;
  }

  /** Whoever looks something up has a connection, or waits for one; between two of their statements no turn passes. */
  async function untilAllIsLookedUp(): Promise<void> {
    const pool = (context.db as unknown as { readonly $client: Pool }).$client;
    for (let quietTurns = 0; quietTurns < 5; ) {
      await setImmediate();
      const isQuiet = pool.waitingCount === 0 && pool.idleCount === pool.totalCount;
      quietTurns = isQuiet ? quietTurns + 1 : 0;
    }
  }

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

  async function connect(
    person: Person,
    userId: number,
    contestId: number | null,
    version: string | null,
  ): Promise<void> {
    const address = `/api/events${contestId === null ? '' : `?contestId=${contestId}&board=true`}`;
    const headers = { ...authorize(person), ...(version && { 'last-event-id': version }) };
    const request = get({ port, path: address, agent: false, headers });
    request.on('error', () => {});
    const [response] = (await once(request, 'response')) as [IncomingMessage];
    if (response.statusCode !== 200) throw new Error(`${address} answers ${response.statusCode}`);
    const stream: Stream = {
      person,
      userId,
      contestId,
      firstVersion: version,
      heard: [],
      close: () => void request.destroy(),
    };
    let text = '';
    response.setEncoding('utf8').on('data', (chunk: string) => {
      const blocks = (text + chunk).split('\n\n');
      text = blocks.pop() ?? '';
      for (const block of blocks) {
        if (block === ':' || block.startsWith('retry:')) continue;
        stream.firstVersion ??= /^id: (.*)$/m.exec(block)?.[1] ?? null;
        stream.heard.push(block);
      }
    });
    streams.push(stream);
    if (contestId !== null && (await readBoard(person, contestId)).version !== '')
      await vi.waitFor(() => stream.heard.find((block) => block.startsWith('id: ')) ?? never(address), {
        timeout: 20_000,
        interval: 5,
      });
  }

  return {
    closeAll,
    kindsHeard,
    open: (person, userId, contestId) => connect(person, userId, contestId, null),

    async comeBack(person) {
      const own = streams.filter((stream) => stream.person === person);
      for (const stream of own) {
        streams.splice(streams.indexOf(stream), 1);
        stream.close();
        await connect(person, stream.userId, stream.contestId, stream.firstVersion);
      }
      if (own.length > 0) await passFence();
      return streams.filter((stream) => stream.person === person).flatMap(takeSaid);
    },

    async takeHeard() {
      // Some of what is told is looked up first, and then comes after a word that was sent later.
      await passFence();
      await untilBoardsAreMade();
      await untilAllIsLookedUp();
      await passFence();
      const heard = new Map<Person, string[]>();
      for (const stream of streams)
        heard.set(stream.person, [...(heard.get(stream.person) ?? []), ...takeSaid(stream)]);
      return heard;
    },
  };
}
