import { expect, it } from 'vitest';
import { makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, signUp } = testApp;
const { staff, finish, fromNow, join, judge, makeContest, makeProblem, statusOf, submit } =
  await makeContestTools(testApp);

const assigned = async (contestId: number) =>
  (await staff.get(`/api/admin/contests/${contestId}/admin-problems`)).json();

async function copy(contestId: number, more: object = {}) {
  const times = { startTime: fromNow(hour), endTime: fromNow(2 * hour) };
  return staff.post(`/api/admin/contests/${contestId}/copy`, { title: 'Copy', ...times, ...more });
}

/** A contest that holds one problem and shares another, arranged. */
async function makeSource(name: string) {
  const [held, shared] = [await makeProblem(`${name}-held`), await makeProblem(`${name}-shared`)];
  const contestId = await makeContest({ title: name, startsInMs: minute, lastsMs: minute });
  const problems = [
    { id: shared, label: 'S', points: 50, colour: 'gold', holds: false },
    { id: held, label: null, points: 100, colour: null, holds: true },
  ];
  await staff.post(`/api/admin/contests/${contestId}/problems`, {
    problemIds: [held, shared],
    action: 'move_to_contest',
  });
  expect((await staff.put(`/api/admin/contests/${contestId}/problems`, { problems })).statusCode).toBe(204);
  return { contestId, held, shared, problems };
}

it('has the settings and the problems of the other, as that calls and has them, and nobody in it', async () => {
  const { contestId, problems } = await makeSource('source');
  const settings = { allowed_languages: ['cpp'], feedback: 'samples', entry: 'list' };
  const times = { startTime: fromNow(minute), endTime: fromNow(2 * minute) };
  await join(await signUp('user'), contestId);
  await staff.put(`/api/admin/contests/${contestId}`, { title: 'source', ...times, ...settings });
  const made = await copy(contestId, { description: 'The second room' });
  expect([made.statusCode, made.json()]).toMatchObject([
    201,
    {
      title: 'Copy',
      description: 'The second room',
      status: 'scheduled',
      participant_count: 0,
      problem_count: 2,
      ...settings,
    },
  ]);
  const { id } = made.json();
  expect(await assigned(id)).toMatchObject(problems.map((problem) => ({ ...problem, also_in: ['source'] })));
  expect(await assigned(contestId)).toMatchObject(
    problems.map((problem) => ({ ...problem, also_in: ['Copy'] })),
  );
  // What is sent wins.
  const other = (await copy(contestId, { feedback: 'nothing' })).json();
  expect(other).toMatchObject({ feedback: 'nothing', allowed_languages: ['cpp'] });
});

it('is made once, however often it is sent', async () => {
  const { contestId } = await makeSource('twice');
  const send = () => copy(contestId, { requestKey: '44444444-4444-4444-8444-444444444444' });
  const answers = [await send(), ...(await Promise.all([send(), send()]))];
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201]);
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  const [{ also_in }] = await assigned(contestId);
  expect(also_in).toEqual(['Copy']);
});

it('of one that runs holds what that holds, and keeps it when that has finished', async () => {
  const { contestId, held, shared } = await makeSource('running');
  const user = await signUp('user');
  await join(user, contestId);
  advance(minute);
  await judge(await submit(user, held, contestId), 100);
  expect((await copy(contestId)).statusCode).toBe(201);
  advance(minute);
  await finish();
  expect(await statusOf(contestId)).toBe('finished');
  expect((await user.get(`/api/problems/${held}`)).statusCode).toBe(404);
  expect((await user.get(`/api/problems/${shared}`)).statusCode).toBe(200);
});

it('of one that is over has what is still there, as others have it by now', async () => {
  const { contestId, held, shared } = await makeSource('over');
  advance(2 * minute);
  await finish();
  const sharing = await makeContest({ title: 'Sharing' });
  await staff.post(`/api/admin/contests/${sharing}/problems`, {
    problemIds: [held],
    action: 'share_with_contest',
  });
  expect((await staff.delete(`/api/admin/problems/${shared}`)).statusCode).toBe(204);
  const { id } = (await copy(contestId)).json();
  expect(await assigned(id)).toMatchObject([{ id: held, holds: false, also_in: ['Sharing'] }]);
});

it('starts in the future, and needs something to be a copy of', async () => {
  const { contestId } = await makeSource('rules');
  const past = await copy(contestId, { startTime: fromNow(-minute) });
  expect([past.statusCode, past.json().code]).toEqual([400, 'contest_start_past']);
  expect((await copy(999_999)).statusCode).toBe(404);
});
