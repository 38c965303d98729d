import { createServer } from 'node:net';
import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { DatabaseSilent, isDatabaseAway } from './connection.ts';
import { PreparingClient } from './preparing-client.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { connectionString } = await makeTestDatabase();
const fail = async (asked: Promise<unknown>): Promise<Error> =>
  asked.then(
    () => new Error('It went well'),
    (e) => e,
  );

it.each([false, true])(
  'what pg says of a connection that is lost is known, for it says it by words alone',
  async (pipeline) => {
    const client = new PreparingClient({ connectionString, pipeline });
    client.on('error', () => {});
    await client.connect();
    const asked = fail(client.query({ text: 'select pg_sleep(600)' }));
    const { stream } = (client as unknown as { connection: { stream: { destroy(): void } } }).connection;
    stream.destroy();
    const lost = await asked;
    const after = await fail(client.query('select 1'));
    for (const error of [lost, after])
      expect([error.message, isDatabaseAway(error)]).toEqual([error.message, true]);
  },
);

it('so is what it says of one that could not be had', async () => {
  const pool = new pg.Pool({ connectionString, max: 1 });
  const only = await pool.connect();
  // Only now: the first one may take its time.
  pool.options.connectionTimeoutMillis = 50;
  const error = await fail(pool.connect());
  only.release();
  await pool.end();
  expect([error.message, isDatabaseAway(error)]).toEqual([error.message, true]);
});

it('and of one to a machine that says nothing', async () => {
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  afterAll(() => void silent.close());
  const { port } = silent.address() as { port: number };
  const pool = new pg.Pool({ host: '127.0.0.1', port, connectionTimeoutMillis: 50 });
  const error = await fail(pool.connect());
  await pool.end();
  expect([error.message, isDatabaseAway(error)]).toEqual([error.message, true]);
  expect(isDatabaseAway(new Error('Failed query', { cause: new DatabaseSilent(25_000) }))).toBe(true);
});

it('what PostgreSQL refuses is no such thing', async () => {
  const client = new pg.Client({ connectionString });
  await client.connect();
  expect(isDatabaseAway(await fail(client.query('select * from nothing')))).toBe(false);
  await client.end();
});
