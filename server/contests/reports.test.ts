import { expect, it } from 'vitest';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, submit } = await makeContestTools(testApp);

// A name that a sheet would compute.
const [first, second] = [await signUp('user', '-1.cmd'), await signUp('user', 'second')];
const idle = await signUp('user', 'idle');
const problems = [await makeProblem('sum'), await makeProblem('trees')];
const contestId = await makeContest({ startsInMs: minute, lastsMs: minute, problems });
expect(
  (
    await staff.put(`/api/admin/contests/${contestId}/problems`, {
      problems: [
        { id: 'trees', label: '=1+1', points: 200, colour: null, holds: true },
        { id: 'sum', label: null, points: 100, colour: null, holds: true },
      ],
    })
  ).statusCode,
).toBe(204);
for (const user of [first, second, idle]) await join(user, contestId);
advance(minute);
const tries = [await submit(first, 'sum', contestId), await submit(first, 'sum', contestId)];
for (const [index, id] of tries.entries()) await judge(id, [30, 50][index] ?? 0);
await judge(await submit(second, 'trees', contestId), 100);

const sheet = [
  "rank,username,total_score,'=1+1 trees,'=1+1 trees tries,B sum,B sum tries",
  '1,second,200,200,1,,',
  "2,'-1.cmd,50,,,50,2",
  '',
].join('\r\n');

const take = (client: Client) => client.get(`/api/contests/${contestId}/standings.csv`);
const reportOn = (userId: number) =>
  staff.get(`/api/admin/contests/${contestId}/participants/${userId}/report`);

it('the standings are a sheet for staff, and for everybody once the contest has finished', async () => {
  const early = await take(staff);
  expect([early.statusCode, early.body]).toEqual([200, `\ufeff${sheet}`]);
  expect(early.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="standings-${contestId}.csv"`,
  });
  for (const client of [first, makeClient()]) expect((await take(client)).statusCode).toBe(403);
});

it('a report tells staff what one participant has done', async () => {
  const [one, none] = [(await reportOn(first.id)).json(), (await reportOn(idle.id)).json()];
  expect(one).toMatchObject({
    username: '-1.cmd',
    place: 2,
    ranked_count: 2,
    total_score: 50,
    problems: [
      { problem_id: 'trees', label: '=1+1', points: 200, score: null, attempts: 0 },
      { problem_id: 'sum', label: 'B', points: 100, score: 50, attempts: 2 },
    ],
    submissions: [
      { id: tries[0], problem_id: 'sum', overall_status: 'Wrong Answer', score: 30, language: 'cpp' },
      { id: tries[1], problem_id: 'sum', overall_status: 'Wrong Answer', score: 50, language: 'cpp' },
    ],
  });
  expect(none).toMatchObject({ username: 'idle', place: null, total_score: 0, submissions: [] });
  expect((await reportOn(999_999)).json().code).toBe('participant_not_found');
  expect((await reportOn(staff.id)).statusCode).toBe(404);
});

it('when it has finished both stay as they were', async () => {
  advance(minute);
  await finish();
  for (const client of [staff, idle, makeClient()]) {
    expect([(await take(client)).statusCode, (await take(client)).body]).toEqual([200, `\ufeff${sheet}`]);
  }
  expect((await reportOn(second.id)).json()).toMatchObject({ place: 1, total_score: 200 });
});

it('a report counts from the participant’s own start, and leaves out pauses', async () => {
  const windowed = await makeContest({
    startsInMs: minute,
    lastsMs: 60 * minute,
    problems: [await makeProblem('windowed')],
    settings: { window_minutes: 30 },
  });
  await join(first, windowed);
  advance(6 * minute);
  expect((await first.post(`/api/contests/${windowed}/begin`)).statusCode).toBe(200);
  advance(2 * minute);
  await submit(first, 'windowed', windowed);
  await staff.post(`/api/admin/contests/${windowed}/pause`);
  advance(10 * minute);
  await staff.post(`/api/admin/contests/${windowed}/resume`);
  advance(minute);
  await submit(first, 'windowed', windowed);
  const report = await staff.get(`/api/admin/contests/${windowed}/participants/${first.id}/report`);
  const told: { elapsed_ms: number }[] = report.json().submissions;
  expect(told.map(({ elapsed_ms }) => elapsed_ms)).toEqual([2 * minute, 3 * minute]);
});
