import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';
import type { ContestStatistics } from '#contract/contest-statistics.ts';
import type { FinishedStatus, TestStatus } from '#contract/statuses.ts';
import { findStatistics } from '#store/contest-statistics.ts';
import { claimSubmission, storeVerdict } from '#store/judgements.ts';
import { boardRevision, raiseRevision } from '#store/revisions.ts';
import { contestStatistics } from '#store/schema.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { makeContestTools, minute } from './testing.ts';

vi.mock(import('#store/contest-statistics.ts'), async (importOriginal) => {
  const { findStatistics } = await importOriginal();
  return { findStatistics: vi.fn(findStatistics) };
});

const testApp = await makeTestApp();
const { advance, context, makeClient, signUp } = testApp;
const { staff, finish, makeContest, startContest, submit } = await makeContestTools(testApp);

const read = async (client: Client, contestId: number): Promise<ContestStatistics> => {
  const answer = await client.get(`/api/contests/${contestId}/statistics`);
  expect(answer.statusCode).toBe(200);
  return answer.json();
};

async function judge(id: number, status: FinishedStatus, tests: readonly TestStatus[]): Promise<void> {
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
  const results = tests.map((each, index) => ({
    testCase: index + 1,
    status: each,
    timeMs: 1,
    memoryKb: 1000,
    reason: null,
  }));
  const passed = tests.filter((each) => each === 'Accepted').length;
  const score = tests.length === 0 ? 0 : Math.floor((passed / tests.length) * 100);
  expect(await storeVerdict(context.db, claim, { status, score, results })).toBe(true);
}

/** Three people on two problems: the first is solved in minutes 1, 4 and 6, of the second the third test is hard. */
async function play(name: string, settings: object = {}) {
  const { contestId, participants, problemIds } = await startContest(name, {
    people: 3,
    problems: 2,
    lastsMs: 10 * minute,
    settings,
  });
  const [ada, ben, cho] = participants as unknown as [Client, Client, Client];
  const [easy, hard] = problemIds as [string, string];
  const send = async (client: Client, problem: string, status: FinishedStatus, tests: TestStatus[]) => {
    advance(minute);
    const id = await submit(client, problem, contestId);
    await judge(id, status, tests);
    return id;
  };
  const [right, wrong, slow, skipped] = [
    'Accepted',
    'Wrong Answer',
    'Time Limit Exceeded',
    'Skipped',
  ] as const;
  await send(ada, easy, right, [right, right]);
  const late = await send(ada, hard, wrong, [right, right, wrong, right]);
  await send(ben, hard, wrong, [right, wrong, wrong, right]);
  await send(ben, easy, right, [right, right]);
  await send(ada, hard, slow, [right, right, slow, skipped]);
  await send(cho, easy, right, [right, right]);
  await send(cho, hard, 'Compilation Error', []);
  return { contestId, easy, hard, late, ada };
}

it('counts tries, solves, totals, verdicts, languages and where most tries fail', async () => {
  const { contestId, easy, hard, late } = await play('figures');
  const expected = {
    lasts_ms: 10 * minute,
    part_ms: minute,
    tries: [0, 1, 1, 1, 1, 1, 1, 1, 0, 0],
    solves: [0, 1, 0, 0, 1, 0, 1, 0, 0, 0],
    // Of 200 points in steps of 20: 100 + 75, 100 + 50 and 100.
    totals: [0, 0, 0, 0, 0, 1, 0, 1, 1, 0, 0].map((count, index) => ({ from: 20 * index, count })),
    problems: [
      {
        problem_id: easy,
        label: 'A',
        tries: 3,
        tried_by: 3,
        solved_by: 3,
        first_solve_ms: minute,
        median_solve_ms: 4 * minute,
        verdicts: [{ status: 'Accepted', count: 3 }],
        languages: [{ language: 'cpp', count: 3 }],
        hardest_test: null,
      },
      {
        problem_id: hard,
        label: 'B',
        tries: 4,
        tried_by: 3,
        solved_by: 0,
        first_solve_ms: null,
        median_solve_ms: null,
        verdicts: [
          { status: 'Wrong Answer', count: 2 },
          { status: 'Compilation Error', count: 1 },
          { status: 'Time Limit Exceeded', count: 1 },
        ],
        languages: [{ language: 'cpp', count: 4 }],
        hardest_test: { test: 3, failed: 2 },
      },
    ],
  };
  expect(await read(staff, contestId)).toMatchObject(expected);
  advance(4 * minute);
  await finish();
  for (const client of [staff, makeClient(), await signUp('user')])
    expect(await read(client, contestId)).toMatchObject(expected);

  // Neither a later verdict nor practice nor a deleted problem changes what was.
  await staff.post(`/api/admin/submissions/${late}/rejudge`);
  await judge(late, 'Accepted', ['Accepted']);
  await judge(await submit(await signUp('user'), hard), 'Runtime Error', ['Runtime Error']);
  expect(await read(staff, contestId)).toMatchObject(expected);
  expect((await staff.delete(`/api/admin/problems/${hard}`)).statusCode).toBe(204);
  expect(await read(staff, contestId)).toMatchObject(expected);
  const { problems } = await read(makeClient(), contestId);
  expect(problems[1]).toMatchObject({ tries: 4, verdicts: null, languages: null, hardest_test: null });
});

it('is counted once where it was not at the finish, however many ask for it', async () => {
  const { contestId } = await play('figures-old');
  advance(4 * minute);
  await finish();
  const expected = await read(staff, contestId);
  await context.db.delete(contestStatistics).where(eq(contestStatistics.contestId, contestId));
  await raiseRevision(context.db, boardRevision(contestId, 'others'));
  vi.mocked(findStatistics).mockClear();
  const visitors = Array.from({ length: 20 }, () => read(makeClient(), contestId));
  for (const told of await Promise.all(visitors)) expect(told).toEqual(expected);
  expect(findStatistics).toHaveBeenCalledTimes(1);
});

it('counts solved problems one by one in an ICPC contest', async () => {
  const { contestId } = await play('figures-icpc', { format: 'icpc' });
  const { totals } = await read(staff, contestId);
  expect(totals).toEqual([
    { from: 0, count: 0 },
    { from: 1, count: 3 },
    { from: 2, count: 0 },
  ]);
});

it('is told to staff alone until the finish, whatever the clock says and whether it is frozen', async () => {
  const { contestId, ada } = await play('figures-frozen', { freeze_minutes: 5 });
  const statuses = async () =>
    Promise.all(
      [makeClient(), await signUp('user'), ada, staff].map(
        async (client) => (await client.get(`/api/contests/${contestId}/statistics`)).statusCode,
      ),
    );
  expect(await statuses()).toEqual([403, 403, 403, 200]);
  advance(5 * minute);
  await finish();
  expect(await statuses()).toEqual([403, 403, 403, 200]);
  expect((await staff.post(`/api/admin/contests/${contestId}/thaw`)).statusCode).toBe(200);
  expect(await statuses()).toEqual([403, 403, 403, 200]);
  await finish();
  expect(await statuses()).toEqual([200, 200, 200, 200]);
});

it('of a problem that keeps something back no more is told than its lists tell', async () => {
  const { contestId, hard } = await play('figures-kept');
  advance(4 * minute);
  await finish();
  const told = async (client: Client) => {
    const { problems } = await read(client, contestId);
    const figures = problems.find(({ problem_id }) => problem_id === hard);
    return [figures?.verdicts, figures?.languages, figures?.hardest_test].map((each) => each !== null);
  };
  const set = async (change: object) => {
    const problem = {
      id: hard,
      title: 'Hard',
      author: staff.username,
      time_limit_ms: 1000,
      memory_limit_mb: 256,
    };
    expect((await staff.put(`/api/admin/problems/${hard}`, { ...problem, ...change })).statusCode).toBe(200);
  };
  expect(await told(makeClient())).toEqual([true, true, true]);
  await set({ feedback: 'groups' });
  expect(await told(makeClient())).toEqual([true, true, false]);
  await set({ feedback: 'samples' });
  expect(await told(makeClient())).toEqual([false, true, false]);
  await set({ feedback: 'full' });
  await staff.put(`/api/admin/problems/${hard}/visibility`, { isVisible: false });
  expect(await told(makeClient())).toEqual([false, false, false]);
  await staff.put(`/api/admin/problems/${hard}/visibility`, { isVisible: true });
  await makeContest({ problems: [hard] });
  expect(await told(makeClient())).toEqual([false, false, false]);
  expect(await told(staff)).toEqual([true, true, true]);
});

it.each([
  ['full', minute],
  ['samples', null],
])('when a problem was solved that told %s is told as before when it is deleted', async (feedback, told) => {
  const { contestId, easy } = await play(`figures-gone-${feedback}`);
  const problem = {
    id: easy,
    title: 'Easy',
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  };
  expect((await staff.put(`/api/admin/problems/${easy}`, { ...problem, feedback })).statusCode).toBe(200);
  advance(4 * minute);
  await finish();
  const firstSolve = async (client: Client) => (await read(client, contestId)).problems[0]?.first_solve_ms;
  expect([await firstSolve(makeClient()), await firstSolve(staff)]).toEqual([told, minute]);
  expect((await staff.delete(`/api/admin/problems/${easy}`)).statusCode).toBe(204);
  expect([await firstSolve(makeClient()), await firstSolve(staff)]).toEqual([told, minute]);
});
