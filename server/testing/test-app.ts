import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import type { Role } from '#contract/accounts.ts';
import { followChanges } from '#store/changes.ts';
import { openQueue } from '#store/queue.ts';
import { makeTestDatabase, type TestDatabase } from '#store/testing/test-database.ts';
import { buildApp } from '../app.ts';
import { insertUser } from '../auth/accounts.ts';
import type { Context } from '../context.ts';
import { OneCallPerUser } from '../one-call-per-user.ts';
import { usualTimeouts } from '../request-timeouts.ts';

/** A browser of sorts: keeps its cookie, speaks JSON. */
export interface Client {
  cookie: string | undefined;
  send(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    payload?: unknown,
    options?: Partial<InjectOptions>,
  ): Promise<LightMyRequestResponse>;
  get(url: string, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
  post(url: string, payload?: unknown, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
  put(url: string, payload?: unknown, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
  delete(url: string, options?: Partial<InjectOptions>): Promise<LightMyRequestResponse>;
}

export interface TestApp {
  readonly app: FastifyInstance;
  readonly database: TestDatabase;
  readonly context: Context;
  readonly webFolder: string;
  /** The log so far, as the lines a person would read. */
  readonly log: string[];
  /** Moves the server's clock on; it stands still otherwise. */
  advance(ms: number): void;
  makeClient(): Client;
  /** Makes an account and signs in with it. */
  signUp(role: Role, username?: string): Promise<Client & { id: number; username: string }>;
}

/** Whoever injects a request has the answer when it has ended, with no beat in it by chance. */
const shortStreams = { ...usualTimeouts, streamMs: 10, streamBeatMs: 24 * 60 * 60_000 };

export const testPassword = 'correct horse';
/** At the lowest cost: a real one takes a tenth of a second of a core, and a test file signs in dozens of people. */
export const testPasswordHash =
  '$argon2id$v=19$m=8,t=1,p=1$bWlub3MgdGVzdCBzYWx0Lg$h698aCL0Vfn/ZTgsDmuUu1zmF5baxnnwFXG8IM0+PHk';

/** The real app on a real database of this test file's own, with a clock that the test moves. */
export async function makeTestApp(
  environment: Partial<Context['environment']> = {},
  /** One that others have, too. */
  shared?: TestDatabase,
): Promise<TestApp> {
  const database = shared ?? (await makeTestDatabase());
  const webFolder = await makeWebFolder();
  let clock = new Date('2026-01-15T09:00:00.000Z').getTime();
  const { db, connectionString } = database.openAs('server');
  const queue = await openQueue(connectionString, () => {});
  const changes = followChanges(connectionString, () => {});
  const context: Context = {
    db,
    queue,
    changes,
    oneCallPerUser: new OneCallPerUser(),
    environment: { PUBLIC_URL: undefined, TRUST_PROXY: false, METRICS_TOKEN: undefined, ...environment },
    now: () => new Date(clock),
  };
  const log: string[] = [];
  const logger = pino({ level: 'info' }, { write: (line) => void log.push(line) });
  const app = await buildApp({ context, webFolder, logger, timeouts: shortStreams });
  afterAll(async () => {
    await app.close();
    changes.close();
    await queue.stop({ graceful: false });
  });

  const cookieName = environment.PUBLIC_URL?.startsWith('https:') ? '__Host-minos_session' : 'minos_session';

  function makeClient(): Client {
    const send: Client['send'] = async (method, url, payload, options) => {
      const cookies = client.cookie ? { [cookieName]: client.cookie } : {};
      const response = await app.inject({ cookies, method, url, payload: payload as object, ...options });
      const set = response.cookies.find((cookie) => cookie.name === cookieName);
      if (set) client.cookie = set.value || undefined;
      return response;
    };
    const client: Client = {
      cookie: undefined,
      send,
      get: (url, options) => send('GET', url, undefined, options),
      post: (url, payload, options) => send('POST', url, payload, options),
      put: (url, payload, options) => send('PUT', url, payload, options),
      delete: (url, options) => send('DELETE', url, undefined, options),
    };
    return client;
  }

  let made = 0;
  return {
    app,
    database,
    context,
    webFolder,
    log,
    makeClient,
    advance: (ms) => {
      clock += ms;
    },
    signUp: async (role, username = `${role}-${++made}`) => {
      const { id } = await insertUser(database.db, { username, passwordHash: testPasswordHash, role });
      const client = makeClient();
      await client.post('/api/login', { username, password: testPassword });
      return Object.assign(client, { id, username });
    },
  };
}

/** As the build leaves it: a page with the nonce's placeholder and a hashed asset with its compressed twins. */
async function makeWebFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'minos-web-'));
  afterAll(() => rm(folder, { recursive: true }));
  await mkdir(join(folder, 'assets'));
  await writeFile(
    join(folder, 'index.html'),
    '<!doctype html><head><meta name="csp-nonce" content="__CSP_NONCE__"></head><body><div id="root"></div></body>',
  );
  await writeFile(
    join(folder, 'page-parts.json'),
    JSON.stringify({
      '/problems/:problemId': {
        everyone: {
          files: '<link href="/assets/problem-1.js">',
          calls: ['/api/problems/:problemId'],
          shell: '<div inert><style nonce="__CSP_NONCE__"></style>A visitor</div>',
        },
        signedIn: {
          files: '<meta name="session"><link href="/assets/account-1.js">',
          calls: ['/api/submissions?filter=mine&limit=5'],
          shell: '<div inert>Somebody</div>',
        },
        isDrawn: true,
      },
    }),
  );
  await writeFile(join(folder, 'before-app.js'), '/* before the app */');
  await writeFile(join(folder, 'assets/app-abc123.js'), 'plain');
  await writeFile(join(folder, 'assets/app-abc123.js.br'), 'brotli');
  await writeFile(join(folder, 'assets/app-abc123.js.gz'), 'gzip');
  return folder;
}
