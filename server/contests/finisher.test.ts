import { describe, expect, it } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, fromNow, judge, scoreboard, startContest, statusOf, submit } = tools;
const { db, now } = context;

describe('finishing', () => {
  it('waits for every submission received in time to be judged', async () => {
    const { contestId, participants, problemIds } = await startContest('wait', { lastsMs: minute });
    const [user] = participants as [never];
    advance(minute - 1);
    const submission = await submit(user, problemIds[0] as string, contestId);
    advance(hour);
    expect(await finishContests(db, now())).toEqual([]);
    expect(await statusOf(contestId)).toBe('finishing');
    await judge(submission, 100);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect(await statusOf(contestId)).toBe('finished');
    expect((await scoreboard(contestId)).rows).toEqual([['wait-user-1', 100]]);
  });

  it('lets those settle that were received just before the end', async () => {
    const { contestId } = await startContest('settle', { lastsMs: minute });
    advance(minute + 4_999);
    expect(await finishContests(db, now())).toEqual([]);
    advance(1);
    expect(await finishContests(db, now())).toEqual([contestId]);
  });

  it('waits for a submission that is being stored at this moment', async () => {
    const { contestId, participants, problemIds } = await startContest('storing', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    advance(minute - 1);
    // Its transaction has the contest and waits for the user's row.
    const letGo = await database.keepTransactionOpen('select 1 from users where id = $1 for update', [
      user.id,
    ]);
    const storing = user.post('/api/submit', {
      problemId: problemIds[0],
      language: 'cpp',
      code: 'x',
      contestId,
    });
    await database.waitForLock();
    advance(hour);
    const finishing = finishContests(db, now());
    await database.waitForLock(2);
    await letGo();
    expect((await storing).statusCode).toBe(201);
    expect(await finishing).toEqual([]);
    await judge((await storing).json().id, 100);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect((await scoreboard(contestId)).rows).toEqual([['storing-user-1', 100]]);
  });

  it('happens once, however many servers try at the same moment', async () => {
    const { contestId, participants, problemIds } = await startContest('once', {
      people: 3,
      problems: 2,
      lastsMs: minute,
    });
    for (const [index, user] of participants.entries()) {
      await judge(await submit(user, problemIds[index % 2] as string, contestId), 10 * (index + 1));
    }
    advance(hour);
    const all = await Promise.all(Array.from({ length: 8 }, () => finishContests(db, now())));
    expect(all.flat()).toEqual([contestId]);
    const { rows } = await database.pool.query('select place from contest_standings where contest_id = $1', [
      contestId,
    ]);
    expect(rows).toHaveLength(3);
  });

  it('leaves nothing behind when it dies in the middle, and is done whole by the next', async () => {
    const { contestId, participants, problemIds } = await startContest('dies', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    const [problem] = problemIds as [string];
    await judge(await submit(user, problem, contestId), 40);
    advance(hour);
    // It has brought the submissions into the main list when it comes to the problems, whose row is held.
    const letGo = await database.keepTransactionOpen('select 1 from problems where slug = $1 for update', [
      problem,
    ]);
    const dying = finishContests(db, now()).catch((error) => error);
    await database.waitForLock();
    await database.pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    expect(await dying).toBeInstanceOf(Error);
    await letGo();
    expect(await statusOf(contestId)).toBe('finishing');
    const { rows } = await database.pool.query('select in_main from submissions where contest_id = $1', [
      contestId,
    ]);
    expect(rows).toEqual([{ in_main: false }]);
    expect((await user.get(`/api/problems/${problem}`)).statusCode).toBe(404);
    expect(await finishContests(db, now())).toEqual([contestId]);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({
      best_score: 40,
      submission_count: 1,
    });
  });

  it('counts a great contest in steps, none of which is large', async () => {
    const { contestId, problemIds } = await startContest('great', { lastsMs: minute });
    const [problem] = problemIds as [string];
    const [people, each] = [250, 41];
    const { pool } = database;
    await pool.query(`
      create table steps (name text, count int);
      create function note_step() returns trigger language plpgsql security definer as $$ begin
        insert into steps select tg_table_name, count(*) from written;
        return null;
      end $$;
      create trigger note_step after update on submissions referencing new table as written
        for each statement execute function note_step();
      create trigger note_step after insert on problem_results referencing new table as written
        for each statement execute function note_step()`);
    await pool.query(
      `with made as (
         insert into users (username, password_hash, role)
         select 'great-' || n, 'x', 'user' from generate_series(1, $1::int) n returning id
       )
       insert into submissions (user_id, problem_id, contest_id, in_main, language, code, judgement_id)
       select made.id, problems.id, $2, false, 'cpp', 'x', nextval('judgements_id_seq')
       from made, problems, generate_series(1, $3::int) where slug = $4`,
      [people, contestId, each, problem],
    );
    await pool.query(
      `insert into judgements (id, submission_id, user_id, attempt, status, score) overriding system value
       select judgement_id, id, user_id, 1, 'Wrong Answer', 30 from submissions where contest_id = $1`,
      [contestId],
    );
    await pool.query(
      `insert into contest_results (contest_id, user_id, contest_problem_id, submission_count, latest_submission_at,
         best_score)
       select $1, user_id, contest_problems.id, count(*), now(), 30
       from submissions join contest_problems using (contest_id, problem_id)
       where contest_id = $1 group by user_id, contest_problems.id`,
      [contestId],
    );
    advance(hour);
    expect(await finishContests(db, now())).toEqual([contestId]);
    const { rows } = await pool.query(
      'select name, sum(count)::int as rows, max(count)::int as most from steps group by name order by name',
    );
    expect(rows).toEqual([
      { name: 'problem_results', rows: people, most: 100 },
      { name: 'submissions', rows: people * each, most: 10_000 },
    ]);
    const counted = await pool.query(
      `select distinct submission_count, best_score::float from problem_results join problems on problems.id = problem_id
       where slug = $1`,
      [problem],
    );
    expect(counted.rows).toEqual([{ submission_count: each, best_score: 30 }]);
    await pool.query('drop trigger note_step on submissions; drop trigger note_step on problem_results');
  });

  it('shows the problems that were prepared hidden, in the moment it happens', async () => {
    const { contestId, participants, problemIds } = await startContest('prepared', { lastsMs: minute });
    const [user] = participants as [(typeof participants)[number]];
    const [problem] = problemIds as [string];
    await staff.put(`/api/admin/problems/${problem}/visibility`, { isVisible: false });
    const open = async () => {
      const page = await user.get(`/api/problems/${problem}`);
      const list = await user.get('/api/problems-with-stats');
      return [page.statusCode, list.body.includes(problem)];
    };
    advance(hour);
    expect(await statusOf(contestId)).toBe('finishing');
    expect(await open()).toEqual([404, false]);
    await finishContests(db, now());
    expect(await open()).toEqual([200, true]);
    // Afterwards it is an ordinary problem.
    await staff.put(`/api/admin/problems/${problem}/visibility`, { isVisible: false });
    expect(await open()).toEqual([403, false]);
  });

  it('does not happen when staff give the contest a later end in time', async () => {
    const { contestId } = await startContest('later', { lastsMs: minute });
    const [contest] = (await staff.get('/api/contests'))
      .json()
      .filter(({ id }: { id: number }) => id === contestId);
    const body = { title: 'x', startTime: contest.start_time, endTime: fromNow(hour) };
    expect((await staff.put(`/api/admin/contests/${contestId}`, body)).statusCode).toBe(200);
    advance(10 * minute);
    expect(await finishContests(db, now())).toEqual([]);
    expect(await statusOf(contestId)).toBe('running');
  });
});

describe('whose account goes with a star of a finished contest', () => {
  /** One after the other, so that the first has the star. */
  async function finishSolvedByThree(name: string) {
    const { contestId, participants, problemIds } = await startContest(name, { people: 3 });
    const problem = problemIds[0] as string;
    for (const person of participants) {
      await judge(await submit(person, problem, contestId), 100);
      advance(minute);
    }
    advance(60 * minute);
    await finish();
    const admin = await signUp('admin');
    const read = async () =>
      (await admin.get(`/api/contests/${contestId}/scoreboard`)).json<ContestScoreboard>();
    return { participants, problem, admin, read };
  }

  it('leaves it to the next', async () => {
    const { participants, problem, admin, read } = await finishSolvedByThree('gone-first');
    for (const [index, person] of participants.entries()) {
      const { scoreboard } = await read();
      expect(scoreboard.map(({ user_id }) => user_id)).toEqual(participants.slice(index).map(({ id }) => id));
      expect(scoreboard.map(({ detailed_scores }) => detailed_scores[problem]?.first)).toEqual(
        participants.slice(index).map((each) => (each === person ? true : undefined)),
      );
      expect((await admin.delete(`/api/admin/users/${person.id}`)).statusCode).toBe(204);
    }
    expect((await read()).scoreboard).toEqual([]);
  });

  it('and goes in the same moment as the next leaves it to the third', async () => {
    const { participants, problem, admin, read } = await finishSolvedByThree('gone-together');
    const gone = await Promise.all(
      participants.slice(0, 2).map(({ id }) => admin.delete(`/api/admin/users/${id}`)),
    );
    expect(gone.map(({ statusCode }) => statusCode)).toEqual([204, 204]);
    const { scoreboard } = await read();
    expect(scoreboard.map(({ detailed_scores }) => detailed_scores[problem]?.first)).toEqual([true]);
  });
});
