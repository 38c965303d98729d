import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import type { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { StartError } from '#config/environment.ts';
import { checkDatabase, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { joinDatabase, prepareDatabase } from './join-database.ts';
import { migrateDatabase, migrateThrough } from './migrate.ts';
import { joinQueue, openQueue, queues } from './queue.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const folders: string[] = [];
afterAll(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))));

async function makeFolder(name = ''): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), `minos-store-${name}`));
  folders.push(folder);
  return folder;
}

describe('an idle connection that the database closes', () => {
  it('is told of in a few words', async () => {
    const { connectionString, pool } = await makeTestDatabase();
    const lost = Promise.withResolvers<Error>();
    const { db, close } = openDatabase(connectionString, lost.resolve);
    const { rows } = await db.execute<{ pid: number }>('select pg_backend_pid() as pid');
    await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
    const told = JSON.stringify(pino.stdSerializers.err(await lost.promise));
    expect(told).toContain('terminating connection');
    expect(told.length).toBeLessThan(3000);
    await close();
  });
});

describe('a connection in the middle of a transaction', () => {
  it('that the database closes fails the next statement and nothing else', async () => {
    const { connectionString, pool } = await makeTestDatabase();
    const { db, close } = openDatabase(connectionString, () => {});
    const closed = db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ pid: number }>('select pg_backend_pid() as pid');
      await pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
      // Its end arrives while nothing is asked of it.
      const isThere = 'select from pg_stat_activity where pid = $1';
      await expect.poll(async () => (await pool.query(isThere, [rows[0]?.pid])).rowCount).toBe(0);
      await tx.execute('select 1');
    });
    await expect(closed).rejects.toThrow();
    expect((await db.execute('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('leaves its place in the pool to the next when the connection is lost before it began', async () => {
    const { connectionString } = await makeTestDatabase();
    const { db, pool, close } = openDatabase(connectionString, () => {});
    const cutNext = (client: pg.PoolClient) =>
      (client as unknown as { connection: { stream: Socket } }).connection.stream.destroy();
    pool.on('acquire', cutNext);
    for (let lost = 0; lost < 25; lost += 1) {
      await expect(db.transaction((tx) => tx.execute('select 1'))).rejects.toThrow();
    }
    pool.off('acquire', cutNext);
    const found = await db.transaction((tx) => tx.execute('select 1 as one'));
    expect(found.rows).toEqual([{ one: 1 }]);
    await close();
  });

  it('is not kept open for one who stopped there', async () => {
    const { connectionString } = await makeTestDatabase();
    const { db, close } = openDatabase(connectionString, () => {});
    const { rows } = await db.execute('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    await close();
  });
});

describe('migrations', () => {
  it('run once, however many processes start at the same time', async () => {
    const { connectionString, pool } = await makeTestDatabase({ empty: true });
    const starts = Array.from({ length: 6 }, () => prepareDatabase(connectionString));
    await Promise.all(starts);
    const { rows } = await pool.query('select count(*)::int as count from drizzle.__drizzle_migrations');
    const files = (await readdir(join(import.meta.dirname, 'migrations'))).filter((name) =>
      name.endsWith('.sql'),
    );
    expect(rows[0].count).toBe(files.length);
  });

  it('leave nothing behind when they fail, and succeed at the next start', async () => {
    const { pool, connectionString } = await makeTestDatabase({ empty: true });
    await pool.query('create table sessions (in_the_way int)');
    await expect(migrateDatabase(connectionString)).rejects.toThrow();
    await pool.query('drop table sessions');
    await migrateDatabase(connectionString);
    const { rows } = await pool.query('select count(*)::int as count from users');
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('find the problems of older contests, and none for a column whose problem was deleted', async () => {
    const { pool, connectionString } = await makeTestDatabase({ empty: true });
    await migrateThrough(pool, '0005_live');
    await pool.query(`
      insert into contests (title, description, start_time, end_time, finished_at) values
        ('over', '', '2026-01-01', '2026-01-02', '2026-01-03'), ('to come', '', '2026-02-01', '2026-02-02', null);
      insert into problems (id, title, time_limit_ms, memory_limit_mb, contest_id, created_at) values
        ('old', '', 1, 4, null, '2025-12-01'), ('made-anew', '', 1, 4, 2, '2026-01-04');
      insert into contest_problems (contest_id, problem_id) values
        (1, 'old'), (1, 'deleted'), (1, 'made-anew'), (2, 'made-anew')`);
    await migrateDatabase(connectionString);
    const { rows } = await pool.query(
      `select contest_id, final_slug, slug from contest_problems left join problems on problems.id = problem_id
       order by contest_id, final_slug`,
    );
    expect(rows).toEqual([
      { contest_id: 1, final_slug: 'deleted', slug: null },
      { contest_id: 1, final_slug: 'made-anew', slug: null },
      { contest_id: 1, final_slug: 'old', slug: 'old' },
      { contest_id: 2, final_slug: null, slug: 'made-anew' },
    ]);
  });

  it('say the same as the schema in TypeScript', async () => {
    const root = join(import.meta.dirname, '..');
    const out = join(await makeFolder(), 'migrations');
    await cp(join(import.meta.dirname, 'migrations'), out, { recursive: true });
    const printed = execFileSync(
      join(root, 'node_modules/.bin/drizzle-kit'),
      ['generate', '--dialect=postgresql', '--schema=store/schema.ts', `--out=${relative(root, out)}`],
      {
        cwd: root,
        encoding: 'utf8',
        env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}` },
      },
    );
    expect(printed).toContain('No schema changes');
  });
});

describe('versions', () => {
  const applyUnknown = `insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 9000000000000)`;

  it('neither server nor worker starts on a database that a newer Minos has changed', async () => {
    const { pool, connectionString } = await makeTestDatabase();
    await pool.query(applyUnknown);
    await expect(prepareDatabase(connectionString)).rejects.toThrow('newer Minos');
    await expect(
      joinDatabase(
        connectionString,
        () => {},
        () => {},
      ),
    ).rejects.toThrow('newer Minos');
  });

  it('a worker waits for a server to make the tables and the queue, and makes none itself', async () => {
    const { pool, connectionString } = await makeTestDatabase({ empty: true });
    const waiting = Promise.withResolvers<void>();
    const joining = joinDatabase(connectionString, () => {}, waiting.resolve);
    await waiting.promise;
    const { rows } = await pool.query(
      `select count(*)::int as count from pg_tables where schemaname = 'public'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
    const queueMissed = Promise.withResolvers<void>();
    const joiningQueue = joinQueue(
      connectionString,
      () => {},
      () => queueMissed.resolve(),
    );
    await queueMissed.promise;
    await prepareDatabase(connectionString);
    await (await joining).close();
    const queue = await joiningQueue;
    expect(await queue.getQueue(queues.import)).toMatchObject({ deadLetter: queues.importFailed });
    await queue.stop({ graceful: false });
  });
});

describe('the queues', () => {
  it('that an earlier Minos made get the settings of today', async () => {
    const { connectionString, pool } = await makeTestDatabase();
    const read = async () =>
      (await pool.query('select name, notify, retry_limit, retry_delay from pgboss.queue order by name'))
        .rows;
    const fresh = await read();
    await pool.query('update pgboss.queue set notify = true, retry_limit = 1, retry_delay = 7');
    await prepareDatabase(connectionString);
    expect(await read()).toEqual(fresh);
  });

  it('have a dead letter each', async () => {
    const { connectionString } = await makeTestDatabase();
    const queue = await openQueue(connectionString, () => {});
    for (const name of [queues.judge, queues.import]) {
      expect((await queue.getQueue(name))?.deadLetter).toBe(`${name}-failed`);
    }
    await queue.stop({ graceful: false });
  });
});

describe('a database that cannot be used', () => {
  it('is named when it is down', async () => {
    const start = prepareDatabase('postgres://minos@127.0.0.1:1/minos');
    await expect(start).rejects.toThrow(/^Minos cannot reach its database \(DATABASE_URL\): .*ECONNREFUSED/);
    await expect(start).rejects.toBeInstanceOf(StartError);
  });

  it('is named when it is too old', async () => {
    const { pool } = await makeTestDatabase();
    await expect(checkDatabase(pool, 999)).rejects.toThrow('Minos needs PostgreSQL 999 or newer');
    await checkDatabase(pool);
  });
});

describe('embedded PostgreSQL', () => {
  it('keeps what was committed when it is killed, and listens on no network address', async () => {
    const dataDir = await makeFolder();
    const log: string[] = [];
    const first = await startEmbeddedPostgres({ dataDir, onLog: (line) => log.push(line) });
    const { pool } = openDatabase(first.connectionString, () => {});
    await pool.query('create table kept (n int); insert into kept values (42)');
    const { rows: addresses } = await pool.query('show listen_addresses');
    expect(addresses).toEqual([{ listen_addresses: '' }]);
    const postmaster = Number(
      (await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0],
    );
    process.kill(postmaster, 'SIGKILL');
    await first.exited;

    const second = await startAgain(dataDir);
    const again = openDatabase(second.connectionString, () => {});
    expect((await again.pool.query('select n from kept')).rows).toEqual([{ n: 42 }]);
    await Promise.allSettled([pool.end(), again.close()]);
    await second.stop();
    expect(log.join('\n')).toContain('listening on Unix socket');
    expect(log.join('\n')).not.toMatch(/listening on IPv/);
  });

  it('asks for the password', async () => {
    const dataDir = await makeFolder();
    const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
    const wrong = new URL(postgres.connectionString);
    wrong.password = 'wrong';
    await expect(new pg.Client({ connectionString: wrong.href }).connect()).rejects.toThrow('password');
    await postgres.stop();
  });

  it('starts over when creating the cluster was cut short', async () => {
    const dataDir = await makeFolder();
    const unfinished = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
    await unfinished.stop();
    // What a kill during initdb leaves: the work folder, incomplete, and no cluster.
    execFileSync('mv', [join(dataDir, 'postgres'), join(dataDir, 'postgres.new')]);
    await rm(join(dataDir, 'postgres.new/PG_VERSION'));
    const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
    expect(existsSync(join(dataDir, 'postgres.new'))).toBe(false);
    await postgres.stop();
  });

  it('works in a folder whose path is too long for a socket', async () => {
    const dataDir = await makeFolder('x'.repeat(120));
    const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
    const { pool } = openDatabase(postgres.connectionString, () => {});
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
    await postgres.stop();
  });
});

/** The killed server's other processes hold its memory for a moment; the supervisor tries again just so. */
async function startAgain(dataDir: string) {
  for (;;) {
    try {
      return await startEmbeddedPostgres({ dataDir, onLog: () => {} });
    } catch (error) {
      if (!String(error).includes('shared memory')) throw error;
    }
  }
}
