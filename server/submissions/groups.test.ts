/** What a submission earned in each group of its problem's tests, and the best that somebody has in each. */
import { expect, it } from 'vitest';
import type { SubmissionGroup } from '#contract/submissions.ts';
import type { TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import { claimSubmission, releaseClaim, storeProgress, storeVerdict } from '#store/judgements.ts';
import { hour, makeContestTools, minute } from '../contests/testing.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';

const testApp = await makeTestApp();
const { advance, database, makeClient, signUp } = testApp;
const { staff, finish, join, makeContest, makeProblem, submit } = await makeContestTools(testApp);
// Judges have a role of their own, with few rights.
const worker = database.openAs('worker').db;
const user = await signUp('user');

const planned: TestGroup[] = [
  { name: 'samples', points: 0, dependsOn: [] },
  { name: 'easy', points: 30, dependsOn: [] },
  { name: 'hard', points: 70, dependsOn: [] },
  { name: 'first half', points: 1, dependsOn: [], within: 'hard' },
  { name: 'bonus', points: 5, dependsOn: [], rule: 'ignore' },
];

/** Another set of tests in force, as an import leaves it. */
async function putTestsInForce(problemId: string, groups: readonly TestGroup[] = planned): Promise<void> {
  await database.pool.query(
    `with made as (
       insert into test_sets (problem_id, plan, report) select id, $2, '{}' from problems where slug = $1
       returning id, problem_id
     ) update problems set test_set_id = made.id from made where problems.id = made.problem_id`,
    [problemId, { tests: [], groups }],
  );
}

const group = (name: string, points: number, earned: number | null, test: number): SubmissionGroup => ({
  name,
  points,
  earned,
  status: earned === null ? null : earned === points ? 'Accepted' : 'Wrong Answer',
  within: null,
  tests: [[test, test]],
});
const earning = (easy: number | null, hard: number | null) => [
  group('easy', 30, easy, 1),
  group('hard', 70, hard, 2),
];

async function claim(id: number) {
  const claimed = await claimSubmission(worker, id);
  if (!claimed) throw new Error(`Submission ${id} cannot be claimed`);
  return claimed;
}

async function judge(id: number, easy: number, hard: number): Promise<void> {
  const score = easy + hard;
  const status = score === 100 ? 'Accepted' : 'Wrong Answer';
  // What is kept beside it for boards is told to nobody.
  const groups = earning(easy, hard).map((each) => ({ ...each, share: '1/3' }));
  expect(await storeVerdict(worker, await claim(id), { status, score, results: [], groups })).toBe(true);
}

const groupsOf = async (id: number) => (await user.get(`/api/submissions/${id}`)).json().groups;

async function readBest(client: Client, address: string) {
  const { groups } = (await client.get(address)).json();
  return groups.map(({ name, best }: { name: string; best: number | null }) => [name, best]);
}

it('are told from the first test on, with what they earned from the verdict on', async () => {
  await makeProblem('steps');
  const id = await submit(user, 'steps');
  expect(await groupsOf(id)).toEqual([]);
  const first = await claim(id);
  expect(await groupsOf(id)).toEqual([]);
  const begun = { testsDone: 0, testsTotal: 2, newResults: [], groups: earning(null, null) };
  await storeProgress(worker, first, begun);
  expect(await groupsOf(id)).toEqual(earning(null, null));
  const { groups: _, ...later } = begun;
  await storeProgress(worker, first, { ...later, testsDone: 1 });
  expect(await groupsOf(id)).toEqual(earning(null, null));
  // Another attempt begins from nothing.
  await releaseClaim(worker, first, words('judging_failed'));
  expect(await groupsOf(id)).toEqual([]);
  await judge(id, 30, 12.5);
  expect(await groupsOf(id)).toEqual(earning(30, 12.5));

  // What is in force stays until a rejudge has its verdict.
  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  await storeProgress(worker, await claim(id), begun);
  expect(await groupsOf(id)).toEqual(earning(30, 12.5));
  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  await storeVerdict(worker, await claim(id), { status: 'Compilation Error', score: 0, results: [] });
  expect(await groupsOf(id)).toEqual([]);
});

it('have a best of their own each, by the tests in force', async () => {
  await makeProblem('best');
  expect((await user.get('/api/problems/best')).json().groups).toEqual([]);
  await putTestsInForce('best');
  const address = '/api/problems/best';
  // Also to a visitor, who has none.
  expect((await makeClient().get(address)).json().groups).toEqual([
    { name: 'samples', points: 0, within: null, best: null },
    { name: 'easy', points: 30, within: null, best: null },
    { name: 'hard', points: 70, within: null, best: null },
    { name: 'first half', points: 1, within: 'hard', best: null },
    // It counts nothing.
    { name: 'bonus', points: 0, within: null, best: null },
  ]);
  const best = async (client = user) =>
    (await readBest(client, address)).filter(([name]: [string]) => name === 'easy' || name === 'hard');
  const [one, other] = [await submit(user, 'best'), await submit(user, 'best')];
  await judge(one, 30, 12.5);
  await judge(other, 7.25, 35);
  expect(await best()).toEqual([
    ['easy', 30],
    ['hard', 35],
  ]);
  // Nobody else's.
  expect(await best(await signUp('user'))).toEqual([
    ['easy', null],
    ['hard', null],
  ]);

  // A rejudge may take it away again, and one under way does not yet.
  await staff.post(`/api/admin/submissions/${one}/rejudge`);
  const again = await claim(one);
  expect(await best()).toContainEqual(['easy', 30]);
  await storeVerdict(worker, again, { status: 'Wrong Answer', score: 1, results: [], groups: earning(1, 0) });
  expect(await best()).toEqual([
    ['easy', 7.25],
    ['hard', 35],
  ]);

  // Groups of other tests are other groups, whatever they are called.
  await putTestsInForce('best');
  expect(await best()).toEqual([
    ['easy', null],
    ['hard', null],
  ]);
  await judge(await submit(user, 'best'), 3, 0);
  expect(await best()).toEqual([
    ['easy', 3],
    ['hard', 0],
  ]);
});

it('have a best in a contest, which counts in the main list once that has finished', async () => {
  await makeProblem('both');
  await putTestsInForce('both', planned.slice(1, 3));
  advance(minute);
  await judge(await submit(user, 'both'), 30, 0);
  const contestId = await makeContest({ startsInMs: minute, lastsMs: hour, problems: ['both'] });
  await join(user, contestId);
  advance(minute);
  await judge(await submit(user, 'both', contestId), 10, 20);
  await judge(await submit(user, 'both', contestId), 0, 70);
  const inside = `/api/contests/${contestId}/problems/both`;
  const inContest = [
    ['easy', 10],
    ['hard', 70],
  ];
  expect(await readBest(user, inside)).toEqual(inContest);
  advance(hour);
  await finish();
  expect(await readBest(user, inside)).toEqual(inContest);
  expect(await readBest(user, '/api/problems/both')).toEqual([
    ['easy', 30],
    ['hard', 70],
  ]);
});
