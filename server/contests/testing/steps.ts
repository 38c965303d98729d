/** Everything that staff, contestants and judges do, each on the server and in the model: both must take it alike. */
import { expect } from 'vitest';
import type { Contest } from '#contract/contests.ts';
import { contestFeedbacks, feedbacks, narrowFeedback } from '#contract/feedback.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type { SubmissionGroup } from '#contract/submissions.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import type { StoredResult } from '#store/schema.ts';
import { removeDeletedContests } from '../deletion.ts';
import { finishContests } from '../finisher.ts';
import { minute } from '../testing.ts';
import {
  contestStatus,
  deleteContest,
  deleteProblem,
  finishContest,
  hasFreeze,
  holdProblem,
  isInUnfinished,
  isOpenIn,
  listContests,
  listDue,
  type Model,
  type ModelContest,
  type ModelProblem,
  type ModelSubmission,
  type Person,
  releaseProblem,
  renameProblem,
} from './model.ts';
import { startStopwatch } from './stopwatch.ts';
import { timeSteps } from './time-steps.ts';
import { expectStatus, problemIds, type Step, type Walk, type WeightedStep } from './walk.ts';

/** At a time. */
const contestsMax = 4;

const steps: readonly WeightedStep[] = [
  [6, createProblem],
  [4, setVisibility],
  [2, setWithholding],
  [4, setFeedback],
  [2, changeId],
  [3, removeProblem],
  [4, scheduleContest],
  [6, moveIntoContest],
  [3, shareWithContest],
  [1, moveOutOfContest],
  [2, arrangeContest],
  [3, copyContest],
  [3, setContestFeedback],
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
  [2, thaw],
  ...timeSteps,
  [8, letTimePass],
];
const stepsByWeight = steps.flatMap(([weight, step]) => Array<Step>(weight).fill(step));

/** One of the steps that there is something to do for. */
export async function takeStep(walk: Walk): Promise<string> {
  // Not the same for all: two with windows of their own are hardly ever equally far.
  walk.pass(700 + Math.floor(walk.random.next() * 600));
  for (;;) {
    const did = await walk.random.pick(stepsByWeight)(walk);
    if (did) return did;
  }
}

async function createProblem(walk: Walk) {
  const id = walk.random.pickIfAny(problemIds.filter((free) => !walk.model.problems.has(free)));
  if (!id) return null;
  expectStatus(await walk.staff.post('/api/admin/problems', problemForm(walk, id)), 201);
  walk.model.problems.set(id, {
    id,
    isVisible: false,
    withholdsRunFacts: false,
    feedback: 'full',
    heldBy: new Set(),
  });
  return `create ${id}`;
}

function problemForm({ staff }: Walk, id: string) {
  return {
    id,
    title: `Title of ${id}`,
    author: staff.username,
    time_limit_ms: 1000,
    memory_limit_mb: 256,
  };
}

async function setVisibility(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const isVisible = walk.random.next() < 0.5;
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}/visibility`, { isVisible }), 200);
  problem.isVisible = isVisible;
  return `${isVisible ? 'show' : 'hide'} ${problem.id}`;
}

async function setWithholding(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const withholdsRunFacts = !problem.withholdsRunFacts;
  const form = { ...problemForm(walk, problem.id), withholds_run_facts: withholdsRunFacts };
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}`, form), 200);
  problem.withholdsRunFacts = withholdsRunFacts;
  return `${withholdsRunFacts ? 'withhold' : 'tell'} the run facts of ${problem.id}`;
}

async function setFeedback(walk: Walk) {
  const problem = pickProblem(walk);
  const feedback = walk.random.pick(feedbacks);
  if (!problem) return null;
  const form = { ...problemForm(walk, problem.id), feedback };
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}`, form), 200);
  problem.feedback = feedback;
  return `tell contestants of ${problem.id}: ${feedback}`;
}

async function changeId(walk: Walk) {
  const problem = pickProblem(walk);
  const id = walk.random.pickIfAny(problemIds.filter((free) => !walk.model.problems.has(free)));
  if (!problem || !id) return null;
  const { id: before } = problem;
  expectStatus(await walk.staff.put(`/api/admin/problems/${before}`, problemForm(walk, id)), 200);
  renameProblem(walk.model, problem, id);
  return `call ${before} ${id}`;
}

async function removeProblem(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const isTaken = isInUnfinished(walk.model, problem);
  const answer = await walk.staff.delete(`/api/admin/problems/${problem.id}`);
  expectStatus(answer, isTaken ? 409 : 204);
  if (isTaken) return `do not delete ${problem.id}, which is in a contest`;
  deleteProblem(walk.model, problem);
  return `delete ${problem.id}`;
}

async function scheduleContest({ makeContest, model, random }: Walk) {
  if (model.contests.filter(({ isDeleted }) => !isDeleted).length >= contestsMax) return null;
  const lastsMs = 4 * minute;
  const problem = random.pickIfAny(
    [...model.problems.values()].filter((each) => !isInUnfinished(model, each)),
  );
  if (!problem) return null;
  const freezeMinutes = random.next() < 0.5 ? 2 : null;
  const windowMinutes = random.next() < 0.3 ? 3 : null;
  const settings = { freeze_minutes: freezeMinutes, window_minutes: windowMinutes };
  const contest: ModelContest = {
    id: await makeContest({ startsInMs: minute, lastsMs, problems: [problem.id], settings }),
    stopwatch: startStopwatch({
      startsInMs: minute,
      lastsMs,
      freezeMs: freezeMinutes && freezeMinutes * minute,
      windowMs: windowMinutes && windowMinutes * minute,
    }),
    isThawed: false,
    columns: new Map([[problem.id, problem]]),
    places: new Map(),
    holds: new Set(),
    earlier: listContests(model, 'finished'),
    feedback: 'full',
    participants: new Set(),
    finalStandings: null,
    isDeleted: false,
  };
  holdProblem(contest, problem);
  model.contests.push(contest);
  return `schedule contest ${contest.id} with ${problem.id}`;
}

async function moveIntoContest({ move, model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled'));
  const problem = random.pickIfAny(
    [...model.problems.values()].filter(({ heldBy }) => contest && !heldBy.has(contest)),
  );
  if (!contest || !problem) return null;
  const isElsewhere = isInUnfinished(model, problem, contest);
  expectStatus(await move(contest.id, [problem.id], 'move_to_contest'), isElsewhere ? 409 : 204);
  if (isElsewhere) return `do not move ${problem.id} from one contest into ${contest.id}`;
  holdProblem(contest, problem);
  addColumn(contest, problem);
  return `move ${problem.id} into contest ${contest.id}`;
}

/** Where staff have arranged the columns, a new one comes last. */
function addColumn({ columns, places }: ModelContest, problem: ModelProblem): void {
  if (columns.has(problem.id)) return;
  const last = Math.max(0, ...[...places.values()].map(({ position }) => position));
  if (last > 0) places.set(problem.id, { position: last + 1, points: 100 });
  columns.set(problem.id, problem);
}

/** As the others have it: held together with those that hold it. */
async function shareWithContest(walk: Walk) {
  const { model, random, staff } = walk;
  const contest = random.pickIfAny(listContests(model, 'scheduled'));
  const problem = pickProblem(walk);
  if (!contest || !problem) return null;
  const body = { problemIds: [problem.id], action: 'share_with_contest' };
  expectStatus(await staff.post(`/api/admin/contests/${contest.id}/problems`, body), 204);
  releaseProblem(contest, problem);
  if (problem.heldBy.size > 0) holdProblem(contest, problem);
  addColumn(contest, problem);
  return `share ${problem.id} with contest ${contest.id}`;
}

async function arrangeContest({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(
    listContests(model, 'scheduled').filter(({ columns }) => columns.size > 0),
  );
  if (!contest) return null;
  const names = [...contest.columns.keys()].toSorted(() => random.next() - 0.5);
  const problems = names.map((id) => ({
    id,
    label: null,
    points: random.pick([0, 50, 100, 300]),
    colour: null,
    holds: contest.columns.get(id)?.heldBy.has(contest) ?? true,
  }));
  expectStatus(await staff.put(`/api/admin/contests/${contest.id}/problems`, { problems }), 204);
  for (const [index, { id, points }] of problems.entries()) {
    contest.places.set(id, { position: index + 1, points });
  }
  return `arrange contest ${contest.id}: ${names.join(', ')}`;
}

async function copyContest({ model, random, staff, fromNow }: Walk) {
  if (model.contests.filter(({ isDeleted }) => !isDeleted).length >= contestsMax) return null;
  const source = random.pickIfAny(listContests(model, 'scheduled', 'running', 'finishing', 'finished'));
  if (!source) return null;
  const lastsMs = 4 * minute;
  const times = { startTime: fromNow(minute), endTime: fromNow(minute + lastsMs) };
  const answer = await staff.post(`/api/admin/contests/${source.id}/copy`, { title: 'A copy', ...times });
  expectStatus(answer, 201);
  const contest: ModelContest = {
    ...source,
    id: answer.json<{ id: number }>().id,
    stopwatch: startStopwatch({
      startsInMs: minute,
      lastsMs,
      ...source.stopwatch.settings(),
    }),
    isThawed: false,
    columns: new Map(),
    places: new Map(),
    holds: new Set(),
    earlier: listContests(model, 'finished'),
    participants: new Set(),
    finalStandings: null,
  };
  for (const [name, problem] of source.columns) {
    if (!problem) continue;
    const isTaken = isInUnfinished(model, problem);
    if (isTaken ? problem.heldBy.size > 0 : source.holds.has(problem)) holdProblem(contest, problem);
    // By what it is called now, which the other may not do any more.
    contest.columns.set(problem.id, problem);
    const place = source.places.get(name);
    if (place) contest.places.set(problem.id, place);
  }
  model.contests.push(contest);
  return `copy contest ${source.id} as ${contest.id}`;
}

async function setContestFeedback({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running'));
  const feedback = random.pick(contestFeedbacks);
  if (!contest) return null;
  const { start_time, end_time } = (await staff.get(`/api/contests/${contest.id}`)).json<Contest>();
  const body = { title: 'A contest', startTime: start_time, endTime: end_time, feedback };
  expectStatus(await staff.put(`/api/admin/contests/${contest.id}`, body), 200);
  contest.feedback = feedback;
  return `tell contestants in contest ${contest.id}: ${feedback}`;
}

async function moveOutOfContest(walk: Walk) {
  const { problem, contest } = pickInContest(walk, 'scheduled') ?? {};
  if (!problem || !contest) return null;
  expectStatus(await walk.move(contest.id, [problem.id], 'move_to_main'), 204);
  releaseProblem(contest, problem);
  contest.columns.delete(problem.id);
  contest.places.delete(problem.id);
  return `move ${problem.id} out of contest ${contest.id}`;
}

async function joinContest({ model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running'));
  const person = random.pickIfAny(model.people.filter((each) => !contest?.participants.has(each)));
  if (!contest || !person) return null;
  const others = listContests(model, 'scheduled', 'running', 'finishing', 'finished');
  const isInOtherRoom = others.some(
    (other) =>
      other !== contest &&
      !contest.earlier.includes(other) &&
      other.participants.has(person) &&
      [...model.problems.values()].some((each) => contest.holds.has(each) && other.holds.has(each)),
  );
  // It may go on for those who have extra minutes.
  const isRefused = (isInOtherRoom && !person.isStaff) || contest.stopwatch.hasEnded();
  expectStatus(await person.post(`/api/contests/${contest.id}/join`), isRefused ? 403 : 200);
  if (isRefused) return `${person.username} may not join contest ${contest.id}`;
  contest.participants.add(person);
  return `${person.username} joins contest ${contest.id}`;
}

async function submitToMain(walk: Walk) {
  const problem = pickProblem(walk);
  const person = walk.random.pick(walk.model.people);
  if (!problem) return null;
  return submit(walk, person, problem, null, statusOfSubmitting(walk.model, person, problem));
}

function statusOfSubmitting(model: Model, person: Person, problem: ModelProblem): number {
  if (person.isStaff) return 201;
  if (problem.heldBy.size > 0) return 404;
  return problem.isVisible && !isForOwnContest(model, person, problem, null) ? 201 : 403;
}

/**
 * What another contest of this person keeps back would be told here, now or before that one is over; or it would be judged
 * while that one is paused. Contests of this model count no tries.
 */
function isForOwnContest(
  model: Model,
  person: Person,
  problem: ModelProblem,
  here: ModelContest | null,
): boolean {
  const toldHere = narrowFeedback(problem.feedback, here?.feedback ?? 'full');
  return listContests(model, 'running', 'finishing').some((contest) => {
    if (contest === here || !contest.participants.has(person) || !isOpenIn(contest, problem)) return false;
    const { stopwatch } = contest;
    if (stopwatch.awaitsStart(person.username)) return false;
    if (stopwatch.isPaused() && !stopwatch.isOverFor(person.username)) return true;
    const told = narrowFeedback(problem.feedback, contest.feedback);
    const isLater = !here || stopwatch.isPaused() || stopwatch.leftMs() > here.stopwatch.leftMs();
    if (problem.withholdsRunFacts && isLater) return true;
    return told !== problem.feedback && (isLater || narrowFeedback(told, toldHere) !== toldHere);
  });
}

async function submitToContest(walk: Walk) {
  const { problem, contest } = pickInContest(walk, 'running') ?? {};
  const person = walk.random.pick(walk.model.people);
  if (!problem || !contest) return null;
  const isTaken =
    contest.participants.has(person) &&
    contest.stopwatch.maySubmit(person.username) &&
    (person.isStaff || !isForOwnContest(walk.model, person, problem, contest));
  return submit(walk, person, problem, contest, isTaken ? 201 : 403);
}

async function submit(
  { model }: Walk,
  person: Person,
  problem: ModelProblem,
  contest: ModelContest | null,
  status: number,
) {
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
    ownMs: contest?.stopwatch.ownMs(person.username) ?? 0,
    isLate: contest?.stopwatch.isFrozen() ?? false,
    contest,
    isInMain: contest === null,
    state: 'pending',
    claim: null,
    score: null,
    results: [],
    groups: [],
  });
  return `${person.username} submits ${id} to ${place}`;
}

async function claim(walk: Walk) {
  const submission = pickSubmission(walk, 'pending');
  if (!submission) return null;
  submission.claim = await claimSubmission(walk.worker, submission.id);
  expect(submission.claim).not.toBeNull();
  submission.state = 'claimed';
  return `claim ${submission.id}`;
}

/** With facts of the run that may be secret for now. The first test is a sample. */
function makeResult(testCase: number, status: TestStatus): StoredResult {
  const facts = { timeMs: 7777, memoryKb: 88_888, reason: 'Exited with code 99' };
  return { testCase, status, ...facts, ...(testCase === 1 && { isSample: true }) };
}

function makeGroup(earned: number | null, status: TestStatus | null): SubmissionGroup {
  return { name: 'all', points: 100, earned, status, within: null, tests: [[1, 2]] };
}

async function reportProgress(walk: Walk) {
  const submission = pickSubmission(walk, 'claimed');
  // One report is enough: each adds to those before.
  if (!submission?.claim || walk.reported.has(submission.claim)) return null;
  const newResults = [makeResult(1, 'Accepted')];
  const groups = [makeGroup(null, null)];
  const progress = { testsDone: 1, testsTotal: 2, newResults, groups };
  expect(await storeProgress(walk.worker, submission.claim, progress)).toBe(true);
  walk.reported.add(submission.claim);
  if (submission.score === null) Object.assign(submission, { results: newResults, groups });
  return `report progress of ${submission.id}`;
}

async function judge(walk: Walk) {
  const submission = pickSubmission(walk, 'claimed');
  if (!submission?.claim) return null;
  const score = walk.random.pick([0, 30, 70, 100]);
  const verdict = makeVerdict(score);
  expect(await storeVerdict(walk.worker, submission.claim, verdict)).toBe(true);
  const { results, groups } = verdict;
  Object.assign(submission, { state: 'judged', claim: null, score, results, groups });
  return `judge ${submission.id}: ${score}`;
}

function makeVerdict(score: number) {
  const status: TestStatus = score === 100 ? 'Accepted' : 'Wrong Answer';
  const results = [makeResult(1, 'Accepted'), makeResult(2, status)];
  return { status, score, results, groups: [makeGroup(score, status)] };
}

async function rejudge({ staff, model, random, lateClaims }: Walk) {
  const submission = random.pickIfAny(model.submissions);
  if (!submission) return null;
  expectStatus(await staff.post(`/api/admin/submissions/${submission.id}/rejudge`), 204);
  if (submission.claim) lateClaims.push(submission.claim);
  const { state } = submission;
  Object.assign(submission, { state: 'pending', claim: null });
  if (submission.score === null) Object.assign(submission, { results: [], groups: [] });
  return `rejudge ${submission.id}, which was ${state}`;
}

/** Its submission may be waiting, under way elsewhere, judged or gone: it changes nothing. */
async function judgeTooLate({ worker, lateClaims }: Walk) {
  const late = lateClaims.shift();
  if (!late) return null;
  expect(await storeVerdict(worker, late, makeVerdict(100))).toBe(false);
  return `judge ${late.submissionId} too late`;
}

async function removeContest({ staff, model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running', 'finishing', 'finished'));
  if (!contest) return null;
  const status = contestStatus(contest);
  expectStatus(await staff.delete(`/api/admin/contests/${contest.id}`), status === 'running' ? 409 : 204);
  if (status === 'running') return `do not delete contest ${contest.id}, which is running`;
  deleteContest(model, contest);
  return `delete contest ${contest.id}, which was ${status}`;
}

/** Nothing that anybody is told may depend on whether they are still there. */
async function removeRowsOfDeleted({ context }: Walk) {
  await removeDeletedContests(context.db, { rowsAtOnce: 2 });
  return 'remove the rows of deleted contests';
}

async function thaw({ staff, model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'running', 'finishing').filter(hasFreeze));
  if (!contest) return null;
  const { stopwatch } = contest;
  const isSomebodyLeft = stopwatch.hasEnded() && !stopwatch.isOver();
  const isTaken = stopwatch.isFrozen() && !stopwatch.isPaused() && !isSomebodyLeft;
  expectStatus(await staff.post(`/api/admin/contests/${contest.id}/thaw`), isTaken ? 200 : 409);
  contest.isThawed = isTaken;
  return `${isTaken ? 'thaw' : 'do not thaw'} contest ${contest.id}`;
}

async function letTimePass({ pass, context, model }: Walk) {
  pass(30_000);
  const due = listDue(model);
  const finished = await finishContests(context.db, context.now());
  expect(finished.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
  for (const contest of due) finishContest(model, contest);
  return `let time pass, contests that finish: ${finished.join(', ') || 'none'}`;
}

function pickProblem({ model, random }: Walk): ModelProblem | undefined {
  return random.pickIfAny([...model.problems.values()]);
}

/** A problem of a contest at this stage. */
function pickInContest({ model, random }: Walk, status: 'scheduled' | 'running') {
  const inContests = listContests(model, status).flatMap((contest) =>
    [...model.problems.values()]
      .filter((problem) => isOpenIn(contest, problem))
      .map((problem) => ({ problem, contest })),
  );
  return random.pickIfAny(inContests);
}

function pickSubmission(
  { model, random }: Walk,
  wanted: ModelSubmission['state'],
): ModelSubmission | undefined {
  return random.pickIfAny(model.submissions.filter(({ state }) => state === wanted));
}
