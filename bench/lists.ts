/**
 * The lists with a million submissions in the table, each beside the same list on a nearly empty one, measured in
 * the same run through the whole server; and once more while a contest runs whose submissions, newer than all others,
 * the main lists have to skip:
 *
 *   node bench/lists.ts [submissions]
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import { prepareDatabase } from '#store/join-database.ts';
import { type Filling, fillRunningContest, fillSubmissions } from '#store/testing/fill-submissions.ts';
import { openServerOn } from './server-here.ts';

const million = Number(process.argv[2] ?? 1_000_000);
const ofContest = 300_000;
const rounds = 200;

const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-lists-')));
const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });

const calls = {
  'all submissions': '/api/submissions',
  'an old page of them': '/api/submissions?before=1000',
  'one’s own': '/api/submissions?filter=mine',
  'one problem’s': '/api/submissions?problemId=problem1',
  'one verdict’s': '/api/submissions?verdict=Wrong%20Answer',
  'a rare verdict’s': '/api/submissions?verdict=Memory%20Limit%20Exceeded',
  'a problem’s rare verdict': '/api/submissions?problemId=problem1&verdict=Memory%20Limit%20Exceeded',
  'a verdict nobody has': '/api/submissions?verdict=Skipped',
  'one’s own of a problem': '/api/submissions?filter=mine&problemId=problem1',
  'problems with stats': '/api/problems-with-stats',
  'one problem': '/api/problems/problem1',
  scoreboard: '/api/scoreboard',
};

try {
  const [small = {}] = await measure('few', { users: 10, problems: 200, submissions: 2_000 });
  const [large = {}, crowded = {}] = await measure(
    'many',
    { users: 20_000, problems: 200, submissions: million },
    ofContest,
  );
  console.log(`\np95 in ms of ${rounds} calls each; ${million} submissions, 20,000 users, 200 problems;`);
  console.log(`contest: with ${ofContest} more in a running contest`);
  console.log(['', 'few', 'many', 'ratio', 'contest'].map((cell, i) => cell.padEnd(i ? 9 : 26)).join(''));
  for (const name of Object.keys(calls)) {
    const [few = 0, many = 0, contest = 0] = [small[name], large[name], crowded[name]];
    const cells = [few.toFixed(1), many.toFixed(1), (many / few).toFixed(2), contest.toFixed(1)];
    console.log(name.padEnd(26) + cells.map((cell) => cell.padEnd(9)).join(''));
  }
} finally {
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

/** As filled, and with the submissions of a running contest on top. */
async function measure(
  name: string,
  filling: Filling,
  ofRunningContest = 0,
): Promise<Record<string, number>[]> {
  const url = new URL(postgres.connectionString);
  const admin = new pg.Client({ connectionString: url.href });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
  url.pathname = name;
  await prepareDatabase(url.href);
  // Without the time limits of ordinary connections.
  const filler = new pg.Pool({ connectionString: url.href });
  const startedAt = performance.now();
  await fillSubmissions(filler, filling);
  console.log(
    `${filling.submissions} submissions filled in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`,
  );
  const { app, database, close } = await openServerOn(url.href);
  const cookie = await signInAsBusiest(database.pool);
  const results = [await measureCalls(app, cookie)];
  if (ofRunningContest > 0) {
    await fillRunningContest(filler, ofRunningContest);
    results.push(await measureCalls(app, cookie));
  }
  await filler.end();
  await close();
  return results;
}

async function measureCalls(app: FastifyInstance, cookie: string): Promise<Record<string, number>> {
  const results: Record<string, number> = {};
  for (const [call, address] of Object.entries(calls)) results[call] = await p95(app, address, cookie);
  return results;
}

/** A session of the user with the most submissions, written as a sign-in would. */
async function signInAsBusiest(pool: pg.Pool): Promise<string> {
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256('bench'), user_id, now() + interval '29 days' from problem_results
     group by user_id order by sum(submission_count) desc limit 1`,
  );
  return 'bench';
}

async function p95(app: FastifyInstance, url: string, cookie: string): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now();
    const { statusCode } = await app.inject({ url, cookies: { minos_session: cookie } });
    times.push(performance.now() - startedAt);
    if (statusCode !== 200) throw new Error(`${url} answered ${statusCode}`);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds * 0.95)] ?? 0;
}
