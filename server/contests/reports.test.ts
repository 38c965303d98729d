import { expect, it } from 'vitest';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute, two } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, startContest, submit } =
  await makeContestTools(testApp);

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

it('staff who look at what the others see of a frozen contest take that away, in a file that says so', async () => {
  const { contestId, participants, problemIds } = await startContest('cold', {
    people: 2,
    settings: { format: 'icpc', freeze_minutes: 30 },
  });
  const [early, late] = two(participants);
  const problem = problemIds[0] ?? '';
  advance(5 * minute);
  await judge(await submit(early, problem, contestId), 100);
  advance(30 * minute);
  await judge(await submit(late, problem, contestId), 100);
  const address = `/api/contests/${contestId}/standings.csv`;
  const takeBoth = async (client: Client) =>
    [await client.get(address), await client.get(`${address}?view=frozen`)] as const;
  const head = 'rank,username,total_score,penalty,A cold-1,A cold-1 tries,A cold-1 minute';
  const before = [head, `1,${early.username},1,5,100,1,5`, `2,${late.username},0,0,0,1,`, ''].join('\r\n');
  const after = [head, `1,${early.username},1,5,100,1,5`, `2,${late.username},1,35,100,1,35`, ''].join(
    '\r\n',
  );

  const [live, frozen] = await takeBoth(staff);
  expect([live.body, frozen.body]).toEqual([`\ufeff${after}`, `\ufeff${before}`]);
  expect([live, frozen].map(({ headers }) => headers['content-disposition'])).toEqual([
    `attachment; filename="standings-${contestId}.csv"`,
    `attachment; filename="standings-${contestId}-frozen.csv"`,
  ]);
  expect((await staff.get(`${address}?view=live`)).json().code).toBe('invalid_request');
  for (const client of [late, makeClient()]) {
    for (const refused of await takeBoth(client)) expect(refused.statusCode).toBe(403);
  }

  advance(25 * minute);
  await staff.post(`/api/admin/contests/${contestId}/thaw`);
  await finish();
  for (const client of [late, makeClient()]) {
    for (const given of await takeBoth(client)) {
      expect(given.body).toBe(`\ufeff${after}`);
      expect(given.headers['content-disposition']).toBe(`attachment; filename="standings-${contestId}.csv"`);
    }
  }
});

it('by ICPC sheet and report tell in which minute each problem was solved, and the penalty', async () => {
  const { contestId, participants, problemIds } = await startContest('teams', {
    people: 3,
    problems: 2,
    settings: { format: 'icpc', penalty_minutes: 20 },
  });
  const [team, other] = two(participants);
  const silent = participants[2]?.id;
  const [a, b] = two(problemIds);
  advance(3 * minute);
  await judge(await submit(team, a, contestId), 0);
  advance(4 * minute + 59_999);
  await judge(await submit(team, a, contestId), 100);
  await judge(await submit(other, b, contestId), 0);
  const sheet = (await staff.get(`/api/contests/${contestId}/standings.csv`)).body;
  expect(sheet.split('\r\n')).toEqual([
    `\ufeffrank,username,total_score,penalty,A ${a},A ${a} tries,A ${a} minute,B ${b},B ${b} tries,B ${b} minute`,
    `1,${team.username},1,27,100,2,7,,,`,
    `2,${other.username},0,0,,,,0,1,`,
    '',
  ]);
  const report = async (userId: number | undefined) =>
    (await staff.get(`/api/admin/contests/${contestId}/participants/${userId}/report`)).json();
  const told = await report(team.id);
  expect(told).toMatchObject({ place: 1, total_score: 1, penalty: 27 });
  expect(told.problems).toMatchObject([{ problem_id: a, attempts: 2, minute: 7 }, { problem_id: b }]);
  expect(told.problems[1]).not.toHaveProperty('minute');
  expect(await report(other.id)).toMatchObject({ total_score: 0, penalty: 0 });
  expect(await report(silent)).toMatchObject({ place: null, total_score: 0, penalty: 0 });
});

it('by IOI and by scores they tell of no minutes', async () => {
  for (const format of ['ioi', 'scores']) {
    const { contestId, participants, problemIds } = await startContest(`no-minutes-${format}`, {
      settings: { format },
    });
    const [someone] = participants;
    const problem = problemIds[0] ?? '';
    await judge(await submit(someone ?? staff, problem, contestId), 100);
    const head = `rank,username,total_score,A ${problem},A ${problem} tries`;
    expect((await staff.get(`/api/contests/${contestId}/standings.csv`)).body).toBe(
      `\ufeff${head}\r\n1,${someone?.username},100,100,1\r\n`,
    );
    const report = await staff.get(`/api/admin/contests/${contestId}/participants/${someone?.id}/report`);
    expect(report.json()).not.toHaveProperty('penalty');
    expect(report.json().problems[0]).not.toHaveProperty('minute');
  }
});
