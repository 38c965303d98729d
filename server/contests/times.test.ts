/** The time of contests at its borders: one millisecond before each, and at it. */
import { describe, expect, it } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { finishContests } from './finisher.ts';
import { codeOf, makeClockTools } from './testing/clock-tools.ts';
import { hour, makeContestTools, minute, two } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, makeClient, signUp } = testApp;
const tools = await makeContestTools(testApp);
const { staff, finish, fromNow, join, judge, makeContest, startContest, statusOf } = tools;
const { change, extend, giveExtra, listOf, newsOf, pause, read, resume, submit } = makeClockTools(staff);

describe('extra minutes for one', () => {
  it('let that one go on, to the millisecond, while it is over for the others', async () => {
    const { contestId, participants, problemIds } = await startContest('extra', { people: 2 });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    expect(await giveExtra(contestId, [late], 10)).toBe(204);
    const { end_time } = await read(contestId);
    advance(hour - 1);
    expect(await submit(other, problem, contestId)).toBe(201);
    advance(1);
    expect(await submit(other, problem, contestId)).toBe('contest_ended');
    const question = { text: 'Is it over for me?' };
    expect(codeOf(await other.post(`/api/contests/${contestId}/questions`, question))).toBe('contest_ended');
    expect(codeOf(await late.post(`/api/contests/${contestId}/questions`, question))).toBe(201);
    const newcomer = await signUp('user');
    expect(codeOf(await newcomer.post(`/api/contests/${contestId}/join`))).toBe('contest_ended');
    expect(await read(contestId, other)).toMatchObject({ status: 'running', own_end: end_time });
    expect(await read(contestId, late)).toMatchObject({
      status: 'running',
      end_time,
      own_end: fromNow(10 * minute),
      own_extra_minutes: 10,
    });
    advance(10 * minute - 1);
    expect(await submit(late, problem, contestId)).toBe(201);
    expect(await finishContests(context.db, new Date(context.now().getTime() + hour))).toEqual([]);
    advance(1);
    expect(await submit(late, problem, contestId)).toBe('contest_ended');
    expect(await statusOf(contestId)).toBe('finishing');
  });

  it('keep everything closed to the others, and to visitors, until the last has ended', async () => {
    const settings = { feedback: 'nothing', freeze_minutes: 30, thaw_time: fromNow(minute + hour) };
    const { contestId, participants, problemIds } = await startContest('kept', { people: 2, settings });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    await giveExtra(contestId, [late], 10);
    await judge(await tools.submit(other, problem, contestId), 100);
    advance(hour + 10 * minute - 1);
    // The thaw would be at the common end: it waits for the last.
    await finishContests(context.db, context.now());
    expect(await read(contestId, late)).toMatchObject({ status: 'running', is_frozen: true });
    // Staff cannot thaw it before that either.
    const thaw = async () => codeOf(await staff.post(`/api/admin/contests/${contestId}/thaw`));
    expect(await thaw()).toBe('contest_not_over');
    expect(await pause(contestId)).toBe(200);
    expect(await thaw()).toBe('contest_not_over');
    expect(await resume(contestId)).toBe(200);
    expect(await read(contestId, other)).toMatchObject({ is_frozen: true });
    const board = `/api/contests/${contestId}/scoreboard`;
    expect((await makeClient().get(board)).statusCode).toBe(403);
    expect((await makeClient().get(`/api/problems/${problem}`)).statusCode).toBe(404);
    const own = (await other.get(`/api/submissions?contestId=${contestId}`)).json();
    expect(own[0]).toMatchObject({ score: null });
    advance(1);
    expect((await makeClient().get(board)).statusCode).toBe(200);
    await finishContests(context.db, context.now());
    expect(await read(contestId)).toMatchObject({ status: 'finishing', is_frozen: false });
    await finish();
    expect(await statusOf(contestId)).toBe('finished');
    expect((await makeClient().get(`/api/problems/${problem}`)).statusCode).toBe(200);
  });

  it('can be given after the end, as long as they are not over themselves', async () => {
    const { contestId, participants, problemIds } = await startContest('afterwards', { people: 2 });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    advance(hour + 2000);
    expect(await statusOf(contestId)).toBe('finishing');
    expect(await giveExtra(contestId, [late, other], 0)).toBe(204);
    expect(await giveExtra(contestId, [late], 5)).toBe(204);
    expect(await statusOf(contestId)).toBe('running');
    expect(await submit(late, problem, contestId)).toBe(201);
    expect(await submit(other, problem, contestId)).toBe('contest_ended');
    advance(5 * minute - 2000 - 1);
    expect(await giveExtra(contestId, [late], 4)).toBe('contest_extra_past');
    expect(await giveExtra(contestId, [late, other], 6)).toBe(204);
    advance(minute + 1);
    expect(await giveExtra(contestId, [late], 7)).toBe(204);
    expect(await giveExtra(contestId, [other], 2)).toBe('contest_extra_past');
    advance(hour);
    for (const { id } of (await staff.get(`/api/submissions?contestId=${contestId}`)).json())
      await judge(id, 10);
    await finish();
    expect(await giveExtra(contestId, [late], 600)).toBe('contest_not_running');
  });

  it('go with the account that had them', async () => {
    const { contestId, participants } = await startContest('extra-gone', { people: 2 });
    const [late] = two(participants);
    expect(await giveExtra(contestId, [late], 1440)).toBe(204);
    const admin = await signUp('admin');
    expect((await admin.delete(`/api/admin/users/${late.id}`)).statusCode).toBe(204);
    advance(hour - 1);
    expect(await statusOf(contestId)).toBe('running');
    advance(1);
    expect(await statusOf(contestId)).toBe('finishing');
    await finish();
    expect(await statusOf(contestId)).toBe('finished');
  });

  it('can be planned before the start, are shown to staff, and follow the end', async () => {
    const contestId = await makeContest({ startsInMs: hour });
    const person = await signUp('user', 'planned-extra');
    await join(person, contestId);
    expect(await giveExtra(contestId, [person], 15)).toBe(204);
    expect(await change(contestId, { endTime: fromNow(3 * hour) })).toBe(200);
    const expected = fromNow(3 * hour + 15 * minute);
    expect(await listOf(contestId)).toMatchObject([
      {
        user_id: person.id,
        username: 'planned-extra',
        joined_at: fromNow(0),
        extra_minutes: 15,
        own_start: fromNow(hour),
        own_end: expected,
      },
    ]);
    const stranger = await signUp('user');
    expect(await giveExtra(contestId, [person, stranger], 20)).toBe('participant_not_found');
    expect((await listOf(contestId))[0]?.extra_minutes).toBe(15);
    expect(await read(contestId, person)).toMatchObject({ own_end: expected });
    advance(3 * hour);
    expect(await statusOf(contestId)).toBe('running');
    advance(15 * minute);
    expect(await statusOf(contestId)).toBe('finishing');
  });
});

describe('more minutes for all', () => {
  it('move the end, the freeze and the thaw, and are said to all', async () => {
    const settings = { freeze_minutes: 20, thaw_time: fromNow(minute + 2 * hour) };
    const { contestId, participants } = await startContest('all', { people: 2, settings });
    const [late, other] = two(participants);
    await giveExtra(contestId, [late], 10);
    const before = await read(contestId);
    expect(await extend(contestId, 30)).toBe(200);
    const [end, freeze, thaw] = [hour + 30 * minute, hour + 10 * minute, 2 * hour + 30 * minute];
    expect(await read(contestId, other)).toMatchObject({
      end_time: fromNow(end),
      own_end: fromNow(end),
      freeze_at: fromNow(freeze),
      thaw_time: fromNow(thaw),
    });
    expect(await read(contestId, late)).toMatchObject({ own_end: fromNow(end + 10 * minute) });
    const { announcements, clock } = await newsOf(contestId, other);
    expect(announcements).toMatchObject([
      { words: { code: 'announced_extra_minutes', params: { minutes: 30 } }, is_read: false },
    ]);
    expect(clock.own_end).toBe(fromNow(end));
    // Pressed twice, or by two.
    const again = { minutes: 30, end_time: before.end_time };
    expect(codeOf(await staff.post(`/api/admin/contests/${contestId}/extend`, again))).toBe(
      'contest_end_moved',
    );
  });

  it('can be given when the scoreboard has thawed before its time', async () => {
    const settings = { freeze_minutes: 30, thaw_time: fromNow(minute + hour) };
    const { contestId } = await startContest('thawed-early', { settings });
    const { end_time } = await read(contestId);
    advance(40 * minute);
    expect(codeOf(await staff.post(`/api/admin/contests/${contestId}/thaw`))).toBe(200);
    expect(await extend(contestId, 10)).toBe(200);
    expect(await read(contestId)).toMatchObject({
      end_time: fromNow(30 * minute),
      thaw_time: end_time,
      is_frozen: false,
    });
  });

  it('are not taken back by a form that was opened before', async () => {
    const { contestId } = await startContest('form-before', { people: 1 });
    const { end_time: seen } = await read(contestId);
    expect(await extend(contestId, 10)).toBe(200);
    const { end_time: moved } = await read(contestId);
    const stale = { description: 'New words', endTime: seen, seen_end_time: seen };
    expect(await change(contestId, stale)).toBe('contest_end_moved');
    expect(await read(contestId)).toMatchObject({ end_time: moved, description: '' });
    expect(await change(contestId, { ...stale, endTime: moved, seen_end_time: moved })).toBe(200);
  });

  it('come from the end, also after it, and not from before it', async () => {
    const { contestId, participants, problemIds } = await startContest('all-late');
    const person = participants[0] as Client;
    advance(hour + 3 * minute);
    expect(await extend(contestId, 3)).toBe('contest_end_past');
    expect(await extend(contestId, 4)).toBe(200);
    expect(await submit(person, problemIds[0] ?? '', contestId)).toBe(201);
    advance(minute);
    expect(await submit(person, problemIds[0] ?? '', contestId)).toBe('contest_ended');
    expect(await extend(await makeContest(), 5)).toBe('contest_not_running');
  });
});

describe('an end that the form moves', () => {
  it('is said to all while the contest runs, by how much and in which direction', async () => {
    const { contestId, participants } = await startContest('form-end', { people: 2 });
    const [person] = two(participants);
    const said = async () => (await newsOf(contestId, person)).announcements.map(({ words }) => words);
    expect(await change(contestId, { title: 'Another title' })).toBe(200);
    expect(await said()).toEqual([]);
    expect(await change(contestId, { endTime: fromNow(hour + 20 * minute) })).toBe(200);
    advance(1_000);
    expect(await change(contestId, { endTime: fromNow(30 * minute) })).toBe(200);
    expect(await said()).toEqual([
      { code: 'announced_end_moved', params: { minutes: -50, hasWindow: false } },
      { code: 'announced_end_moved', params: { minutes: 20, hasWindow: false } },
    ]);
  });

  it('is not said before the start', async () => {
    const contestId = await makeContest({ startsInMs: hour });
    const person = await signUp('user');
    await join(person, contestId);
    expect(await change(contestId, { endTime: fromNow(3 * hour) })).toBe(200);
    expect((await newsOf(contestId, person)).announcements).toEqual([]);
  });
});

describe('a pause', () => {
  it('stops every clock from its millisecond on to that of its end', async () => {
    const settings = { freeze_minutes: 20, thaw_time: fromNow(minute + hour) };
    const { contestId, participants, problemIds } = await startContest('pause', { people: 2, settings });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    await giveExtra(contestId, [late], 10);
    // Just before the freeze.
    advance(40 * minute - 1);
    expect(await submit(other, problem, contestId)).toBe(201);
    expect(await pause(contestId)).toBe(200);
    expect(await pause(contestId)).toBe(200);
    expect(await submit(other, problem, contestId)).toBe('contest_paused');
    expect(await read(contestId, other)).toMatchObject({ paused_at: fromNow(0), status: 'running' });
    // Past the freeze, the end and the thaw as they were planned.
    advance(3 * hour - 1);
    await finishContests(context.db, context.now());
    expect(await read(contestId, other)).toMatchObject({ status: 'running', is_frozen: false });
    expect(await submit(other, problem, contestId)).toBe('contest_paused');
    expect((await other.get(`/api/contests/${contestId}/problems`)).statusCode).toBe(200);
    expect(await change(contestId, { title: 'Still the same' })).toBe(200);
    const question = { text: 'When does it go on?' };
    expect(codeOf(await other.post(`/api/contests/${contestId}/questions`, question))).toBe(201);
    advance(1);
    expect(await resume(contestId)).toBe(200);
    expect(await resume(contestId)).toBe(200);
    expect(await read(contestId, late)).toMatchObject({
      paused_at: null,
      is_frozen: false,
      freeze_at: fromNow(1),
      end_time: fromNow(20 * minute + 1),
      thaw_time: fromNow(20 * minute + 1),
      own_end: fromNow(30 * minute + 1),
      length_ms: hour,
    });
    expect(await submit(other, problem, contestId)).toBe(201);
    advance(1);
    expect(await read(contestId)).toMatchObject({ is_frozen: true });
    advance(20 * minute - 1);
    expect(await submit(other, problem, contestId)).toBe(201);
    advance(1);
    expect(await submit(other, problem, contestId)).toBe('contest_ended');
    advance(10 * minute - 1);
    expect(await submit(late, problem, contestId)).toBe(201);
    advance(1);
    expect(await submit(late, problem, contestId)).toBe('contest_ended');
    const said = (await newsOf(contestId, other)).announcements.map(({ words }) => words);
    expect(said).toEqual([
      { code: 'announced_resume', params: { minutes: 180 } },
      { code: 'announced_pause', params: {} },
    ]);
  });

  it('after the common end concerns only who has more time', async () => {
    const { contestId, participants, problemIds } = await startContest('late-pause', { people: 2 });
    const [late, other] = two(participants);
    const [problem = ''] = problemIds;
    await giveExtra(contestId, [late], 10);
    const { end_time } = await read(contestId);
    advance(hour + 4 * minute);
    await pause(contestId);
    advance(20 * minute);
    await resume(contestId);
    expect(await read(contestId)).toMatchObject({ end_time });
    expect(await read(contestId, late)).toMatchObject({ own_end: fromNow(6 * minute) });
    expect(await submit(other, problem, contestId)).toBe('contest_ended');
    advance(6 * minute - 1);
    expect(await submit(late, problem, contestId)).toBe(201);
    advance(1);
    expect(await statusOf(contestId)).toBe('finishing');
  });

  it('takes no time from a penalty, nor from the time a total was reached', async () => {
    const settings = { format: 'icpc' };
    const { contestId, participants, problemIds } = await startContest('penalty', { settings });
    const person = participants[0] as Client;
    const [problem = ''] = problemIds;
    advance(10 * minute);
    await pause(contestId);
    advance(7 * minute + 1);
    await resume(contestId);
    advance(minute - 1);
    await judge(await tools.submit(person, problem, contestId), 100);
    const { scoreboard } = (
      await staff.get(`/api/contests/${contestId}/scoreboard`)
    ).json<ContestScoreboard>();
    expect(scoreboard).toMatchObject([{ penalty: 10, detailed_scores: { [problem]: { minute: 10 } } }]);
    advance(hour);
    await finish();
    const progress = (await staff.get(`/api/contests/${contestId}/progress`)).json();
    expect(progress.lines).toMatchObject([{ points: [[11 * minute - 1, 1]] }]);
  });

  it('is only for a contest that runs', async () => {
    const scheduled = await makeContest();
    expect(await pause(scheduled)).toBe('contest_not_running');
    const { contestId } = await startContest('over');
    advance(hour);
    expect(await pause(contestId)).toBe('contest_not_running');
    // There is nothing to resume.
    expect(await resume(contestId)).toBe(200);
    expect((await read(contestId)).paused_at).toBeNull();
  });
});
