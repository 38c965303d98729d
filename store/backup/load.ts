/** Fills an empty database from a backup: at its own migration, all rows and jobs in one transaction. */
import { sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';
import { fromDrizzle } from 'pg-boss';
import { StartError } from '#config/environment.ts';
import { checkDatabase } from '../database.ts';
import { isKnownMigration, migrateThrough } from '../migrate.ts';
import { openQueue, prepareQueue, type Queue } from '../queue.ts';
import { copyIn } from './copy.ts';
import { nameColumns } from './dump.ts';
import { type BackupHeader, type BackupJob, type BackupRecord, decodeBackup } from './file-format.ts';

export interface BackupSummary {
  readonly header: BackupHeader;
  /** Rows by table. */
  readonly rows: Readonly<Record<string, number>>;
}

/** Reads the whole file and refuses it, in words, unless this Minos can restore it. */
export async function checkBackup(file: string): Promise<BackupSummary> {
  let header: BackupHeader | undefined;
  const rows: Record<string, number> = {};
  let table = '';
  for await (const record of decodeBackup(file)) {
    if (record.kind === 'header') header = await checkHeader(file, record.value);
    if (record.kind === 'table') table = record.value.name;
    if (record.kind === 'rows') rows[table] = record.value;
  }
  if (!header) throw new StartError(`${file} is damaged: it does not say what made it.`);
  return { header, rows };
}

async function checkHeader(file: string, header: BackupHeader): Promise<BackupHeader> {
  if (isKnownMigration(header.migration)) return header;
  throw new StartError(`${file} was made by a newer Minos (${header.minos}). Restore it with that version.`);
}

export async function loadBackup(
  connectionString: string,
  file: string,
  header: BackupHeader,
): Promise<void> {
  // Without the time limits of ordinary connections: tables of files take as long as they take.
  const pool = new pg.Pool({ connectionString, application_name: 'minos restore' });
  pool.on('error', () => {});
  try {
    await checkDatabase(pool);
    await refuseUsed(pool);
    await migrateThrough(pool, header.migration);
    await prepareQueue(connectionString);
    const queue = await openQueue(connectionString, () => {});
    const client = await pool.connect();
    try {
      await client.query('begin');
      await emptyTables(client);
      await fill(client, queue, decodeBackup(file));
      await forgetDeliveries(client);
      await client.query('commit');
      await client.query('analyze');
    } finally {
      client.release(true);
      await queue.stop({ graceful: false });
    }
  } finally {
    await pool.end();
  }
}

async function refuseUsed(pool: pg.Pool): Promise<void> {
  const { rowCount } = await pool.query(`select from pg_tables where schemaname = 'public' limit 1`);
  if (rowCount) throw new StartError('The database is not empty. Restore into a new one.');
}

/** A migration may have put rows of its own in; the backup has them too. */
async function emptyTables(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public'`,
  );
  const names = rows.map(({ name }) => `public.${pg.escapeIdentifier(name)}`);
  await client.query(`truncate ${names.join(', ')}`);
}

async function fill(client: pg.PoolClient, queue: Queue, records: AsyncGenerator<BackupRecord>) {
  const next = async (): Promise<BackupRecord> => {
    const { value, done } = await records.next();
    if (done) throw new Error('The backup ended without its last record');
    return value;
  };
  for (;;) {
    const record = await next();
    if (record.kind === 'jobs') await sendJobs(client, queue, record.value);
    if (record.kind === 'end') return setSequences(client, record.value.sequences);
    if (record.kind !== 'table') continue;
    let expected = -1;
    const data = async function* () {
      for (;;) {
        const part = await next();
        if (part.kind === 'data') yield part.value;
        if (part.kind === 'rows') {
          expected = part.value;
          return;
        }
      }
    };
    const stored = await copyIn(
      client,
      `copy ${nameColumns(record.value)} from stdin (format binary)`,
      data(),
    );
    if (stored !== expected)
      throw new Error(`${record.value.name}: ${stored} rows were stored of ${expected}`);
  }
}

/** As new jobs: whatever had begun is begun again, and what has its verdict already is left alone by the worker. */
async function sendJobs(client: pg.PoolClient, queue: Queue, jobs: readonly BackupJob[]): Promise<void> {
  const db = fromDrizzle(drizzle(client), sql);
  for (const [name, group] of Map.groupBy(jobs, (job) => job.queue)) {
    const inserted = group.map(({ id, data, priority, startAfter }) => ({ id, data, priority, startAfter }));
    await queue.insert(name, inserted, { db });
  }
  // Of equal priority, who came first goes first; and what the queue gave up on is known by the job that it was.
  await client.query(
    `update pgboss.job set created_on = given.created_on, source_id = given.source_id
     from unnest($1::uuid[], $2::timestamptz[], $3::uuid[]) as given (id, created_on, source_id) where job.id = given.id`,
    [
      jobs.map((job) => job.id),
      jobs.map((job) => job.createdOn),
      jobs.map(({ sourceId }) => sourceId ?? null),
    ],
  );
}

/** The restored jobs are new ones, which count how often they were given out from nothing. */
async function forgetDeliveries(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('public.judgements') is not null as found`,
  );
  if (rows[0]?.found)
    await client.query('update public.judgements set delivery = null where finished_at is null');
}

async function setSequences(client: pg.ClientBase, sequences: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(sequences)) {
    await client.query('select setval($1::regclass, $2)', [`public.${pg.escapeIdentifier(name)}`, value]);
  }
}
