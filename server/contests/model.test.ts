/**
 * Everything that staff, contestants and judges do, in an order that nobody thought of: after every few steps what the
 * server tells is what the model in testing/model.ts says. The walk is always the same, so that it fails by a change of ours;
 * MINOS_MODEL_SEED takes another.
 */
import type { LightMyRequestResponse } from 'fastify';
import { expect, it } from 'vitest';
import type { Contest, ContestScoreboard } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import type { ProblemWithStats } from '#contract/problems.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import { type Claim, claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import type { StoredResult } from '#store/schema.ts';
import { makeTestApp } from '../testing/test-app.ts';
import { removeDeletedContests } from './deletion.ts';
import { finishContests } from './finisher.ts';
import {
  areRunFactsWithheld,
  bestScore,
  contestStatus,
  countMainScores,
  deleteContest,
  deleteProblem,
  finishContest,
  isToldTo,
  listContestProblems,
  listContests,
  listDue,
  listMainProblems,
  type Model,
  type ModelContest,
  type ModelProblem,
  type ModelSubmission,
  makeRandom,
  mayEnter,
  type Person,
  rankParticipants,
  submissionsIn,
} from './testing/model.ts';
import { makeContestTools, minute } from './testing.ts';

const rounds = 40;
const stepsPerRound = 12;
/** Few, so that steps meet at the same ones. */
const problemIds = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];
/** At a time. */
const contestsMax = 4;

const testApp = await makeTestApp();
const { advance, context, database, signUp } = testApp;
const { staff, makeContest, move } = await makeContestTools(testApp);
/** Verdicts come from judges, who have a role of their own with few rights. */
const worker = database.openAs('worker').db;

const seed = Number(process.env.MINOS_MODEL_SEED ?? 1);
const random = makeRandom(seed);

const users = [await makePerson('user-1'), await makePerson('user-2'), await makePerson('user-3')];
const tester: Person = Object.assign(await signUp('staff', 'tester'), { isStaff: true });
const people: readonly Person[] = [...users, tester];

const model: Model = {
  people,
  problems: new Map(),
  contests: [],
  submissions: [],
  now: () => context.now().getTime(),
};
/** Of judgements that a rejudge has put an end to, while the worker does not know yet. */
const lateClaims: Claim[] = [];
/** What the scoreboard was, by its ETag. */
const scoreboards = new Map<string, string>();

async function makePerson(username: string): Promise<Person> {
  return Object.assign(await signUp('user', username), { isStaff: false });
}

/** Says what it did, or null when there was nothing to do it to. */
type Step = () => Promise<string | null>;

/** Each with how often it comes, compared to the others. */
const steps: readonly (readonly [number, Step])[] = [
  [6, createProblem],
  [4, setVisibility],
  [2, setWithholding],
  [3, removeProblem],
  [4, scheduleContest],
  [6, moveIntoContest],
  [1, moveOutOfContest],
  [6, joinContest],
  [8, submitToMain],
  [12, submitToContest],
  [16, claim],
  [5, reportProgress],
  [16, judge],
  [5, rejudge],
  [2, judgeTooLate],
  [1, removeContest],
  [2, removeRowsOfDeleted],
  [8, letTimePass],
];
const stepsByWeight = steps.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

async function createProblem() {
  const id = random.pick(problemIds.filter((free) => !model.problems.has(free)));
  if (!id) return null;
  expectStatus(await staff.post('/api/admin/problems', problemForm(id)), 201);
  model.problems.set(id, { id, isVisible: false, withholdsRunFacts: false, heldBy: null });
  return `create ${id}`;
}

function problemForm(id: string) {
  return {
    id,
    title: `Title of ${id}`,
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  };
}

async function setVisibility() {
  const problem = pickProblem();
  if (!problem) return null;
  const isVisible = random.next() < 0.5;
  expectStatus(await staff.put(`/api/admin/problems/${problem.id}/visibility`, { isVisible }), 200);
  problem.isVisible = isVisible;
  return `${isVisible ? 'show' : 'hide'} ${problem.id}`;
}

async function setWithholding() {
  const problem = pickProblem();
  if (!problem) return null;
  const withholdsRunFacts = !problem.withholdsRunFacts;
  const form = { ...problemForm(problem.id), withholds_run_facts: withholdsRunFacts };
  expectStatus(await staff.put(`/api/admin/problems/${problem.id}`, form), 200);
  problem.withholdsRunFacts = withholdsRunFacts;
  return `${withholdsRunFacts ? 'withhold' : 'tell'} the run facts of ${problem.id}`;
}

async function removeProblem() {
  const problem = pickProblem();
  if (!problem) return null;
  const answer = await staff.delete(`/api/admin/problems/${problem.id}`);
  expectStatus(answer, problem.heldBy ? 409 : 204);
  if (problem.heldBy) return `do not delete ${problem.id}, which contest ${problem.heldBy.id} holds`;
  deleteProblem(model, problem);
  return `delete ${problem.id}`;
}

async function scheduleContest() {
  if (model.contests.filter(({ isDeleted }) => !isDeleted).length >= contestsMax) return null;
  const startsAt = model.now() + minute;
  const lastsMs = 4 * minute;
  const problem = random.pick([...model.problems.values()].filter(({ heldBy }) => !heldBy));
  if (!problem) return null;
  const contest: ModelContest = {
    id: await makeContest({ startsInMs: minute, lastsMs, problems: [problem.id] }),
    startsAt,
    endsAt: startsAt + lastsMs,
    columns: new Map([[problem.id, problem]]),
    participants: new Set(),
    finalStandings: null,
    isDeleted: false,
  };
  problem.heldBy = contest;
  model.contests.push(contest);
  return `schedule contest ${contest.id} with ${problem.id}`;
}

async function moveIntoContest() {
  const contest = random.pick(listContests(model, 'scheduled'));
  const problem = random.pick([...model.problems.values()].filter(({ heldBy }) => heldBy !== contest));
  if (!contest || !problem) return null;
  const isElsewhere = problem.heldBy !== null;
  expectStatus(await move(contest.id, [problem.id], 'move_to_contest'), isElsewhere ? 409 : 204);
  if (isElsewhere) return `do not move ${problem.id} from one contest into ${contest.id}`;
  problem.heldBy = contest;
  contest.columns.set(problem.id, problem);
  return `move ${problem.id} into contest ${contest.id}`;
}

async function moveOutOfContest() {
  const { problem, contest } = pickHeld('scheduled') ?? {};
  if (!problem || !contest) return null;
  expectStatus(await move(contest.id, [problem.id], 'move_to_main'), 204);
  problem.heldBy = null;
  contest.columns.delete(problem.id);
  return `move ${problem.id} out of contest ${contest.id}`;
}

async function joinContest() {
  const contest = random.pick(listContests(model, 'scheduled', 'running'));
  const person = random.pick(people.filter((each) => !contest?.participants.has(each)));
  if (!contest || !person) return null;
  expectStatus(await person.post(`/api/contests/${contest.id}/join`), 200);
  contest.participants.add(person);
  return `${person.username} joins contest ${contest.id}`;
}

async function submitToMain() {
  const problem = pickProblem();
  const person = random.pick(people);
  if (!problem || !person) return null;
  return submit(person, problem, null, statusOfSubmitting(person, problem));
}

function statusOfSubmitting(person: Person, { heldBy, isVisible }: ModelProblem): number {
  if (person.isStaff) return 201;
  if (heldBy) return 404;
  return isVisible ? 201 : 403;
}

async function submitToContest() {
  const { problem, contest } = pickHeld('running') ?? {};
  const person = random.pick(people);
  if (!problem || !contest || !person) return null;
  return submit(person, problem, contest, contest.participants.has(person) ? 201 : 403);
}

async function submit(person: Person, problem: ModelProblem, contest: ModelContest | null, status: number) {
  const body = { problemId: problem.id, language: 'cpp', code: 'int main() {}', contestId: contest?.id };
  const answer = await person.post('/api/submit', body);
  // So many wait already: a rule with tests of its own.
  if (answer.statusCode === 429 && status === 201 && !person.isStaff) return null;
  expectStatus(answer, status);
  const place = `${problem.id} ${contest ? `in contest ${contest.id}` : 'outside of contests'}`;
  if (status !== 201) return `${person.username} may not submit to ${place}`;
  const { id } = answer.json<{ id: number }>();
  model.submissions.push({
    id,
    owner: person,
    problem,
    submittedAt: model.now(),
    contest,
    isInMain: contest === null,
    state: 'pending',
    claim: null,
    score: null,
    results: [],
  });
  return `${person.username} submits ${id} to ${place}`;
}

async function claim() {
  const submission = pickSubmission('pending');
  if (!submission) return null;
  submission.claim = await claimSubmission(worker, submission.id);
  expect(submission.claim).not.toBeNull();
  submission.state = 'claimed';
  return `claim ${submission.id}`;
}

/** With facts of the run that may be secret for now. */
function makeResult(testCase: number, status: FinishedStatus): StoredResult {
  return { testCase, status, timeMs: 7777, memoryKb: 88_888, reason: 'Exited with code 99' };
}

async function reportProgress() {
  const submission = pickSubmission('claimed');
  // One report is enough: each adds to those before.
  if (!submission?.claim || submission.results.length > 0) return null;
  const newResults = [makeResult(1, 'Accepted')];
  const progress = { testsDone: 1, testsTotal: 2, newResults };
  expect(await storeProgress(worker, submission.claim, progress)).toBe(true);
  submission.results = newResults;
  return `report progress of ${submission.id}`;
}

async function judge() {
  const submission = pickSubmission('claimed');
  if (!submission?.claim) return null;
  const score = random.pick([0, 30, 70, 100]) ?? 0;
  const verdict = makeVerdict(score);
  expect(await storeVerdict(worker, submission.claim, verdict)).toBe(true);
  Object.assign(submission, { state: 'judged', claim: null, score, results: verdict.results });
  return `judge ${submission.id}: ${score}`;
}

function makeVerdict(score: number) {
  const status: FinishedStatus = score === 100 ? 'Accepted' : 'Wrong Answer';
  return { status, score, results: [makeResult(1, 'Accepted'), makeResult(2, status)] };
}

async function rejudge() {
  const submission = random.pick(model.submissions);
  if (!submission) return null;
  expectStatus(await staff.post(`/api/admin/submissions/${submission.id}/rejudge`), 204);
  if (submission.claim) lateClaims.push(submission.claim);
  const { state } = submission;
  Object.assign(submission, { state: 'pending', claim: null, score: null, results: [] });
  return `rejudge ${submission.id}, which was ${state}`;
}

/** Its submission may be waiting, under way elsewhere, judged or gone: it changes nothing. */
async function judgeTooLate() {
  const late = lateClaims.shift();
  if (!late) return null;
  expect(await storeVerdict(worker, late, makeVerdict(100))).toBe(false);
  return `judge ${late.submissionId} too late`;
}

async function removeContest() {
  const contest = random.pick(listContests(model, 'scheduled', 'running', 'finishing', 'finished'));
  if (!contest) return null;
  const status = contestStatus(model, contest);
  expectStatus(await staff.delete(`/api/admin/contests/${contest.id}`), status === 'running' ? 409 : 204);
  if (status === 'running') return `do not delete contest ${contest.id}, which is running`;
  deleteContest(model, contest);
  return `delete contest ${contest.id}, which was ${status}`;
}

/** Nothing that anybody is told may depend on whether they are still there. */
async function removeRowsOfDeleted() {
  await removeDeletedContests(context.db, { rowsAtOnce: 2 });
  return 'remove the rows of deleted contests';
}

async function letTimePass() {
  advance(30_000);
  const due = listDue(model);
  const finished = await finishContests(context.db, context.now());
  expect(finished.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
  for (const contest of due) finishContest(model, contest);
  return `let time pass, contests that finish: ${finished.join(', ') || 'none'}`;
}

function pickProblem(): ModelProblem | undefined {
  return random.pick([...model.problems.values()]);
}

/** A problem of a contest at this stage. */
function pickHeld(status: 'scheduled' | 'running') {
  const held = [...model.problems.values()].flatMap((problem) => {
    const contest = problem.heldBy;
    return contest && contestStatus(model, contest) === status ? [{ problem, contest }] : [];
  });
  return random.pick(held);
}

function pickSubmission(wanted: ModelSubmission['state']): ModelSubmission | undefined {
  return random.pick(model.submissions.filter(({ state }) => state === wanted));
}

function expectStatus(answer: LightMyRequestResponse, status: number): void {
  expect([answer.statusCode, answer.body]).toEqual([status, expect.anything()]);
}

/** One of the steps that there is something to do for. */
async function takeStep(): Promise<string> {
  advance(1_000);
  for (;;) {
    const did = await random.pick(stepsByWeight)?.();
    if (did) return did;
  }
}

async function checkAll(): Promise<void> {
  for (const viewer of [random.pick(users), random.pick(people)]) {
    if (!viewer) continue;
    await checkScoreboard(viewer);
    await checkMainList(viewer);
    await checkMainProblems(viewer);
    await checkContests(viewer);
    for (const contest of model.contests) {
      if (contest.isDeleted) {
        await checkDeletedContest(viewer, contest);
        continue;
      }
      await checkContestList(viewer, contest);
      await checkContestProblems(viewer, contest);
      await checkContestScoreboard(viewer, contest);
    }
  }
  const some = [1, 2, 3].map(() => random.pick(model.submissions));
  for (const submission of [...some, model.submissions.at(-1)]) {
    for (const viewer of people) if (submission) await checkDetails(viewer, submission);
  }
}

async function read<Answer>(viewer: Person, path: string): Promise<Answer> {
  const answer = await viewer.get(path);
  expect([path, answer.statusCode]).toEqual([path, 200]);
  return answer.json<Answer>();
}

async function expectRefused(viewer: Person, path: string, status: number): Promise<void> {
  expect([path, (await viewer.get(path)).statusCode]).toEqual([path, status]);
}

async function checkScoreboard(viewer: Person): Promise<void> {
  const answer = await viewer.get('/api/scoreboard');
  const etag = String(answer.headers.etag);
  // A client that already has this revision gets 304: there must be no second answer under the same tag.
  expect(answer.body).toBe(scoreboards.get(etag) ?? answer.body);
  scoreboards.set(etag, answer.body);
  const shown = answer.json<{ username: string }[]>();
  for (const person of people) {
    const row = shown.find(({ username }) => username === person.username);
    const counted = countMainScores(model, person);
    if (row || !counted?.mayBeAbsent) expect([person.username, row]).toEqual([person.username, counted?.row]);
  }
}

async function checkMainList(viewer: Person): Promise<void> {
  const shown = await read<Submission[]>(viewer, '/api/submissions');
  expectListed(
    viewer,
    shown,
    model.submissions.filter(({ isInMain }) => isInMain),
  );
}

async function checkContestList(viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/submissions?contestId=${contest.id}`;
  if (!mayEnter(model, contest, viewer)) return expectRefused(viewer, path, 403);
  expectListed(viewer, await read<Submission[]>(viewer, path), submissionsIn(model, contest));
}

function expectListed(
  viewer: Person,
  shown: readonly Submission[],
  candidates: readonly ModelSubmission[],
): void {
  const told = candidates.filter((submission) => isToldTo(viewer, submission));
  expect(shown.map(({ id, score, can_view }) => ({ id, score, can_view }))).toEqual(
    told
      .map(({ id, score, owner }) => ({ id, score, can_view: viewer.isStaff || owner === viewer }))
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limits.submissionPageMax),
  );
}

async function checkMainProblems(viewer: Person): Promise<void> {
  const shown = await read<ProblemWithStats[]>(viewer, '/api/problems-with-stats');
  expect(shown.map(toChecked)).toEqual(
    listMainProblems(model, viewer).map((problem) => ({
      id: problem.id,
      is_hidden: !problem.isVisible,
      ...countOwn(viewer, problem, ({ isInMain }) => isInMain),
    })),
  );
}

async function checkContestProblems(viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/contests/${contest.id}/problems`;
  if (!mayEnter(model, contest, viewer)) return expectRefused(viewer, path, 403);
  const shown = await read<ProblemWithStats[]>(viewer, path);
  expect(shown.map(toChecked)).toEqual(
    listContestProblems(contest, viewer).map((problem) => ({
      id: problem.id,
      is_hidden: !problem.isVisible && problem.heldBy !== contest,
      ...countOwn(viewer, problem, (submission) => submission.contest === contest),
    })),
  );
}

function toChecked({ id, is_hidden, submission_count, best_score }: ProblemWithStats) {
  return { id, is_hidden, submission_count, best_score };
}

function countOwn(
  viewer: Person,
  problem: ModelProblem,
  isCounted: (submission: ModelSubmission) => boolean,
) {
  const own = model.submissions.filter(
    (submission) => submission.owner === viewer && submission.problem === problem && isCounted(submission),
  );
  return { submission_count: own.length, best_score: bestScore(own) };
}

async function checkContests(viewer: Person): Promise<void> {
  const shown = await read<Contest[]>(viewer, '/api/contests');
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(shown.toSorted(byId)).toMatchObject(
    model.contests
      .filter(({ isDeleted }) => !isDeleted)
      .map((contest) => ({
        id: contest.id,
        status: contestStatus(model, contest),
        participant_count: contest.participants.size,
        problem_count: contest.columns.size,
        is_participant: contest.participants.has(viewer),
      })),
  );
}

async function checkContestScoreboard(viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/contests/${contest.id}/scoreboard`;
  const isOpen = viewer.isStaff || contest.participants.has(viewer) || contest.finalStandings !== null;
  if (!isOpen) return expectRefused(viewer, path, 403);
  const shown = await read<ContestScoreboard>(viewer, path);
  // Before the start its columns would tell which problems it has.
  const isSecret = contestStatus(model, contest) === 'scheduled' && !viewer.isStaff;
  const columns = isSecret ? [] : [...contest.columns.keys()].toSorted();
  expect(shown).toEqual({
    scoreboard: contest.finalStandings ?? rankParticipants(model, contest),
    problems: columns.map((problem_id) => ({ problem_id })),
  });
}

async function checkDeletedContest(viewer: Person, { id }: ModelContest): Promise<void> {
  for (const path of ['', '/problems', '/scoreboard', `/problems/${problemIds[0]}`]) {
    await expectRefused(viewer, `/api/contests/${id}${path}`, 404);
  }
  await expectRefused(viewer, `/api/submissions?contestId=${id}`, 404);
}

async function checkDetails(viewer: Person, submission: ModelSubmission): Promise<void> {
  const path = `/api/submissions/${submission.id}`;
  if (!isToldTo(viewer, submission)) return expectRefused(viewer, path, 404);
  if (!viewer.isStaff && submission.owner !== viewer) return expectRefused(viewer, path, 403);
  const isWithheld = areRunFactsWithheld(viewer, submission);
  expect(await read<FullSubmission>(viewer, path)).toMatchObject({
    id: submission.id,
    problem_id: submission.problem.id,
    score: submission.score,
    run_facts_withheld: isWithheld,
    results: submission.results.map((result) => ({
      ...result,
      ...(isWithheld && { timeMs: null, memoryKb: null, reason: null }),
    })),
  });
}

// Ten seconds on a quiet machine, but a test run has two busy cores.
it('tells everyone what the rules say, whatever happened before', { timeout: 180_000 }, async (test) => {
  const log: string[] = [];
  test.onTestFailed(() => {
    const last = log.slice(-60).join('\n');
    console.error(
      `To have it again: MINOS_MODEL_SEED=${seed}. After ${log.length} steps, the last:\n${last}`,
    );
  });
  for (let round = 1; round <= rounds; round += 1) {
    for (let step = 1; step <= stepsPerRound; step += 1) log.push(await takeStep());
    await checkAll();
  }
});
