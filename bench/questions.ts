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
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { postAnnouncement } from '#contract/questions.ts';
import { openClient } from '#harness/client.ts';
import type { PagesOrder } from './question-pages.ts';
import { describeMachine, percentile, startServerHere, watchStatements } from './server-here.ts';

const pages = Number(process.argv[2] ?? 2_000);
const announcements = Number(process.argv[3] ?? 10);

const server = await startServerHere();
const crowd = fork(join(import.meta.dirname, 'question-pages.ts'));

let statements = 0;
try {
  const contestId = await fillContest(server.database.pool);
  const url = await server.listen();
  crowd.send({ url, contestId, pages } satisfies PagesOrder);
  await once(crowd, 'message');
  console.log(`${pages} streams are open`);
  watchStatements(() => {
    statements += 1;
  });
  const staff = openClient(url, 'minos_session=staff');
  const all: number[] = [];
  const lasts: number[] = [];
  for (let round = 1; round <= announcements; round += 1) {
    statements = 0;
    const startedAt = Date.now();
    const heard = once(crowd, 'message');
    const text = `Announcement ${round}: the picture on page 2 is upside down.`;
    await staff.call(postAnnouncement, { params: { id: contestId }, body: { text } });
    const [heardAt] = (await heard) as [number[]];
    const times = heardAt.map((at) => at - startedAt).toSorted((a, b) => a - b);
    all.push(...times);
    lasts.push(times.at(-1) ?? Number.NaN);
    console.log(`announcement ${round}: the last after ${times.at(-1)} ms, ${statements} statements`);
    await delay(500);
  }
  console.log(
    `each page: median ${percentile(all, 50)} ms, p99 ${percentile(all, 99)} ms, worst ${Math.max(...all)} ms`,
  );
  console.log(`the last page: median ${percentile(lasts, 50)} ms`);
  console.log(describeMachine());
} finally {
  crowd.kill();
  await server.stop();
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
