/**
 * How soon 2,000 open pages of a contest have an announcement: each holds a stream of events open, staff post, and the
 * time counts from the request until each stream has the text of it. Beside it how many statements the database was
 * asked for one announcement.
 *
 *   node bench/questions.ts [pages] [announcements]
 *
 * The server runs in this process, so that its statements can be counted; the pages are a process of their own
 * (question-pages.ts). Both share the machine's clock.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { followChanges } from '#store/changes.ts';
import { openDatabase } from '#store/database.ts';
import { startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import { prepareDatabase } from '#store/join-database.ts';
import { openQueue } from '#store/queue.ts';
import type { PagesOrder } from './question-pages.ts';

const pages = Number(process.argv[2] ?? 2_000);
const announcements = Number(process.argv[3] ?? 10);

const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-questions-')));
const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
await prepareDatabase(postgres.connectionString);
const database = openDatabase(postgres.connectionString, () => {});
const queue = await openQueue(postgres.connectionString, () => {});
const changes = followChanges(postgres.connectionString, () => {});
const context = {
  db: database.db,
  queue,
  changes,
  environment: { PUBLIC_URL: undefined, TRUST_PROXY: false as const },
  now: () => new Date(),
};
const webFolder = join(import.meta.dirname, '../web/dist');
const app = await buildApp({ context, webFolder, logger: pino({ level: 'silent' }) });
const crowd = fork(join(import.meta.dirname, 'question-pages.ts'));

let statements = 0;
try {
  const contestId = await fillContest(database.pool);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  crowd.send({ url, contestId, pages } satisfies PagesOrder);
  await once(crowd, 'message');
  console.log(`${pages} streams are open`);
  countStatements();
  const all: number[] = [];
  const lasts: number[] = [];
  for (let round = 1; round <= announcements; round += 1) {
    statements = 0;
    const startedAt = Date.now();
    const heard = once(crowd, 'message');
    const posted = await fetch(`${url}/api/admin/contests/${contestId}/announcements`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie: 'minos_session=staff' },
      body: JSON.stringify({ text: `Announcement ${round}: the picture on page 2 is upside down.` }),
    });
    if (posted.status !== 201) throw new Error(`Announcing was answered with ${posted.status}`);
    const [heardAt] = (await heard) as [number[]];
    const times = heardAt.map((at) => at - startedAt).toSorted((a, b) => a - b);
    all.push(...times);
    lasts.push(times.at(-1) ?? Number.NaN);
    console.log(`announcement ${round}: the last after ${times.at(-1)} ms, ${statements} statements`);
    await delay(500);
  }
  all.sort((a, b) => a - b);
  const at = (percent: number) => all[Math.floor((all.length * percent) / 100)] ?? Number.NaN;
  console.log(`each page: median ${at(50)} ms, p99 ${at(99)} ms, worst ${all.at(-1)} ms`);
  console.log(`the last page: median ${lasts.toSorted((a, b) => a - b)[Math.floor(lasts.length / 2)]} ms`);
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  crowd.kill();
  await app.close();
  changes.close();
  await queue.stop({ graceful: false });
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

async function fillContest(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into contests (title, description, start_time, end_time)
     values ('Busy', '', now() - interval '1 hour', now() + interval '4 hours') returning id`,
  );
  const contestId = rows[0]?.id ?? 0;
  await pool.query(
    `insert into users (username, password_hash, role)
     select 'user' || n, 'x', 'user' from generate_series(1, $1) n union all select 'staff', 'x', 'staff'`,
    [pages],
  );
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256(convert_to(username, 'UTF8')), id, now() + interval '29 days' from users`,
  );
  await pool.query(
    `insert into contest_participants (contest_id, user_id, joined_at)
     select $1, id, now() from users where role = 'user'`,
    [contestId],
  );
  await pool.query('vacuum analyze');
  return contestId;
}

function countStatements(): void {
  const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    statements += 1;
    return ask.apply(this, args);
  } as typeof pg.Client.prototype.query;
}
