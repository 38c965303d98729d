import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { languageIds } from '#contract/programs.ts';
import { claimSubmission, storeProgress } from '#store/judgements.ts';
import type { Client } from '../testing/test-app.ts';
import { makeSubmissionTools } from './testing.ts';

const { advance, context, database, db, judge, makeClient, signUp, staff, submit } =
  await makeSubmissionTools();

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
        first_failure: null,
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
    [{ language: 'cobol' }, `The language must be one of ${languageIds.join(', ')}.`],
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

  it('is taken once by a page that sends it again because no answer came', async () => {
    const [user, other] = [await signUp('user'), await signUp('user')];
    const body = { problemId: 'p1', language: 'cpp', code: 'x' };
    const key = '33333333-3333-4333-8333-333333333333';
    const send = async (client: Client, requestKey?: string) => {
      const answer = await client.post('/api/submit', { ...body, requestKey });
      expect(answer.statusCode).toBe(201);
      return answer.json().id;
    };
    const [id, again] = await Promise.all([send(user, key), send(user, key)]);
    expect(again).toBe(id);
    await judge(id, 'Wrong Answer', 0);
    expect(await send(user, key)).toBe(id);
    expect((await user.get('/api/submissions?filter=mine')).json()).toHaveLength(1);
    // The same program may be meant twice, and others have keys of their own.
    const others = [await send(user), await send(user, key.replaceAll('3', '5')), await send(other, key)];
    expect(new Set([id, ...others]).size).toBe(4);
    const malformed = await user.post('/api/submit', { ...body, requestKey: 'once' });
    expect(malformed.statusCode).toBe(400);
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
      overall_status: 'Wrong Answer',
      score: 10,
    });
    await judge(id, 'Accepted', 100);
    expect((await user.get(`/api/submissions/${id}`)).json()).toMatchObject({
      overall_status: 'Accepted',
      score: 100,
    });
    expect((await staff.post('/api/admin/submissions/99999999/rejudge')).statusCode).toBe(404);
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
