/** A server in this process on a database of its own, for benchmarks that count what it asks the database. */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { OneCallPerUser } from '#server/one-call-per-user.ts';
import { followChanges } from '#store/changes.ts';
import { type OpenDatabase, openDatabase } from '#store/database.ts';
import { startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import { prepareDatabase } from '#store/join-database.ts';
import { openQueue } from '#store/queue.ts';

interface ServerHere extends Pick<ServerOn, 'database'> {
  readonly connectionString: string;
  listen(): Promise<string>;
  stop(): Promise<void>;
}

export async function startServerHere(): Promise<ServerHere> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-bench-')));
  const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
  const { connectionString } = postgres;
  await prepareDatabase(connectionString);
  const { app, database, close } = await openServerOn(connectionString);
  return {
    database,
    connectionString,
    listen: () => app.listen({ host: '127.0.0.1', port: 0 }),
    async stop() {
      await close();
      await postgres.stop();
      await rm(dataDir, { recursive: true });
    },
  };
}

interface ServerOn {
  readonly app: FastifyInstance;
  readonly database: OpenDatabase;
  close(): Promise<void>;
}

/** On a database that is prepared. */
export async function openServerOn(connectionString: string): Promise<ServerOn> {
  const database = openDatabase(connectionString, () => {});
  const queue = await openQueue(connectionString, () => {});
  const changes = followChanges(connectionString, () => {});
  const context = {
    db: database.db,
    queue,
    changes,
    oneCallPerUser: new OneCallPerUser(),
    environment: { PUBLIC_URL: undefined, TRUST_PROXY: false as const },
    now: () => new Date(),
  };
  const webFolder = join(import.meta.dirname, '../web/dist');
  const app = await buildApp({ context, webFolder, logger: pino({ level: 'silent' }) });
  return {
    app,
    database,
    async close() {
      await app.close();
      changes.close();
      await queue.stop({ graceful: false });
      await database.close();
    },
  };
}

/** Calls back with the text of each statement that this process sends to a database from now on. */
export function watchStatements(onStatement: (text: string) => void): void {
  const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [{ text?: string } | string];
    onStatement(typeof query === 'string' ? query : (query?.text ?? ''));
    return ask.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

export function percentile(times: readonly number[], percent: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length * percent) / 100)] ?? Number.NaN;
}

export function describeMachine(): string {
  return `${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`;
}
