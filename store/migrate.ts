import { readFileSync } from 'node:fs';
import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '#config/environment.ts';
import { grantRights } from './access.ts';
import { prepareQueue } from './queue.ts';
import * as schema from './schema.ts';
import { adoptJobs } from './waiting-judgements.ts';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else in the database uses. */
const migrationLock = 7_305_118_221;
/** There is none, or whoever has migrated has not given us leave to read it yet. */
const unreadable = ['42P01', '42501'];
const keepAlive = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

function readJournal(): Journal {
  return JSON.parse(readFileSync(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
}

/**
 * Brings the schema and the queue up to date and gives the roles their rights. Several processes may start at once on
 * one database: the advisory lock lets one migrate while the others wait, and they then find nothing to do. The lock
 * belongs to the connection, so a crash in the middle frees it; the migrations themselves are one transaction. The
 * connection is one of its own: a migration of much data may take longer than any other statement.
 */
export async function migrateDatabase(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString, ...keepAlive });
  // One that is lost between two statements: the next one says so.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    if ((await compareSchema(client)) === 'newer') throw new StartError(newerSchemaMessage);
    await migrate(drizzle(client), { migrationsFolder });
    await prepareQueue(connectionString, (queue) => adoptJobs(drizzle(client, { schema }), queue));
    await grantRights(client);
  } finally {
    await client.end();
  }
}

/** Brings an empty database to where an earlier Minos left it: up to this migration and no further. */
export async function migrateThrough(pool: pg.Pool, last: string): Promise<void> {
  const { entries, ...journal } = readJournal();
  const wanted = entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1);
  if (wanted.length === 0) throw new Error(`There is no migration ${last}`);
  const folder = await mkdtemp(join(tmpdir(), 'minos-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: wanted }));
    for (const { tag } of wanted)
      await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await migrate(drizzle(pool), { migrationsFolder: folder });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export const newerSchemaMessage =
  'The database was brought up to date by a newer Minos than this one. Update this machine, then start again.';

/** Settles when nobody is migrating. */
export async function waitForMigrations(pool: pg.Pool): Promise<void> {
  await pool.query('select pg_advisory_xact_lock_shared($1)', [migrationLock]);
}

/** Where the database's schema stands, beside the one that this code was written for. */
export async function compareSchema(client: pg.Pool | pg.ClientBase): Promise<'older' | 'same' | 'newer'> {
  const known = Math.max(...readJournal().entries.map(({ when }) => when));
  const applied = await newestAppliedMigration(client);
  if (applied === known) return 'same';
  return applied < known ? 'older' : 'newer';
}

/** The name of the last migration that the database has. Null when this Minos does not know it. */
export async function findLastMigration(client: pg.ClientBase): Promise<string | null> {
  const applied = await newestAppliedMigration(client);
  return readJournal().entries.find(({ when }) => when === applied)?.tag ?? null;
}

export function isKnownMigration(name: string): boolean {
  return readJournal().entries.some(({ tag }) => tag === name);
}

/** 0 when there is none. */
async function newestAppliedMigration(client: pg.Pool | pg.ClientBase): Promise<number> {
  try {
    const { rows } = await client.query<{ newest: string | null }>(
      'select max(created_at) as newest from drizzle.__drizzle_migrations',
    );
    return Number(rows[0]?.newest ?? 0);
  } catch (error) {
    if (unreadable.includes((error as pg.DatabaseError).code ?? '')) return 0;
    throw error;
  }
}
