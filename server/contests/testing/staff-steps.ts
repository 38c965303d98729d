/** What staff do with problems and contests, their times aside. */
import type { Contest } from '#contract/contests.ts';
import { contestFeedbacks, feedbacks } from '#contract/feedback.ts';
import { removeDeletedContests } from '../deletion.ts';
import { minute } from '../testing.ts';
import {
  contestStatus,
  deleteContest,
  deleteProblem,
  hasFreeze,
  holdProblem,
  isInUnfinished,
  listContests,
  type ModelContest,
  type ModelProblem,
  releaseProblem,
  renameProblem,
} from './model.ts';
import { startStopwatch } from './stopwatch.ts';
import { expectStatus, pickInContest, pickProblem, problemIds, type Walk } from './walk.ts';

/** At a time. */
const contestsMax = 4;

export async function createProblem(walk: Walk) {
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

export async function setVisibility(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const isVisible = walk.random.next() < 0.5;
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}/visibility`, { isVisible }), 200);
  problem.isVisible = isVisible;
  return `${isVisible ? 'show' : 'hide'} ${problem.id}`;
}

export async function setWithholding(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const withholdsRunFacts = !problem.withholdsRunFacts;
  const form = { ...problemForm(walk, problem.id), withholds_run_facts: withholdsRunFacts };
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}`, form), 200);
  problem.withholdsRunFacts = withholdsRunFacts;
  return `${withholdsRunFacts ? 'withhold' : 'tell'} the run facts of ${problem.id}`;
}

export async function setFeedback(walk: Walk) {
  const problem = pickProblem(walk);
  const feedback = walk.random.pick(feedbacks);
  if (!problem) return null;
  const form = { ...problemForm(walk, problem.id), feedback };
  expectStatus(await walk.staff.put(`/api/admin/problems/${problem.id}`, form), 200);
  problem.feedback = feedback;
  return `tell contestants of ${problem.id}: ${feedback}`;
}

export async function changeId(walk: Walk) {
  const problem = pickProblem(walk);
  const id = walk.random.pickIfAny(problemIds.filter((free) => !walk.model.problems.has(free)));
  if (!problem || !id) return null;
  const { id: before } = problem;
  expectStatus(await walk.staff.put(`/api/admin/problems/${before}`, problemForm(walk, id)), 200);
  renameProblem(walk.model, problem, id);
  return `call ${before} ${id}`;
}

export async function removeProblem(walk: Walk) {
  const problem = pickProblem(walk);
  if (!problem) return null;
  const isTaken = isInUnfinished(walk.model, problem);
  const answer = await walk.staff.delete(`/api/admin/problems/${problem.id}`);
  expectStatus(answer, isTaken ? 409 : 204);
  if (isTaken) return `do not delete ${problem.id}, which is in a contest`;
  deleteProblem(walk.model, problem);
  return `delete ${problem.id}`;
}

export async function scheduleContest({ makeContest, model, random }: Walk) {
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

export async function moveIntoContest({ move, model, random }: Walk) {
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
export async function shareWithContest(walk: Walk) {
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

export async function arrangeContest({ model, random, staff }: Walk) {
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

export async function copyContest({ model, random, staff, fromNow }: Walk) {
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

export async function setContestFeedback({ model, random, staff }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running'));
  const feedback = random.pick(contestFeedbacks);
  if (!contest) return null;
  const { start_time, end_time } = (await staff.get(`/api/contests/${contest.id}`)).json<Contest>();
  const body = { title: 'A contest', startTime: start_time, endTime: end_time, feedback };
  expectStatus(await staff.put(`/api/admin/contests/${contest.id}`, body), 200);
  contest.feedback = feedback;
  return `tell contestants in contest ${contest.id}: ${feedback}`;
}

export async function moveOutOfContest(walk: Walk) {
  const { problem, contest } = pickInContest(walk, 'scheduled') ?? {};
  if (!problem || !contest) return null;
  expectStatus(await walk.move(contest.id, [problem.id], 'move_to_main'), 204);
  releaseProblem(contest, problem);
  contest.columns.delete(problem.id);
  contest.places.delete(problem.id);
  return `move ${problem.id} out of contest ${contest.id}`;
}

export async function removeContest({ staff, model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'scheduled', 'running', 'finishing', 'finished'));
  if (!contest) return null;
  const status = contestStatus(contest);
  expectStatus(await staff.delete(`/api/admin/contests/${contest.id}`), status === 'running' ? 409 : 204);
  if (status === 'running') return `do not delete contest ${contest.id}, which is running`;
  deleteContest(model, contest);
  return `delete contest ${contest.id}, which was ${status}`;
}

/** Nothing that anybody is told may depend on whether they are still there. */
export async function removeRowsOfDeleted({ context }: Walk) {
  await removeDeletedContests(context.db, { rowsAtOnce: 2 });
  return 'remove the rows of deleted contests';
}

export async function thaw({ staff, model, random }: Walk) {
  const contest = random.pickIfAny(listContests(model, 'running', 'finishing').filter(hasFreeze));
  if (!contest) return null;
  const { stopwatch } = contest;
  const isSomebodyLeft = stopwatch.hasEnded() && !stopwatch.isOver();
  const isTaken = stopwatch.isFrozen() && !stopwatch.isPaused() && !isSomebodyLeft;
  expectStatus(await staff.post(`/api/admin/contests/${contest.id}/thaw`), isTaken ? 200 : 409);
  contest.isThawed = isTaken;
  return `${isTaken ? 'thaw' : 'do not thaw'} contest ${contest.id}`;
}
