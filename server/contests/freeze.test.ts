import { expect, it } from 'vitest';
import { contestFormats } from '#contract/contest-formats.ts';
import type { ContestHistory } from '#contract/contest-history.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { createReplay } from '#contract/replay.ts';
import { boardRevision, readRevision } from '#store/revisions.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { createBoards } from './boards.ts';
import { finishContests } from './finisher.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, makeClient } = testApp;
const { staff, fromNow, finish, judge, makeContest, scoreboard, startContest, statusOf, submit } =
  await makeContestTools(testApp);

type Participant = Awaited<ReturnType<typeof startContest>>['participants'][number];

async function read(contestId: number): Promise<Contest> {
  return (await staff.get(`/api/contests/${contestId}`)).json();
}

async function change(contestId: number, changed: object) {
  const { title, description, start_time, end_time } = await read(contestId);
  const times = { startTime: start_time, endTime: end_time };
  const answer = await staff.put(`/api/admin/contests/${contestId}`, {
    title,
    description,
    ...times,
    ...changed,
  });
  return answer.statusCode === 200 ? 200 : answer.json().code;
}

it('a contest without settings is as it always was', async () => {
  expect(await read(await makeContest())).toMatchObject({
    format: 'scores',
    penalty_minutes: 20,
    freeze_minutes: null,
    freeze_at: null,
    thaw_time: null,
    is_frozen: false,
    gold_medals: 0,
  });
});

it('format and penalty are fixed at the start; what is not sent stays', async () => {
  const id = await makeContest({ startsInMs: minute, settings: { format: 'icpc', penalty_minutes: 10 } });
  expect(await change(id, { title: 'Another' })).toBe(200);
  expect(await read(id)).toMatchObject({ title: 'Another', format: 'icpc', penalty_minutes: 10 });
  expect(await change(id, { format: 'ioi', penalty_minutes: 5 })).toBe(200);
  advance(minute);
  expect(await change(id, { format: 'icpc' })).toBe('contest_format_fixed');
  expect(await change(id, { penalty_minutes: 20 })).toBe('contest_format_fixed');
  expect(await change(id, { format: 'ioi', penalty_minutes: 5, gold_medals: 3 })).toBe(200);
});

it.each([
  { format: 'codeforces' },
  { penalty_minutes: -1 },
  { penalty_minutes: 1.5 },
  { freeze_minutes: 0 },
  { freeze_minutes: 'ten' },
  { freeze_minutes: 10, thaw_time: 'tomorrow' },
  { gold_medals: -1 },
])('refuses %j', async (settings) => {
  expect(await change(await makeContest(), settings)).toBe('invalid_request');
});

it('the freeze follows the end until it has come, and never moves into the past', async () => {
  const id = await makeContest({ startsInMs: minute, lastsMs: hour, settings: { freeze_minutes: 20 } });
  const { end_time } = await read(id);
  const later = new Date(Date.parse(end_time) + 30 * minute).toISOString();
  expect((await read(id)).freeze_at).toBe(new Date(Date.parse(end_time) - 20 * minute).toISOString());
  expect(await change(id, { endTime: later })).toBe(200);
  expect((await read(id)).freeze_at).toBe(new Date(Date.parse(later) - 20 * minute).toISOString());
  advance(31 * minute);
  // Ten minutes before the end that it gets now, and not twenty.
  expect(await change(id, { endTime: fromNow(10 * minute) })).toBe(200);
  const frozen = await read(id);
  expect([frozen.freeze_at, frozen.is_frozen]).toEqual([context.now().toISOString(), true]);
  expect(await change(id, { freeze_minutes: 5 })).toBe('contest_freeze_fixed');
  expect(await change(id, { freeze_minutes: null })).toBe('contest_freeze_fixed');
  expect(await change(id, { endTime: fromNow(hour) })).toBe(200);
  expect((await read(id)).freeze_at).toBe(frozen.freeze_at);
});

it('freezes from the start where it is longer than the contest', async () => {
  const id = await makeContest({ lastsMs: hour, settings: { freeze_minutes: 500 } });
  const { freeze_at, start_time } = await read(id);
  expect(freeze_at).toBe(start_time);
});

it('a frozen contest does not finish before staff thaw it, once', async () => {
  const { contestId, participants, problemIds } = await startContest('thawed', {
    people: 2,
    lastsMs: 10 * minute,
    settings: { freeze_minutes: 5 },
  });
  const [ada, ben] = participants as [Participant, Participant];
  const [problem] = problemIds as [string];
  await judge(await submit(ada, problem, contestId), 40);
  const thaw = () => staff.post(`/api/admin/contests/${contestId}/thaw`);
  expect((await thaw()).json().code).toBe('contest_not_frozen');
  advance(6 * minute);
  for (const user of [ada, ben]) await judge(await submit(user, problem, contestId), 100);
  const others = [
    ['thawed-user-1', 40],
    ['thawed-user-2', 0],
  ];
  const all = [
    ['thawed-user-1', 100],
    ['thawed-user-2', 100],
  ];
  expect((await scoreboard(contestId, ben)).rows).toEqual(others);
  expect((await scoreboard(contestId)).rows).toEqual(all);
  advance(10 * minute);
  expect(await finishContests(context.db, context.now())).toEqual([]);
  expect(await statusOf(contestId)).toBe('finishing');
  expect((await scoreboard(contestId, makeClient())).rows).toEqual(others);
  // Neither the main lists nor the scoreboard have them before that.
  expect((await ada.get('/api/submissions')).json()).toEqual([]);
  expect((await ada.get('/api/scoreboard')).json()).toEqual([]);
  for (const _ of ['once', 'twice']) expect((await thaw()).statusCode).toBe(200);
  expect((await scoreboard(contestId, ben)).rows).toEqual(all);
  expect(await change(contestId, { thaw_time: fromNow(hour) })).toBe('contest_thawed');
  await finish();
  expect(await statusOf(contestId)).toBe('finished');
  expect((await scoreboard(contestId, makeClient())).rows).toEqual(all);
  expect((await ada.get('/api/scoreboard')).json()).toHaveLength(2);
});

it('thaws before the end if staff say so, which undoes a freeze that nobody wanted, but not in a pause', async () => {
  const { contestId, participants, problemIds } = await startContest('unfrozen', {
    people: 2,
    settings: { freeze_minutes: 30 },
  });
  const [ada, ben] = participants as [Participant, Participant];
  advance(40 * minute);
  await judge(await submit(ada, problemIds[0] as string, contestId), 100);
  const address = `/api/admin/contests/${contestId}`;
  const seenByBen = async () => (await scoreboard(contestId, ben)).rows;
  expect((await staff.post(`${address}/pause`)).statusCode).toBe(200);
  advance(minute);
  expect((await staff.post(`${address}/thaw`)).json().code).toBe('contest_not_over');
  expect(await seenByBen()).toEqual([[ada.username, 0]]);
  expect((await staff.post(`${address}/resume`)).statusCode).toBe(200);
  expect((await staff.post(`${address}/thaw`)).statusCode).toBe(200);
  expect(await seenByBen()).toEqual([[ada.username, 100]]);
});

it('thaws by itself at its time, which is the end or later', async () => {
  const id = await makeContest({ startsInMs: minute, lastsMs: 10 * minute, settings: { freeze_minutes: 5 } });
  const { end_time } = await read(id);
  const after = (ms: number) => new Date(Date.parse(end_time) + ms).toISOString();
  expect(await change(id, { thaw_time: after(-1) })).toBe('contest_thaw_before_end');
  expect(await change(id, { thaw_time: after(hour) })).toBe(200);
  expect(await change(id, { endTime: after(2 * hour) })).toBe('contest_thaw_before_end');
  advance(20 * minute);
  await finish();
  expect(await read(id)).toMatchObject({ status: 'finishing', is_frozen: true });
  advance(hour);
  await finish();
  expect(await read(id)).toMatchObject({ status: 'finished', is_frozen: false });
});

it('keeps what the board was at the freeze for a ceremony that begins when it has thawed', async () => {
  const { contestId, participants, problemIds } = await startContest('late-ceremony', {
    people: 2,
    lastsMs: 10 * minute,
    settings: { format: 'icpc', freeze_minutes: 5, thaw_time: fromNow(11 * minute) },
  });
  const [ada, ben] = participants as [Participant, Participant];
  const [problem] = problemIds as [string];
  const early = await submit(ada, problem, contestId);
  await judge(early, 100);
  advance(6 * minute);
  const late = await submit(ben, problem, contestId);
  await judge(late, 100);
  const frozen = async () => (await staff.get(`/api/admin/contests/${contestId}/frozen-scoreboard`)).json();
  const before = await frozen();
  expect(before.scoreboard).toMatchObject([
    { username: ada.username, total_score: 1 },
    { username: ben.username, total_score: 0, detailed_scores: { [problem]: { pending: 1 } } },
  ]);
  advance(6 * minute);
  await finish();
  expect(await statusOf(contestId)).toBe('finished');
  expect(await frozen()).toEqual(before);
  const final = [
    [ada.username, 1],
    [ben.username, 1],
  ];
  expect((await scoreboard(contestId)).rows).toEqual(final);
  // What is judged again now changes neither where the ceremony begins nor where it ends.
  for (const id of [early, late]) {
    await staff.post(`/api/admin/submissions/${id}/rejudge`);
    await judge(id, 0);
  }
  expect(await createBoards(context.db).read(contestId, 'frozen')).toEqual(before);
  expect((await scoreboard(contestId)).rows).toEqual(final);
});

it('one’s own results stay in sight: in the list, in detail, among the problems and in one’s own row', async () => {
  const { contestId, participants, problemIds } = await startContest('own', {
    people: 2,
    lastsMs: 10 * minute,
    settings: { freeze_minutes: 10 },
  });
  const [ada, ben] = participants as [Participant, Participant];
  const [problem] = problemIds as [string];
  const id = await submit(ada, problem, contestId);
  await judge(id, 70);
  const listed = async (client: typeof staff) =>
    (await client.get(`/api/submissions?contestId=${contestId}`)).json()[0];
  expect(await listed(ada)).toMatchObject({ overall_status: 'Wrong Answer', score: 70 });
  expect(await listed(staff)).toMatchObject({ overall_status: 'Wrong Answer', score: 70 });
  expect(await listed(ben)).toMatchObject({ overall_status: 'Frozen', score: null, tests_total: 0 });
  expect((await ada.get(`/api/submissions/${id}`)).json()).toMatchObject({ score: 70 });
  expect((await ada.get(`/api/contests/${contestId}/problems`)).json()[0].best_score).toBe(70);
  const ownRow = async (client: typeof staff) =>
    (await client.get(`/api/contests/${contestId}/scoreboard/own`)).json().row;
  expect(await ownRow(ada)).toEqual({
    total_score: 70,
    detailed_scores: { [problem]: { score: 70, attempts: 1 } },
  });
  expect(await ownRow(ben)).toBeNull();
  expect((await scoreboard(contestId, ada)).scoreboard).toMatchObject([
    { total_score: 0, detailed_scores: { [problem]: { score: 0, attempts: 0, pending: 1 } } },
  ]);
});

it('a verdict since the freeze does not even make others’ board be written anew', async () => {
  const { contestId, participants, problemIds } = await startContest('unnoticed', {
    people: 3,
    problems: 3,
    lastsMs: 10 * minute,
    settings: { freeze_minutes: 10 },
  });
  const [ada, ben] = participants as [Participant, Participant];
  const { db } = context;
  const others = async () => ({
    number: await readRevision(db, boardRevision(contestId, 'others')),
    board: (await ben.get(`/api/contests/${contestId}/scoreboard`)).body,
  });
  const ids = [];
  for (const problem of problemIds.toReversed()) ids.push(await submit(ada, problem, contestId));
  const before = await others();
  for (const [index, id] of ids.entries()) await judge(id, 70 + index);
  expect(await others()).toEqual(before);
  expect((await scoreboard(contestId, staff)).scoreboard).toMatchObject([{ total_score: 213 }]);
  await submit(ben, problemIds[0] as string, contestId);
  expect((await others()).number).toBeGreaterThan(before.number);
});

it('once it has thawed the board stays open to everyone, also while it is not finished yet', async () => {
  const { contestId, participants, problemIds } = await startContest('open-again', {
    lastsMs: 10 * minute,
    settings: { freeze_minutes: 5 },
  });
  await submit(participants[0] as Participant, problemIds[0] as string, contestId);
  advance(11 * minute);
  expect((await staff.post(`/api/admin/contests/${contestId}/thaw`)).statusCode).toBe(200);
  expect(await statusOf(contestId)).toBe('finishing');
  expect((await (await makeClient()).get(`/api/contests/${contestId}/scoreboard`)).statusCode).toBe(200);
});

it.each(contestFormats)(
  '%s: solved in the same millisecond, the earlier submission was first on every board',
  async (format) => {
    const { contestId, participants, problemIds } = await startContest(`same-${format}`, {
      people: 3,
      lastsMs: 10 * minute,
      settings: { format, freeze_minutes: 5 },
    });
    const [ada, ben, eve] = participants as [Participant, Participant, Participant];
    const [problem] = problemIds as [string];
    advance(minute);
    const first = await submit(ben, problem, contestId);
    const second = await submit(ada, problem, contestId);
    await judge(await submit(eve, problem, contestId), 30);
    await judge(second, 100);
    await judge(first, 100);
    // The one that lists show as ben's best is not the one that was first.
    advance(minute);
    await judge(await submit(ben, problem, contestId), 100);
    const starsOf = ({ scoreboard }: ContestScoreboard) =>
      scoreboard
        .filter(({ detailed_scores }) => detailed_scores[problem]?.first)
        .map(({ username }) => username);
    const starsAt = async (client: Client, address: string) => starsOf((await client.get(address)).json());
    const board = `/api/contests/${contestId}/scoreboard`;
    const frozenBoard = `/api/admin/contests/${contestId}/frozen-scoreboard`;
    const expectStars = async (name: string) => {
      for (const client of [staff, eve]) expect(await starsAt(client, board)).toEqual([name]);
      expect(await starsAt(staff, frozenBoard)).toEqual([name]);
    };
    await expectStars(ben.username);
    advance(5 * minute);
    for (const user of [ada, ben, eve]) await judge(await submit(user, problem, contestId), 100);
    await expectStars(ben.username);
    advance(10 * minute);
    expect((await staff.post(`/api/admin/contests/${contestId}/thaw`)).statusCode).toBe(200);
    await finish();
    const setUnofficial = async (unofficial: boolean) => {
      const body = { userIds: [ben.id], unofficial };
      await staff.put(`/api/admin/contests/${contestId}/participants/unofficial`, body);
    };
    const replayed = async () => {
      const history = (await eve.get(`/api/contests/${contestId}/history`)).json<ContestHistory>();
      return starsOf(createReplay(history).at(minute));
    };
    for (const name of [ben.username, ada.username, ben.username]) {
      await setUnofficial(name !== ben.username);
      expect([await starsAt(eve, board), await replayed()]).toEqual([[name], [name]]);
    }
  },
);
