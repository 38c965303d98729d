/** Everything that staff, contestants and judges do, each on the server and in the model: both must take it alike. */
import { expect } from 'vitest';
import { finishContests } from '../finisher.ts';
import { finishContest, listDue } from './model.ts';
import {
  arrangeContest,
  changeId,
  copyContest,
  createProblem,
  moveIntoContest,
  moveOutOfContest,
  removeContest,
  removeProblem,
  removeRowsOfDeleted,
  scheduleContest,
  setContestFeedback,
  setFeedback,
  setVisibility,
  setWithholding,
  shareWithContest,
  thaw,
} from './staff-steps.ts';
import {
  claim,
  joinContest,
  judge,
  judgeTooLate,
  rejudge,
  reportProgress,
  submitToContest,
  submitToMain,
} from './submission-steps.ts';
import { timeSteps } from './time-steps.ts';
import type { Step, Walk, WeightedStep } from './walk.ts';

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

async function letTimePass({ pass, context, model }: Walk) {
  pass(30_000);
  const due = listDue(model);
  const finished = await finishContests(context.db, context.now());
  expect(finished.toSorted()).toEqual(due.map(({ id }) => id).toSorted());
  for (const contest of due) finishContest(model, contest);
  return `let time pass, contests that finish: ${finished.join(', ') || 'none'}`;
}
