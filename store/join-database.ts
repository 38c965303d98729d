/** How a process comes to its database: by bringing it up to date, or by waiting until somebody has. */
import { setTimeout as delay } from 'node:timers/promises';
import { StartError } from '#config/environment.ts';
import { mayMigrate } from './access.ts';
import { checkDatabase, type OpenDatabase, openDatabase } from './database.ts';
import { compareSchema, migrateDatabase, newerSchemaMessage, waitForMigrations } from './migrate.ts';

/** Brings the database up to date, when this is the address of somebody who may. */
export async function prepareDatabase(connectionString: string): Promise<void> {
  const { pool, close } = openDatabase(connectionString, () => {});
  try {
    await checkDatabase(pool);
    if (await mayMigrate(pool)) await migrateDatabase(connectionString);
  } finally {
    await close();
  }
}

const lookAgainMs = 500;

/**
 * The database as it was prepared. Nothing is changed about the schema: an older one is waited for until somebody has
 * brought it up to date, and there is no start on a newer one, whose rules this code does not know.
 */
export async function joinDatabase(
  connectionString: string,
  onIdleError: (error: Error) => void,
  onWait: () => void,
): Promise<OpenDatabase> {
  const database = openDatabase(connectionString, onIdleError);
  try {
    await checkDatabase(database.pool);
    for (let isFirst = true; ; isFirst = false) {
      const schema = await compareSchema(database.pool);
      if (schema === 'newer') throw new StartError(newerSchemaMessage);
      if (schema === 'same') {
        await waitForMigrations(database.pool);
        return database;
      }
      if (isFirst) onWait();
      await delay(lookAgainMs);
    }
  } catch (error) {
    await database.close();
    throw error;
  }
}
