import { expect, it } from 'vitest';
import { type Alarm, type ContestDay, thawOverdueMs, usualAlarmMinutes } from '#contract/contest-day.ts';
import { words } from '#contract/words.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { saveWorker } from '#store/workers.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute, two } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, database, makeClient } = testApp;
const { staff, fromNow, judge, makeContest, makeProblem, startContest, submit, finish } =
  await makeContestTools(testApp);
const { db } = context;
// Not what these tests are about: every problem has its tests.
const giveTests = () => database.pool.query('update problems set test_set_id = 1');

async function read(contestId: number): Promise<ContestDay> {
  const answer = await staff.get(`/api/admin/contests/${contestId}/day`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
}

const kinds = async (contestId: number) => (await read(contestId)).alarms.map(({ kind }) => kind);
const alarm = async (contestId: number, kind: Alarm['kind']) =>
  (await read(contestId)).alarms.find((each) => each.kind === kind);

const machine = { cores: 2, architecture: 'x64', version: '1', compiler: 'g++', sandbox: 'full' };
const judgeMachine = { id: '11111111-1111-4111-8111-111111111111', name: 'first', ...machine };
await saveWorker(db, { ...judgeMachine, state: 'ready', coresBusy: 1 });

it('is told to staff, of a contest that is there', async () => {
  const { contestId, participants } = await startContest('who');
  const address = `/api/admin/contests/${contestId}/day`;
  const [participant] = participants;
  expect((await makeClient().get(address)).statusCode).toBe(401);
  expect((await participant?.get(address))?.statusCode).toBe(403);
  expect((await staff.get(address)).statusCode).toBe(200);
  expect((await staff.get('/api/admin/contests/999999/day')).statusCode).toBe(404);
});

it('tells tries by the minute, how long they wait, each problem and the newest verdicts, of this contest', async () => {
  const { contestId, participants, problemIds } = await startContest('busy', { people: 2, problems: 2 });
  await giveTests();
  const elsewhere = await startContest('elsewhere');
  await submit(elsewhere.participants[0] ?? staff, elsewhere.problemIds[0] ?? '', elsewhere.contestId);
  const [ann, ben] = two(participants);
  const [a, b] = two(problemIds);
  const start = context.now();
  const wrong = await submit(ann, a, contestId);
  await judge(wrong, 40);
  advance(minute);
  const right = await submit(ben, a, contestId);
  await judge(right, 100);
  await submit(ann, b, contestId);

  const day = await read(contestId);
  expect(day.minutes).toEqual([
    { at: start.toISOString(), count: 1 },
    { at: context.now().toISOString(), count: 2 },
  ]);
  expect(day.queue).toMatchObject({
    waiting: 1,
    judging: 0,
    oldest_waiting_since: context.now().toISOString(),
  });
  expect(day.queue.longest_wait_ms).toBeGreaterThanOrEqual(day.queue.median_wait_ms ?? Number.NaN);
  expect(day.judges).toMatchObject([{ name: 'first', state: 'ready', is_lost: false, cores_busy: 1 }]);
  expect(day.problems).toMatchObject([
    { problem_id: a, label: 'A', tries: 2, tried_by: 2, solved_by: 1 },
    { problem_id: b, label: 'B', tries: 1, tried_by: 1, solved_by: 0 },
  ]);
  expect(day.verdicts).toMatchObject([
    { submission_id: right, username: ben.username, label: 'A', overall_status: 'Accepted', score: 100 },
    { submission_id: wrong, username: ann.username, label: 'A', overall_status: 'Wrong Answer', score: 40 },
  ]);
  expect(day.alarms).toEqual([]);
  await judge(right + 1, 0);
  expect((await read(contestId)).queue).toMatchObject({ waiting: 0, oldest_waiting_since: null });
  expect((await staff.post(`/api/admin/submissions/${right}/rejudge`)).statusCode).toBe(204);
  expect((await read(contestId)).queue).toMatchObject({
    waiting: 0,
    judging: 0,
    rejudging: 1,
    oldest_waiting_since: null,
  });
});

it('counts who has tried and solved a problem without those that take part unofficially', async () => {
  const { contestId, participants, problemIds } = await startContest('with-guests', { people: 2 });
  const [guest, ranked] = two(participants);
  const problem = problemIds[0] ?? '';
  await judge(await submit(guest, problem, contestId), 100);
  const show = async (unofficial: boolean) => {
    const address = `/api/admin/contests/${contestId}/participants/unofficial`;
    expect((await staff.put(address, { userIds: [guest.id], unofficial })).statusCode).toBe(204);
    return (await read(contestId)).problems;
  };
  expect(await show(true)).toMatchObject([{ tries: 1, tried_by: 0, solved_by: 0 }]);
  await judge(await submit(ranked, problem, contestId), 0);
  expect(await show(true)).toMatchObject([{ tries: 2, tried_by: 1, solved_by: 0 }]);
  expect(await show(false)).toMatchObject([{ tries: 2, tried_by: 2, solved_by: 1 }]);
});

it('tells what nobody has solved from an hour on, to the millisecond', async () => {
  const { contestId } = await startContest('unsolved', { lastsMs: 3 * hour });
  advance(hour - 1);
  expect((await read(contestId)).tells_unsolved).toBe(false);
  advance(1);
  expect((await read(contestId)).tells_unsolved).toBe(true);
});

it('counts that hour from when the first has started, where each has a window of their own', async () => {
  const { contestId, participants } = await startContest('unsolved-window', {
    people: 2,
    lastsMs: 5 * hour,
    settings: { window_minutes: 120 },
  });
  const [first, second] = two(participants);
  const begin = (client: Client) => client.post(`/api/contests/${contestId}/begin`);
  const tells = async () => (await read(contestId)).tells_unsolved;
  advance(2 * hour);
  expect(await tells()).toBe(false);
  await begin(first);
  advance(hour - 1);
  await begin(second);
  expect(await tells()).toBe(false);
  advance(1);
  expect(await tells()).toBe(true);
});

it('tells that the contest is paused, and counts its own time: what a pause takes is left out', async () => {
  const { contestId } = await startContest('paused', { lastsMs: 3 * hour, settings: { freeze_minutes: 30 } });
  await giveTests();
  advance(hour - 1);
  const since = context.now().toISOString();
  await staff.post(`/api/admin/contests/${contestId}/pause`);
  // As long as it lasts: neither the hour nor, long after the end that was planned, a forgotten thaw.
  advance(5 * hour);
  expect(await read(contestId)).toMatchObject({
    alarms: [{ kind: 'paused', since, count: 1, names: [] }],
    tells_unsolved: false,
  });
  await staff.post(`/api/admin/contests/${contestId}/resume`);
  expect(await read(contestId)).toMatchObject({ alarms: [], tells_unsolved: false });
  advance(1);
  expect((await read(contestId)).tells_unsolved).toBe(true);
});

it('shows the last hour of the contest also when it has ended', async () => {
  const { contestId, participants, problemIds } = await startContest('ended', { lastsMs: 10 * minute });
  const [ann] = participants;
  const sentAt = context.now().toISOString();
  await judge(await submit(ann ?? staff, problemIds[0] ?? '', contestId), 0);
  advance(20 * minute);
  await finish();
  advance(5 * hour);
  expect((await read(contestId)).minutes).toEqual([{ at: sentAt, count: 1 }]);
  expect((await read(contestId)).problems).toMatchObject([{ problem_id: problemIds[0], tries: 1 }]);
});

it('shows what was tried in extra minutes, as the last of the contest', async () => {
  const { contestId, participants, problemIds } = await startContest('extra-tries', { people: 2 });
  const [late] = two(participants);
  const { last_end } = await read(contestId);
  const extra = { userIds: [late.id], minutes: 90 };
  await staff.put(`/api/admin/contests/${contestId}/participants/extra-minutes`, extra);
  advance(hour + 80 * minute);
  await judge(await submit(late, problemIds[0] ?? '', contestId), 0);
  const sentAt = new Date(Math.floor(context.now().getTime() / minute) * minute).toISOString();
  const expected = {
    minutes: [{ at: sentAt, count: 1 }],
    last_end: new Date(Date.parse(last_end) + 90 * minute).toISOString(),
  };
  expect(await read(contestId)).toMatchObject(expected);
  advance(10 * minute);
  await finish();
  advance(5 * hour);
  expect(await read(contestId)).toMatchObject(expected);
});

it('raises the alarm over what waits too long, and takes it back', async () => {
  const { contestId, participants, problemIds } = await startContest('waits', { lastsMs: 3 * hour });
  await giveTests();
  const [ann] = participants;
  if (!ann) throw new Error('Nobody takes part');
  const since = context.now().toISOString();
  const id = await submit(ann, problemIds[0] ?? '', contestId);
  const asked = await ann.post(`/api/contests/${contestId}/questions`, { text: 'Is it so?' });
  advance(minute);
  expect(await kinds(contestId)).toEqual([]);
  advance(1);
  expect((await read(contestId)).alarms).toEqual([{ kind: 'queue_wait', since, count: 1, names: [] }]);
  await judge(id, 0);
  advance(4 * minute - 1);
  expect(await kinds(contestId)).toEqual([]);
  advance(1);
  expect(await alarm(contestId, 'question_waiting')).toEqual({
    kind: 'question_waiting',
    since,
    count: 1,
    names: [],
  });
  await staff.post(`/api/admin/questions/${asked.json().id}/claim`, {});
  expect((await read(contestId)).questions).toEqual({ unanswered: 1, claimed: 1, oldest_asked_at: since });
  await staff.put(`/api/admin/questions/${asked.json().id}/answer`, {
    text: 'Yes',
    is_public: false,
    version: 0,
  });
  expect(await kinds(contestId)).toEqual([]);
});

it('raises the alarm over judges that are lost or take no work, and when none is left', async () => {
  const { contestId } = await startContest('judges');
  await giveTests();
  const second = { id: '22222222-2222-4222-8222-222222222222', name: 'second', ...machine };
  await saveWorker(db, { ...second, state: 'refused', reason: words('disk_full') });
  expect(await alarm(contestId, 'judge_refused')).toMatchObject({ count: 1, names: ['second'] });
  await database.pool.query(
    `update workers set seen_at = now() - interval '16 seconds' where name = 'first'`,
  );
  expect(await kinds(contestId)).toEqual(['no_judge', 'judge_lost', 'judge_refused']);
  expect(await alarm(contestId, 'judge_lost')).toMatchObject({ names: ['first'] });
  await saveWorker(db, { ...judgeMachine, state: 'ready', coresBusy: 0 });
  await saveWorker(db, { ...second, state: 'ready', reason: null });
  expect(await kinds(contestId)).toEqual([]);
});

it('raises the alarm over faults of the judge until a rejudge has mended them, and over missing tests', async () => {
  const { contestId, participants, problemIds } = await startContest('faults');
  expect(await alarm(contestId, 'no_tests')).toMatchObject({ names: ['Title of faults-1'] });
  await giveTests();
  const id = await submit(participants[0] ?? staff, problemIds[0] ?? '', contestId);
  const claim = await claimSubmission(db, id);
  if (!claim) throw new Error('It cannot be claimed');
  await storeVerdict(db, claim, { status: 'Skipped', score: 0, results: [], fault: words('judging_failed') });
  expect(await kinds(contestId)).toEqual(['judge_fault']);
  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  expect(await kinds(contestId)).toEqual(['judge_fault']);
  await judge(id, 100);
  expect(await kinds(contestId)).toEqual([]);
});

it('raises the alarm over a frozen contest that nobody thaws', async () => {
  const problems = [await makeProblem('cold-1'), await makeProblem('cold-2')];
  await giveTests();
  const times = { startsInMs: minute, lastsMs: hour };
  const forgotten = await makeContest({
    ...times,
    problems: problems.slice(0, 1),
    settings: { freeze_minutes: 10 },
  });
  const thaw_time = new Date(context.now().getTime() + minute + 2 * hour).toISOString();
  const overdue = await makeContest({
    ...times,
    problems: problems.slice(1),
    settings: { freeze_minutes: 10, thaw_time },
  });
  advance(minute + hour + hour);
  expect([await kinds(forgotten), await kinds(overdue)]).toEqual([[], []]);
  advance(1);
  expect([await kinds(forgotten), await kinds(overdue)]).toEqual([['thaw_forgotten'], []]);
  advance(thawOverdueMs);
  // The server would have thawed it long ago.
  expect(await alarm(overdue, 'thaw_overdue')).toMatchObject({ since: thaw_time });
  for (const id of [forgotten, overdue])
    expect((await staff.post(`/api/admin/contests/${id}/thaw`)).statusCode).toBe(200);
  expect([await kinds(forgotten), await kinds(overdue)]).toEqual([[], []]);
});

it('does not call a thaw overdue that waits for who has extra time', async () => {
  const { contestId, participants } = await startContest('late', {
    settings: {
      freeze_minutes: 30,
      thaw_time: new Date(context.now().getTime() + minute + hour).toISOString(),
    },
  });
  await giveTests();
  const [ann] = participants;
  const late = { userIds: [ann?.id], minutes: 10 };
  await staff.put(`/api/admin/contests/${contestId}/participants/extra-minutes`, late);
  advance(hour + 10 * minute + thawOverdueMs);
  expect(await kinds(contestId)).toEqual([]);
  advance(1);
  expect(await kinds(contestId)).toEqual(['thaw_overdue']);
});

it('sounds its alarms when the contest says so, to the millisecond, and a copy as the other does', async () => {
  const { contestId, participants, problemIds } = await startContest('patient', {
    lastsMs: 3 * hour,
    settings: { freeze_minutes: 10 },
  });
  await giveTests();
  const [ann] = participants;
  if (!ann) throw new Error('Nobody takes part');
  expect((await read(contestId)).alarm_minutes).toEqual(usualAlarmMinutes);
  const put = (body: object, id = contestId) => staff.put(`/api/admin/contests/${id}/alarms`, body);
  for (const wrong of [0, 1441, 1.5, '3', null])
    expect((await put({ ...usualAlarmMinutes, unsolved: wrong })).json().code).toBe('invalid_request');
  const minutes = { queue_wait: 3, question_wait: 2, unsolved: 4, thaw_forgotten: 1 };
  expect((await put(minutes, 999_999)).statusCode).toBe(404);
  expect((await put(minutes)).json()).toEqual(minutes);
  await submit(ann, problemIds[0] ?? '', contestId);
  await ann.post(`/api/contests/${contestId}/questions`, { text: 'Is it so?' });
  advance(2 * minute);
  expect(await kinds(contestId)).toEqual([]);
  advance(1);
  expect(await kinds(contestId)).toEqual(['question_waiting']);
  advance(minute - 1);
  expect(await kinds(contestId)).toEqual(['question_waiting']);
  advance(1);
  expect(await kinds(contestId)).toEqual(['queue_wait', 'question_waiting']);
  advance(minute - 2);
  expect((await read(contestId)).tells_unsolved).toBe(false);
  advance(1);
  expect((await read(contestId)).tells_unsolved).toBe(true);
  advance(3 * hour - 4 * minute + minute);
  expect(await kinds(contestId)).not.toContain('thaw_forgotten');
  advance(1);
  expect(await kinds(contestId)).toContain('thaw_forgotten');
  const times = { startTime: fromNow(minute), endTime: fromNow(hour) };
  const copy = await staff.post(`/api/admin/contests/${contestId}/copy`, {
    title: 'Again',
    description: '',
    ...times,
  });
  expect((await read(copy.json().id)).alarm_minutes).toEqual(minutes);
});
