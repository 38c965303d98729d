import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { PassingStartError, StartError } from '#config/environment.ts';
import { migrateDatabase } from './migrate.ts';
import * as schema from './schema.ts';

export type Database = NodePgDatabase<typeof schema>;
/** What a query function takes first: the database, or the transaction it must not slip out of. */
export type Queryable = Database | Parameters<Parameters<Database['transaction']>[0]>[0];

export interface OpenDatabase {
  readonly db: Database;
  readonly pool: pg.Pool;
  close(): Promise<void>;
}

const oldestVersion = 15;
/**
 * A process that stops in the middle of a transaction (paused, cut off) would keep what it has locked from everybody
 * for as long as its connection seems to live. None of ours waits between two statements for anything but itself.
 */
const idleInTransactionMs = 10_000;

export function openDatabase(connectionString: string, onIdleError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'minos',
    idle_in_transaction_session_timeout: idleInTransactionMs,
  });
  // A connection that the database closes while nobody uses it must not end the process; the pool makes another.
  pool.on('error', onIdleError);
  // Nor one that it closes between two statements of a transaction, where nobody listens: the next statement fails.
  pool.on('connect', (client) => client.on('error', () => {}));
  return { db: drizzle(pool, { schema }), pool, close: () => pool.end() };
}

/** Refuses a database that is down or too old, in words for the person who configured it. */
export async function checkDatabase(pool: pg.Pool, oldest = oldestVersion): Promise<void> {
  let version: number;
  try {
    const { rows } = await pool.query<{ version: string }>(
      `select current_setting('server_version_num') as version`,
    );
    version = Math.floor(Number(rows[0]?.version) / 10_000);
  } catch (error) {
    throw new PassingStartError(
      `Minos cannot reach its database (DATABASE_URL): ${describeConnectionError(error)}`,
    );
  }
  if (version < oldest) {
    throw new StartError(
      `Minos needs PostgreSQL ${oldest} or newer; the one at DATABASE_URL is version ${version}.`,
    );
  }
}

function describeConnectionError(error: unknown): string {
  // A host name with several addresses fails with one error for each and an empty message of its own.
  if (error instanceof AggregateError) return error.errors.map(describeConnectionError).join('; ');
  return error instanceof Error ? error.message : String(error);
}

/** What every process does first: the database as configured, checked and up to date. */
export async function prepareDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
): Promise<OpenDatabase> {
  const database = openDatabase(connectionString, onIdleError);
  try {
    await checkDatabase(database.pool);
    await migrateDatabase(database.pool);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}
