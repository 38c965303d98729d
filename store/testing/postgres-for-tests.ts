import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { prepareDatabase } from '../database.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { openQueue } from '../queue.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The database that test databases are cloned from. */
export const templateName = 'minos_template';

/** One PostgreSQL for the whole run, without durability: its data goes with the folder. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-test-')));
  const postgres = await startEmbeddedPostgres({
    dataDir,
    onLog: () => {},
    settings: ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
  });
  await makeTemplate(postgres.connectionString);
  project.provide('postgresUrl', postgres.connectionString);
  return async () => {
    await postgres.stop();
    await rm(dataDir, { recursive: true });
  };
}

async function makeTemplate(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`create database ${templateName}`);
  await client.end();
  const template = new URL(connectionString);
  template.pathname = templateName;
  await (await prepareDatabase(template.href, () => {})).close();
  await (await openQueue(template.href, () => {})).stop({ graceful: false });
}
