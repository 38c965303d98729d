import { once } from 'node:events';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import { problems } from '#store/schema.ts';
import { finishContests } from '../contests/finisher.ts';
import { hour, makeContestTools } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { streamsPerUser } from './streams.ts';
import { makeStreamTools } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient, signUp } = testApp;
const { db } = context;
await db.insert(problems).values([
  { slug: 'sum', title: 'Sum', timeLimitMs: 1000, memoryLimitMb: 64, isVisible: true },
  ...(['groups', 'samples'] as const).map((feedback) => ({
    slug: feedback,
    title: 'Quiet',
    timeLimitMs: 1000,
    memoryLimitMb: 64,
    isVisible: true,
    feedback,
  })),
]);
const { staff, startContest, makeProblem } = await makeContestTools(testApp);
const { main, startServer, findListeners, untilAllListen, watch } = await makeStreamTools(testApp);

async function submit(client: Client, problemId = 'sum', contestId?: number): Promise<number> {
  const body = { problemId, language: 'cpp', code: 'int main() {}', contestId };
  return (await client.post('/api/submit', body)).json().id;
}

async function claim(id: number) {
  const claimed = await claimSubmission(db, id);
  if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
  return claimed;
}

/** Submits and changes it once: what a stream hears next when it has heard nothing else. */
async function makeChange(client: Client, problemId?: string): Promise<{ id: number }> {
  const id = await submit(client, problemId);
  await claim(id);
  return { id };
}

describe('a stream of events', () => {
  it('tells the owner of every step, and nobody else, staff neither', async () => {
    const [owner, other, staff] = [await signUp('user'), await signUp('user'), await signUp('staff')];
    const streams = { owner: await watch(owner), other: await watch(other), staff: await watch(staff) };
    const id = await submit(owner);
    const claimed = await claim(id);
    expect(await streams.owner.nextEvent()).toEqual({ id });
    await storeProgress(db, claimed, { testsDone: 1, testsTotal: 2, newResults: [] });
    expect(await streams.owner.nextEvent()).toEqual({ id });
    await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] });
    expect(await streams.owner.nextEvent()).toEqual({ id });
    // Of a rejudge there is nothing to see before its verdict.
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    const again = await claim(id);
    await storeProgress(db, again, { testsDone: 1, testsTotal: 2, newResults: [] });
    const meanwhile = await makeChange(owner);
    expect(await streams.owner.nextEvent()).toEqual(meanwhile);
    await storeVerdict(db, again, { status: 'Accepted', score: 100, results: [] });
    expect(await streams.owner.nextEvent()).toEqual({ id });
    for (const [name, client] of [
      ['other', other],
      ['staff', staff],
    ] as const) {
      const own = await makeChange(client);
      expect(await streams[name].nextEvent()).toEqual(own);
    }
    const next = await makeChange(owner);
    expect(await streams.owner.nextEvent()).toEqual(next);
  });

  it.each(['groups', 'samples'])('tells of no progress where a problem tells of its %s', async (feedback) => {
    const owner = await signUp('user');
    const { nextEvent } = await watch(owner);
    const id = await submit(owner, feedback);
    const claimed = await claim(id);
    expect(await nextEvent()).toEqual({ id });
    const running = { testsTotal: 9, newResults: [] };
    await storeProgress(db, claimed, { ...running, testsDone: 0 });
    expect(await nextEvent()).toEqual({ id });
    for (const testsDone of [1, 2]) await storeProgress(db, claimed, { ...running, testsDone });
    const meanwhile = await makeChange(owner);
    expect(await nextEvent()).toEqual(meanwhile);
    await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] });
    expect(await nextEvent()).toEqual({ id });
  });

  it('tells of nothing while a contest tells nothing, and of its verdicts afterwards', async () => {
    const owner = await signUp('user');
    const staff = await signUp('staff');
    const [startTime, endTime] = [1, 60].map((minutes) =>
      new Date(context.now().getTime() + minutes * 60_000).toISOString(),
    );
    const body = { title: 'Quiet', startTime, endTime, feedback: 'nothing' };
    const { id: contestId } = (await staff.post('/api/admin/contests', body)).json();
    const problems = { problemIds: ['sum'], action: 'share_with_contest' };
    await staff.post(`/api/admin/contests/${contestId}/problems`, problems);
    await owner.post(`/api/contests/${contestId}/join`);
    advance(60_000);
    const { nextEvent } = await watch(owner);
    const id = await submit(owner, 'sum', contestId);
    const claimed = await claim(id);
    await storeProgress(db, claimed, { testsDone: 1, testsTotal: 9, newResults: [] });
    await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] });
    // A rejudge puts another judgement in force.
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    await storeVerdict(db, await claim(id), { status: 'Wrong Answer', score: 0, results: [] });
    const meanwhile = await makeChange(owner, await makeProblem('beside-quiet'));
    expect(await nextEvent()).toEqual(meanwhile);
    advance(60 * 60_000);
    await finishContests(db, new Date(context.now().getTime() + limits.contestSettleMs));
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    await storeVerdict(db, await claim(id), { status: 'Accepted', score: 100, results: [] });
    expect(await nextEvent()).toEqual({ id });
  });

  it.each([
    ['groups', true],
    ['samples', true],
    ['nothing', false],
  ] as const)(
    'tells no more of a virtual run than a contest that tells %s told',
    async (feedback, areStepsTold) => {
      const name = `virtual-${feedback}`;
      const { contestId, problemIds } = await startContest(name, { settings: { feedback } });
      const [problem = ''] = problemIds;
      const beside = await makeProblem(`beside-${name}`);
      advance(hour + limits.contestSettleMs);
      await finishContests(db, context.now());
      const owner = await signUp('user');
      const { nextEvent } = await watch(owner);
      const address = `/api/contests/${contestId}/virtual`;
      expect((await owner.post(address)).statusCode).toBe(201);
      const id = await submit(owner, problem, contestId);
      const claimed = await claim(id);
      for (const testsDone of [1, 2, 3])
        await storeProgress(db, claimed, { testsDone, testsTotal: 9, newResults: [] });
      if (areStepsTold) {
        // That it is compiled, and that it runs.
        expect(await nextEvent()).toEqual({ id });
        expect(await nextEvent()).toEqual({ id });
        const meanwhile = await makeChange(owner, beside);
        expect(await nextEvent()).toEqual(meanwhile);
      }
      await storeVerdict(db, claimed, { status: 'Accepted', score: 100, results: [] });
      if (areStepsTold) expect(await nextEvent()).toEqual({ id });
      const next = await makeChange(owner, beside);
      expect(await nextEvent()).toEqual(next);
      // From the end of the run on all of it is told.
      expect((await owner.post(`${address}/end`)).statusCode).toBe(200);
      await staff.post(`/api/admin/submissions/${id}/rejudge`);
      await storeVerdict(db, await claim(id), { status: 'Wrong Answer', score: 0, results: [] });
      expect(await nextEvent()).toEqual({ id });
    },
  );

  it('is not for visitors', async () => {
    const { response, next } = await watch(makeClient());
    expect([response.statusCode, await next()]).toEqual([401, null]);
  });

  it('reaches people at every server, also after the database has cut the connections that listen', async () => {
    const second = await startServer();
    const user = await signUp('user');
    const streams = [await watch(user), await watch(user, second.url)];
    const before = await makeChange(user);
    for (const stream of streams) expect(await stream.nextEvent()).toEqual(before);
    const cut = await findListeners();
    await database.pool.query('select pg_terminate_backend(pid) from unnest($1::int[]) pid', [cut]);
    await untilAllListen(cut);
    const after = await makeChange(user);
    for (const stream of streams) expect(await stream.nextEvent()).toEqual(after);
  });

  it('is neither stored, compressed nor held back on its way', async () => {
    const { response } = await watch(await signUp('user'), main.url, { 'accept-encoding': 'br, gzip' });
    expect(response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    });
    expect(response.headers).not.toHaveProperty('content-encoding');
  });

  it('speaks when there is nothing to tell, so that nobody on the way takes it for dead', async () => {
    const { url } = await startServer({ streamBeatMs: 100 });
    const { next } = await watch(await signUp('user'), url);
    expect(await next()).toMatch(/^retry: \d+$/);
    expect(await next()).toBe(':');
    expect(await next()).toBe(':');
  });

  it('ends after a while, and is not given again to who is signed out', async () => {
    const { url } = await startServer({ streamMs: 10 });
    const user = await signUp('user');
    const { next } = await watch(user, url);
    while ((await next()) !== null);
    const { cookie } = user;
    await user.post('/api/logout');
    expect((await watch({ ...user, cookie }, url)).response.statusCode).toBe(401);
  });

  it('makes room for a newer one of the same person, and comes back much later', async () => {
    const user = await signUp('user');
    const oldest = await watch(user);
    const others = [];
    while (others.length < streamsPerUser) others.push(await watch(user));
    expect(await oldest.next()).toMatch(/^retry: \d{4}$/);
    expect(await oldest.next()).toBe('retry: 60000');
    expect(await oldest.next()).toBeNull();
    const change = await makeChange(user);
    for (const stream of others) expect(await stream.nextEvent()).toEqual(change);
  });

  it('whose reader has left leaves its place', async () => {
    const { app, url } = await startServer();
    const countConnections = () =>
      new Promise((resolve) => app.server.getConnections((_, count) => resolve(count)));
    const user = await signUp('user');
    const streams = [];
    while (streams.length < streamsPerUser) streams.push(await watch(user, url));
    streams.pop()?.leave();
    await expect.poll(countConnections, { timeout: 20_000 }).toBe(streams.length);
    streams.push(await watch(user, url));
    const change = await makeChange(user);
    for (const stream of streams) expect(await stream.nextEvent()).toEqual(change);
  });

  it('whose reader has left is no failure', async () => {
    const { app, log, url } = await startServer();
    const closed = once(app.server, 'connection').then(([socket]) => once(socket, 'close'));
    const watching = await watch(await signUp('user'), url);
    await watching.next();
    watching.leave();
    await closed;
    // By then the server has dealt with it.
    expect((await app.inject('/healthz')).statusCode).toBe(200);
    expect(log).toEqual([]);
  });

  it('ends at once when the server stops', async () => {
    const { app, url } = await startServer();
    const { next } = await watch(await signUp('user'), url);
    await next();
    await app.close();
    expect(await next()).toBeNull();
  });
});
