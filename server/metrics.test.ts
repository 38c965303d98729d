import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { importJobs, problems } from '#store/schema.ts';
import { problemKey } from '#store/testing/problem-key.ts';
import { saveWorker } from '#store/workers.ts';
import { makeTestApp } from './testing/test-app.ts';

const token = 'a token of the tests';
const { database, signUp, makeClient, advance } = await makeTestApp({ METRICS_TOKEN: token });
const { db } = database;

/** Every sample by its name with labels. */
async function readMetrics(): Promise<Record<string, number>> {
  const answer = await makeClient().get('/metrics', { headers: { authorization: `Bearer ${token}` } });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers['content-type']).toContain('text/plain; version=0.0.4');
  const samples = answer.body.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
  return Object.fromEntries(
    samples.map((line) => {
      const [, name = '', value] = /^([a-z_]+(?:\{[^}]*\})?) (\S+)$/.exec(line) ?? [];
      return [name, Number(value)];
    }),
  );
}

describe('/metrics', () => {
  it('is for who holds the token', async () => {
    const staff = await signUp('admin');
    for (const authorization of [undefined, 'Bearer wrong', token, `Bearer ${token}x`]) {
      const answer = await staff.get('/metrics', { headers: authorization ? { authorization } : {} });
      expect([answer.statusCode, answer.body]).toEqual([401, '']);
    }
  });

  it('says how each family of numbers is to be read', async () => {
    const answer = await makeClient().get('/metrics', { headers: { authorization: `Bearer ${token}` } });
    const families = answer.body.match(/^# TYPE .*$/gm);
    expect(families).toEqual([
      '# TYPE minos_unjudged_submissions gauge',
      '# TYPE minos_oldest_waiting_seconds gauge',
      '# TYPE minos_running_imports gauge',
      '# TYPE minos_verdicts_total counter',
      '# TYPE minos_judged_total counter',
      '# TYPE minos_compile_seconds_total counter',
      '# TYPE minos_wait_seconds histogram',
      '# TYPE minos_judging_seconds histogram',
      '# TYPE minos_worker_ready gauge',
      '# TYPE minos_judge_cores gauge',
      '# TYPE minos_judge_cores_busy gauge',
    ]);
    expect(answer.body.match(/^# HELP .+$/gm)).toHaveLength(families?.length ?? 0);
  });

  it('tells the cores of each worker that is there', async () => {
    const about = { architecture: 'x64', version: '1', state: 'ready' as const };
    await saveWorker(db, { id: randomUUID(), name: 'here', cores: 4, coresBusy: 3, ...about });
    await saveWorker(db, { id: randomUUID(), name: 'gone', cores: 8, coresBusy: 8, ...about });
    await db.execute(`update workers set seen_at = now() - interval '1 minute' where name = 'gone'`);
    const metrics = await readMetrics();
    expect(metrics).toMatchObject({
      'minos_worker_ready{worker="here"}': 1,
      'minos_judge_cores{worker="here"}': 4,
      'minos_judge_cores_busy{worker="here"}': 3,
    });
    expect(Object.keys(metrics).filter((name) => name.includes('gone'))).toEqual([]);
  });

  it('tells what waits, what was judged, and how long both took', async () => {
    const user = await signUp('user');
    const staff = await signUp('staff');
    await db
      .insert(problems)
      .values({ slug: 'sum', title: 'Sum', timeLimitMs: 1000, memoryLimitMb: 64, isVisible: true });
    await db.insert(importJobs).values({ problemId: problemKey('sum'), status: 'processing', message: '' });
    const submit = async () => {
      const body = { problemId: 'sum', language: 'cpp', code: 'int main() {}' };
      return (await user.post('/api/submit', body)).json().id as number;
    };
    const judge = async (id: number) => {
      const claim = await claimSubmission(db, id);
      if (!claim) throw new Error('nothing to judge');
      await db.execute(
        `update judgements set requested_at = started_at - case when is_rejudge then interval '7 s' else interval '2 s' end`,
      );
      await storeVerdict(db, claim, { status: 'Accepted', score: 100, results: [], compilingMs: 750 });
    };
    const judged = await submit();
    await judge(judged);
    await staff.post(`/api/admin/submissions/${judged}/rejudge`);
    await judge(judged);
    await submit();
    advance(90_000);
    await claimSubmission(db, await submit());

    expect(await readMetrics()).toMatchObject({
      'minos_unjudged_submissions{status="Pending"}': 1,
      'minos_unjudged_submissions{status="Compiling"}': 1,
      'minos_unjudged_submissions{status="Running"}': 0,
      minos_oldest_waiting_seconds: 90,
      minos_running_imports: 1,
      'minos_verdicts_total{status="Accepted"}': 2,
      'minos_verdicts_total{status="Wrong Answer"}': 0,
      'minos_judged_total{language="cpp"}': 2,
      'minos_judged_total{language="python"}': 0,
      'minos_compile_seconds_total{language="cpp"}': 1.5,
      'minos_wait_seconds_bucket{le="1"}': 0,
      'minos_wait_seconds_bucket{le="2.5"}': 1,
      'minos_wait_seconds_bucket{le="5"}': 1,
      'minos_wait_seconds_bucket{le="10"}': 2,
      'minos_wait_seconds_bucket{le="+Inf"}': 2,
      minos_wait_seconds_sum: 9,
      minos_wait_seconds_count: 2,
      'minos_judging_seconds_bucket{le="+Inf"}': 2,
      minos_judging_seconds_count: 2,
    });
  });
});

describe('without a token', () => {
  it('there is no such path', async () => {
    const plain = await makeTestApp();
    const answer = await plain.makeClient().get('/metrics', { headers: { authorization: 'Bearer ' } });
    expect(answer.statusCode).toBe(404);
    expect(answer.body).not.toContain('minos_');
  });
});
