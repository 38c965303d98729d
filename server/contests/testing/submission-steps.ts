/** What contestants do, and what judges do with what they submit. */
import { expect } from 'vitest';
import { narrowFeedback } from '#contract/feedback.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type { SubmissionGroup } from '#contract/submissions.ts';
import { claimSubmission, storeProgress, storeVerdict } from '#store/judgements.ts';
import type { StoredResult } from '#store/schema.ts';
import {
  isOpenIn,
  listContests,
  type Model,
  type ModelContest,
  type ModelProblem,
  type ModelSubmission,
  type Person,
} from './model.ts';
import { expectStatus, pickInContest, pickProblem, type Walk } from './walk.ts';

export async function joinContest({ model, random }: Walk) {
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

export async function submitToMain(walk: Walk) {
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

export async function submitToContest(walk: Walk) {
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

export async function claim(walk: Walk) {
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

export async function reportProgress(walk: Walk) {
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

export async function judge(walk: Walk) {
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

export async function rejudge({ staff, model, random, lateClaims }: Walk) {
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
export async function judgeTooLate({ worker, lateClaims }: Walk) {
  const late = lateClaims.shift();
  if (!late) return null;
  expect(await storeVerdict(worker, late, makeVerdict(100))).toBe(false);
  return `judge ${late.submissionId} too late`;
}

function pickSubmission(
  { model, random }: Walk,
  wanted: ModelSubmission['state'],
): ModelSubmission | undefined {
  return random.pickIfAny(model.submissions.filter(({ state }) => state === wanted));
}
