/** Personal windows at their borders: one millisecond before each, and at it. */
import { describe, expect, it } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { codeOf, makeClockTools } from './testing/clock-tools.ts';
import { hour, makeContestTools, minute, two } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, fromNow, join, judge, makeContest, startContest, statusOf } = tools;
const { begin, change, extend, giveExtra, listOf, newsOf, pause, read, resume, submit } =
  makeClockTools(staff);

type Person = Client & { id: number };

describe('a personal window', () => {
  const settings = { window_minutes: 30 };

  it('runs from when its owner starts it, and shows them the problems from then on', async () => {
    const { contestId, participants, problemIds } = await startContest('window', { people: 2, settings });
    const [early, idle] = two(participants);
    const [problem = ''] = problemIds;
    const addresses = [
      `/api/contests/${contestId}/problems`,
      `/api/contests/${contestId}/problems/${problem}`,
      `/api/contests/${contestId}/problems/${problem}/pdf`,
      `/api/submissions?contestId=${contestId}`,
      `/api/contests/${contestId}/scoreboard/own`,
    ];
    for (const address of addresses)
      expect(codeOf(await early.get(address))).toBe('contest_own_start_awaited');
    expect(await submit(early, problem, contestId)).toBe('contest_own_start_awaited');
    expect(await read(contestId, early)).toMatchObject({
      own_start: null,
      own_end: null,
      length_ms: 30 * minute,
    });
    advance(5 * minute);
    expect(await begin(early, contestId)).toBe(200);
    const begun = { own_start: fromNow(0), own_end: fromNow(30 * minute) };
    expect(await read(contestId, early)).toMatchObject(begun);
    advance(1000);
    expect(await begin(early, contestId)).toBe(200);
    expect(await read(contestId, early)).toMatchObject(begun);
    expect((await early.get(`/api/contests/${contestId}/problems`)).statusCode).toBe(200);
    advance(30 * minute - 1001);
    await judge(await tools.submit(early, problem, contestId), 100);
    advance(1);
    expect(await submit(early, problem, contestId)).toBe('contest_ended');
    // Whoever has not begun is told neither by the board nor by the news which problems there are.
    await staff.post(`/api/admin/contests/${contestId}/announcements`, { text: 'Of it', problemId: problem });
    const board = `/api/contests/${contestId}/scoreboard`;
    expect((await idle.get(board)).json()).toMatchObject({ scoreboard: [], problems: [] });
    const told = await newsOf(contestId, idle);
    expect([told.announcements, told.statements]).toEqual([[], []]);
    const question = { text: 'What of it?', problemId: problem };
    expect(codeOf(await idle.post(`/api/contests/${contestId}/questions`, question))).toBe(
      'problem_not_found',
    );
    for (const client of [early, staff]) {
      const { scoreboard } = (await client.get(board)).json<ContestScoreboard>();
      expect(scoreboard).toMatchObject([
        {
          username: early.username,
          clock: { begun_at: begun.own_start, ends_at: begun.own_end, length_ms: 30 * minute },
        },
      ]);
    }
  });

  it('does not go past the end, and can be started until the last millisecond before it', async () => {
    const { contestId, participants, problemIds } = await startContest('cut', { people: 3, settings });
    const [cut, last] = two(participants);
    const never = participants[2] as Person;
    advance(40 * minute);
    await begin(cut, contestId);
    expect(await read(contestId, cut)).toMatchObject({ own_end: fromNow(20 * minute) });
    advance(20 * minute - 1);
    expect(await begin(last, contestId)).toBe(200);
    expect(await submit(last, problemIds[0] ?? '', contestId)).toBe(201);
    advance(1);
    expect(await submit(last, problemIds[0] ?? '', contestId)).toBe('contest_ended');
    expect(await begin(never, contestId)).toBe('contest_ended');
  });

  it('gets extra minutes after its own end, also past that of the contest', async () => {
    const { contestId, participants, problemIds } = await startContest('window-extra', {
      people: 2,
      settings,
    });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    await giveExtra(contestId, [late], 10);
    advance(50 * minute);
    await begin(late, contestId);
    advance(10 * minute);
    expect(await statusOf(contestId)).toBe('running');
    expect(await begin(other, contestId)).toBe('contest_ended');
    // The problems are no business of hers while somebody is at them.
    expect(codeOf(await other.get(`/api/contests/${contestId}/problems`))).toBe('contest_own_start_awaited');
    advance(10 * minute - 1);
    expect(await submit(late, problem, contestId)).toBe(201);
    advance(1);
    expect(await submit(late, problem, contestId)).toBe('contest_ended');
    expect(await statusOf(contestId)).toBe('finishing');
  });

  it('is told by the board without extra minutes, which are nobody else’s business', async () => {
    const { contestId, participants, problemIds } = await startContest('window-told', {
      people: 2,
      settings,
    });
    const [late, other] = two(participants);
    for (const person of [late, other]) {
      await begin(person, contestId);
      await judge(await tools.submit(person, problemIds[0] ?? '', contestId), 100);
    }
    const board = async () => {
      const { body, headers } = await other.get(`/api/contests/${contestId}/scoreboard`);
      return { body, etag: headers.etag };
    };
    const before = await board();
    expect(await giveExtra(contestId, [late], 10)).toBe(204);
    expect(await board()).toEqual(before);
    // Nor when it is read anew.
    advance(minute);
    await judge(await tools.submit(other, problemIds[0] ?? '', contestId), 100);
    const clocks = JSON.parse((await board()).body).scoreboard.map(
      ({ clock }: ContestScoreboard['scoreboard'][number]) => clock,
    );
    expect(clocks).toEqual([clocks[0], clocks[0]]);
    expect(clocks[0].length_ms).toBe(30 * minute);
    expect(await read(contestId, late)).toMatchObject({ own_end: fromNow(39 * minute) });
  });

  it('stands still in a pause, and only if it was running', async () => {
    const { contestId, participants } = await startContest('window-pause', { people: 2, settings });
    const [running, waiting] = two(participants);
    await begin(running, contestId);
    advance(10 * minute);
    await pause(contestId);
    expect(await begin(waiting, contestId)).toBe('contest_paused');
    advance(15 * minute);
    await resume(contestId);
    expect(await read(contestId, running)).toMatchObject({ own_end: fromNow(20 * minute) });
    await begin(waiting, contestId);
    expect(await read(contestId, waiting)).toMatchObject({ own_end: fromNow(30 * minute) });
    // More for all is more in everybody's window.
    await extend(contestId, 5);
    expect(await read(contestId, running)).toMatchObject({ own_end: fromNow(25 * minute) });
    expect(await read(contestId, waiting)).toMatchObject({ own_end: fromNow(35 * minute) });
  });

  it('is not begun anew by who was taken out of the contest and came back', async () => {
    const { contestId, participants } = await startContest('window-once', { people: 2, settings });
    const [begun, waiting] = two(participants);
    await begin(begun, contestId);
    const { own_end } = await read(contestId, begun);
    advance(10 * minute);
    const remove = async ({ id }: Person) =>
      codeOf(await staff.delete(`/api/admin/contests/${contestId}/participants/${id}`));
    expect(await remove(begun)).toBe('participant_begun');
    expect((await listOf(contestId)).map(({ has_begun }) => has_begun)).toEqual([true, false]);
    expect(await begin(begun, contestId)).toBe(200);
    expect(await read(contestId, begun)).toMatchObject({ own_end });
    expect(await remove(waiting)).toBe(204);
    await join(waiting, contestId);
    await begin(waiting, contestId);
    expect(await read(contestId, waiting)).toMatchObject({ own_end: fromNow(30 * minute) });
  });

  it('does not tell whoever has not begun which problems of the main list it has', async () => {
    const settings = { feedback: 'nothing', window_minutes: 20 };
    const contestId = await makeContest({ startsInMs: minute, lastsMs: hour, settings });
    const problemId = await tools.makeProblem('window-shared');
    const shared = { problemIds: [problemId], action: 'share_with_contest' };
    expect(codeOf(await staff.post(`/api/admin/contests/${contestId}/problems`, shared))).toBe(204);
    const person = await signUp('user');
    await join(person, contestId);
    advance(2 * minute);
    const program = { problemId, language: 'cpp', code: 'x' };
    expect(codeOf(await person.post('/api/submit', program))).toBe(201);
    expect(await begin(person, contestId)).toBe(200);
    expect(codeOf(await person.post('/api/submit', program))).toBe('problem_in_own_contest');
  });

  it('ranks by each one’s own time', async () => {
    const { contestId, participants, problemIds } = await startContest('own-time', {
      people: 2,
      settings: { ...settings, format: 'icpc' },
    });
    const [slow, quick] = two(participants);
    const [problem = ''] = problemIds;
    await begin(slow, contestId);
    advance(20 * minute);
    await judge(await tools.submit(slow, problem, contestId), 100);
    await begin(quick, contestId);
    advance(5 * minute);
    await judge(await tools.submit(quick, problem, contestId), 100);
    const { scoreboard } = (
      await staff.get(`/api/contests/${contestId}/scoreboard`)
    ).json<ContestScoreboard>();
    expect(scoreboard).toMatchObject([
      { username: 'own-time-user-2', place: 1, penalty: 5, detailed_scores: { [problem]: { first: true } } },
      { username: 'own-time-user-1', place: 2, penalty: 20 },
    ]);
  });

  it('makes the contest no longer than it is where it is longer than that', async () => {
    const { contestId, participants } = await startContest('long-window', {
      lastsMs: hour,
      settings: { window_minutes: 300 },
    });
    const person = participants[0] as Person;
    expect(await read(contestId, person)).toMatchObject({ window_minutes: 300, length_ms: hour });
    await begin(person, contestId);
    expect(await read(contestId, person)).toMatchObject({ own_end: fromNow(hour) });
    expect(await extend(contestId, 30)).toBe(200);
    expect(await read(contestId, person)).toMatchObject({ length_ms: hour + 30 * minute });
    advance(hour + 30 * minute);
    await finish();
    const history = (await staff.get(`/api/contests/${contestId}/history`)).json();
    expect(history.lasts_ms).toBe(hour + 30 * minute);
    const { run } = (await person.post(`/api/contests/${contestId}/virtual`)).json();
    expect(Date.parse(run.ends_at) - Date.parse(run.started_at)).toBe(hour + 30 * minute);
  });

  it('is set before the start, and there is none to start elsewhere', async () => {
    const id = await makeContest({ startsInMs: minute, settings });
    const copied = await staff.post(`/api/admin/contests/${id}/copy`, {
      title: 'Again',
      description: '',
      startTime: fromNow(minute),
      endTime: fromNow(hour),
    });
    expect(copied.json()).toMatchObject({ window_minutes: 30 });
    const person = await signUp('user');
    await join(person, id);
    expect(await begin(person, id)).toBe('contest_not_started');
    expect(await change(id, { window_minutes: 40 })).toBe(200);
    advance(minute);
    expect(await change(id, { window_minutes: null })).toBe('contest_window_fixed');
    expect(await change(id, { title: 'Another', window_minutes: 40 })).toBe(200);
    expect(await begin(await signUp('user'), id)).toBe('contest_not_joined');
    const { contestId, participants } = await startContest('no-window');
    expect(await begin(participants[0] as Client, contestId)).toBe('contest_without_window');
    for (const window_minutes of [0, 1.5, -3, 1_000_000, 'long']) {
      const body = { title: 'x', startTime: fromNow(minute), endTime: fromNow(hour), window_minutes };
      expect((await staff.post('/api/admin/contests', body)).statusCode).toBe(400);
    }
  });
});
