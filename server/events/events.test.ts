import { once } from 'node:events';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { limits } from '#contract/limits.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import { problems } from '#store/schema.ts';
import { finishContests } from '../contests/finisher.ts';
import { hour, makeContestTools, two } from '../contests/testing.ts';
import { makeForm } from '../testing/form.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { createEventStreams, streamsPerUser, writeEvent } from './streams.ts';
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
const { staff, finish, startContest, makeContest, makeProblem, join } = await makeContestTools(testApp);
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

describe('news of a contest', () => {
  const eventsOf = (contestId: number) => `${main.url}?contestId=${contestId}`;
  const announce = async (contestId: number, text: string, problemId?: string) => {
    const posted = await staff.post(`/api/admin/contests/${contestId}/announcements`, { text, problemId });
    expect(posted.statusCode).toBe(201);
    return posted.json();
  };
  const ask = async (client: Client, contestId: number) =>
    (await client.post(`/api/contests/${contestId}/questions`, { text: `What of ${contestId}?` })).json().id;
  const answer = (id: string, text: string, is_public: boolean, version = 0) =>
    staff.put(`/api/admin/questions/${id}/answer`, { text, is_public, version });

  it('is sent as it is to everybody in it, and to nobody else', async () => {
    const { contestId, participants } = await startContest('told', { people: 2 });
    const { contestId: otherId, participants: others } = await startContest('untold');
    const [first, second] = two(participants);
    const streams = [
      await watch(first, eventsOf(contestId)),
      await watch(second, eventsOf(contestId)),
      await watch(staff, eventsOf(contestId)),
    ];
    const elsewhere = await watch(others[0] as Client, eventsOf(otherId));
    const outside = await watch(first);
    expect((await watch(others[0] as Client, eventsOf(contestId))).response.statusCode).toBe(403);

    const { id } = await announce(contestId, 'Lunch is at noon.');
    for (const { nextEvent } of streams) {
      expect(await nextEvent('news')).toEqual({
        contest_id: contestId,
        announcement: {
          id,
          text: 'Lunch is at noon.',
          words: null,
          problem: null,
          posted_at: context.now().toISOString(),
          edited_at: null,
          version: 1,
          is_read: false,
        },
      });
    }
    // What the others hear first is what was meant for them.
    await announce(otherId, 'Not for the first.');
    expect(await elsewhere.nextEvent('news')).toMatchObject({
      announcement: { text: 'Not for the first.' },
    });
    const change = await makeChange(first);
    expect(await outside.nextSaid()).toMatch(/^retry/);
    expect(await outside.nextSaid()).toBe(`event: submission\ndata: ${JSON.stringify(change)}`);
  });

  it('tells an answer to its asker alone, and one to all without who asked', async () => {
    const { contestId, participants } = await startContest('answers', { people: 2 });
    const [asker, other] = two(participants);
    const streams = {
      asker: await watch(asker, eventsOf(contestId)),
      other: await watch(other, eventsOf(contestId)),
      staff: await watch(staff),
    };
    const id = await ask(asker, contestId);
    expect(await streams.staff.nextEvent('inbox')).toEqual({});
    await answer(id, 'For you alone', false);
    expect(await streams.asker.nextEvent('news')).toEqual({ contest_id: contestId });
    await answer(id, 'For all', true, 1);
    expect(await streams.asker.nextEvent('news')).toEqual({ contest_id: contestId });
    const told = await streams.other.nextEvent('news');
    expect(told).toMatchObject({
      question: { id, is_own: false, asked_at: null, answer: { text: 'For all', is_public: true } },
    });
    expect(JSON.stringify(told)).not.toMatch(/answers-user|For you/);
  });

  it('about a problem is told to staff alone before the start, also that its statement is another', async () => {
    const problem = await makeProblem('pinned-1');
    const contestId = await makeContest({ startsInMs: hour, problems: [problem] });
    const participant = await signUp('user');
    await join(participant, contestId);
    const streams = {
      own: await watch(participant, eventsOf(contestId)),
      staff: await watch(staff, eventsOf(contestId)),
    };
    await announce(contestId, 'About the first problem', problem);
    expect(await streams.staff.nextEvent('news')).toMatchObject({
      announcement: { problem: { id: problem } },
    });
    await replaceStatement(problem, 'one');
    expect(await streams.staff.nextEvent('news')).toMatchObject({ statement: { problem_id: problem } });
    await announce(contestId, 'In general');
    expect(await streams.own.nextEvent('news')).toMatchObject({ announcement: { text: 'In general' } });

    advance(hour);
    await replaceStatement(problem, 'two');
    const { statement } = (await streams.own.nextEvent('news')) as { statement: object };
    expect(statement).toEqual({ problem_id: problem, version: expect.stringMatching(/^[0-9a-f]{16}$/) });
    const { statements } = (await participant.get(`/api/contests/${contestId}/questions`)).json();
    expect(statements).toEqual([statement]);
  });

  it('tells everybody their own clock when it moves, and nobody of another’s extra minutes', async () => {
    const { contestId, participants } = await startContest('clocks', { people: 2 });
    const [late, other] = two(participants);
    const streams = {
      late: await watch(late, eventsOf(contestId)),
      other: await watch(other, eventsOf(contestId)),
      staff: await watch(staff, eventsOf(contestId)),
    };
    const end = context.now().getTime() + hour;
    const at = (ms: number) => new Date(ms).toISOString();
    const extra = { userIds: [late.id], minutes: 10 };
    await staff.put(`/api/admin/contests/${contestId}/participants/extra-minutes`, extra);
    expect(await streams.late.nextEvent('news')).toMatchObject({
      contest_id: contestId,
      clock: { end_time: at(end), own_end: at(end + 10 * 60_000), own_extra_minutes: 10 },
    });
    await staff.post(`/api/admin/contests/${contestId}/extend`, { minutes: 5, end_time: at(end) });
    const later = at(end + 5 * 60_000);
    for (const [stream, own_end] of [
      [streams.late, at(end + 15 * 60_000)],
      [streams.other, later],
      [streams.staff, null],
    ] as const) {
      const told = [await stream.nextEvent('news'), await stream.nextEvent('news')];
      // Each is read for itself, and either may be told first.
      expect(Object.assign({}, ...told)).toMatchObject({
        clock: { end_time: later, own_end },
        announcement: { words: { code: 'announced_extra_minutes', params: { minutes: 5 } } },
      });
    }
    await staff.post(`/api/admin/contests/${contestId}/pause`);
    const paused_at = context.now().toISOString();
    const stopped = [await streams.other.nextEvent('news'), await streams.other.nextEvent('news')];
    expect(Object.assign({}, ...stopped)).toMatchObject({ clock: { paused_at, own_end: later } });
  });

  it('tells that the scoreboard has thawed, and that the contest has finished', async () => {
    const settings = { freeze_minutes: 30 };
    const { contestId, participants } = await startContest('told-finish', { settings });
    advance(hour);
    const [participant] = participants;
    const stream = await watch(participant as Client, eventsOf(contestId));
    await staff.post(`/api/admin/contests/${contestId}/thaw`);
    expect(await stream.nextEvent('news')).toMatchObject({
      clock: { is_frozen: false, status: 'finishing' },
    });
    await finish();
    expect(await stream.nextEvent('news')).toMatchObject({ clock: { status: 'finished' } });
  });

  it('is no longer told on the stream of an account that is gone', async () => {
    const { contestId, participants } = await startContest('gone', { people: 2 });
    const [leaving, staying] = two(participants);
    const { app, url } = await startServer();
    const streams = {
      leaving: await watch(leaving, `${url}?contestId=${contestId}`),
      staying: await watch(staying, `${url}?contestId=${contestId}`),
    };
    const admin = await signUp('admin');
    expect((await admin.delete(`/api/admin/users/${leaving.id}`)).statusCode).toBe(204);
    await announce(contestId, 'For those who are left');
    expect(await streams.staying.nextEvent('news')).toMatchObject({ contest_id: contestId });
    await app.close();
    expect(await streams.leaving.nextSaid()).toMatch(/^retry/);
    expect(await streams.leaving.nextSaid()).toBeNull();
  });

  it('is not told again when the account of who announced it goes', async () => {
    const { contestId, participants } = await startContest('author');
    const [ann] = participants;
    const [author, admin] = [await signUp('staff'), await signUp('admin')];
    const stream = await watch(ann ?? staff, eventsOf(contestId));
    const path = `/api/admin/contests/${contestId}/announcements`;
    expect((await author.post(path, { text: 'Mine.' })).statusCode).toBe(201);
    expect(await stream.nextEvent('news')).toMatchObject({ announcement: { text: 'Mine.' } });
    expect((await admin.delete(`/api/admin/users/${author.id}`)).statusCode).toBe(204);
    await announce(contestId, 'The next.');
    expect(await stream.nextEvent('news')).toMatchObject({ announcement: { text: 'The next.' } });
  });

  it('hints staff at a contest that something is judged, and nobody else', async () => {
    const { contestId, participants } = await startContest('watched', { people: 2 });
    const [ann] = two(participants);
    const streams = {
      staff: await watch(staff, eventsOf(contestId)),
      elsewhere: await watch(staff),
      ann: await watch(ann, eventsOf(contestId)),
    };
    const steps = [await makeChange(ann), await makeChange(ann), await makeChange(ann)];
    expect(await streams.staff.nextEvent('judging')).toEqual({});
    for (const step of steps) expect(await streams.ann.nextEvent()).toEqual(step);
    // What the others hear first is what was meant for them.
    await announce(contestId, 'Once more.');
    expect(await streams.ann.nextSaid()).toMatch(/^event: news/);
    expect(await streams.elsewhere.nextSaid()).toMatch(/^retry/);
    expect(await streams.elsewhere.nextSaid()).toMatch(/^event: inbox/);
  });

  async function replaceStatement(problem: string, content: string): Promise<void> {
    const form = makeForm({ problemPdf: { name: 'x.pdf', content: `%PDF-1.7 ${content}` } });
    const uploaded = await staff.post(`/api/admin/problems/${problem}/upload`, form.payload, {
      headers: form.headers,
    });
    expect(uploaded.statusCode).toBe(201);
  }
});

describe('what is told to many in a contest', () => {
  it('reaches each of them in its order, also who has come or gone meanwhile', async () => {
    const streams = createEventStreams({ streamMs: 60_000, streamBeatMs: 60_000 });
    onTestFinished(streams.close);
    const open = (id: number) =>
      streams.open({ user: { id, username: `u${id}`, role: 'user' }, contestId: 7, followsBoard: true });
    const readers = Array.from({ length: 500 }, (_, at) => open(at + 1));
    const everyone = () => true;
    type Reader = (typeof readers)[number];
    const tell = (id: number) => streams.tellIn(7, writeEvent('board', { id }), everyone);
    const told = [tell(1), tell(2)];
    await setImmediate();
    const isTold = (reader: Reader | undefined) => (reader?.readableLength ?? 0) > 'retry: 9000\n\n'.length;
    expect([isTold(readers[0]), isTold(readers.at(-1))]).toEqual([true, false]);
    const late = open(501);
    for (const gone of readers.splice(0, 200)) gone.destroy();
    await Promise.all([...told, tell(3)]);
    const ids = (reader: Reader) => [...String(reader.read()).matchAll(/"id":(\d)/g)].map(([, id]) => id);
    expect(new Set(readers.map((reader) => ids(reader).join()))).toEqual(new Set(['1,2,3']));
    expect(ids(late)).toEqual(['2', '3']);
  });
});

describe('who does not read a stream', () => {
  it('costs no memory for what is told meanwhile, and is dropped', async () => {
    const streams = createEventStreams({ streamMs: 60_000, streamBeatMs: 10 });
    onTestFinished(streams.close);
    const user = { id: 1, username: 'slow-reader', role: 'user' } as const;
    const unread = streams.open({ user, contestId: 7, followsBoard: false });
    const everyone = () => true;
    for (let id = 1; id <= 1000; id += 1) streams.hint(1, writeEvent('submission', { id }), everyone);
    expect(unread.readableLength).toBeLessThan(100);
    // That there is a word of another kind unread is no reason to leave one out.
    streams.hint(1, writeEvent('inbox', {}), everyone);
    expect(String(unread.read())).toContain('event: inbox');
    const long = writeEvent('news', { text: 'x'.repeat(2000) });
    await Promise.all(Array.from({ length: 1000 }, () => streams.tellIn(7, long, everyone)));
    expect(unread.readableLength).toBeGreaterThan(2000);
    expect(unread.readableLength).toBeLessThan(100_000);
    await new Promise((resolve) => unread.once('close', resolve));
  });
});
