/**
 * A second, far simpler account of what contests, problems and submissions are like after any sequence of steps. It
 * keeps everything in memory and counts anew whenever it is asked, so that it has no rows to forget; model.test.ts
 * holds the answers of the real server against it.
 */
import type { ContestScoreboardEntry } from '#contract/contest-scoreboard.ts';
import type { ContestStatus } from '#contract/contest-status.ts';
import { type ContestFeedback, contestFeedbacks, type Feedback } from '#contract/feedback.ts';
import { limits } from '#contract/limits.ts';
import type { SubmissionGroup } from '#contract/submissions.ts';
import type { Claim } from '#store/judgements.ts';
import type { StoredResult } from '#store/schema.ts';
import type { Client } from '../../testing/test-app.ts';
import type { Stopwatch } from './stopwatch.ts';

export type Person = Client & { readonly id: number; readonly username: string; readonly isStaff: boolean };

export interface ModelProblem {
  id: string;
  isVisible: boolean;
  withholdsRunFacts: boolean;
  feedback: Feedback;
  /** The unfinished contests that hold it; all that have it do, or none. */
  readonly heldBy: Set<ModelContest>;
}

export interface ModelContest {
  readonly id: number;
  readonly stopwatch: Stopwatch;
  /** From its freeze until then, others' results are kept back. */
  isThawed: boolean;
  /**
   * By problem id, from the finish on by what it was then. Null where the problem was deleted: its column stays, and is
   * not that of a later namesake.
   */
  readonly columns: Map<string, ModelProblem | null>;
  /** Of columns that staff have arranged, by their names. */
  readonly places: Map<string, ModelPlace>;
  /** Those that it holds, or held until its finish. */
  readonly holds: Set<ModelProblem>;
  /** Those that had finished when it was made. */
  readonly earlier: readonly ModelContest[];
  feedback: ContestFeedback;
  readonly participants: Set<Person>;
  /** Set at the finish; from then on nothing changes them. */
  finalStandings: ContestScoreboardEntry[] | null;
  isDeleted: boolean;
}

export interface ModelPlace {
  readonly position: number;
  readonly points: number;
}

export interface ModelSubmission {
  readonly id: number;
  readonly owner: Person;
  readonly problem: ModelProblem;
  /** Since the contest's start, or its owner's own. */
  readonly ownMs: number;
  /** After the freeze. */
  readonly isLate: boolean;
  /** Null outside of contests, and once its contest is deleted. */
  contest: ModelContest | null;
  /** False while its contest is unfinished. */
  isInMain: boolean;
  /** Of its latest judgement. */
  state: 'pending' | 'claimed' | 'judged';
  claim: Claim | null;
  /** Of the verdict in force, which a rejudge leaves as it is; null until the first. */
  score: number | null;
  /** Those of the verdict in force; before the first, those that are known by now. */
  results: readonly StoredResult[];
  groups: readonly SubmissionGroup[];
}

export interface Model {
  readonly people: readonly Person[];
  readonly problems: Map<string, ModelProblem>;
  readonly contests: ModelContest[];
  submissions: ModelSubmission[];
}

export function contestStatus({ finalStandings, stopwatch }: ModelContest): ContestStatus {
  if (finalStandings) return 'finished';
  if (!stopwatch.hasStarted()) return 'scheduled';
  return stopwatch.isOver() ? 'finishing' : 'running';
}

export function listContests(model: Model, ...statuses: ContestStatus[]): ModelContest[] {
  return model.contests.filter((contest) => !contest.isDeleted && statuses.includes(contestStatus(contest)));
}

/** Contests whose time to finish has come: past their end, settled, and with nothing left to judge. */
export function listDue(model: Model): ModelContest[] {
  return listContests(model, 'finishing').filter(
    (contest) =>
      !hasFreeze(contest) &&
      contest.stopwatch.overForMs() >= limits.contestSettleMs &&
      submissionsIn(model, contest).every(({ state }) => state === 'judged'),
  );
}

export function hasFreeze({ stopwatch, isThawed }: ModelContest): boolean {
  return stopwatch.hasFreeze && !isThawed;
}

/** Whether this person is told no more of it than that it was made. */
export function isFrozenTo(viewer: Pick<Person, 'isStaff'>, submission: ModelSubmission): boolean {
  const { contest, owner } = submission;
  if (viewer.isStaff || owner === viewer || !contest) return false;
  return isAfterFreeze(contest, submission);
}

function isAfterFreeze(contest: ModelContest, { isLate }: ModelSubmission): boolean {
  return hasFreeze(contest) && isLate;
}

export function finishContest(model: Model, contest: ModelContest): void {
  contest.finalStandings = rankParticipants(model, contest, { isStaff: true });
  returnToMain(model, contest, () => true);
}

export function deleteContest(model: Model, contest: ModelContest): void {
  // A finished one has given its problems back already, and another may hold them now.
  if (!contest.finalStandings) {
    const finished = listContests(model, 'finished');
    // Another that has finished with a problem could not show it while this one held it.
    returnToMain(model, contest, (problem) => finished.some(({ holds }) => holds.has(problem)));
  }
  contest.isDeleted = true;
  for (const submission of submissionsIn(model, contest)) submission.contest = null;
}

function returnToMain(
  model: Model,
  contest: ModelContest,
  isShown: (problem: ModelProblem) => boolean,
): void {
  for (const submission of submissionsIn(model, contest)) submission.isInMain = true;
  for (const problem of model.problems.values()) {
    const wasHeld = problem.heldBy.delete(contest);
    if (wasHeld && problem.heldBy.size === 0 && isShown(problem)) problem.isVisible = true;
  }
}

export function holdProblem(contest: ModelContest, problem: ModelProblem): void {
  contest.holds.add(problem);
  problem.heldBy.add(contest);
}

export function releaseProblem(contest: ModelContest, problem: ModelProblem): void {
  contest.holds.delete(problem);
  problem.heldBy.delete(contest);
}

export function deleteProblem(model: Model, problem: ModelProblem): void {
  model.problems.delete(problem.id);
  model.submissions = model.submissions.filter((submission) => submission.problem !== problem);
  for (const { columns } of model.contests) {
    for (const [name, shown] of columns) if (shown === problem) columns.set(name, null);
  }
}

export function renameProblem(model: Model, problem: ModelProblem, id: string): void {
  model.problems.delete(problem.id);
  for (const contest of model.contests) {
    if (!isOpenIn(contest, problem)) continue;
    contest.columns.delete(problem.id);
    contest.columns.set(id, problem);
    const place = contest.places.get(problem.id);
    contest.places.delete(problem.id);
    if (place) contest.places.set(id, place);
  }
  problem.id = id;
  model.problems.set(id, problem);
}

/** Not finished yet, so that those who take part may see the problem there, whether it is held or shared. */
export function isOpenIn(contest: ModelContest, problem: ModelProblem): boolean {
  return !contest.isDeleted && !contest.finalStandings && [...contest.columns.values()].includes(problem);
}

export function isInUnfinished(model: Model, problem: ModelProblem, except: ModelContest | null = null) {
  return model.contests.some((contest) => contest !== except && isOpenIn(contest, problem));
}

export function mayEnter(contest: ModelContest, viewer: Person): boolean {
  const { participants, stopwatch } = contest;
  return (
    viewer.isStaff || (participants.has(viewer) && stopwatch.hasStarted() && !awaitsOwnStart(contest, viewer))
  );
}

/** The problems are not for them yet. */
export function awaitsOwnStart(contest: ModelContest, viewer: Person): boolean {
  const { participants, stopwatch, finalStandings } = contest;
  const isOver = finalStandings !== null || stopwatch.isOver();
  return participants.has(viewer) && stopwatch.awaitsStart(viewer.username) && !isOver;
}

/** What is in an unfinished contest is told there; of a problem that one holds, nothing is told elsewhere. */
export function isToldTo(viewer: Person, { owner, problem, contest }: ModelSubmission): boolean {
  if (viewer.isStaff) return true;
  if (contest && isOpenIn(contest, problem)) return true;
  return problem.heldBy.size === 0 && (problem.isVisible || owner === viewer);
}

export function areRunFactsWithheld(viewer: Person, { problem, isInMain }: ModelSubmission): boolean {
  return problem.withholdsRunFacts && !isInMain && !viewer.isStaff;
}

/** What this person is told of submissions to the problem in this contest, or in the main list. */
export function feedbackTo(
  viewer: Person,
  { feedback }: ModelProblem,
  contest: ModelContest | null,
): ContestFeedback {
  if (viewer.isStaff) return 'full';
  const narrowed = contest && !contest.finalStandings ? contest.feedback : 'full';
  return contestFeedbacks.findLast((each) => each === feedback || each === narrowed) ?? 'full';
}

export const areScoresTold = (feedback: ContestFeedback) => feedback === 'full' || feedback === 'groups';

/** The names of the columns in their order. */
export function orderColumns({ columns, places }: ModelContest): string[] {
  const position = (name: string) => places.get(name)?.position ?? 0;
  return [...columns.keys()].toSorted((a, b) => position(a) - position(b) || a.localeCompare(b));
}

export function pointsOf({ places }: ModelContest, name: string): number {
  return places.get(name)?.points ?? 100;
}

export function listMainProblems(model: Model, viewer: Person): ModelProblem[] {
  return [...model.problems.values()]
    .filter(({ heldBy, isVisible }) => heldBy.size === 0 && (isVisible || viewer.isStaff))
    .toSorted((a, b) => a.id.localeCompare(b.id));
}

export function listContestProblems(contest: ModelContest, viewer: Person): ModelProblem[] {
  return orderColumns(contest)
    .map((name) => contest.columns.get(name) ?? null)
    .filter((problem) => problem !== null)
    .filter(
      (problem) =>
        viewer.isStaff || isOpenIn(contest, problem) || (problem.heldBy.size === 0 && problem.isVisible),
    );
}

/** A person's row of the main scoreboard, which tells nothing of hidden problems and scores. Null: not to stand there. */
export function countMainScores({ submissions }: Model, person: Person) {
  const counted = submissions.filter(
    ({ owner, isInMain, problem }) =>
      owner === person &&
      isInMain &&
      problem.isVisible &&
      problem.heldBy.size === 0 &&
      problem.feedback !== 'samples',
  );
  if (counted.length === 0) return null;
  const problems = [...new Set(counted.map(({ problem }) => problem))];
  const scores = problems.map((tried) => bestScore(counted.filter(({ problem }) => problem === tried)));
  return {
    // Whoever has nothing judged may stand there with nothing, or not at all.
    mayBeAbsent: counted.every(({ score }) => score === null),
    row: {
      username: person.username,
      problems_solved: scores.filter((score) => score === 100).length,
      total_score: sum(scores),
    },
  };
}

/** Everyone who has submitted: by the total that the viewer is told, then who reached it earlier, then by name. */
export function rankParticipants(
  model: Model,
  contest: ModelContest,
  viewer: Pick<Person, 'isStaff'>,
): ContestScoreboardEntry[] {
  const isTold = (id: string) =>
    viewer.isStaff || (areScoresTold(contest.feedback) && contest.columns.get(id)?.feedback !== 'samples');
  const isKnown = (submission: ModelSubmission) => viewer.isStaff || !isAfterFreeze(contest, submission);
  const ranked = model.people.flatMap((person) => {
    const own = submissionsIn(model, contest).filter(({ owner }) => owner === person);
    const places = [...contest.columns.keys()]
      .map((problemId) => ({ problemId, all: own.filter(({ problem }) => problem.id === problemId) }))
      .filter(({ all }) => all.length > 0)
      // On the board that all see, one's own are kept back as the others'.
      .map(({ problemId, all }) => ({ problemId, all, tries: all.filter(isKnown) }));
    const details = places.map(({ problemId, all, tries }) => {
      const cell: ContestScoreboardEntry['detailed_scores'][string] = { attempts: tries.length };
      if (all.length > tries.length) cell.pending = all.length - tries.length;
      if (!isTold(problemId)) return [problemId, cell] as const;
      cell.score = (bestScore(tries) * pointsOf(contest, problemId)) / 100;
      if (isFirstSolver(submissionsIn(model, contest).filter(isKnown), problemId, person)) cell.first = true;
      return [problemId, cell] as const;
    });
    const entry = {
      user_id: person.id,
      username: person.username,
      place: 0,
      total_score: sum(details.map(([, { score = 0 }]) => score)),
      detailed_scores: Object.fromEntries(details),
    };
    const told = places.filter(({ problemId }) => isTold(problemId));
    const counting = told.filter(({ problemId }) => pointsOf(contest, problemId) > 0);
    const reachedAt = Math.max(...counting.map(({ tries }) => bestScoreReachedAt(tries)));
    return own.length > 0 ? [{ entry, reachedAt }] : [];
  });
  ranked.sort(
    (a, b) =>
      b.entry.total_score - a.entry.total_score ||
      // Those with nothing have reached it at no time, all of them.
      (a.entry.total_score > 0 ? a.reachedAt - b.reachedAt : 0) ||
      a.entry.username.localeCompare(b.entry.username),
  );
  return ranked.map(({ entry }, index) => ({ ...entry, place: index + 1 }));
}

export function submissionsIn({ submissions }: Model, wanted: ModelContest): ModelSubmission[] {
  return submissions.filter(({ contest }) => contest === wanted);
}

export function bestScore(submissions: readonly ModelSubmission[]): number {
  return Math.max(0, ...submissions.map(({ score }) => score ?? 0));
}

function isFirstSolver(submissions: readonly ModelSubmission[], problemId: string, person: Person): boolean {
  const [first] = submissions
    .filter(({ problem, score }) => problem.id === problemId && score === 100)
    .toSorted((a, b) => a.ownMs - b.ownMs || a.id - b.id);
  return first?.owner === person;
}

/** When the first of the best was submitted. Problems without points take no part in the time of a total. */
function bestScoreReachedAt(tries: readonly ModelSubmission[]): number {
  const best = bestScore(tries);
  if (best === 0) return 0;
  return Math.min(...tries.filter(({ score }) => score === best).map(({ ownMs }) => ownMs));
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
