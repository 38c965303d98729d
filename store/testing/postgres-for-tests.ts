import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { makeRoles, type Part, roleOf } from '../access.ts';
import { startEmbeddedPostgres } from '../embedded-postgres.ts';
import { prepareDatabase } from '../join-database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** The database that test databases are cloned from, with the rights of its roles. */
export const templateName = 'minos_template';
const passwords = { server: 'of the server', worker: 'of the worker' };

/** The address of the same database for one of the roles. */
export function addressFor(part: Part, ownersAddress: string): string {
  const url = new URL(ownersAddress);
  url.username = roleOf(part, templateName);
  url.password = passwords[part];
  return url.href;
}

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
  await makeRoles(client, templateName, passwords);
  await client.end();
  const template = new URL(connectionString);
  template.pathname = templateName;
  await prepareDatabase(template.href);
}
