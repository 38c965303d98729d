import { describe, expect, it } from 'vitest';
import { claimSubmission } from '#store/judgements.ts';
import { hour, makeContestTools, two } from '../contests/testing.ts';
import { makeForm } from '../testing/form.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeStreamTools } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, signUp } = testApp;
const { staff, finish, startContest, makeContest, makeProblem, join, submit } =
  await makeContestTools(testApp);
const { main, startServer, watch } = await makeStreamTools(testApp);
const problemOutside = await makeProblem('sum');

/** Submits and changes it once: what a stream hears next when it has heard nothing else. */
async function makeChange(client: Client): Promise<{ id: number }> {
  const id = await submit(client, problemOutside);
  expect(await claimSubmission(context.db, id)).not.toBeNull();
  return { id };
}

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
      announcement: { problem: { id: problem, label: 'A' } },
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
