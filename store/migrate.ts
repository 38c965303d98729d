import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import type pg from 'pg';

const migrationsFolder = fileURLToPath(new URL('./migrations', import.meta.url));

/** Any number that nothing else in the database uses. */
const migrationLock = 7_305_118_221;

/**
 * Brings the schema up to date. Several processes may start at once on one database: the advisory lock lets
 * one migrate while the others wait, and they then find nothing to do. The lock belongs to the connection,
 * so a crash in the middle frees it; the migrations themselves are one transaction.
 */
export async function migrateDatabase(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [migrationLock]);
    await migrate(drizzle(client), { migrationsFolder });
    await client.query('select pg_advisory_unlock($1)', [migrationLock]);
    client.release();
  } catch (error) {
    client.release(true);
    throw error;
  }
}
