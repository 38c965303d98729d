import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { claimSubmission, releaseClaim, storeProgress, storeVerdict } from '#store/judgements.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const { advance, context, database, makeClient, signUp } = await makeTestApp();
const { db } = context;
const staff = await signUp('staff', 'staff-member');
for (const id of ['p1', 'p2']) {
  await createVisibleProblem(staff, {
    id,
    title: `Problem ${id}`,
    author: 'staff-member',
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  });
}

async function show(problemId: string, isVisible: boolean): Promise<void> {
  const response = await staff.put(`/api/admin/problems/${problemId}/visibility`, { isVisible });
  expect(response.statusCode).toBe(200);
}

async function submit(client: Client, problemId = 'p1', code = 'int main() {}'): Promise<number> {
  const response = await client.post('/api/submit', { problemId, language: 'cpp', code });
  expect(response.statusCode).toBe(201);
  return response.json().id;
}

async function judge(id: number, status: FinishedStatus, score: number, more: object = {}): Promise<void> {
  const claim = await claimSubmission(db, id);
  if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
  const results = [{ testCase: 1, status, timeMs: 12, memoryKb: 3456, reason: null }];
  expect(await storeVerdict(db, claim, { status, score, results, ...more })).toBe(true);
}

describe('submitting', () => {
  it('stores the submission and its job together', async () => {
    const user = await signUp('user', 'submitter');
    const id = await submit(user);
    expect((await user.get('/api/submissions?filter=mine')).json()).toEqual([
      {
        id,
        submitted_at: '2026-01-15T09:00:00.000Z',
        username: 'submitter',
        problem_id: 'p1',
        problem_title: 'Problem p1',
        overall_status: 'Pending',
        score: null,
        language: 'cpp',
        tests_done: 0,
        tests_total: 0,
        can_view: true,
      },
    ]);
    const { rows } = await database.pool.query(`select data from pgboss.job where name = 'judge'`);
    expect(rows).toContainEqual({ data: { submissionId: id } });
  });

  it('takes any characters, and gives them back', async () => {
    const user = await signUp('user');
    for (const code of ['a\0b', 'ไทย \u{1F600}', 'x'.repeat(limits.sourceMaxBytes)]) {
      const id = await submit(user, 'p1', code);
      expect((await user.get(`/api/submissions/${id}`)).json().code).toBe(code);
      await judge(id, 'Compilation Error', 0);
    }
    expect(
      (await user.post('/api/submit', { problemId: 'p1', language: 'cpp', code: 'a\ud800b' })).statusCode,
    ).toBe(201);
  });

  it.each([
    [{ code: '' }, 'Code is required.'],
    [{ code: 'x'.repeat(limits.sourceMaxBytes + 1) }, 'Code must be at most 64 KB long.'],
    [{ code: 'ก'.repeat(limits.sourceMaxBytes / 2) }, 'Code must be at most 64 KB long.'],
    [{ language: 'java' }, 'The language must be cpp.'],
    [{ problemId: '' }, 'Problem id is required.'],
    [{ problemId: 'p\0' }, 'Text may not contain NUL characters or broken Unicode.'],
  ])('refuses a body that is not right', async (change, message) => {
    const user = await signUp('user');
    const response = await user.post('/api/submit', {
      problemId: 'p1',
      language: 'cpp',
      code: 'x',
      ...change,
    });
    expect([response.statusCode, response.json().message]).toEqual([400, message]);
  });

  it('needs login and a problem', async () => {
    const body = { problemId: 'absent', language: 'cpp', code: 'x' };
    expect((await makeClient().post('/api/submit', body)).statusCode).toBe(401);
    expect((await (await signUp('user')).post('/api/submit', body)).statusCode).toBe(404);
  });

  it('is limited to a few unjudged at once, however fast they come; staff are exempt', async () => {
    const user = await signUp('user');
    const send = (client: Client) =>
      client.post('/api/submit', { problemId: 'p1', language: 'cpp', code: 'x' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => send(user)));
    expect(answers.filter((answer) => answer.statusCode === 201)).toHaveLength(limits.pendingMax);
    const refused = answers.find((answer) => answer.statusCode !== 201);
    expect([refused?.statusCode, refused?.json().code]).toEqual([429, 'too_many_pending']);
    const first = answers.find((answer) => answer.statusCode === 201)?.json().id;
    await judge(first, 'Accepted', 100);
    expect((await send(user)).statusCode).toBe(201);
    for (let i = 0; i <= limits.pendingMax; i++) expect((await send(staff)).statusCode).toBe(201);
  });

  it('is limited in pace', async () => {
    const user = await signUp('user');
    for (let i = 0; i < limits.submitRateMax; i++) await judge(await submit(user), 'Wrong Answer', 0);
    const body = { problemId: 'p1', language: 'cpp', code: 'x' };
    const refused = await user.post('/api/submit', body);
    expect([refused.statusCode, refused.json().code]).toEqual([429, 'submitting_too_fast']);
    advance(limits.submitRateWindowMs);
    expect((await user.post('/api/submit', body)).statusCode).toBe(201);
  });
});

describe('the list', () => {
  it('shows everybody’s, filters and pages', async () => {
    const [one, two] = [await signUp('user', 'list-one'), await signUp('user', 'list-two')];
    const ids: number[] = [];
    for (let i = 0; i < 3; i++) ids.push(await submit(one, 'p2'), await submit(two, 'p1'));
    const list = async (client: Client, query: string) =>
      (await client.get(`/api/submissions?${query}`)).json().map((row: { id: number }) => row.id);
    expect((await list(one, '')).slice(0, 6)).toEqual(ids.toReversed());
    expect(await list(one, 'filter=mine')).toEqual([ids[4], ids[2], ids[0]]);
    expect(await list(one, 'filter=mine&problemId=p1')).toEqual([]);
    expect(await list(one, 'filter=mine&problemId=p2')).toEqual([ids[4], ids[2], ids[0]]);
    expect((await list(one, 'problemId=p2')).slice(0, 3)).toEqual([ids[4], ids[2], ids[0]]);
    expect(await list(one, `limit=2&before=${ids[4]}`)).toEqual([ids[3], ids[2]]);
    expect((await one.get('/api/submissions?limit=101')).statusCode).toBe(400);
    expect((await one.get('/api/submissions?before=abc')).statusCode).toBe(400);
    expect((await makeClient().get('/api/submissions')).statusCode).toBe(401);
  });

  it('tells how far judging is', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const claim = await claimSubmission(db, id);
    if (!claim) throw new Error('not claimed');
    const row = async () => (await user.get('/api/submissions?filter=mine')).json()[0];
    expect(await row()).toMatchObject({ overall_status: 'Compiling' });
    await storeProgress(db, claim, { testsDone: 7, testsTotal: 20, newResults: [] });
    expect(await row()).toMatchObject({ overall_status: 'Running', tests_done: 7, tests_total: 20 });
  });
});

describe('submissions to a hidden problem', () => {
  it('are told to staff and their owner only', async () => {
    const problemId = 'hidden-later';
    await staff.post('/api/admin/problems', {
      id: problemId,
      title: 'Hidden later',
      author: 'staff-member',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
    await show(problemId, true);
    const [owner, other] = [await signUp('user'), await signUp('user')];
    const earlier = await submit(owner, problemId);
    await judge(earlier, 'Accepted', 100);
    const told = async (client: Client, query = '') =>
      (await client.get(`/api/submissions${query}`)).json().some(({ id }: { id: number }) => id === earlier);
    const detail = async (client: Client) => (await client.get(`/api/submissions/${earlier}`)).statusCode;
    expect([await told(other), await detail(other)]).toEqual([true, 403]);
    await show(problemId, false);
    const tried = await submit(staff, problemId);
    await judge(tried, 'Accepted', 100);
    for (const query of ['', `?problemId=${problemId}`, `?before=${earlier + 1}`, '?filter=mine']) {
      expect([query, await told(other, query)]).toEqual([query, false]);
      expect([query, await told(owner, query)]).toEqual([query, true]);
      expect([query, await told(staff, query)]).toEqual([query, query !== '?filter=mine']);
    }
    expect([await detail(other), await detail(owner), await detail(staff)]).toEqual([404, 200, 200]);
    const unknown = await other.get('/api/submissions/99999999');
    expect((await other.get(`/api/submissions/${tried}`)).body).toBe(unknown.body);
    expect((await owner.get(`/api/submissions/${tried}`)).body).toBe(unknown.body);
    await show(problemId, true);
    expect([await told(other), await detail(other)]).toEqual([true, 403]);
  });

  it('do not count on the scoreboard, and its number does not tell of their verdicts', async () => {
    const [solver, tester] = [await signUp('user', 'solver'), await signUp('staff', 'tester')];
    await staff.post('/api/admin/problems', {
      id: 'counted',
      title: 'Counted',
      author: 'staff-member',
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    });
    await show('counted', true);
    await judge(await submit(solver, 'counted'), 'Accepted', 100);
    const board = async () => {
      const response = await solver.get('/api/scoreboard');
      const rows: { username: string; problems_solved: number; total_score: number }[] = response.json();
      return {
        rows: rows.filter(({ username }) => /^(?:solver|tester)$/.test(username)),
        headers: response.headers,
      };
    };
    const counted = { username: 'solver', problems_solved: 1, total_score: 100 };
    expect((await board()).rows).toEqual([counted]);
    await show('counted', false);
    expect((await board()).rows).toEqual([]);
    const { etag } = (await board()).headers;
    await judge(await submit(tester, 'counted'), 'Accepted', 100);
    expect(await board()).toMatchObject({ rows: [], headers: { etag } });
    await show('counted', true);
    const both = await board();
    expect(both.rows).toEqual([counted, { ...counted, username: 'tester' }]);
    expect(both.headers.etag).not.toBe(etag);
  });
});

describe('one submission', () => {
  it('shows its code to its owner and staff, and to nobody else', async () => {
    const [owner, other] = [await signUp('user'), await signUp('user')];
    const id = await submit(owner, 'p1', 'my secret code');
    await judge(id, 'Wrong Answer', 40);
    for (const client of [owner, staff]) {
      expect((await client.get(`/api/submissions/${id}`)).json()).toMatchObject({
        code: 'my secret code',
        overall_status: 'Wrong Answer',
        score: 40,
        results: [{ testCase: 1, status: 'Wrong Answer', timeMs: 12, memoryKb: 3456, reason: null }],
      });
    }
    const refused = await other.get(`/api/submissions/${id}`);
    expect([refused.statusCode, refused.body.includes('secret')]).toEqual([403, false]);
    expect((await other.get('/api/submissions')).body).not.toContain('secret');
    expect((await other.get('/api/submissions')).json()[0]).toMatchObject({ id, can_view: false });
    expect((await makeClient().get(`/api/submissions/${id}`)).statusCode).toBe(401);
    expect((await owner.get('/api/submissions/99999999')).statusCode).toBe(404);
  });

  it('tells what the compiler said, and keeps the judge’s own trouble for staff', async () => {
    const user = await signUp('user');
    const compiled = await submit(user);
    await judge(compiled, 'Compilation Error', 0, { compilerOutput: 'main.cpp:1:1: error', results: [] });
    expect((await user.get(`/api/submissions/${compiled}`)).json()).toMatchObject({
      compiler_output: 'main.cpp:1:1: error',
      results: [],
    });
    const skipped = await submit(user);
    await judge(skipped, 'Skipped', 0, { reason: 'Staff have been told.', fault: 'the disk is full' });
    expect((await user.get(`/api/submissions/${skipped}`)).json().reason).toBe('Staff have been told.');
    expect((await staff.get(`/api/submissions/${skipped}`)).json().reason).toContain('the disk is full');
  });

  it('shows the checker’s words to staff alone', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const checkerMessage = 'expected zebra';
    const result = { testCase: 1, status: 'Wrong Answer', timeMs: 1, memoryKb: 1, reason: null };
    await judge(id, 'Wrong Answer', 0, { results: [{ ...result, checkerMessage }] });
    const wordsFor = async (client: Client) =>
      (await client.get(`/api/submissions/${id}`)).json().results[0].checkerMessage;
    expect([await wordsFor(staff), await wordsFor(user)]).toEqual([checkerMessage, null]);
    for (const path of [`/api/submissions/${id}`, '/api/submissions', '/api/problems-with-stats'])
      expect((await user.get(path)).body).not.toContain('zebra');
  });

  it('can be judged again by staff', async () => {
    const user = await signUp('user', 'rejudged');
    const id = await submit(user);
    await judge(id, 'Wrong Answer', 10);
    expect((await user.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(403);
    expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      overall_status: 'Pending',
      score: null,
    });
    await judge(id, 'Accepted', 100);
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      overall_status: 'Accepted',
      score: 100,
    });
    expect((await staff.post('/api/admin/submissions/99999999/rejudge')).statusCode).toBe(404);
  });
});

describe('a judgement', () => {
  it('is fenced: a late worker changes nothing', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const [late, fresh] = [await claimSubmission(db, id), await claimSubmission(db, id)];
    if (!late || !fresh) throw new Error('not claimed');
    expect(await storeProgress(db, late, { testsDone: 1, testsTotal: 2, newResults: [] })).toBe(false);
    expect(await storeVerdict(db, late, { status: 'Wrong Answer', score: 0, results: [] })).toBe(false);
    expect(await storeVerdict(db, fresh, { status: 'Accepted', score: 100, results: [] })).toBe(true);
    expect(await storeVerdict(db, fresh, { status: 'Wrong Answer', score: 0, results: [] })).toBe(false);
    expect(await claimSubmission(db, id)).toBeNull();
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      overall_status: 'Accepted',
      score: 100,
    });
  });

  it('shows the results it has so far, in order, and none of a judgement before', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const begin = async () => {
      const claim = await claimSubmission(db, id);
      if (!claim) throw new Error('not claimed');
      return claim;
    };
    const resultOf = (testCase: number, status: FinishedStatus = 'Accepted') => ({
      testCase,
      status,
      timeMs: testCase,
      memoryKb: 1,
      reason: null,
    });
    const shown = async () => {
      const { results } = (await user.get(`/api/submissions/${id}`)).json();
      return results.map(({ checkerMessage: _, ...result }: { checkerMessage: null }) => result);
    };
    const rowsKept = async () =>
      (await database.pool.query('select from running_results where submission_id = $1', [id])).rowCount;

    const first = await begin();
    await storeProgress(db, first, { testsDone: 0, testsTotal: 12, newResults: [] });
    expect(await shown()).toEqual([]);
    const all = Array.from({ length: 12 }, (_, index) => resultOf(index + 1));
    for (const [from, to] of [
      [0, 2],
      [2, 11],
    ] as const)
      await storeProgress(db, first, { testsDone: to, testsTotal: 12, newResults: all.slice(from, to) });
    expect(await shown()).toEqual(all.slice(0, 11));
    // Its worker is killed; or it fails and says so.
    const second = await begin();
    expect(await shown()).toEqual([]);
    const wrong = resultOf(1, 'Wrong Answer');
    await storeProgress(db, second, { testsDone: 1, testsTotal: 12, newResults: [wrong] });
    expect(await shown()).toEqual([wrong]);
    await releaseClaim(db, second, 'broken');
    expect(await shown()).toEqual([]);
    const third = await begin();
    await storeProgress(db, third, { testsDone: 2, testsTotal: 12, newResults: all.slice(0, 2) });
    expect(await storeVerdict(db, third, { status: 'Accepted', score: 100, results: all })).toBe(true);
    expect(await shown()).toEqual(all);
    expect(await rowsKept()).toBe(0);
  });

  it('writes each result of a long test set once while it goes on', async () => {
    const user = await signUp('user');
    const claim = await claimSubmission(db, await submit(user));
    if (!claim) throw new Error('not claimed');
    const results = Array.from({ length: 1000 }, (_, index) => ({
      testCase: index + 1,
      status: 'Runtime Error' as const,
      timeMs: index,
      memoryKb: (index * 7919) % 65_536,
      reason: `Exited with code ${index % 256}`,
    }));
    const written = async () =>
      Number(
        (
          await database.pool.query<{ bytes: string }>(
            `select sum(pg_total_relation_size(oid)) as bytes from pg_class
             where relname in ('submissions', 'running_results') and relkind = 'r'`,
          )
        ).rows[0]?.bytes,
      );
    const before = await written();
    for (let done = 10; done <= 1000; done += 10)
      await storeProgress(db, claim, {
        testsDone: done,
        testsTotal: 1000,
        newResults: results.slice(done - 10, done),
      });
    // All of them anew each time would be fifty times as much, and eight times when it is compressed.
    expect((await written()) - before).toBeLessThan(3 * JSON.stringify(results).length);
  });
});

describe('what happens at the same moment', () => {
  it('a rejudge fences off the judgement that runs', async () => {
    const user = await signUp('user');
    const id = await submit(user);
    const running = await claimSubmission(db, id);
    if (!running) throw new Error('not claimed');
    expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
    expect(await storeProgress(db, running, { testsDone: 1, testsTotal: 2, newResults: [] })).toBe(false);
    expect(await storeVerdict(db, running, { status: 'Wrong Answer', score: 0, results: [] })).toBe(false);
    await judge(id, 'Accepted', 100);
  });

  it('two ask for a rejudge: it is judged once', async () => {
    const user = await signUp('user');
    const [judged, waiting, running] = [await submit(user), await submit(user), await submit(user)];
    await judge(judged, 'Wrong Answer', 10);
    await claimSubmission(db, running);
    const ask = (id: number, by: Client = staff) => by.post(`/api/admin/submissions/${id}/rejudge`);
    const jobs = async (id: number) => {
      const { rows } = await database.pool.query(
        `select priority from pgboss.job where name = 'judge' and state < 'completed' and data->>'submissionId' = $1`,
        [String(id)],
      );
      return rows.map(({ priority }) => priority);
    };
    // As a worker does: the job of what has its verdict is done with.
    await database.pool.query(`update pgboss.job set state = 'completed' where data->>'submissionId' = $1`, [
      String(judged),
    ]);
    const other = await signUp('staff');
    const answers = await Promise.all([ask(judged), ask(judged, other), ask(judged), ask(waiting)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([204, 204, 204, 204]);
    expect((await ask(judged)).statusCode).toBe(204);
    expect(await jobs(judged)).toHaveLength(1);
    // One that nobody has judged yet keeps its place, and counts as its owner's.
    const [priority] = await jobs(waiting);
    expect(priority).toBeGreaterThan(-1000);
    await judge(judged, 'Accepted', 100);
    await judge(waiting, 'Accepted', 100);
    // What runs may have begun with other tests: it starts over.
    expect((await ask(running)).statusCode).toBe(204);
    expect((await user.get(`/api/submissions/${running}`)).json().overall_status).toBe('Pending');
  });

  it('deleting a user or a problem does not disturb their verdicts, nor they the deletion', async () => {
    const admin = await signUp('admin');
    for (let round = 0; round < 8; round++) {
      const users = await Promise.all([signUp('staff'), signUp('staff'), signUp('staff')]);
      const problemId = `doomed-${round}`;
      await createVisibleProblem(admin, {
        id: problemId,
        title: 'Doomed',
        author: 'staff-member',
        time_limit_ms: 1000,
        memory_limit_mb: 256,
      });
      const ids = await Promise.all(
        users.flatMap((user) => [submit(user, problemId), submit(user, 'p1'), submit(user, problemId)]),
      );
      const claims = await Promise.all(ids.map((id) => claimSubmission(db, id)));
      const verdicts = claims.map(
        (claim) => claim && storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [] }),
      );
      const [, deletedUser, deletedProblem, late] = await Promise.all([
        Promise.all(verdicts),
        admin.delete(`/api/admin/users/${users[0].id}`),
        admin.delete(`/api/admin/problems/${problemId}`),
        users[1].post('/api/submit', { problemId, language: 'cpp', code: 'x' }),
      ]);
      expect([deletedUser.statusCode, deletedProblem.statusCode]).toEqual([204, 204]);
      expect([201, 404]).toContain(late.statusCode);
      const rows = (await staff.get('/api/scoreboard')).json() as { username: string; total_score: number }[];
      const shown = users.map((user) => rows.find((row) => row.username === user.username)?.total_score);
      expect(shown).toEqual([undefined, 100, 100]);
    }
  });

  it('a contest that is not there takes no submission and has no list', async () => {
    const user = await signUp('user');
    const body = { problemId: 'p1', language: 'cpp', code: 'x', contestId: 77 };
    for (const response of [
      await user.post('/api/submit', body),
      await user.get('/api/submissions?contestId=77'),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([404, 'contest_not_found']);
    }
  });
});

describe('the problems list', () => {
  it('shows one’s own best, latest of equal ones', async () => {
    const user = await signUp('user');
    const own = async () =>
      (await user.get('/api/problems-with-stats'))
        .json()
        .find((problem: { id: string }) => problem.id === 'p2');
    for (const [status, score] of [
      ['Compilation Error', 0],
      ['Wrong Answer', 50],
      ['Time Limit Exceeded', 50],
      ['Runtime Error', 20],
    ] as const) {
      advance(1000);
      await judge(await submit(user, 'p2'), status, score);
    }
    expect(await own()).toMatchObject({
      submission_count: 4,
      latest_submission_at: context.now().toISOString(),
      best_score: 50,
      best_submission_status: 'Time Limit Exceeded',
      best_submission_results: [{ status: 'Time Limit Exceeded' }],
    });
    expect((await makeClient().get('/api/problems-with-stats')).statusCode).toBe(401);
  });
});
