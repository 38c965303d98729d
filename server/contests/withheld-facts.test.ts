/** A problem can be set to tell contestants nothing of a run but each test's status, until their contest has finished. */
import { expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import { type Client, makeTestApp } from '../testing/test-app.ts';
import { hour, makeContestTools, minute } from './testing.ts';

const testApp = await makeTestApp();
const { advance, context, signUp } = testApp;
const { staff, finish, makeProblem, startContest, statusOf, submit } = await makeContestTools(testApp);

const fields = { title: 'x', author: staff.username, time_limit_ms: 1000, memory_limit_mb: 256 };
const shown = { testCase: 1, status: 'Runtime Error', timeMs: 7_777_777, memoryKb: 5_555_555 };
const reason = words('exit_code', { exitCode: 99 });
const results = [{ ...shown, reason, checkerMessage: words('verbatim', { text: 'expected zebra' }) }];
const sampleDiffers = words('sample_differs', { line: 2, expected: '3', got: '4' });
/** On a sample the contestant's program has seen nothing that is not public. */
const onSample = {
  testCase: 2,
  status: 'Wrong Answer',
  timeMs: 7_777_777,
  memoryKb: 5_555_555,
  reason: null,
};
const withheld = {
  run_facts_withheld: true,
  overall_status: 'Runtime Error',
  results: [
    {
      testCase: 1,
      status: 'Runtime Error',
      timeMs: null,
      memoryKb: null,
      reason: null,
      reasonWords: null,
      checkerMessage: null,
      checkerWords: null,
      difference: null,
      differenceWords: null,
    },
  ],
};
const told = { ...shown, reason: 'Exited with code 99', reasonWords: reason, checkerWords: null };
const toldToContestants = { run_facts_withheld: false, results: [{ ...told, checkerMessage: null }] };
const toldToStaff = { run_facts_withheld: false, results: [{ ...told, checkerMessage: 'expected zebra' }] };

async function setWithholding(id: string, withholds_run_facts?: boolean): Promise<void> {
  const saved = await staff.put(`/api/admin/problems/${id}`, { id, ...fields, withholds_run_facts });
  expect(saved.statusCode).toBe(200);
}

async function judge(id: number): Promise<void> {
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error(`Submission ${id} cannot be claimed`);
  await storeProgress(context.db, claim, { testsDone: 1, testsTotal: 2, newResults: results });
  expect(await storeVerdict(context.db, claim, { status: 'Runtime Error', score: 0, results })).toBe(true);
}

const read = async (client: Client, id: number) => (await client.get(`/api/submissions/${id}`)).json();

async function expectNowhere(
  client: Client,
  contestId: number,
  problemId: string,
  id: number,
): Promise<void> {
  for (const address of [
    `/api/submissions/${id}`,
    `/api/submissions/${id}?contestId=${contestId}`,
    `/api/submissions?contestId=${contestId}`,
    `/api/submissions?contestId=${contestId}&filter=mine`,
    `/api/contests/${contestId}/problems`,
    `/api/contests/${contestId}/problems/${problemId}`,
    `/api/contests/${contestId}/scoreboard`,
    `/api/contests/${contestId}/progress`,
    '/api/problems-with-stats',
    '/api/scoreboard',
  ]) {
    const { body, statusCode, headers } = await client.get(address);
    expect([address, statusCode]).toEqual([address, 200]);
    expect([address, `${body}${JSON.stringify(headers)}`]).not.toEqual([
      address,
      expect.stringMatching(/7777777|5555555|exit_code|code 99|zebra/),
    ]);
  }
}

it('during the contest and while it is finishing, at every step of judging; staff see everything', async () => {
  const { contestId, participants, problemIds } = await startContest('withheld', { lastsMs: hour });
  const [problemId = ''] = problemIds;
  const user = participants[0] as Client;
  await setWithholding(problemId, true);
  const detail = await user.get(`/api/contests/${contestId}/problems/${problemId}`);
  expect(detail.json()).toMatchObject({ withholds_run_facts: true });

  const id = await submit(user, problemId, contestId);
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error('not claimed');
  await storeProgress(context.db, claim, { testsDone: 1, testsTotal: 2, newResults: results });
  expect(await read(user, id)).toMatchObject({ ...withheld, overall_status: 'Running' });
  await storeVerdict(context.db, claim, { status: 'Runtime Error', score: 0, results });
  expect(await read(user, id)).toMatchObject(withheld);
  await expectNowhere(user, contestId, problemId, id);
  expect(await read(staff, id)).toMatchObject(toldToStaff);
  expect(await read(await signUp('admin'), id)).toMatchObject(toldToStaff);

  await staff.post(`/api/admin/submissions/${id}/rejudge`);
  await judge(id);
  expect(await read(user, id)).toMatchObject(withheld);
  await setWithholding(problemId);
  expect(await read(user, id)).toMatchObject(withheld);

  advance(hour);
  expect(await statusOf(contestId)).toBe('finishing');
  expect(await read(user, id)).toMatchObject(withheld);
  await expectNowhere(user, contestId, problemId, id);
  await finish();
  expect(await statusOf(contestId)).toBe('finished');
  await staff.put(`/api/admin/problems/${problemId}/visibility`, { isVisible: true });
  expect(await read(user, id)).toMatchObject(toldToContestants);
  expect(await read(staff, id)).toMatchObject(toldToStaff);
});

it('neither when the problem is not set so, nor outside of contests, nor when the contest is gone', async () => {
  const { contestId, participants, problemIds } = await startContest('plain', {
    lastsMs: minute,
    problems: 2,
  });
  const [plain = '', set = ''] = problemIds;
  const user = participants[0] as Client;
  await setWithholding(set, true);
  const ids = [await submit(user, plain, contestId), await submit(user, set, contestId)];
  for (const id of ids) await judge(id);
  expect(await read(user, ids[0] as number)).toMatchObject(toldToContestants);
  expect(await read(user, ids[1] as number)).toMatchObject(withheld);
  await setWithholding(set, false);
  expect(await read(user, ids[1] as number)).toMatchObject(toldToContestants);
  await setWithholding(set, true);
  advance(minute);
  expect((await staff.delete(`/api/admin/contests/${contestId}`)).statusCode).toBe(204);
  await staff.put(`/api/admin/problems/${set}/visibility`, { isVisible: true });
  expect(await read(user, ids[1] as number)).toMatchObject(toldToContestants);

  const outside = await makeProblem('outside');
  await staff.put(`/api/admin/problems/${outside}/visibility`, { isVisible: true });
  await setWithholding(outside, true);
  const id = await submit(user, outside);
  await judge(id);
  expect(await read(user, id)).toMatchObject(toldToContestants);
});

it('what differs first on a sample is told all the same, and nothing of the run', async () => {
  const { contestId, participants, problemIds } = await startContest('samples', { lastsMs: minute });
  const [problemId = ''] = problemIds;
  const user = participants[0] as Client;
  await setWithholding(problemId, true);
  const id = await submit(user, problemId, contestId);
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error('not claimed');
  const both = [...results, { ...onSample, difference: sampleDiffers }];
  await storeProgress(context.db, claim, { testsDone: 2, testsTotal: 3, newResults: both });
  const toldOfSample = {
    testCase: 2,
    timeMs: null,
    memoryKb: null,
    difference: 'Line 2: expected “3”, got “4”',
    differenceWords: sampleDiffers,
  };
  const expected = { run_facts_withheld: true, results: [withheld.results[0], toldOfSample] };
  expect(await read(user, id)).toMatchObject(expected);
  await storeVerdict(context.db, claim, { status: 'Runtime Error', score: 0, results: both });
  expect(await read(user, id)).toMatchObject(expected);
  await expectNowhere(user, contestId, problemId, id);
});

it('what a validator tells the team is withheld like any reason, and told afterwards', async () => {
  const { contestId, participants, problemIds } = await startContest('words', { lastsMs: minute });
  const [problemId = ''] = problemIds;
  const user = participants[0] as Client;
  await setWithholding(problemId, true);
  const id = await submit(user, problemId, contestId);
  const claim = await claimSubmission(context.db, id);
  if (!claim) throw new Error('not claimed');
  const toTeam = words('told_by_checker', { text: 'No zebra.' });
  const newResults = [{ ...onSample, reason: toTeam }];
  await storeProgress(context.db, claim, { testsDone: 1, testsTotal: 2, newResults });
  await expectNowhere(user, contestId, problemId, id);
  await storeVerdict(context.db, claim, { status: 'Wrong Answer', score: 0, results: newResults });
  await expectNowhere(user, contestId, problemId, id);
  const toldOf = { results: [{ reason: 'No zebra.', reasonWords: toTeam }] };
  expect(await read(staff, id)).toMatchObject(toldOf);
  await setWithholding(problemId, false);
  expect(await read(user, id)).toMatchObject(toldOf);
});

it('is off unless staff turn it on', async () => {
  const id = await makeProblem('off');
  expect((await staff.get(`/api/problems/${id}`)).json()).toMatchObject({ withholds_run_facts: false });
  const answer = await staff.put(`/api/admin/problems/${id}`, { id, ...fields, withholds_run_facts: 'yes' });
  expect([answer.statusCode, answer.json().message]).toEqual([
    400,
    'Whether run facts are withheld must be true or false.',
  ]);
});
