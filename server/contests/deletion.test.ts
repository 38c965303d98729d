import { describe, expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { removeDeletedContests } from './deletion.ts';
import { finishContests } from './finisher.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const { db } = context;
const tools = await makeContestTools(testApp);
const { staff, finish, join, judge, makeProblem, scoreboard, startContest, statusOf, submit } = tools;

/** A contest that is over, of two people with three judged submissions each. */
async function makeOver(name: string) {
  const contest = await startContest(name, { people: 2, problems: 2, lastsMs: minute });
  const submissions: number[] = [];
  for (const user of contest.participants) {
    for (const problem of [0, 1, 0]) {
      const id = await submit(user, contest.problemIds[problem] as string, contest.contestId);
      await judge(id, 50);
      submissions.push(id);
    }
  }
  advance(minute);
  await finish();
  return { ...contest, submissions };
}

const remove = (contestId: number) => staff.delete(`/api/admin/contests/${contestId}`);

async function countRows(contestId: number): Promise<Record<string, number>> {
  const tables = [
    'submissions',
    'contest_participants',
    'contest_problems',
    'contest_results',
    'contest_standings',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const { rows } = await database.pool.query(
      `select count(*)::int as count from ${table} where contest_id = $1`,
      [contestId],
    );
    counts[table] = rows[0].count;
  }
  const { rows } = await database.pool.query('select count(*)::int as count from contests where id = $1', [
    contestId,
  ]);
  return { ...counts, contests: rows[0].count };
}

const nothing = {
  submissions: 0,
  contest_participants: 0,
  contest_problems: 0,
  contest_results: 0,
  contest_standings: 0,
  contests: 0,
};

describe('a contest that is deleted', () => {
  it('is gone for everyone at once, before its rows are', async () => {
    const { contestId, participants, problemIds, submissions } = await makeOver('at-once');
    const [user] = participants as [(typeof participants)[number]];
    expect((await remove(contestId)).statusCode).toBe(204);
    expect(await countRows(contestId)).toMatchObject({ submissions: 6, contests: 1 });
    expect(await statusOf(contestId)).toBe('gone');
    for (const client of [makeClient(), user, staff]) {
      expect((await client.get('/api/contests')).body).not.toContain(`"id":${contestId},`);
      expect((await client.get(`/api/contests/${contestId}/scoreboard`)).statusCode).toBe(404);
    }
    const gone = { code: 'contest_not_found', message: 'Contest not found.' };
    for (const path of ['', '/problems', '/scoreboard', `/problems/${problemIds[0]}`]) {
      expect((await user.get(`/api/contests/${contestId}${path}`)).json()).toEqual(gone);
    }
    expect((await staff.get(`/api/admin/contests/${contestId}/admin-problems`)).json()).toEqual(gone);
    expect((await user.get(`/api/submissions?contestId=${contestId}`)).json()).toEqual(gone);
    expect((await user.post(`/api/contests/${contestId}/join`)).json()).toEqual(gone);
    expect((await remove(contestId)).json()).toEqual(gone);
    const change = { title: 'x', startTime: '2027-01-01T00:00:00Z', endTime: '2027-01-02T00:00:00Z' };
    expect((await staff.put(`/api/admin/contests/${contestId}`, change)).json()).toEqual(gone);
    const inside = await user.get(`/api/submissions/${submissions[0]}?contestId=${contestId}`);
    expect([inside.statusCode, inside.json().code]).toEqual([404, 'submission_not_found']);
    expect((await user.get(`/api/submissions/${submissions[0]}`)).statusCode).toBe(200);
    await removeDeletedContests(db);
    expect(await countRows(contestId)).toEqual(nothing);
    expect((await user.get(`/api/submissions/${submissions[0]}`)).statusCode).toBe(200);
    expect((await user.get('/api/submissions?filter=mine')).json()).toHaveLength(3);
  });

  it('is removed in steps of a bounded number of rows, however many there are', async () => {
    const { contestId } = await makeOver('steps');
    await database.pool.query(`
      create table changed (rows int);
      create function count_changed() returns trigger security definer language plpgsql as $$
        begin insert into changed select count(*) from old_rows; return null; end $$;
      create trigger count_changed after update on submissions referencing old table as old_rows
        for each statement execute function count_changed();
      create trigger count_changed after delete on contest_results referencing old table as old_rows
        for each statement execute function count_changed()`);
    await remove(contestId);
    await removeDeletedContests(db, { rowsAtOnce: 4 });
    const { rows } = await database.pool.query(
      'select max(rows) as most, sum(rows)::int as all from changed',
    );
    await database.pool.query(`
      drop trigger count_changed on submissions; drop trigger count_changed on contest_results`);
    // Six submissions and four results.
    expect(rows).toEqual([{ most: 4, all: 10 }]);
    expect(await countRows(contestId)).toEqual(nothing);
  });

  it('does not keep others from being removed when it cannot be', async () => {
    const [stuck, free] = [await makeOver('stuck'), await makeOver('free')];
    await remove(stuck.contestId);
    await remove(free.contestId);
    const allow = await database.refuseDeletion('contest_results', `old.contest_id = ${stuck.contestId}`);
    const errors: unknown[] = [];
    await removeDeletedContests(db, { onError: (error) => errors.push(error) });
    await allow();
    expect(errors).toHaveLength(1);
    expect(await countRows(stuck.contestId)).toMatchObject({ contest_results: 4, contests: 1 });
    expect(await countRows(free.contestId)).toEqual(nothing);
    await removeDeletedContests(db);
    expect(await countRows(stuck.contestId)).toEqual(nothing);
  });

  it('is removed by the next that comes when somebody dies in the middle', async () => {
    const { contestId } = await makeOver('dies');
    await remove(contestId);
    const broken = new AbortController();
    const dying = { rowsAtOnce: 4, signal: broken.signal };
    // The first step is done when the second finds what is left.
    await database.pool.query(`
      create function break_off() returns trigger language plpgsql as $$ begin
        if (select count(*) from submissions where contest_id = ${contestId}) < 6 then raise 'The power is gone'; end if;
        return null; end $$;
      create trigger break_off before update on submissions for each statement execute function break_off()`);
    await expect(removeDeletedContests(db, dying)).rejects.toThrow();
    expect(await countRows(contestId)).toMatchObject({ submissions: 2, contests: 1 });
    expect(await statusOf(contestId)).toBe('gone');
    await database.pool.query('drop trigger break_off on submissions');
    broken.abort();
    await removeDeletedContests(db, dying);
    expect(await countRows(contestId)).toMatchObject({ submissions: 2, contests: 1 });
    // Two servers at once do no harm.
    await Promise.all([removeDeletedContests(db), removeDeletedContests(db)]);
    await removeDeletedContests(db);
    expect(await countRows(contestId)).toEqual(nothing);
  });

  it('waits for nobody and holds up nobody: what somebody has is left for later', async () => {
    const { contestId, participants, submissions } = await makeOver('busy');
    const admin = await signUp('admin');
    await remove(contestId);
    const letGo = await database.keepTransactionOpen('select 1 from submissions where id = $1 for update', [
      submissions[0],
    ]);
    await removeDeletedContests(db);
    expect(await countRows(contestId)).toMatchObject({ submissions: 1, contests: 1 });
    await letGo();
    const [, deleted] = await Promise.all([
      removeDeletedContests(db),
      admin.delete(`/api/admin/users/${participants[0]?.id}`),
    ]);
    expect(deleted.statusCode).toBe(204);
    await removeDeletedContests(db);
    expect(await countRows(contestId)).toEqual(nothing);
  });

  it('takes no verdict with it, and is not finished any more', async () => {
    const { contestId, participants, problemIds } = await startContest('verdict', { lastsMs: minute });
    const [[user], [problem]] = [participants, problemIds] as [typeof participants, [string]];
    if (!user) throw new Error('A contest without participants');
    const waiting = await submit(user, problem, contestId);
    advance(2 * minute);
    expect((await remove(contestId)).statusCode).toBe(204);
    const claim = await claimSubmission(db, waiting);
    if (!claim) throw new Error('not claimed');
    const results = [{ testCase: 1, status: 'Accepted', timeMs: 1, memoryKb: 1, reason: null }];
    expect(await storeVerdict(db, claim, { status: 'Accepted', score: 100, results })).toBe(true);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({ best_score: 100 });
    expect(await finishContests(db, context.now())).toEqual([]);
    await removeDeletedContests(db);
    expect(await countRows(contestId)).toEqual(nothing);
    expect((await user.get(`/api/problems/${problem}`)).json()).toMatchObject({ best_score: 100 });
  });

  it('leaves the others alone', async () => {
    const [one, other] = [await makeOver('one'), await makeOver('other')];
    const before = await countRows(other.contestId);
    const board = await scoreboard(other.contestId);
    await remove(one.contestId);
    await removeDeletedContests(db);
    expect(await countRows(other.contestId)).toEqual(before);
    expect(await scoreboard(other.contestId)).toEqual(board);
    const next = await tools.makeContest({ problems: [await makeProblem('next')] });
    await join(other.participants[0] as never, next);
  });
});
