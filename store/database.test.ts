import type { Socket } from 'node:net';
import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { commitTogether, openDatabase, type Queryable } from './database.ts';
import { revisions } from './schema.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const { db, pool, connectionString } = await makeTestDatabase();

const add = (name: string) => db.insert(revisions).values({ name, value: 1 });
const find = (name: string) => db.select().from(revisions).where(eq(revisions.name, name));

/** Bytes that the connection of a transaction has not sent yet. */
function countUnsent(tx: Queryable): number {
  const { client } = tx._.session as unknown as { client: { connection: { stream: Socket } } };
  return client.connection.stream.writableLength;
}

it('a transaction begins with its first statement', async () => {
  const unsent = await db.transaction(async (tx) => countUnsent(tx));
  expect(unsent).toBeGreaterThan(0);
});

it('what goes with a commit belongs to its transaction', async () => {
  const told: string[] = [];
  const note = (tx: Queryable) => async () => {
    const { rows } = await tx.execute<{ id: string }>(sql`select pg_current_xact_id()::text as id`);
    told.push(rows[0]?.id ?? '');
  };
  await commitTogether(db, async (tx, sendWithCommit) => {
    await note(tx)();
    sendWithCommit({ execute: note(tx) }, tx.insert(revisions).values({ name: 'with it', value: 1 }));
  });
  expect(told[0]).toBe(told[1]);
  expect(await find('with it')).toHaveLength(1);
});

it('when what goes with a commit fails, that is told and nothing is left', async () => {
  await add('taken');
  const failing = commitTogether(db, async (tx, sendWithCommit) => {
    await tx.insert(revisions).values({ name: 'before it', value: 1 });
    sendWithCommit(tx.insert(revisions).values({ name: 'taken', value: 1 }));
  });
  await expect(failing).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(await find('before it')).toEqual([]);
});

it('when the work fails, that is told and nothing is left', async () => {
  const failing = commitTogether(db, async (tx) => {
    await tx.insert(revisions).values({ name: 'of failed work', value: 1 });
    throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect(await find('of failed work')).toEqual([]);
});

it('its commit does not wait for the disk, but it is on the disk when it is done', async () => {
  // The tests' database waits for nothing.
  await pool.query(
    `do $$ begin execute format('alter database %I set synchronous_commit to on', current_database()); end $$`,
  );
  const waiting = openDatabase(connectionString, () => {});
  try {
    const written = await commitTogether(waiting.db, async (tx) => {
      await tx.insert(revisions).values({ name: 'on the disk', value: 1 });
      const { rows } = await tx.execute<{ waits: string; end: string }>(
        sql`select current_setting('synchronous_commit') as waits, pg_current_wal_insert_lsn()::text as end`,
      );
      return rows[0];
    });
    expect(written?.waits).toBe('off');
    const { rows } = await pool.query('select pg_current_wal_flush_lsn() >= $1::pg_lsn as is_on_disk', [
      written?.end,
    ]);
    expect(rows).toEqual([{ is_on_disk: true }]);
  } finally {
    await waiting.close();
  }
});
