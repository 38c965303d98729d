/** A finished contest once more, by oneself: exact in its time, beside the contest and never in it. */
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import type { ContestHistory } from '#contract/contest-history.ts';
import { createReplay } from '#contract/replay.ts';
import type { OwnVirtualRun } from '#contract/virtual-runs.ts';
import { readRevision, scoreboardRevision } from '#store/revisions.ts';
import { problems, submissions } from '#store/schema.ts';
import { finishContests } from '../contests/finisher.ts';
import { makeContestTools, minute } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, context, makeClient, signUp } = testApp;
const { staff, finish, judge, makeContest, makeProblem, scoreboard, startContest, submit } =
  await makeContestTools(testApp);

const lastsMs = 60 * minute;
const address = (contestId: number) => `/api/contests/${contestId}/virtual`;
const read = async (client: Client, contestId: number): Promise<OwnVirtualRun> =>
  (await client.get(address(contestId))).json();
const start = (client: Client, contestId: number) => client.post(address(contestId));
const tick = () => finishContests(context.db, context.now());
const body = (problemId: string, contestId: number) => ({
  problemId,
  language: 'cpp',
  code: 'int main() {}',
  contestId,
});

/** Two have taken part: the first has the first problem in minute 10 and the second in minute 30, the other one in 20. */
async function playContest(name: string, settings: object = {}) {
  const { contestId, participants, problemIds } = await startContest(name, {
    people: 2,
    problems: 2,
    lastsMs,
    settings: { format: 'icpc', ...settings },
  });
  const [ada, ben] = participants as unknown as [Client, Client];
  const [first, second] = problemIds as [string, string];
  for (const [client, problem] of [
    [ada, first],
    [ben, first],
    [ada, second],
  ] as const) {
    advance(10 * minute);
    await judge(await submit(client, problem, contestId), 100);
  }
  advance(30 * minute);
  await finish();
  return { contestId, first, second, ada, ben };
}

/** As the page puts it together: the ghosts at the runner's own time, and the runner among them. */
async function boardOf(client: Client, contestId: number, atMs: number) {
  const { run } = await read(client, contestId);
  const history = (await client.get(`/api/contests/${contestId}/history`)).json<ContestHistory>();
  const { scoreboard } = createReplay({
    ...history,
    rows: [...history.rows, ...(run ? [{ ...run.row, user_id: 0 }] : [])],
  }).at(atMs);
  return scoreboard.map(({ username, place, total_score, penalty }) => [
    username,
    place,
    total_score,
    penalty,
  ]);
}

it('has the contest’s length from its start, counts as the contest did, and changes nothing of it', async () => {
  const { contestId, first, second } = await playContest('once');
  const runner = await signUp('user', 'once-runner');
  const outside = ['scoreboard', 'history', 'statistics', 'standings.csv'];
  const contestNow = () =>
    Promise.all(
      outside.map(async (part) => (await makeClient().get(`/api/contests/${contestId}/${part}`)).body),
    );
  const before = await contestNow();
  expect((await runner.post('/api/submit', body(first, contestId))).statusCode).toBe(403);
  expect((await start(runner, contestId)).statusCode).toBe(201);
  const { run } = await read(runner, contestId);
  expect(Date.parse(run?.ends_at ?? '') - Date.parse(run?.started_at ?? '')).toBe(lastsMs);

  advance(5 * minute);
  await judge(await submit(runner, second, contestId), 0);
  advance(10 * minute);
  await judge(await submit(runner, second, contestId), 100);
  // By then the first had one problem, in minute 10; the runner has one in minute 15 after a wrong try.
  expect(await boardOf(runner, contestId, 15 * minute)).toEqual([
    ['once-user-1', 1, 1, 10],
    ['once-runner', 2, 1, 35],
  ]);
  expect(await boardOf(runner, contestId, 30 * minute)).toEqual([
    ['once-user-1', 1, 2, 40],
    ['once-user-2', 2, 1, 20],
    ['once-runner', 3, 1, 35],
  ]);

  // Exact to the millisecond at its end.
  advance(45 * minute - 1);
  const last = await submit(runner, first, contestId);
  advance(1);
  expect((await runner.post('/api/submit', body(first, contestId))).statusCode).toBe(403);
  expect((await read(runner, contestId)).run?.is_over).toBe(true);
  await tick();
  await judge(last, 100);
  expect(await boardOf(runner, contestId, lastsMs)).toEqual([
    ['once-user-1', 1, 2, 40],
    ['once-runner', 2, 2, 94],
    ['once-user-2', 3, 1, 20],
  ]);
  expect(await contestNow()).toEqual(before);
  expect((await scoreboard(contestId)).rows.map(([name]: [string]) => name)).not.toContain('once-runner');
});

it('counts nowhere until it is over, and from then on as practice', async () => {
  const { contestId, first, second } = await playContest('practice');
  const runner = await signUp('user', 'practice-runner');
  const watcher = await signUp('user');
  await start(runner, contestId);
  advance(minute);
  const [judged, waiting] = [await submit(runner, first, contestId), await submit(runner, second, contestId)];
  await judge(judged, 100);
  const listed = async (client: Client) =>
    (await client.get('/api/submissions')).json().map(({ id }: { id: number }) => id);
  const isRanked = async () => (await watcher.get('/api/scoreboard')).body.includes('practice-runner');
  const best = async () =>
    (await runner.get('/api/problems-with-stats'))
      .json()
      .filter(({ id }: { id: string }) => [first, second].includes(id))
      .map((row: { best_score: number; submission_count: number }) => [row.best_score, row.submission_count]);
  for (const client of [runner, watcher]) expect(await listed(client)).not.toContain(judged);
  expect([await isRanked(), await best()]).toEqual([
    false,
    [
      [0, 0],
      [0, 0],
    ],
  ]);
  expect((await read(runner, contestId)).run?.submissions.map(({ id }) => id)).toEqual([waiting, judged]);

  expect((await runner.post(`${address(contestId)}/end`)).statusCode).toBe(200);
  expect((await runner.post(`${address(contestId)}/end`)).statusCode).toBe(200);
  await judge(waiting, 40);
  for (const client of [runner, watcher])
    expect(await listed(client)).toEqual(expect.arrayContaining([judged, waiting]));
  expect([await isRanked(), await best()]).toEqual([
    true,
    [
      [100, 1],
      [40, 1],
    ],
  ]);
});

it.each([
  ['groups', 'Accepted', [100, 1]],
  ['samples', 'Judged', [undefined, 0]],
  ['nothing', 'Received', [undefined, 0]],
] as const)('tells its owner what the contest told its participants: %s', async (feedback, status, shown) => {
  const { contestId, first } = await playContest(`told-${feedback}`, { feedback });
  const runner = await signUp('user');
  await start(runner, contestId);
  advance(minute);
  const id = await submit(runner, first, contestId);
  const untold = await read(runner, contestId);
  await judge(id, 100);
  const told = await read(runner, contestId);
  expect(told.run?.submissions[0]?.overall_status).toBe(status);
  expect((await runner.get(`/api/submissions/${id}`)).json().overall_status).toBe(status);
  const [step] = told.run?.row.steps ?? [];
  expect([step?.cell.score, step?.total_score]).toEqual(shown);
  // Where nothing is told, not even that it was judged.
  if (feedback === 'nothing') expect(told).toEqual(untold);
  await runner.post(`${address(contestId)}/end`);
  const { run } = await read(runner, contestId);
  expect(run?.submissions[0]?.overall_status).toBe('Accepted');
  expect(run?.row.steps[0]).toMatchObject({ cell: { score: 100 }, total_score: 1 });
});

it('tells nothing of what a problem itself keeps back, also when it is over', async () => {
  const { contestId, first } = await playContest('told-never');
  await context.db.update(problems).set({ feedback: 'samples' }).where(eq(problems.slug, first));
  const runner = await signUp('user');
  await start(runner, contestId);
  advance(minute);
  await judge(await submit(runner, first, contestId), 100);
  await runner.post(`${address(contestId)}/end`);
  const { run } = await read(runner, contestId);
  expect(run?.submissions[0]?.overall_status).toBe('Judged');
  expect(run?.row.steps[0]?.cell.score).toBeUndefined();
  expect(run?.row.steps[0]?.total_score).toBe(0);
});

it('leads to its problems by what they are called now, also where another has got the former id of one', async () => {
  const { contestId, first: gone, second: renamed } = await playContest('renamed');
  const fields = { title: 'Another', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
  await staff.put(`/api/admin/problems/${renamed}`, { ...fields, id: 'renamed-away' });
  await makeProblem(renamed);
  await staff.delete(`/api/admin/problems/${gone}`);
  const runner = await signUp('user');
  await start(runner, contestId);
  const { run } = await read(runner, contestId);
  // In the order of the contest, whatever has become of them.
  expect(run?.problems).toEqual([
    { problem_id: gone, id: null },
    { problem_id: renamed, id: 'renamed-away' },
  ]);
  advance(minute);
  await judge(await submit(runner, 'renamed-away', contestId), 100);
  expect((await read(runner, contestId)).run?.row.steps).toMatchObject([
    { problem_id: renamed, cell: { score: 100 } },
  ]);
  // What a contest holds is not spoken of outside of it.
  await makeContest({ problems: ['renamed-away'] });
  const held = (await read(runner, contestId)).run?.problems.find(({ problem_id }) => problem_id === renamed);
  expect(held?.id).toBeNull();
});

it('counts tries in the order in which they were received', async () => {
  const { contestId, first } = await playContest('ordered');
  const runner = await signUp('user');
  await start(runner, contestId);
  advance(minute);
  const [right, wrong] = [await submit(runner, first, contestId), await submit(runner, first, contestId)];
  await judge(right, 100);
  await judge(wrong, 0);
  // Sent at once through two servers, the one that was received later may be stored first.
  await context.db
    .update(submissions)
    .set({ submittedAt: new Date(context.now().getTime() + 1) })
    .where(eq(submissions.id, right));
  expect((await read(runner, contestId)).run?.row.steps.at(-1)).toMatchObject({
    at_ms: minute + 1,
    cell: { score: 100, attempts: 2 },
    penalty: 21,
  });
});

it('leaves the scoreboard’s revision alone when its end changes nothing there', async () => {
  const { contestId, first } = await playContest('unseen');
  const runner = await signUp('user', 'unseen-runner');
  const revision = () => readRevision(context.db, scoreboardRevision);
  const run = async (score: number | null) => {
    await start(runner, contestId);
    if (score !== null) await judge(await submit(runner, first, contestId), score);
    const before = await revision();
    await runner.post(`${address(contestId)}/end`);
    await runner.delete(address(contestId));
    return (await revision()) - before;
  };
  expect(await run(null)).toBe(0);
  expect(await run(60)).toBe(1);
  // No better than before.
  expect(await run(40)).toBe(0);
});

it('is one at a time and once, until it is removed', async () => {
  const [one, other] = [await playContest('single'), await playContest('second')];
  const runner = await signUp('user', 'single-runner');
  const statuses = await Promise.all([start(runner, one.contestId), start(runner, one.contestId)]);
  expect(statuses.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  const elsewhere = await start(runner, other.contestId);
  expect([elsewhere.statusCode, elsewhere.json().code]).toEqual([409, 'virtual_run_elsewhere']);
  expect((await read(runner, other.contestId)).busy_with).toMatchObject({ id: one.contestId });
  expect((await runner.delete(address(one.contestId))).statusCode).toBe(409);
  const kept = await submit(runner, one.first, one.contestId);
  await runner.post(`${address(one.contestId)}/end`);
  expect((await start(runner, one.contestId)).json().code).toBe('virtual_run_made');
  expect((await runner.delete(address(one.contestId))).statusCode).toBe(204);
  expect((await runner.delete(address(one.contestId))).statusCode).toBe(404);
  expect((await start(runner, one.contestId)).statusCode).toBe(201);
  expect((await read(runner, one.contestId)).run?.submissions).toEqual([]);
  expect((await runner.get(`/api/submissions/${kept}`)).statusCode).toBe(200);
});

it('is refused before the finish, takes only the contest’s problems, and is nobody else’s business', async () => {
  const { contestId: running } = await startContest('unfinished', { people: 1 });
  const runner = await signUp('user', 'strict-runner');
  expect((await start(runner, running)).statusCode).toBe(403);
  const { contestId, first } = await playContest('strict', { allowed_languages: ['cpp'] });
  const another = await makeProblem('strict-other');
  expect((await start(makeClient(), contestId)).statusCode).toBe(401);
  await start(runner, contestId);
  expect((await runner.post('/api/submit', body(another, contestId))).statusCode).toBe(404);
  const inC = await runner.post('/api/submit', { ...body(first, contestId), language: 'c' });
  expect(inC.statusCode).toBe(400);
  const id = await submit(runner, first, contestId);
  const stranger = await signUp('user');
  expect((await read(stranger, contestId)).run).toBeNull();
  // As of an id that never was: others' runs cannot be counted.
  expect((await stranger.get(`/api/submissions/${id}`)).statusCode).toBe(404);
  expect((await stranger.get(`/api/submissions?contestId=${contestId}`)).statusCode).toBe(403);
});

it('leaves its submissions to practice when its contest is deleted', async () => {
  const { contestId, first } = await playContest('gone');
  const runner = await signUp('user', 'gone-runner');
  await start(runner, contestId);
  const id = await submit(runner, first, contestId);
  expect((await staff.delete(`/api/admin/contests/${contestId}`)).statusCode).toBe(204);
  await judge(id, 100);
  expect((await read(runner, contestId)).run).toBeUndefined();
  const listed = (await runner.get('/api/submissions?filter=mine')).json();
  expect(listed).toMatchObject([{ id, score: 100 }]);
});
