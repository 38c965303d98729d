import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import { claimSubmission, isStillOurs, storeVerdict } from '#store/judgements.ts';
import { makeContestTools, minute } from '../contests/testing.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { removeDeletedProblems } from './deletion.ts';

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const { db } = context;
const { staff, finish, judge, makeProblem, startContest, submit } = await makeContestTools(testApp);

const remove = (id: string) => staff.delete(`/api/admin/problems/${id}`);
const keyOf = async (id: string): Promise<number> =>
  (await database.pool.query('select id from problems where slug = $1', [id])).rows[0].id;

/** Of a problem that two people have submitted to three times each; all are judged, two of them twice. */
async function makeTried(name: string) {
  const problemId = await makeProblem(name);
  const people = [await signUp('user', `${name}-one`), await signUp('user', `${name}-other`)] as const;
  const submissions: number[] = [];
  for (const user of people) {
    for (const score of [10, 100, 50]) {
      submissions.push(await submit(user, problemId));
      await judge(submissions.at(-1) as number, score);
    }
    await staff.post(`/api/admin/submissions/${submissions.at(-1)}/rejudge`);
    await judge(submissions.at(-1) as number, 40);
  }
  return { problemId, key: await keyOf(problemId), people, submissions };
}

async function countRows(key: number, submissions: readonly number[]): Promise<Record<string, number>> {
  const { rows } = await database.pool.query(
    `select (select count(*)::int from submissions where problem_id = $1) as submissions,
       (select count(*)::int from judgements where submission_id = any($2)) as judgements,
       (select count(*)::int from deleted_problems where id = $1) as marks`,
    [key, submissions],
  );
  return rows[0];
}

const nothing = { submissions: 0, judgements: 0, marks: 0 };

describe('a problem that is deleted', () => {
  it('is gone for everyone at once, before its submissions are', async () => {
    const { contestId, participants, problemIds } = await startContest('held', {
      people: 2,
      problems: 2,
      lastsMs: minute,
    });
    const [user, other] = participants as [(typeof participants)[number], (typeof participants)[number]];
    const [doomed, kept] = problemIds as [string, string];
    const submissions: number[] = [];
    for (const person of [user, other]) {
      for (const problemId of [doomed, doomed, kept]) {
        submissions.push(await submit(person, problemId, contestId));
        await judge(submissions.at(-1) as number, 100);
      }
    }
    advance(minute);
    await finish();
    // The jury's machine gave up on one of them, and two more are under way.
    const [first] = submissions as [number];
    await staff.post(`/api/admin/submissions/${first}/rejudge`);
    const failing = await claimSubmission(db, first);
    if (!failing) throw new Error('not claimed');
    const fault = words('judging_failed');
    await storeVerdict(db, failing, { status: 'Skipped', score: 0, results: [], fault });
    const waiting: number[] = [];
    for (let sent = 0; sent < limits.pendingMax; sent += 1) waiting.push(await submit(user, doomed));
    const underWay = await claimSubmission(db, waiting[0] as number);
    if (!underWay) throw new Error('not claimed');
    const key = await keyOf(doomed);

    expect((await remove(doomed)).statusCode).toBe(204);

    const told = async () => {
      const asked = [
        '/api/problems',
        `/api/problems/${doomed}`,
        '/api/submissions',
        '/api/submissions?filter=mine',
        `/api/submissions?problemId=${doomed}`,
        `/api/submissions?contestId=${contestId}`,
        ...[...submissions, ...waiting].map((id) => `/api/submissions/${id}`),
        '/api/scoreboard',
        ...['', '/problems', '/scoreboard', '/history', '/statistics'].map(
          (part) => `/api/contests/${contestId}${part}`,
        ),
        '/api/admin/problems',
        '/api/admin/overview',
        `/api/admin/contests/${contestId}/day`,
        `/api/admin/contests/${contestId}/participants/${user.id}/report`,
      ];
      const answers: Record<string, unknown> = {};
      for (const client of [user, staff]) {
        for (const path of asked) {
          const { statusCode, body } = await client.get(path);
          answers[`${client.username} ${path}`] = [statusCode, body];
        }
        const again = await staff.post(`/api/admin/submissions/${first}/rejudge`);
        answers.rejudge = again.json();
      }
      return answers;
    };
    const atOnce = await told();
    expect(atOnce).toMatchObject({
      rejudge: { code: 'submission_not_found' },
      [`${user.username} /api/problems/${doomed}`]: [404, expect.any(String)],
      [`${user.username} /api/submissions/${first}`]: [404, expect.any(String)],
    });
    expect(JSON.stringify(atOnce[`${staff.username} /api/admin/overview`])).toContain('\\"waiting\\":0');
    expect(await countRows(key, submissions)).toMatchObject({ submissions: 4 + waiting.length, marks: 1 });
    expect(await isStillOurs(db, underWay)).toBe(false);
    expect(await storeVerdict(db, underWay, { status: 'Accepted', score: 100, results: [] })).toBe(false);
    expect(await claimSubmission(db, waiting[1] as number)).toBeNull();

    // Its id is anybody's, and whoever waited for verdicts may send others.
    await makeProblem(doomed);
    expect((await user.get(`/api/problems/${doomed}`)).json()).toMatchObject({ submission_count: 0 });
    const next = await submit(user, doomed);
    const ofNext = (await staff.get(`/api/submissions?problemId=${doomed}`)).json();
    expect(ofNext.map(({ id }: { id: number }) => id)).toEqual([next]);
    expect((await remove(doomed)).statusCode).toBe(204);

    await removeDeletedProblems(db);
    expect(await countRows(key, [...submissions, ...waiting])).toEqual({ ...nothing, judgements: 2 });
    expect(await told()).toEqual(atOnce);
  });

  it('is removed in steps of a bounded number of rows, however many there are', async () => {
    const { problemId, key, submissions } = await makeTried('steps');
    await database.pool.query(`
      create table changed (name text, rows int);
      create function count_changed() returns trigger security definer language plpgsql as $$
        begin insert into changed select tg_table_name, count(*) from old_rows; return null; end $$;
      create trigger count_changed after delete on submissions referencing old table as old_rows
        for each statement execute function count_changed();
      create trigger count_changed after delete on judgements referencing old table as old_rows
        for each statement execute function count_changed()`);
    await remove(problemId);
    await removeDeletedProblems(db, { rowsAtOnce: 4 });
    const { rows } = await database.pool.query(
      'select name, max(rows) <= 4 as is_bounded, sum(rows)::int as all from changed group by name order by name',
    );
    await database.pool.query(`
      drop trigger count_changed on submissions; drop trigger count_changed on judgements`);
    expect(rows).toEqual([
      { name: 'judgements', is_bounded: true, all: 8 },
      { name: 'submissions', is_bounded: true, all: 6 },
    ]);
    expect(await countRows(key, submissions)).toEqual(nothing);
  });

  it('is removed by the next that comes when somebody dies in the middle', async () => {
    const { problemId, key, submissions } = await makeTried('dies');
    await remove(problemId);
    await database.pool.query(`
      create function break_off() returns trigger language plpgsql as $$ begin
        if (select count(*) from submissions where problem_id = ${key}) < 6 then raise 'The power is gone'; end if;
        return null; end $$;
      create trigger break_off before delete on submissions for each statement execute function break_off()`);
    await expect(removeDeletedProblems(db, { rowsAtOnce: 2 })).rejects.toThrow();
    await database.pool.query('drop trigger break_off on submissions');
    const left = await countRows(key, submissions);
    expect(left).toMatchObject({ marks: 1 });
    expect(left.submissions).toBeLessThan(6);
    const stopping = AbortSignal.abort();
    await removeDeletedProblems(db, { signal: stopping });
    expect(await countRows(key, submissions)).toEqual(left);
    // Two servers at once do no harm.
    await Promise.all([removeDeletedProblems(db), removeDeletedProblems(db)]);
    await removeDeletedProblems(db);
    expect(await countRows(key, submissions)).toEqual(nothing);
  });

  it('does not keep others from being removed when it cannot be', async () => {
    const [stuck, free] = [await makeTried('stuck'), await makeTried('free')];
    await remove(stuck.problemId);
    await remove(free.problemId);
    const allow = await database.refuseDeletion('submissions', `old.problem_id = ${stuck.key}`);
    const errors: unknown[] = [];
    await removeDeletedProblems(db, { onError: (error) => errors.push(error) });
    await allow();
    expect(errors).toHaveLength(1);
    expect(await countRows(stuck.key, stuck.submissions)).toMatchObject({ submissions: 6, marks: 1 });
    expect(await countRows(free.key, free.submissions)).toEqual(nothing);
    await removeDeletedProblems(db);
    expect(await countRows(stuck.key, stuck.submissions)).toEqual(nothing);
  });

  it('waits for nobody: what somebody has is left for later', async () => {
    const { problemId, key, people, submissions } = await makeTried('busy');
    const admin = await signUp('admin');
    await remove(problemId);
    const letGo = [
      await database.keepTransactionOpen('select 1 from submissions where id = $1 for update', [
        submissions[0],
      ]),
      await database.keepTransactionOpen('select 1 from judgements where submission_id = $1 for update', [
        submissions[1],
      ]),
    ];
    await removeDeletedProblems(db);
    expect(await countRows(key, submissions)).toEqual({ submissions: 2, judgements: 2, marks: 1 });
    for (const end of letGo) await end();
    const [, deleted] = await Promise.all([
      removeDeletedProblems(db),
      admin.delete(`/api/admin/users/${people[0].id}`),
    ]);
    expect(deleted.statusCode).toBe(204);
    await removeDeletedProblems(db);
    expect(await countRows(key, submissions)).toEqual(nothing);
  });
});
