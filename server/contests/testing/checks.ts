/** Whether the server tells each of the people what the model says they are to see. */
import { expect } from 'vitest';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import type { Contest } from '#contract/contests.ts';
import { limits } from '#contract/limits.ts';
import type { ProblemWithStats } from '#contract/problems.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import {
  areRunFactsWithheld,
  areScoresTold,
  awaitsOwnStart,
  bestScore,
  contestStatus,
  countMainScores,
  feedbackTo,
  hasFreeze,
  isFrozenTo,
  isOpenIn,
  isToldTo,
  listContestProblems,
  listMainProblems,
  type Model,
  type ModelContest,
  type ModelProblem,
  type ModelSubmission,
  mayEnter,
  orderColumns,
  type Person,
  pointsOf,
  rankParticipants,
  submissionsIn,
} from './model.ts';
import { problemIds, type Walk } from './walk.ts';

export async function checkAll(walk: Walk): Promise<void> {
  const { model, random, users } = walk;
  for (const viewer of [random.pick(users), random.pick(model.people)]) {
    await checkScoreboard(walk, viewer);
    await checkMainList(model, viewer);
    await checkMainProblems(model, viewer);
    await checkContests(model, viewer);
    for (const contest of model.contests) {
      if (contest.isDeleted) {
        await checkDeletedContest(viewer, contest);
        continue;
      }
      await checkContestList(model, viewer, contest);
      await checkContestProblems(model, viewer, contest);
      await checkContestScoreboard(model, viewer, contest);
    }
  }
  const some = [1, 2, 3].map(() => random.pickIfAny(model.submissions));
  for (const submission of [...some, model.submissions.at(-1)]) {
    for (const viewer of model.people) if (submission) await checkDetails(viewer, submission);
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

async function checkScoreboard({ model, scoreboards }: Walk, viewer: Person): Promise<void> {
  const answer = await viewer.get('/api/scoreboard');
  const etag = String(answer.headers.etag);
  // A client that already has this revision gets 304: there must be no second answer under the same tag.
  expect(answer.body).toBe(scoreboards.get(etag) ?? answer.body);
  scoreboards.set(etag, answer.body);
  const shown = answer.json<{ username: string }[]>();
  for (const person of model.people) {
    const row = shown.find(({ username }) => username === person.username);
    const counted = countMainScores(model, person);
    if (row || !counted?.mayBeAbsent) expect([person.username, row]).toEqual([person.username, counted?.row]);
  }
}

async function checkMainList(model: Model, viewer: Person): Promise<void> {
  const shown = await read<Submission[]>(viewer, '/api/submissions');
  const inMain = model.submissions.filter(({ isInMain }) => isInMain);
  expectListed(viewer, shown, inMain);
  const solved = inMain.filter((submission) => tellScore(viewer, submission) === 100);
  expectListed(viewer, await read<Submission[]>(viewer, '/api/submissions?verdict=Accepted'), solved);
}

async function checkContestList(model: Model, viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/submissions?contestId=${contest.id}`;
  if (!mayEnter(contest, viewer)) return expectRefused(viewer, path, 403);
  const inContest = submissionsIn(model, contest);
  expectListed(viewer, await read<Submission[]>(viewer, path), inContest);
  const solved = inContest.filter((submission) => tellScore(viewer, submission) === 100);
  expectListed(viewer, await read<Submission[]>(viewer, `${path}&verdict=Accepted`), solved);
}

function expectListed(
  viewer: Person,
  shown: readonly Submission[],
  candidates: readonly ModelSubmission[],
): void {
  const told = candidates.filter((submission) => isToldTo(viewer, submission));
  expect(
    shown.map(({ id, score, can_view, overall_status, tests_done, tests_total }) => ({
      id,
      score,
      can_view,
      isFrozen: overall_status === 'Frozen' && tests_done + tests_total === 0,
    })),
  ).toEqual(
    told
      .map((submission) => ({
        id: submission.id,
        score: tellScore(viewer, submission),
        can_view: viewer.isStaff || submission.owner === viewer,
        isFrozen: isFrozenTo(viewer, submission),
      }))
      .toSorted((a, b) => b.id - a.id)
      .slice(0, limits.submissionPageMax),
  );
}

function tellScore(viewer: Person, submission: ModelSubmission): number | null {
  const feedback = feedbackTo(viewer, submission.problem, submission.contest);
  return areScoresTold(feedback) && !isFrozenTo(viewer, submission) ? submission.score : null;
}

async function checkMainProblems(model: Model, viewer: Person): Promise<void> {
  const shown = await read<ProblemWithStats[]>(viewer, '/api/problems-with-stats');
  expect(shown.map(toChecked)).toEqual(
    listMainProblems(model, viewer).map((problem) => ({
      id: problem.id,
      is_hidden: !problem.isVisible,
      ...countOwn(model, viewer, problem, null),
    })),
  );
}

async function checkContestProblems(model: Model, viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/contests/${contest.id}/problems`;
  if (!mayEnter(contest, viewer)) return expectRefused(viewer, path, 403);
  const shown = await read<ProblemWithStats[]>(viewer, path);
  expect(shown.map(toChecked)).toEqual(
    listContestProblems(contest, viewer).map((problem) => ({
      id: problem.id,
      is_hidden: !problem.isVisible && !isOpenIn(contest, problem),
      ...countOwn(model, viewer, problem, contest),
    })),
  );
  const letters = new Map(orderColumns(contest).map((name, index) => [name, 'ABCDEFG'[index]]));
  const named = [...contest.columns].map(([name, problem]) => [problem, name] as const);
  for (const { id, in_contest } of shown) {
    const [, name = ''] = named.find(([problem]) => problem?.id === id) ?? [];
    expect(in_contest).toEqual({ label: letters.get(name), points: pointsOf(contest, name), colour: null });
  }
}

function toChecked({ id, is_hidden, submission_count, best_score }: ProblemWithStats) {
  return { id, is_hidden, submission_count, best_score };
}

function countOwn(model: Model, viewer: Person, problem: ModelProblem, contest: ModelContest | null) {
  const own = model.submissions.filter(
    (submission) =>
      submission.owner === viewer &&
      submission.problem === problem &&
      (contest ? submission.contest === contest : submission.isInMain),
  );
  const isTold = areScoresTold(feedbackTo(viewer, problem, contest));
  return { submission_count: own.length, best_score: isTold ? bestScore(own) : null };
}

async function checkContests(model: Model, viewer: Person): Promise<void> {
  const shown = await read<Contest[]>(viewer, '/api/contests');
  const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
  expect(shown.toSorted(byId)).toMatchObject(
    model.contests
      .filter(({ isDeleted }) => !isDeleted)
      .map((contest) => ({
        id: contest.id,
        status: contestStatus(contest),
        participant_count: contest.participants.size,
        problem_count: contest.columns.size,
        is_participant: contest.participants.has(viewer),
        is_frozen: hasFreeze(contest) && contest.stopwatch.isFrozen(),
        paused_at: contest.stopwatch.isPaused() ? expect.any(String) : null,
        own_extra_minutes: contest.participants.has(viewer) ? contest.stopwatch.extraOf(viewer.username) : 0,
      })),
  );
}

async function checkContestScoreboard(model: Model, viewer: Person, contest: ModelContest): Promise<void> {
  const path = `/api/contests/${contest.id}/scoreboard`;
  const { finalStandings, stopwatch } = contest;
  const isOver = finalStandings !== null || (stopwatch.hasFreeze && stopwatch.isOver());
  const isOpen = viewer.isStaff || contest.participants.has(viewer) || isOver;
  if (!isOpen) return expectRefused(viewer, path, 403);
  const shown = await read<ContestScoreboard>(viewer, path);
  // Before the start its columns would tell which problems it has.
  const isSecret =
    (contestStatus(contest) === 'scheduled' || awaitsOwnStart(contest, viewer)) && !viewer.isStaff;
  const columns = isSecret ? [] : orderColumns(contest);
  const rows = isSecret ? [] : rankParticipants(model, contest, viewer);
  expect(shown).toEqual({
    version: expect.any(String),
    scoreboard: finalStandings ?? rows.map((row) => ({ ...row, ...tellClock(contest, row.username) })),
    problems: columns.map((problem_id, index) => ({
      problem_id,
      label: 'ABCDEFG'[index],
      points: pointsOf(contest, problem_id),
      colour: null,
      title: expect.any(String),
    })),
  });
}

/** How far each is, where they have windows of their own. */
function tellClock({ stopwatch }: ModelContest, username: string): object | null {
  if (!stopwatch.hasWindow) return null;
  const moments = { begun_at: expect.any(String), ends_at: expect.any(String) };
  return { clock: { ...moments, length_ms: stopwatch.ownLengthMs(username) } };
}

async function checkDeletedContest(viewer: Person, { id }: ModelContest): Promise<void> {
  for (const path of ['', '/problems', '/scoreboard', '/progress', `/problems/${problemIds[0]}`]) {
    await expectRefused(viewer, `/api/contests/${id}${path}`, 404);
  }
  await expectRefused(viewer, `/api/submissions?contestId=${id}`, 404);
}

function isJudgedAgain({ state, score }: ModelSubmission): boolean {
  return state !== 'judged' && score !== null;
}

async function checkDetails(viewer: Person, submission: ModelSubmission): Promise<void> {
  const path = `/api/submissions/${submission.id}`;
  if (!isToldTo(viewer, submission)) return expectRefused(viewer, path, 404);
  if (!viewer.isStaff && submission.owner !== viewer) {
    const { contest } = submission;
    // Whoever does not see the list that it stands in is not told that there is such a submission.
    const isListed = !contest || submission.isInMain || mayEnter(contest, viewer);
    return expectRefused(viewer, path, isListed ? 403 : 404);
  }
  const isWithheld = areRunFactsWithheld(viewer, submission);
  const feedback = feedbackTo(viewer, submission.problem, submission.contest);
  const results = submission.results.filter(
    ({ isSample }) => feedback === 'full' || (feedback !== 'nothing' && isSample),
  );
  expect(await read<FullSubmission>(viewer, path)).toMatchObject({
    id: submission.id,
    problem_id: submission.problem.id,
    score: tellScore(viewer, submission),
    run_facts_withheld: isWithheld,
    feedback,
    groups: areScoresTold(feedback) ? submission.groups : [],
    results: results.map(({ isSample: _, ...result }) => ({
      ...result,
      ...(isWithheld && { timeMs: null, memoryKb: null, reason: null }),
    })),
    rejudge: viewer.isStaff && isJudgedAgain(submission) ? { fault: null } : null,
  });
}
