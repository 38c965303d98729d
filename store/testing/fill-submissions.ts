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
     insert into submissions (user_id, problem_id, language, code, judgement_id, submitted_at)
     select first + floor($1 * power(random(), 2))::int,
            first_problem + floor($2 * power(random(), 2))::int,
            'cpp', '\\x696e74206d61696e28297b7d', n, now() - (($3 - n) || ' seconds')::interval
     from base, generate_series(1, $3) n`,
    [users, problems, submissions],
  );
  await pool.query(
    `insert into judgements (id, submission_id, user_id, attempt, status, score, tests_done, tests_total, results,
       requested_at, finished_at)
     overriding system value
     select judgement_id, id, user_id, 1,
       case when drawn.score = 100 then 'Accepted' when id % 5000 = 0 then 'Memory Limit Exceeded' else 'Wrong Answer' end,
       drawn.score, 10, 10,
       (select jsonb_agg(jsonb_build_object('testCase', t, 'status', 'Accepted', 'timeMs', 3, 'memoryKb', 1400, 'reason', null))
        from generate_series(1, 10) t),
       submitted_at, now()
     from submissions, lateral (select (floor(random() * 11) * 10)::int as score where submissions.id > 0) drawn`,
  );
  await pool.query(`select setval('judgements_id_seq', $1)`, [submissions]);
  await pool.query(
    'update submissions set verdict = status from judgements where judgements.id = submissions.judgement_id',
  );
  await pool.query(
    `insert into problem_results (user_id, problem_id, submission_count, latest_submission_at, best_score, best_submission_id)
     select submissions.user_id, problem_id, count(*), max(submitted_at), max(score),
       (array_agg(submissions.id order by score desc, submissions.id desc))[1]
     from submissions join judgements on judgements.id = judgement_id group by submissions.user_id, problem_id`,
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
    `with made as (
       insert into submissions (user_id, problem_id, contest_id, in_main, language, code, verdict)
       select people.first + floor(random() * people.count)::int, problem_id, contest_id, false, 'cpp',
              '\\x696e74206d61696e28297b7d', 'Wrong Answer'
       from contest_problems, (select min(id) as first, count(*) from users where username like 'user%') people,
            generate_series(1, $1::int) n
       returning id, user_id, judgement_id
     )
     insert into judgements (id, submission_id, user_id, attempt, status, score, tests_done, tests_total, results, finished_at)
     overriding system value
     select judgement_id, id, user_id, 1, 'Wrong Answer', 50, 10, 10,
            (select jsonb_agg(jsonb_build_object('testCase', t, 'status', 'Accepted', 'timeMs', 3, 'memoryKb', 1400, 'reason', null))
             from generate_series(1, 10) t),
            now()
     from made`,
    [submissions],
  );
  await pool.query('vacuum analyze');
}
