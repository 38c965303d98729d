import { mkdtemp, realpath, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { describeExcess, parts, rights } from './access.ts';
import { openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { joinDatabase, prepareDatabase } from './join-database.ts';
import { joinQueue, queues } from './queue.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const pools = { server: database.openAs('server').pool, worker: database.openAs('worker').pool };
await database.pool.query(`
  insert into users (username, password_hash, role) values ('eve', 'hash', 'user'), ('head', 'hash', 'admin');
  insert into contests (title, description, start_time, end_time) values ('Secret', '', now(), now() + interval '1 day');
  insert into problems (slug, title, time_limit_ms, memory_limit_mb) values ('sum', 'Sum', 1000, 64);
  insert into submissions (user_id, problem_id, language, code)
    select users.id, problems.id, 'cpp', '' from users, problems limit 1`);

const refused = /permission denied|must be (owner|superuser)|never change|only roles with/i;

describe.each(parts)('the role of a %s', (part) => {
  it.each([
    `copy (select 1) to program 'true'`,
    `copy users (username) from program 'echo x'`,
    `copy (select 1) to '/tmp/minos-was-here'`,
    `select pg_read_file('PG_VERSION')`,
    `select lo_import('/etc/hostname')`,
    'select rolpassword from pg_authid',
    'select passwd from pg_shadow',
    'create role another superuser',
    'create database another',
    'set role minos',
    'set session authorization minos',
    'alter role current_user superuser',
    'create table public.another (n int)',
    'create function public.another() returns int language sql as $$ select 1 $$',
    'create schema another',
    'create extension pg_trgm',
    'alter table users add column another int',
    'alter table submissions disable trigger all',
    'drop table sessions',
    'truncate sessions',
    `alter system set archive_command = 'true'`,
    // What pg-boss makes statements from and runs with the rights of others.
    `insert into pgboss.bam (name, version, table_name, command) values ('x', 1, 'job', 'alter role current_user superuser')`,
    `update pgboss.bam set command = 'select 1'`,
    `update pgboss.queue set table_name = 'job; select 1'`,
    `update pgboss.queue set dead_letter = null`,
    `insert into pgboss.queue select * from pgboss.queue`,
    'update pgboss.version set version = 1',
    `select pgboss.delete_queue('judge')`,
    'update drizzle.__drizzle_migrations set created_at = 0',
  ])('cannot %s', async (statement) => {
    await expect(pools[part].query(statement)).rejects.toThrow(refused);
  });
});

describe('the role of a worker', () => {
  it.each([
    'select password_hash from users',
    'select * from users',
    'select username, role from users',
    `update users set role = 'admin'`,
    `update users set password_hash = 'mine'`,
    'update users set id = default',
    `insert into users (username, password_hash, role) values ('mine', '', 'admin')`,
    'delete from users',
    'select from sessions',
    `insert into sessions (token_hash, user_id, expires_at) select '', id, now() from users`,
    'select scope from sign_in_failures',
    'delete from sign_in_failures',
    'select value from settings',
    `insert into settings values ('registration', 'true')`,
    'select title from contests',
    'update contests set end_time = now()',
    'update contests set finished_at = now()',
    'update contests set id = default',
    'delete from contests',
    'select user_id from contest_participants',
    'delete from contest_participants',
    'update contest_standings set place = 1',
    'insert into contest_results select * from contest_results',
    'update contest_results set submission_count = 1',
    'select title, author_id from problems',
    'update problems set is_visible = true',
    'update problems set author_id = 1',
    `insert into problems (slug, title, time_limit_ms, memory_limit_mb, is_visible) values ('x', 'X', 1, 64, true)`,
    `update problems set slug = 'mine'`,
    'delete from problems',
    `insert into former_slugs (slug, problem_id) values ('x', 1)`,
    'select points from contest_problems',
    'update contest_problems set holds = false',
    `update submissions set code = ''`,
    'update submissions set user_id = 1',
    'update submissions set submitted_at = now()',
    'update submissions set in_main = true',
    `insert into submissions (user_id, problem_id, language, code) values (1, 1, 'cpp', '')`,
    'delete from submissions',
    'update judgements set submission_id = submission_id',
    'update judgements set user_id = 1',
    'update judgements set requested_at = now()',
    'insert into judgements (submission_id, user_id) values (1, 1)',
    'delete from judgements',
    'update test_sets set plan = plan',
    'delete from test_sets',
    `update blob_chunks set data = ''`,
    'delete from blob_chunks',
    `insert into import_jobs (problem_id, status, message) values (1, 'pending', '{}')`,
    'update import_jobs set problem_id = problem_id',
    'select entry_password_hash from contests',
    'update contests set thawed_at = now()',
    'select label, final_title from contest_problems',
    'select text from questions',
    'update questions set answer = text',
    'select text from announcements',
    'delete from announcements',
    'select text from contest_editorials',
    'select from contest_reads',
    'select from contest_statistics',
    'select user_id from virtual_runs',
    'update virtual_runs set closed_at = now()',
    'update language_settings set is_on = true',
    'select text from starting_texts',
    'select requested_by from rejudges',
    'select from deleted_problems',
  ])('cannot %s', async (statement) => {
    await expect(pools.worker.query(statement)).rejects.toThrow(refused);
  });

  it('locks what it must not lose meanwhile', async () => {
    const lock = (table: string, strength: string) =>
      pools.worker.query(`select id from ${table} order by id limit 1 for ${strength}`);
    expect((await lock('users', 'key share')).rowCount).toBe(1);
    expect((await lock('users', 'no key update')).rowCount).toBe(1);
    expect((await lock('contests', 'key share')).rowCount).toBe(1);
  });
});

describe('rights', () => {
  it('are decided for every table there is', async () => {
    const { rows } = await database.pool.query<{ schema: string; name: string }>(
      `select n.nspname as schema, c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
       where n.nspname = any($1) and c.relkind in ('r', 'p', 'v', 'm', 'f')
       and not exists (select from pg_inherits i where i.inhrelid = c.oid and i.inhparent = 'pgboss.queue_stats'::regclass)`,
      [Object.keys(rights)],
    );
    const named = Object.entries(rights).flatMap(([schema, tables]) =>
      Object.keys(tables).map((table) => `${schema}.${table}`),
    );
    expect(rows.map(({ schema, name }) => `${schema}.${name}`).sort()).toEqual(named.sort());
    // A schema is no way around: there is no other.
    const { rows: schemas } = await database.pool.query(
      `select nspname as name from pg_namespace where nspname not like 'pg\\_%' and nspname <> 'information_schema'`,
    );
    expect(schemas.map(({ name }) => name).sort()).toEqual(Object.keys(rights).sort());
  });

  it('are told when they are more than a process needs', async () => {
    expect(await describeExcess(database.pool, 'server')).toContain('may do everything');
    expect(await describeExcess(database.pool, 'worker')).toContain('may do everything');
    expect(await describeExcess(pools.server, 'worker')).toContain('may read password hashes');
    for (const part of parts) expect(await describeExcess(pools[part], part)).toBeNull();
  });
});

describe('an embedded PostgreSQL', () => {
  it('of an earlier release gets the roles at its next start, with passwords that nobody else can read', async () => {
    const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-access-')));
    afterAll(() => rm(dataDir, { recursive: true }));
    const start = () => startEmbeddedPostgres({ dataDir, onLog: () => {} });
    const first = await start();
    await prepareDatabase(first.connectionString);
    // As the release before left it.
    const owner = new pg.Client({ connectionString: first.connectionString });
    await owner.connect();
    for (const part of parts) await owner.query(`drop owned by minos_${part}; drop role minos_${part}`);
    await owner.query('drop function refuse_new_id cascade');
    await owner.end();
    await first.stop();

    const second = await start();
    const address = second.connectionStringOf;
    await giveTooMuch(second.connectionString);
    // A server that may not migrate waits for somebody who may.
    const waiting = Promise.withResolvers<void>();
    await prepareDatabase(address.server);
    const joining = joinDatabase(address.server, () => {}, waiting.resolve);
    await waiting.promise;
    await prepareDatabase(second.connectionString);
    const { db, close } = await joining;
    expect((await db.execute('select id from users')).rows).toEqual([]);
    await close();

    const worker = openDatabase(address.worker, () => {});
    for (const statement of ['select password_hash from users', 'select from sessions'])
      await expect(worker.pool.query(statement)).rejects.toThrow(refused);
    await worker.close();
    const queue = await joinQueue(
      address.worker,
      () => {},
      () => {},
    );
    expect(await queue.getQueue(queues.judge)).toBeTruthy();
    await queue.stop({ graceful: false });
    for (const name of ['postgres-password', 'postgres-server-password', 'postgres-worker-password'])
      expect((await stat(join(dataDir, name))).mode & 0o777).toBe(0o600);
    await second.stop();
  });
});

/** What somebody granted by hand is taken back with the next migration. */
async function giveTooMuch(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('grant select on sessions, users to minos_worker');
  await client.end();
}
