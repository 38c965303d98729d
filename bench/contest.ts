/**
 * A contest at its busiest: 2,000 open scoreboards of 12 problems, and 50 submissions a second with their verdicts, each of
 * which changes the scoreboard twice. Three runs after each other: the submissions alone, with scoreboards that poll every
 * 30 s as where the stream of events is blocked, and with scoreboards that follow the stream. Beside the last a page is
 * opened every half second, which asks for the whole board.
 *
 *   node bench/contest.ts [seconds]
 *
 * Of a polling page the time of its call is measured, which is how old what it shows is when it comes; of one that follows
 * the stream the time from the commit of a verdict until the event with it has come, for each verdict and each page.
 *
 * The server runs in this process, so that its computations can be counted; the people are a process of their own
 * (contest-crowd.ts), and so are the judges (contest-judges.ts). Verdicts are written as a worker writes them, without
 * judging: no two cores judge 50 programs a second, and the scoreboard shall change as often as that.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type pg from 'pg';
import type { CrowdOrder, CrowdReport, StoredVerdictAt } from './contest-crowd.ts';
import { describeMachine, percentile, startServerHere, watchStatements } from './server-here.ts';

const seconds = Number(process.argv[2] ?? 60);
const participants = 2_000;
const problems = 12;
const submissionsPerSecond = 50;

const server = await startServerHere();
const { pool } = server.database;
const crowd = fork(join(import.meta.dirname, 'contest-crowd.ts'));
const judges = fork(join(import.meta.dirname, 'contest-judges.ts'), [server.connectionString]);
let computations = 0;

try {
  watchStatements((text) => {
    if (text.includes('json_object_agg')) computations += 1;
  });
  const contestId = await fillContest(pool);
  const url = await server.listen();
  const order = { url, contestId, participants, problems, submissionsPerSecond, seconds: seconds / 2 };
  // It has run for an hour.
  await run('warming up', { ...order, polling: 200, following: 200, seconds: 5 });
  const alone = await run('submissions alone', { ...order, polling: 0, following: 0 });
  const polling = await run('with pages that poll', { ...order, polling: participants, following: 0 });
  const following = await run('with pages that follow', {
    ...order,
    polling: 0,
    following: participants,
    seconds,
  });
  print('submit, alone', alone.submits);
  print('submit, with pages that poll', polling.submits);
  print('submit, with pages that follow', following.submits);
  print('scoreboard call of pages that poll', polling.calls);
  print('scoreboard call of a page that is opened, with pages that follow', following.calls);
  print('from a stored verdict to each page that follows', following.delays);
  console.log(describeMachine());
} finally {
  crowd.kill();
  judges.kill();
  await server.stop();
}

async function run(name: string, order: CrowdOrder): Promise<CrowdReport> {
  const computedBefore = computations;
  const cpuBefore = process.cpuUsage();
  judges.send('begin');
  crowd.send(order);
  await nextMessage(crowd);
  judges.send('end');
  const stored = (await nextMessage(judges)) as StoredVerdictAt[];
  crowd.send(stored);
  const report = (await nextMessage(crowd)) as CrowdReport;
  const { user, system } = process.cpuUsage(cpuBefore);
  console.log(
    `${name}: ${report.calls.length} scoreboard calls (${(report.callBytes / 1e6).toFixed(1)} MB), ` +
      `${report.events} events (${(report.eventBytes / 1e6).toFixed(1)} MB), ${report.versions} versions, ` +
      `${report.submits.length} submissions, ${stored.length} verdicts, ${report.failed} failed, ` +
      `${report.unseen} verdicts not seen; ${computations - computedBefore} computations; ` +
      `${((user + system) / 1e6).toFixed(1)} s of this process; ${describeMachine()}`,
  );
  return report;
}

async function nextMessage(child: ChildProcess): Promise<unknown> {
  const [message] = await once(child, 'message');
  return message;
}

function print(what: string, times: readonly number[]): void {
  const [p50, p95, p99] = [50, 95, 99].map((percent) => percentile(times, percent).toFixed(1));
  console.log(`${what}: p50 ${p50} ms, p95 ${p95} ms, p99 ${p99} ms`);
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
       (floor(random() * 6) * 10)::int, now() - random() * interval '1 hour'
     from users, contest_problems where random() < 0.5`,
  );
  await pool.query(
    `insert into submissions (user_id, problem_id, contest_id, in_main, language, code, verdict, submitted_at)
     select user_id, problem_id, contest_results.contest_id, false, 'cpp', 'int main() {}', 'Wrong Answer',
       best_score_at
     from contest_results join contest_problems on contest_problems.id = contest_problem_id`,
  );
  await pool.query(
    `insert into judgements (id, submission_id, user_id, requested_at, started_at, finished_at, status, score, results)
     overriding system value
     select judgement_id, submissions.id, submissions.user_id, submitted_at, submitted_at, submitted_at, verdict,
       best_score, '[]'
     from submissions join contest_problems using (contest_id, problem_id)
       join contest_results on contest_problem_id = contest_problems.id and contest_results.user_id = submissions.user_id`,
  );
  await pool.query('vacuum analyze');
  return contestId;
}
