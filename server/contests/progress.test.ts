import { expect, it } from 'vitest';
import type { ContestProgress } from '#contract/contest-scoreboard.ts';
import { limits } from '#contract/limits.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, makeClient, signUp } = testApp;
const { staff, finish, judge, scoreboard, startContest, submit } = await makeContestTools(testApp);

const read = async (client: Client, contestId: number): Promise<ContestProgress> => {
  const answer = await client.get(`/api/contests/${contestId}/progress`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

const nothing: ContestProgress = { lines: [], ranked_count: 0 };

it('tells how totals grew, by the verdicts that the final standings count, and only once they are stored', async () => {
  const { contestId, participants, problemIds } = await startContest('grown', {
    people: 3,
    problems: 2,
    lastsMs: 10 * minute,
  });
  const [ada, ben, cho] = participants as [never, never, never];
  const [first, second] = problemIds as [string, string];
  const send = async (user: never, problem: string, score: number) => {
    advance(minute);
    const id = await submit(user, problem, contestId);
    await judge(id, score);
    return id;
  };
  const rejudged = await send(ada, first, 90);
  await send(ada, first, 40);
  await send(ben, second, 33.33);
  await send(ada, second, 62.5);
  await send(ada, first, 30);
  await send(cho, first, 0);
  await staff.post(`/api/admin/submissions/${rejudged}/rejudge`);
  await judge(rejudged, 20);
  for (const client of [ada, staff]) expect(await read(client, contestId)).toEqual(nothing);
  advance(4 * minute);
  for (const client of [ada, staff]) expect(await read(client, contestId)).toEqual(nothing);
  await finish();
  const expected = [
    [
      'grown-user-1',
      [
        [minute, 20],
        [2 * minute, 40],
        [4 * minute, 102.5],
      ],
    ],
    ['grown-user-2', [[3 * minute, 33.33]]],
    ['grown-user-3', []],
  ];
  const told = async () => {
    const { lines, ranked_count } = await read(makeClient(), contestId);
    expect(ranked_count).toBe(3);
    expect(lines.map(({ username, total_score }) => [username, total_score])).toEqual(
      (await scoreboard(contestId)).rows,
    );
    expect(lines.map(({ place }) => place)).toEqual([1, 2, 3]);
    return lines.map(({ username, points }) => [username, points]);
  };
  expect(await told()).toEqual(expected);

  // Neither a later verdict nor a deleted problem changes what was.
  await staff.post(`/api/admin/submissions/${rejudged}/rejudge`);
  await judge(rejudged, 100);
  expect((await staff.delete(`/api/admin/problems/${second}`)).statusCode).toBe(204);
  expect(await told()).toEqual(expected);
});

it('tells of the first ten and of whoever asks', async () => {
  const { contestId, participants, problemIds } = await startContest('many', {
    people: limits.contestLeaders + 3,
    lastsMs: 30 * minute,
  });
  const [problem] = problemIds as [string];
  for (const [index, user] of participants.entries()) {
    await judge(await submit(user, problem, contestId), 90 - index);
  }
  advance(30 * minute);
  await finish();
  const places = async (client: Client) =>
    (await read(client, contestId)).lines.map(({ place, user_id }) => [place, user_id]);
  const leaders = participants.slice(0, limits.contestLeaders).map(({ id }, index) => [index + 1, id]);
  expect(await places(makeClient())).toEqual(leaders);
  expect(await places(await signUp('user'))).toEqual(leaders);
  expect(await places(participants[3] as never)).toEqual(leaders);
  const last = participants.at(-1) as (typeof participants)[number];
  expect(await places(last)).toEqual([...leaders, [participants.length, last.id]]);
  expect((await read(last, contestId)).ranked_count).toBe(participants.length);

  // An account that is deleted leaves no gap.
  const [first, gone, ...others] = participants.map(({ id }) => id);
  expect((await (await signUp('admin')).delete(`/api/admin/users/${gone}`)).statusCode).toBe(204);
  const left = [first, ...others].map((id, index) => [index + 1, id]);
  expect(await places(makeClient())).toEqual(left.slice(0, limits.contestLeaders));
  expect((await places(last)).at(-1)).toEqual(left.at(-1));
});
