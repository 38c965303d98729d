import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#config/environment.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else in the database uses. */
const migrationLock = 7_305_118_221;
const undefinedTable = '42P01';
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

/**
 * Brings the schema up to date. Several processes may start at once on one database: the advisory lock lets
 * one migrate while the others wait, and they then find nothing to do. The lock belongs to the connection,
 * so a crash in the middle frees it; the migrations themselves are one transaction. The connection is one of its own:
 * a migration of much data may take longer than any other statement.
 */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, ...keepAlive });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if ((await compareSchema(client)) === 'newer') throw new StartError(newerSchemaMessage);
    await migrate(drizzle(client), { migrationsFolder });
  } finally {
    await client.end();
  }
}

export const newerSchemaMessage =
  'The database was brought up to date by a newer Minos than this one. Update this machine, then start again.';

/** Where the database's schema stands, beside the one that this code was written for. */
export async function compareSchema(client: pg.Pool | pg.Client): Promise<'older' | 'same' | 'newer'> {
  const known = newestKnownMigration();
  const applied = await newestAppliedMigration(client);
  if (applied === known) return 'same';
  return applied < known ? 'older' : 'newer';
}

function newestKnownMigration(): number {
  const journal = JSON.parse(readFileSync(`${migrationsFolder}/meta/_journal.json`, 'utf8')) as {
    entries: { when: number }[];
  };
  return Math.max(...journal.entries.map((entry) => entry.when));
}

/** 0 when there is none. */
async function newestAppliedMigration(client: pg.Pool | pg.Client): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: string | null }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]?.newest ?? 0);
  } catch (error) {
    if ((error as pg.DatabaseError).code === undefinedTable) return 0;
    throw error;
  }
}
