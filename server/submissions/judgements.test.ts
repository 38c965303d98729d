import { describe, expect, it } from 'vitest';
import type { FinishedStatus } from '#contract/statuses.ts';
import { words } from '#contract/words.ts';
import { claimSubmission, releaseClaim, storeProgress, storeVerdict } from '#store/judgements.ts';
import { type JudgeJob, priorityHandedBack, queues } from '#store/queue.ts';
import type { StoredResult } from '#store/schema.ts';
import { createVisibleProblem } from '../testing/problems.ts';
import type { Client } from '../testing/test-app.ts';
import { makeSubmissionTools } from './testing.ts';

const { context, database, db, judge, signUp, staff, submit } = await makeSubmissionTools();

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
      return results.map(({ testCase, status, timeMs, memoryKb, reason }: StoredResult) => {
        return { testCase, status, timeMs, memoryKb, reason };
      });
    };
    const rowsKept = async () =>
      (await database.pool.query('select from running_results where judgement_id = $1', [first.judgementId]))
        .rowCount;

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
    await releaseClaim(db, second, words('judging_failed'));
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
             where relname in ('submissions', 'judgements', 'running_results') and relkind = 'r'`,
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

describe('a rejudge that the judge gives up on', () => {
  const fault = { reason: words('not_judged'), fault: words('judging_failed') };
  const change = (what: string) => () => database.pool.query(`update problems set ${what} where slug = 'p1'`);

  it.each([
    ['leaves the verdict in force', 'nothing', async () => {}, 'Accepted'],
    ['is in force', 'the tests', change('test_set_id = 7'), 'Skipped'],
    ['is in force', 'the time limit', change('time_limit_ms = time_limit_ms + 1'), 'Skipped'],
    ['is in force', 'the memory limit', change('memory_limit_mb = memory_limit_mb + 1'), 'Skipped'],
  ])('%s when %s changed', async (_, __, make, status) => {
    const user = await signUp('user');
    const id = await submit(user);
    await judge(id, 'Accepted', 100);
    await make();
    expect((await staff.post(`/api/admin/submissions/${id}/rejudge`)).statusCode).toBe(204);
    await judge(id, 'Skipped', 0, fault);
    const shown = (await staff.get(`/api/submissions/${id}`)).json();
    const score = status === 'Accepted' ? 100 : 0;
    expect(shown).toMatchObject({ overall_status: status, score });
    const [told, inForce] = [JSON.stringify(shown.rejudge), JSON.stringify(shown.reason_words)];
    expect(status === 'Accepted' ? told : inForce).toContain('judging_failed');
    expect((await user.get('/api/problems-with-stats')).json()).toContainEqual(
      expect.objectContaining({ id: 'p1', best_score: score }),
    );
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
      const all = await context.queue.findJobs<JudgeJob>(queues.judge, { queued: true });
      return all.filter(({ data }) => data.submissionId === id).map(({ priority }) => priority);
    };
    // As a worker does: the job of what has its verdict is done with.
    for (const { id, data } of await context.queue.findJobs<JudgeJob>(queues.judge))
      if (data.submissionId === judged) await context.queue.cancel(queues.judge, id);
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
    // What runs may have begun with other tests: it starts over, and its owner still goes before whatever is rejudged.
    expect((await ask(running)).statusCode).toBe(204);
    expect((await user.get(`/api/submissions/${running}`)).json()).toMatchObject({
      overall_status: 'Pending',
      rejudge: null,
    });
    expect(Math.max(...(await jobs(running)))).toBe(priorityHandedBack.awaited);
    expect(await claimSubmission(db, running)).toMatchObject({ isRejudge: false });
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
