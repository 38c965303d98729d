/**
 * How long it takes to finish a contest, small and great: its standings stored, its problems and submissions back in
 * the main lists and everybody's score counted anew, in one transaction. And to delete it afterwards: until staff have
 * their answer, and until its rows are gone, in steps.
 *
 *   node bench/finishing.ts [submissions of the great one]
 *
 * The baseline in the same run is a contest of a hundredth of the submissions.
 */
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { deleteContest, removeDeletedContests } from '#server/contests/deletion.ts';
import { finishContests } from '#server/contests/finisher.ts';
import { openDatabase } from '#store/database.ts';
import { startEmbeddedPostgres } from '#store/embedded-postgres.ts';
import { prepareDatabase } from '#store/join-database.ts';

const submissionsOfGreat = Number(process.argv[2] ?? 300_000);
const participants = 2_000;
const problems = 12;

const dataDir = await realpath(await mkdtemp(join(tmpdir(), 'minos-finishing-')));
const postgres = await startEmbeddedPostgres({ dataDir, onLog: () => {} });
await prepareDatabase(postgres.connectionString);
const { db, close } = openDatabase(postgres.connectionString, () => {});
/** Without the product's time-outs: filling is not what is measured. */
const pool = new pg.Pool({ connectionString: postgres.connectionString });

try {
  await pool.query(
    `insert into users (username, password_hash, role) select 'user' || n, 'x', 'user' from generate_series(1, $1) n`,
    [participants],
  );
  const smallMs = await timeFinish('small', submissionsOfGreat / 100);
  const greatMs = await timeFinish('great', submissionsOfGreat);
  console.log(`ratio ${(greatMs / smallMs).toFixed(1)} for 100 times the submissions`);
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}`);
} finally {
  await Promise.all([close(), pool.end()]);
  await postgres.stop();
  await rm(dataDir, { recursive: true });
}

async function timeFinish(name: string, submissions: number): Promise<number> {
  const contestId = await fillContest(pool, name, submissions);
  const startedAt = performance.now();
  const finished = await finishContests(db, new Date());
  const ms = performance.now() - startedAt;
  if (finished[0] !== contestId) throw new Error('The contest was not finished');
  console.log(
    `${name}: ${participants} participants, ${submissions} submissions: finished in ${seconds(ms)}`,
  );
  await timeDeletion(name, contestId);
  return ms;
}

async function timeDeletion(name: string, contestId: number): Promise<void> {
  const startedAt = performance.now();
  await deleteContest(db, contestId, () => new Date());
  const answeredAt = performance.now();
  await removeDeletedContests(db);
  const removedAt = performance.now();
  const { rowCount } = await pool.query('select from contests where id = $1', [contestId]);
  if (rowCount !== 0) throw new Error('The contest was not removed');
  console.log(
    `${name}: deleted in ${seconds(answeredAt - startedAt)}, its rows gone after ${seconds(removedAt - answeredAt)} more`,
  );
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`;
}

/** A contest whose end has just passed, with everything judged. */
async function fillContest(on: pg.Pool, name: string, submissions: number): Promise<number> {
  const { rows } = await on.query<{ id: number }>(
    `insert into contests (title, description, start_time, end_time)
     values ($1, '', now() - interval '5 hours', now() - interval '1 minute') returning id`,
    [name],
  );
  const contestId = rows[0]?.id ?? 0;
  await on.query(
    `with made as (
       insert into problems (slug, title, time_limit_ms, memory_limit_mb)
       select $3 || n, 'Problem ' || n, 1000, 256 from generate_series(1, $1::int) n returning id
     )
     insert into contest_problems (contest_id, problem_id) select $2::int, id from made`,
    [problems, contestId, name],
  );
  await on.query(`insert into contest_participants select $1, id, now() from users`, [contestId]);
  // Each row is written once. Filled in and then updated, the tables would be half holes and their indexes twice as
  // large, and finishing and deleting would be measured on those.
  const step = 20_000;
  for (let first = 1; first <= submissions; first += step)
    await on.query(
      `with base as (
         select (select min(id) from users) as first, min(problem_id) as first_problem
         from contest_problems where contest_id = $5
       )
       insert into submissions (user_id, problem_id, contest_id, in_main, language, code, submitted_at, judgement_id)
       select first + floor($1 * random())::int, first_problem + floor($2 * random())::int, $5, false, 'cpp',
         '\\x696e74206d61696e28297b7d', now() - (n % 10000 || ' seconds')::interval,
         nextval(pg_get_serial_sequence('judgements', 'id'))
       from base, generate_series($3::int, $4::int) n`,
      [participants, problems, first, Math.min(first + step - 1, submissions), contestId],
    );
  await on.query(
    `insert into judgements (id, submission_id, user_id, attempt, status, score, tests_done, tests_total, finished_at)
     overriding system value
     select judgement_id, id, user_id, 1, 'Wrong Answer', (floor(random() * 11) * 10)::int, 10, 10, now()
     from submissions where contest_id = $1`,
    [contestId],
  );
  await on.query(
    `insert into contest_results (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at,
       best_score, best_submission_id, best_score_at)
     select s.contest_id, s.user_id, p.id, count(*), max(submitted_at), max(score),
       (array_agg(s.id order by score desc, s.id desc))[1], min(submitted_at)
     from submissions s join contest_problems p on p.contest_id = s.contest_id and p.problem_id = s.problem_id
     join judgements on judgements.id = judgement_id
     where s.contest_id = $1 group by s.contest_id, s.user_id, p.id`,
    [contestId],
  );
  await on.query('vacuum analyze');
  return contestId;
}
