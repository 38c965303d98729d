/** What a contest calls its problems, in which order they stand, and what they are worth there. */
import { expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const { staff, finish, join, judge, makeContest, makeProblem, move, scoreboard, submit } =
  await makeContestTools(testApp);

interface Place {
  readonly id: string;
  readonly label?: string | null;
  readonly points?: number;
  readonly colour?: string | null;
  readonly holds?: boolean;
}

const arrange = (contestId: number, ...places: Place[]) =>
  staff.put(`/api/admin/contests/${contestId}/problems`, {
    problems: places.map((place) => ({ label: null, points: 100, colour: null, holds: true, ...place })),
  });

async function makeWith(name: string, count: number) {
  const problems: string[] = [];
  for (let number = 1; number <= count; number += 1) problems.push(await makeProblem(`${name}-${number}`));
  return { problems, contestId: await makeContest({ startsInMs: minute, lastsMs: minute, problems }) };
}

async function columns(contestId: number, client = staff) {
  const { problems } = (await client.get(`/api/contests/${contestId}/scoreboard`)).json();
  return problems.map(({ problem_id, label, points, colour }: Record<string, unknown>) => [
    problem_id,
    label,
    points,
    colour,
  ]);
}

it('are lettered by their ids until staff arrange them', async () => {
  const { contestId } = await makeWith('plain', 11);
  const shown = await columns(contestId);
  expect(shown.slice(0, 2)).toEqual([
    ['plain-1', 'A', 100, null],
    ['plain-2', 'B', 100, null],
  ]);
  expect(shown.at(-1)).toEqual(['plain-11', 'K', 100, null]);
});

it('stand where they are put, are called and worth what they are given, also once it is over', async () => {
  const { contestId, problems } = await makeWith('col', 3);
  const [a = '', b = '', c = ''] = problems;
  const arranged = await arrange(
    contestId,
    { id: b, label: ' Warm-up ', colour: 'red' },
    { id: c },
    { id: a, points: 250, colour: 'white' },
  );
  expect(arranged.statusCode).toBe(204);
  const [first, second] = [await signUp('user', 'col-1'), await signUp('user', 'col-2')];
  for (const user of [first, second]) await join(user, contestId);
  advance(minute);
  await judge(await submit(first, b, contestId), 100);
  await judge(await submit(first, c, contestId), 20);
  await judge(await submit(second, a, contestId), 50);
  const expected = [
    [b, 'Warm-up', 100, 'red'],
    [c, 'B', 100, null],
    [a, 'C', 250, 'white'],
  ];
  const check = async () => {
    expect(await columns(contestId, first)).toEqual(expected);
    const board = await scoreboard(contestId, first);
    expect(board.rows).toEqual([
      ['col-2', 125],
      ['col-1', 120],
    ]);
    expect(board.scoreboard[0].detailed_scores).toMatchObject({ [a]: { score: 125, attempts: 1 } });
    const listed = (await first.get(`/api/contests/${contestId}/problems`)).json();
    expect(listed.map(({ id, in_contest }: Record<string, unknown>) => [id, in_contest])).toEqual(
      expected.map(([id, label, points, colour]) => [id, { label, points, colour }]),
    );
    const one = (await first.get(`/api/contests/${contestId}/problems/${c}`)).json();
    expect(one.in_contest).toEqual({ label: 'B', points: 100, colour: null });
  };
  await check();
  advance(minute);
  await finish();
  await check();
  // In the main list it is nothing of this, and a problem that goes leaves its column.
  expect((await first.get(`/api/problems/${b}`)).json().in_contest).toBeNull();
  expect((await staff.delete(`/api/admin/problems/${b}`)).statusCode).toBe(204);
  expect(await columns(contestId, first)).toEqual(expected);
});

it('new ones come last in a contest that was arranged', async () => {
  const { contestId, problems } = await makeWith('late', 2);
  const [a = '', b = ''] = problems;
  expect((await arrange(contestId, { id: b }, { id: a })).statusCode).toBe(204);
  expect((await move(contestId, [await makeProblem('early')], 'move_to_contest')).statusCode).toBe(204);
  expect(await columns(contestId)).toEqual([
    [b, 'A', 100, null],
    [a, 'B', 100, null],
    ['early', 'C', 100, null],
  ]);
});

it('labels may be exchanged, and no two are the same, whatever their case', async () => {
  const { contestId, problems } = await makeWith('label', 2);
  const [a = '', b = ''] = problems;
  expect((await arrange(contestId, { id: a, label: 'X' }, { id: b, label: 'Y' })).statusCode).toBe(204);
  expect((await arrange(contestId, { id: a, label: 'Y' }, { id: b, label: 'X' })).statusCode).toBe(204);
  const same = await arrange(contestId, { id: a, label: 'x' }, { id: b, label: 'X' });
  expect([same.statusCode, same.json().message]).toEqual([
    400,
    'Two problems of a contest cannot have the same label.',
  ]);
  for (const wrong of [
    { label: '' },
    { label: 'much too long' },
    { label: 'a\u202eb' },
    { points: -1 },
    { points: 1.5 },
    { colour: 'mauve' },
  ]) {
    expect((await arrange(contestId, { id: a, ...wrong }, { id: b })).statusCode).toBe(400);
  }
  expect((await columns(contestId)).map(([, label]: string[]) => label)).toEqual(['Y', 'X']);
});

it('labels of problems and ids of others are kept apart: an address always names the problem', async () => {
  const { contestId, problems } = await makeWith('mixed', 2);
  const [a = '', b = ''] = problems;
  expect((await arrange(contestId, { id: a, label: b }, { id: b })).statusCode).toBe(204);
  const user = await signUp('user', 'mixed');
  await join(user, contestId);
  advance(minute);
  await judge(await submit(user, a, contestId), 100);
  await judge(await submit(user, b, contestId), 20);
  const board = await scoreboard(contestId);
  expect(board.scoreboard[0].detailed_scores).toMatchObject({
    [a]: { score: 100, attempts: 1, first: true },
    [b]: { score: 20, attempts: 1 },
  });
  for (const id of problems) {
    const { title } = (await user.get(`/api/contests/${contestId}/problems/${id}`)).json();
    expect(title).toBe(`Title of ${id}`);
  }
});

it('are held or shared as staff say, and changed only by who knows all of them, while scheduled', async () => {
  const { contestId, problems } = await makeWith('rule', 2);
  const [a = '', b = ''] = problems;
  const visitor = await signUp('user');
  const status = async () => (await visitor.get(`/api/problems/${a}`)).statusCode;
  expect(await status()).toBe(404);
  expect((await arrange(contestId, { id: a, holds: false }, { id: b })).statusCode).toBe(204);
  expect(await status()).toBe(200);
  for (const old of [
    [{ id: a }],
    [{ id: a }, { id: b }, { id: await makeProblem('rule-9') }],
    [{ id: a }, { id: a }],
  ]) {
    const refused = await arrange(contestId, ...old);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'contest_problems_changed']);
  }
  advance(minute);
  const late = await arrange(contestId, { id: b }, { id: a });
  expect([late.statusCode, late.json().code]).toEqual([409, 'contest_problems_fixed']);
});

it('what another has changed meanwhile is not written over, and sending the same again is no change', async () => {
  const { contestId, problems } = await makeWith('seen', 2);
  const [a = '', b = ''] = problems;
  const colleague = await signUp('staff');
  const place = { label: null, points: 100, colour: null, holds: true };
  const seen = [a, b].map((id) => ({ id, ...place }));
  const put = (client: typeof staff, arranged: object[], known: object[] = seen) =>
    client.put(`/api/admin/contests/${contestId}/problems`, { problems: arranged, seen: known });
  const turned = seen.toReversed();
  expect((await put(staff, turned)).statusCode).toBe(204);
  expect((await put(staff, turned)).statusCode).toBe(204);
  const worth = seen.map((problem) => ({ ...problem, points: 50 }));
  expect((await put(colleague, worth)).json().code).toBe('contest_problems_changed');
  expect((await columns(contestId)).map(([id]: unknown[]) => id)).toEqual([b, a]);
  expect((await put(colleague, worth, turned)).statusCode).toBe(204);
  expect(await columns(contestId)).toEqual([
    [a, 'A', 50, null],
    [b, 'B', 50, null],
  ]);
});
