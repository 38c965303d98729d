/**
 * Everything an instance keeps, read in one transaction: the state of one moment, while everybody goes on working.
 * The queue's jobs are taken as jobs, not as the tables of pg-boss, whose form changes with its version.
 */
import pg from 'pg';
import { StartError } from '#config/environment.ts';
import { findLastMigration } from '../migrate.ts';
import { queues } from '../queue.ts';
import { copyOut } from './copy.ts';
import type { BackupJob, BackupRecord, BackupTable } from './file-format.ts';

const jobsInRecord = 1000;

export async function* dumpDatabase(client: pg.ClientBase, minos: string): AsyncGenerator<BackupRecord> {
  await refuseOthers(client);
  await client.query('begin isolation level repeatable read read only');
  const migration = await getLastMigration(client);
  yield { kind: 'header', value: { format: 1, minos, madeAt: new Date().toISOString(), migration } };
  for (const table of await listTables(client)) {
    yield { kind: 'table', value: table };
    const copy = copyOut(client, `copy ${nameColumns(table)} to stdout (format binary)`);
    for await (const bytes of copy.stream) yield { kind: 'data', value: bytes };
    yield { kind: 'rows', value: copy.rows() };
  }
  const jobs = await listJobs(client);
  for (let at = 0; at < jobs.length; at += jobsInRecord)
    yield { kind: 'jobs', value: jobs.slice(at, at + jobsInRecord) };
  yield { kind: 'end', value: { sequences: await readSequences(client) } };
  await client.query('commit');
}

/** Whoever may not see how far ids have been given out would make a backup that gives them out again. */
async function refuseOthers(client: pg.ClientBase): Promise<void> {
  const { rowCount } = await client.query(
    `select from pg_sequences where schemaname = 'public'
     and not has_sequence_privilege(format('%I.%I', schemaname, sequencename), 'select')`,
  );
  if (rowCount)
    throw new StartError('Only the owner of the database can back it up: set DATABASE_OWNER_URL.');
}

export function nameColumns({ name, columns }: BackupTable): string {
  const quoted = columns.map((column) => pg.escapeIdentifier(column)).join(', ');
  return `public.${pg.escapeIdentifier(name)} (${quoted})`;
}

async function getLastMigration(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('drizzle.__drizzle_migrations') is not null as found`,
  );
  if (!rows[0]?.found) throw new StartError('There is nothing of a Minos in this database.');
  const migration = await findLastMigration(client);
  if (migration === null)
    throw new StartError('This database belongs to a newer Minos. Back it up with that version.');
  return migration;
}

/** In an order in which they can be filled again: what a table refers to comes before it. */
async function listTables(client: pg.ClientBase): Promise<BackupTable[]> {
  const { rows } = await client.query<BackupTable & { refersTo: string[] }>(`
    select c.relname as name,
      (select array_agg(a.attname::text order by a.attnum) from pg_attribute a
       where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
      (select coalesce(array_agg(r.relname::text), '{}') from pg_constraint f join pg_class r on r.oid = f.confrelid
       where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as "refersTo"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname`);
  const ordered: BackupTable[] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const isDone = (name: string) => ordered.some((table) => table.name === name);
    const ready = waiting.filter(({ refersTo }) => refersTo.every(isDone));
    if (ready.length === 0)
      throw new Error(`Tables refer to each other in a circle: ${waiting.map(({ name }) => name)}`);
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}

async function listJobs(client: pg.ClientBase): Promise<BackupJob[]> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('pgboss.job') is not null as found`,
  );
  if (!rows[0]?.found) return [];
  const jobs = await client.query<BackupJob>(
    `select id, name as queue, data, priority, start_after as "startAfter", created_on as "createdOn",
       source_id as "sourceId"
     from pgboss.job where name = any($1) and state < 'completed' order by created_on`,
    [Object.values(queues)],
  );
  return jobs.rows;
}

/** Not part of the transaction's moment, but only ever ahead of it. */
async function readSequences(client: pg.ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `select sequencename as name, last_value as value from pg_sequences
     where schemaname = 'public' and last_value is not null`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}
