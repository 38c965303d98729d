import type pg from 'pg';

export interface Filling {
  readonly users: number;
  readonly problems: number;
  readonly submissions: number;
}

/**
 * Fills an empty database with judged submissions as a busy instance would have them, and the standings that
 * follow from them. Users and problems are drawn unevenly: a few have most.
 */
export async function fillSubmissions(
  pool: pg.Pool,
  { users, problems, submissions }: Filling,
): Promise<void> {
  await pool.query(
    `insert into users (username, password_hash, role) select 'user' || n, 'x', 'user' from generate_series(1, $1) n`,
    [users],
  );
  await pool.query(
    `insert into problems (slug, title, time_limit_ms, memory_limit_mb, is_visible)
     select 'problem' || n, 'Problem ' || n, 1000, 256, true from generate_series(1, $1) n`,
    [problems],
  );
  await pool.query(
    `with base as (
       select (select min(id) from users where username like 'user%') as first, min(id) as first_problem from problems
     )
     insert into submissions (user_id, problem_id, language, code, status, score, tests_done, tests_total, results, submitted_at, judged_at)
     select first + floor($1 * power(random(), 2))::int,
            first_problem + floor($2 * power(random(), 2))::int,
            'cpp', '\\x696e74206d61696e28297b7d',
            case when drawn.score = 100 then 'Accepted' else 'Wrong Answer' end, drawn.score, 10, 10,
            (select jsonb_agg(jsonb_build_object('testCase', t, 'status', 'Accepted', 'timeMs', 3, 'memoryKb', 1400, 'reason', null))
             from generate_series(1, 10) t),
            now() - (($3 - n) || ' seconds')::interval, now()
     from base, generate_series(1, $3) n, lateral (select (floor(random() * 11) * 10)::int as score where n > 0) drawn`,
    [users, problems, submissions],
  );
  await pool.query(
    `insert into problem_results (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id)
     select user_id, problem_id, count(*), max(submitted_at), max(score), (array_agg(id order by score desc, id desc))[1]
     from submissions group by user_id, problem_id`,
  );
  await pool.query(
    `insert into user_scores (user_id, problems_solved, total_score)
     select user_id, count(*) filter (where best_score = 100), sum(best_score) from problem_results group by user_id`,
  );
  await pool.query('vacuum analyze');
}

/** A contest that runs, with judged submissions newer than all there are, by the users that are there. */
export async function fillRunningContest(pool: pg.Pool, submissions: number): Promise<void> {
  await pool.query(
    `with contest as (
       insert into contests (title, description, start_time, end_time)
       values ('Running', '', now() - interval '1 hour', now() + interval '1 hour') returning id
     ), problem as (
       insert into problems (slug, title, time_limit_ms, memory_limit_mb) values ('held', 'Held', 1000, 256) returning id
     )
     insert into contest_problems (contest_id, problem_id) select contest.id, problem.id from contest, problem`,
  );
  await pool.query(
    `insert into submissions (user_id, problem_id, contest_id, in_main, language, code, status, score, tests_done, tests_total, results, judged_at)
     select people.first + floor(random() * people.count)::int, problem_id, contest_id, false, 'cpp',
            '\\x696e74206d61696e28297b7d', 'Wrong Answer', 50, 10, 10,
            (select jsonb_agg(jsonb_build_object('testCase', t, 'status', 'Accepted', 'timeMs', 3, 'memoryKb', 1400, 'reason', null))
             from generate_series(1, 10) t),
            now()
     from contest_problems, (select min(id) as first, count(*) from users where username like 'user%') people, generate_series(1, $1) n`,
    [submissions],
  );
  await pool.query('vacuum analyze');
}
