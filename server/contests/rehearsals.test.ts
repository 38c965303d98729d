import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { claimSubmission, handBack, storeVerdict } from '#store/judgements.ts';
import { priorityBehind, queues } from '#store/queue.ts';
import { judgements } from '#store/schema.ts';
import { requeueStranded } from '#store/waiting-judgements.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { removeDeletedContests } from './deletion.ts';
import { removeRehearsals } from './rehearsals.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, scoreboard, submit } =
  await makeContestTools(testApp);
const colleague = await signUp('staff');
const admin = await signUp('admin');
const stranger = await signUp('user');
let made = 0;

async function makeScheduled(lastsMs = 60 * minute) {
  made += 1;
  const problems = [await makeProblem(`try-${made}-b`), await makeProblem(`try-${made}-a`)];
  const contestId = await makeContest({ startsInMs: 10 * minute, lastsMs, problems });
  const participant = await signUp('user');
  await join(participant, contestId);
  return { contestId, participant, problem: problems[0] as string };
}

const ids = async (client: Client, address: string): Promise<number[] | number> => {
  const answer = await client.get(address);
  return answer.statusCode === 200 ? answer.json().map(({ id }: { id: number }) => id) : answer.statusCode;
};
const rowsOf = async (contestId: number) =>
  (await database.pool.query('select id from submissions where rehearsal_of = $1', [contestId])).rowCount;

describe('before the start', () => {
  it('staff see the problems as contestants will, and submit to them without having joined', async () => {
    const { contestId, participant, problem } = await makeScheduled();
    const listed = (await staff.get(`/api/contests/${contestId}/problems`)).json();
    expect(listed.map(({ in_contest }: { in_contest: { label: string } }) => in_contest.label)).toEqual([
      'A',
      'B',
    ]);
    const id = await submit(staff, problem, contestId);
    await judge(id, 100);
    for (const client of [staff, colleague, admin]) {
      expect(await ids(client, `/api/submissions?contestId=${contestId}`)).toEqual([id]);
      const shown = (await client.get(`/api/submissions/${id}?contestId=${contestId}`)).json();
      expect(shown).toMatchObject({ overall_status: 'Accepted', score: 100, problem_id: problem });
    }
    expect(await ids(colleague, `/api/submissions?contestId=${contestId}&filter=mine`)).toEqual([]);
    for (const client of [participant, stranger]) {
      expect(await ids(client, `/api/submissions?contestId=${contestId}`)).toBe(403);
      expect((await client.get(`/api/submissions/${id}`)).statusCode).toBe(404);
    }
  });

  it('is refused to everybody else, and for problems and languages that the contest does not take', async () => {
    const { contestId, participant, problem } = await makeScheduled();
    const elsewhere = await makeProblem(`elsewhere-${made}`);
    const send = (client: Client, problemId: string, language = 'cpp') =>
      client.post('/api/submit', { problemId, language, code: 'x', contestId });
    expect((await send(participant, problem)).json().code).toBe('contest_not_started');
    expect((await send(stranger, problem)).json().code).toBe('contest_not_joined');
    expect((await send(staff, elsewhere)).json().code).toBe('problem_not_found');
    expect((await send(staff, problem, 'python')).statusCode).toBe(400);
  });

  it('counts nowhere: in no list, board, statistic or mark, not of its owner either', async () => {
    const { contestId, problem } = await makeScheduled();
    const before = (await staff.get('/api/scoreboard')).headers.etag;
    const overall = (await staff.get('/api/submissions')).body;
    await judge(await submit(staff, problem, contestId), 100);
    for (const address of [`/api/contests/${contestId}/problems`, '/api/problems-with-stats'])
      for (const { submission_count, best_score } of (await staff.get(address)).json())
        expect([submission_count, best_score]).toEqual([0, 0]);
    expect((await staff.get(`/api/problems/${problem}`)).json()).toMatchObject({ submission_count: 0 });
    expect((await staff.get('/api/submissions')).body).toBe(overall);
    expect((await staff.get('/api/submissions?filter=mine')).json()).toEqual([]);
    expect((await staff.get('/api/scoreboard')).headers.etag).toBe(before);
    expect((await scoreboard(contestId)).rows).toEqual([]);
    const { rows } = await database.pool.query(
      `select 1 from problem_results union all select 1 from user_scores union all select 1 from contest_results`,
    );
    expect(rows).toEqual([]);
  });

  it('is not judged again with what contestants submitted when the tests change', async () => {
    const { contestId, problem } = await makeScheduled();
    await judge(await submit(staff, problem, contestId), 0);
    await database.pool.query(
      `with made as (insert into test_sets (problem_id, plan, report)
         select id, '{"tests":[]}', '{}' from problems where slug = $1 returning id, problem_id)
       update problems set test_set_id = made.id from made where problems.id = made.problem_id`,
      [problem],
    );
    expect((await staff.get(`/api/admin/problems/${problem}/rejudge`)).json()).toMatchObject({ outdated: 0 });
  });

  it('waits behind whatever contestants wait for, also when a worker handed it back, it starts over or was lost', async () => {
    const { contestId, problem } = await makeScheduled();
    const id = await submit(staff, problem, contestId);
    const { db, queue } = context;
    const expectBehind = async () => {
      const jobs = await queue.findJobs<{ submissionId: number }>(queues.judge, { queued: true });
      const own = jobs.filter(({ data }) => data.submissionId === id);
      expect(Math.max(...own.map(({ priority }) => priority))).toBeLessThan(priorityBehind(500));
      await queue.deleteJob(
        queues.judge,
        own.map((job) => job.id),
      );
    };
    await expectBehind();
    const claim = await claimSubmission(db, id);
    if (!claim) throw new Error('It could not be claimed');
    await handBack(db, queue, claim);
    await expectBehind();
    await claimSubmission(db, id);
    expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
    await expectBehind();
    const longAgo = new Date(Date.now() - 10 * minute);
    await db.update(judgements).set({ requestedAt: longAgo }).where(eq(judgements.submissionId, id));
    expect(await requeueStranded(db, queue)).toContain(id);
    await expectBehind();
  });
});

describe('from the start on', () => {
  it('nothing of it is there, to the millisecond, and its rows follow', async () => {
    const { contestId, participant, problem } = await makeScheduled();
    const [judged, waiting] = [
      await submit(staff, problem, contestId),
      await submit(staff, problem, contestId),
    ];
    await judge(judged, 100);
    const claim = await claimSubmission(context.db, waiting);
    advance(10 * minute - 1);
    expect(await ids(staff, `/api/submissions?contestId=${contestId}`)).toEqual([waiting, judged]);
    await removeRehearsals(context.db, context.now());
    expect(await rowsOf(contestId)).toBe(2);
    advance(1);
    for (const client of [staff, participant])
      expect(await ids(client, `/api/submissions?contestId=${contestId}`)).toEqual([]);
    expect((await staff.get(`/api/submissions/${judged}`)).statusCode).toBe(404);
    expect(await rowsOf(contestId)).toBe(2);
    await removeRehearsals(context.db, context.now());
    expect(await rowsOf(contestId)).toBe(0);
    // Whoever judges it at this moment finds that there is nothing to judge.
    if (!claim) throw new Error('It could not be claimed');
    expect(await storeVerdict(context.db, claim, { status: 'Accepted', score: 100, results: [] })).toBe(
      false,
    );
    // Staff who take part do so as everybody, and from nothing.
    await join(colleague, contestId);
    const own = await submit(colleague, problem, contestId);
    await judge(own, 50);
    expect((await scoreboard(contestId)).rows).toEqual([[colleague.username, 50]]);
  });

  it('the finish is that of a contest that nobody has tried', async () => {
    const { contestId, problem } = await makeScheduled(minute);
    await judge(await submit(staff, problem, contestId), 100);
    advance(11 * minute);
    await finish();
    expect(await ids(makeClient(), '/api/submissions')).toBe(401);
    expect((await scoreboard(contestId)).rows).toEqual([]);
    expect((await staff.get(`/api/problems/${problem}`)).json()).toMatchObject({
      submission_count: 0,
      best_score: 0,
    });
    const { rows } = await database.pool.query('select 1 from problem_results where user_id = $1', [
      staff.id,
    ]);
    expect(rows).toEqual([]);
  });
});

it('goes with the contest when that is deleted', async () => {
  const { contestId, problem } = await makeScheduled();
  const id = await submit(staff, problem, contestId);
  expect((await staff.delete(`/api/admin/contests/${contestId}`)).statusCode).toBe(204);
  expect((await staff.get(`/api/submissions/${id}`)).statusCode).toBe(404);
  await removeDeletedContests(context.db);
  await removeRehearsals(context.db, context.now());
  await removeDeletedContests(context.db);
  const { rowCount } = await database.pool.query('select 1 from contests where id = $1', [contestId]);
  expect(rowCount).toBe(0);
  expect(await rowsOf(contestId)).toBe(0);
});

it('goes with the account of who made it', async () => {
  const { contestId, problem } = await makeScheduled();
  const leaving = await signUp('staff');
  await submit(leaving, problem, contestId);
  expect((await admin.delete(`/api/admin/users/${leaving.id}`)).statusCode).toBe(204);
  expect(await rowsOf(contestId)).toBe(0);
});

it('is not told to its owner when they are no longer staff', async () => {
  const { contestId, problem } = await makeScheduled();
  const former = await signUp('staff');
  const id = await submit(former, problem, contestId);
  const demoted = { username: former.username, role: 'user' };
  expect((await admin.put(`/api/admin/users/${former.id}`, demoted)).statusCode).toBe(200);
  expect((await former.get(`/api/submissions/${id}`)).statusCode).toBe(404);
});
