import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else in the database uses. */
const migrationLock = 7_305_118_221;

interface Journal {
  readonly entries: readonly { readonly tag: string; readonly when: number }[];
}

/**
 * Brings the schema up to date. Several processes may start at once on one database: the advisory lock lets
 * one migrate while the others wait, and they then find nothing to do. The lock belongs to the connection,
 * so a crash in the middle frees it; the migrations themselves are one transaction.
 */
export function migrateDatabase(pool: pg.Pool): Promise<void> {
  return applyMigrations(pool, migrationsFolder);
}

/** Brings an empty database to where an earlier Minos left it: up to this migration and no further. */
export async function migrateThrough(pool: pg.Pool, last: string): Promise<void> {
  const { entries, ...journal } = await readJournal();
  const wanted = entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1);
  if (wanted.length === 0) throw new Error(`There is no migration ${last}`);
  const folder = await mkdtemp(join(tmpdir(), 'minos-migrations-'));
  try {
    await mkdir(join(folder, 'meta'));
    await writeFile(join(folder, 'meta/_journal.json'), JSON.stringify({ ...journal, entries: wanted }));
    for (const { tag } of wanted)
      await copyFile(join(migrationsFolder, `${tag}.sql`), join(folder, `${tag}.sql`));
    await applyMigrations(pool, folder);
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The name of the last migration that the database has. Null when this Minos does not know it. */
export async function findLastMigration(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ when: string }>(
    'select max(created_at) as when from drizzle.__drizzle_migrations',
  );
  const { entries } = await readJournal();
  return entries.find(({ when }) => when === Number(rows[0]?.when))?.tag ?? null;
}

export async function isKnownMigration(name: string): Promise<boolean> {
  return (await readJournal()).entries.some(({ tag }) => tag === name);
}

async function readJournal(): Promise<Journal> {
  return JSON.parse(await readFile(join(migrationsFolder, 'meta/_journal.json'), 'utf8'));
}

async function applyMigrations(pool: pg.Pool, folder: string): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder: folder });
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
