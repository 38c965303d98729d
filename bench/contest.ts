/**
 * A contest at its busiest: 2,000 open scoreboards of 12 problems, each polled every 30 s, and 50 submissions a
 * second with their verdicts, for a minute. The baselines in the same run are the scoreboards alone and the
 * submissions alone, each for a third of the time.
 *
 *   node bench/contest.ts [seconds]
 *
 * The server runs in this process, so that its computations can be counted; the people are a process of their own
 * (contest-crowd.ts). Verdicts are written as a worker writes them, without judging: no two cores judge 50 programs
 * a second, and the scoreboard shall change as often as that.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { followChanges } from '#store/changes.ts';
import { type Database, openDatabase } from '#store/database.ts';
import { startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import { prepareDatabase } from '#store/join-database.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { openQueue } from '#store/queue.ts';
import type { CrowdOrder, CrowdReport } from './contest-crowd.ts';

const seconds = Number(process.argv[2] ?? 60);
const participants = 2_000;
const problems = 12;
const submissionsPerSecond = 50;

const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-contest-')));
const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
await prepareDatabase(postgres.connectionString);
const database = openDatabase(postgres.connectionString, () => {});
const queue = await openQueue(postgres.connectionString, () => {});
let computations = 0;
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
const crowd = fork(join(import.meta.dirname, 'contest-crowd.ts'));

try {
  countComputations();
  const contestId = await fillContest(database.pool);
  const url = await app.listen({ host: '127.0.0.1', port: 0 });
  const order = {
    url,
    contestId,
    participants,
    problems,
    submissionsPerSecond: 0,
    boards: 0,
    seconds: seconds / 3,
  };
  const boardsOnly = await run('scoreboards alone', { ...order, boards: participants });
  const submitsOnly = await run('submissions alone', { ...order, submissionsPerSecond });
  const both = await run('both', { ...order, submissionsPerSecond, boards: participants, seconds });
  print('scoreboard call', both.boards, boardsOnly.boards);
  print('submit', both.submits, submitsOnly.submits);
} finally {
  crowd.kill();
  await app.close();
  changes.close();
  await queue.stop({ graceful: false });
  await database.close();
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

async function run(name: string, order: CrowdOrder): Promise<CrowdReport> {
  const [changesBefore, computedBefore] = [await readChanges(order.contestId), computations];
  const judging = storeVerdicts(database.db);
  crowd.send(order);
  const report = await nextReport(crowd);
  await judging.stop();
  const changes = (await readChanges(order.contestId)) - changesBefore;
  console.log(
    `${name}: ${report.boards.length} scoreboard calls (${report.unchanged} answered 304, ` +
      `${(report.bytes / 1e6).toFixed(1)} MB), ${report.submits.length} submissions, ${report.failed} failed; ` +
      `${changes} changes, ${computations - computedBefore} computations`,
  );
  return report;
}

async function nextReport(child: ChildProcess): Promise<CrowdReport> {
  const [report] = await once(child, 'message');
  return report as CrowdReport;
}

function print(what: string, times: number[], baseline: number[]): void {
  for (const percent of [50, 95, 99]) {
    const [measured, alone] = [percentile(times, percent), percentile(baseline, percent)];
    console.log(
      `${what} p${percent}: ${measured.toFixed(1)} ms, alone ${alone.toFixed(1)} ms, ratio ${(measured / alone).toFixed(2)}`,
    );
  }
  if (what === 'submit')
    console.log(`${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
}

function percentile(times: number[], percent: number): number {
  return times.toSorted((a, b) => a - b)[Math.floor((times.length * percent) / 100)] ?? Number.NaN;
}

/** A contest that has run for an hour: everyone has joined, has a session, and has tried half of the problems. */
async function fillContest(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number }>(
    `insert into contests (title, description, start_time, end_time)
     values ('Busy', '', now() - interval '1 hour', now() + interval '4 hours') returning id`,
  );
  const contestId = rows[0]?.id ?? 0;
  await pool.query(
    `insert into problems (slug, title, time_limit_ms, memory_limit_mb)
     select 'problem' || n, 'Problem ' || n, 1000, 256 from generate_series(1, $1) n`,
    [problems],
  );
  await pool.query(`insert into contest_problems (contest_id, problem_id) select $1, id from problems`, [
    contestId,
  ]);
  await pool.query(
    `insert into users (username, password_hash, role) select 'user' || n, 'x', 'user' from generate_series(1, $1) n`,
    [participants],
  );
  await pool.query(
    `insert into sessions (token_hash, user_id, expires_at)
     select sha256(convert_to(username, 'UTF8')), id, now() + interval '29 days' from users`,
  );
  await pool.query(`insert into contest_participants select $1, id, now() from users`, [contestId]);
  await pool.query(
    `insert into contest_results (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at,
       best_score, best_score_at)
     select contest_id, users.id, contest_problems.id, 1 + floor(random() * 4), now() - interval '1 minute',
       (floor(random() * 11) * 10)::int, now() - random() * interval '1 hour'
     from users, contest_problems where random() < 0.5`,
  );
  await pool.query('vacuum analyze');
  return contestId;
}

/** One for each time the database ranks the participants. */
function countComputations(): void {
  const ask = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [query] = args as [{ text?: string } | string];
    const text = typeof query === 'string' ? query : (query?.text ?? '');
    if (text.includes('json_object_agg')) computations += 1;
    return ask.apply(this, args);
  } as typeof pg.Client.prototype.query;
}

async function readChanges(contestId: number): Promise<number> {
  const { rows } = await database.pool.query('select value from revisions where name = $1', [
    `contest ${contestId}`,
  ]);
  return Number(rows[0]?.value ?? 0);
}

/** Gives each submission its verdict soon after it arrives. */
function storeVerdicts(db: Database): { stop(): Promise<void> } {
  let stopped = false;
  const working = (async () => {
    while (!stopped) {
      const { rows } = await database.pool.query<{ id: string }>(
        `select submissions.id from submissions join judgements on judgements.id = judgement_id
         where contest_id is not null and status = 'Pending' order by 1 limit 50`,
      );
      for (const { id } of rows) {
        const claim = await claimSubmission(db, Number(id));
        const score = Math.floor(Math.random() * 11) * 10;
        const results = [{ testCase: 1, status: 'Accepted', timeMs: 1, memoryKb: 1000, reason: null }];
        if (claim) await storeVerdict(db, claim, { status: 'Wrong Answer', score, results });
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  })();
  return {
    stop: () => {
      stopped = true;
      return working;
    },
  };
}
