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

export function openDatabase(connectionString: string, onIdleError: (error: Error) => void): OpenDatabase {
  const pool = new pg.Pool({
    connectionString,
    max: 20,
    connectionTimeoutMillis: 10_000,
    application_name: 'minos',
  });
  // A connection that the database closes must not end the process, in a transaction or out of one: the query under
  // way fails and says why, and the pool makes another.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('error', onIdleError);
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
