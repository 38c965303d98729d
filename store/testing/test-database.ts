import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { afterAll, inject, vi } from 'vitest';
import type { Part } from '../access.ts';
import { type OpenDatabase, openDatabase } from '../database.ts';
import { addressFor, templateName } from './postgres-for-tests.ts';

/** As its owner, who may do everything. */
export interface TestDatabase extends OpenDatabase {
  readonly connectionString: string;
  /** As the product connects: a right that is missing shows. */
  openAs(part: Part): OpenDatabase & { readonly connectionString: string };
  /** Until so many queries wait for a lock that somebody else has. */
  waitForLock(count?: number): Promise<void>;
  /** Runs the statement; its transaction, with its locks, stays open until the function that comes back commits it. */
  keepTransactionOpen(statement: string, params: unknown[]): Promise<() => Promise<void>>;
  /** Nobody can delete such rows, `old`, until the function that comes back is called. */
  refuseDeletion(table: string, condition: string): Promise<() => Promise<void>>;
}

/** A database of the test file's own, cloned from the migrated template (or empty), dropped at its end. */
export async function makeTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = new URL(inject('postgresUrl'));
  const administer = async (statement: string) => {
    const client = new pg.Client({ connectionString: url.href });
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}${empty ? '' : ` template ${templateName} strategy file_copy`}`);
  const own = new URL(url);
  own.pathname = name;
  const database = openDatabase(own.href, () => {});
  afterAll(async () => {
    await database.close();
    await administer(`drop database ${name} with (force)`);
  });
  const waitForLock = (count = 1) =>
    vi.waitFor(
      async () => {
        const { rows } = await database.pool.query(
          `select from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'`,
          [name],
        );
        if (rows.length < count) throw new Error(`${rows.length} of ${count} queries wait for a lock`);
      },
      { timeout: 10_000, interval: 5 },
    );
  const keepTransactionOpen = async (statement: string, params: unknown[]) => {
    const client = await database.pool.connect();
    await client.query('begin');
    await client.query(statement, params);
    return async () => {
      await client.query('commit');
      client.release();
    };
  };
  const refuseDeletion = async (table: string, condition: string) => {
    await database.pool.query(`
      create function refuse() returns trigger language plpgsql as $$ begin
        if ${condition} then raise 'Not this one'; end if;
        return old; end $$;
      create trigger refuse before delete on ${table} for each row execute function refuse()`);
    return async () => {
      await database.pool.query('drop function refuse cascade');
    };
  };
  const openAs = (part: Part) => {
    const connectionString = addressFor(part, own.href);
    const opened = openDatabase(connectionString, () => {});
    afterAll(opened.close);
    return { ...opened, connectionString };
  };
  return {
    ...database,
    connectionString: own.href,
    openAs,
    waitForLock,
    keepTransactionOpen,
    refuseDeletion,
  };
}
