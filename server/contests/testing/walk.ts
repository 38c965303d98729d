/**
 * A walk through the server: the server on a clock that the steps move, the people, the model that keeps account beside
 * it, and the random numbers that choose the way.
 */
import type { LightMyRequestResponse } from 'fastify';
import { expect } from 'vitest';
import { makeRandom } from '#harness/random.ts';
import type { Claim } from '#store/judgements.ts';
import { makeTestApp } from '../../testing/test-app.ts';
import { makeContestTools } from '../testing.ts';
import { isOpenIn, listContests, type Model, type ModelProblem, type Person } from './model.ts';

/** Few, so that steps meet at the same ones. */
export const problemIds = ['p1', 'p2', 'p3', 'p4', 'p5', 'p6', 'p7'];

export type Walk = Awaited<ReturnType<typeof startWalk>>;

export async function startWalk(seed: number) {
  const testApp = await makeTestApp();
  const { advance, context, signUp } = testApp;
  const { staff, worker, fromNow, makeContest, move } = await makeContestTools(testApp);

  async function makePerson(username: string): Promise<Person> {
    return Object.assign(await signUp('user', username), { isStaff: false });
  }
  const users = [await makePerson('user-1'), await makePerson('user-2'), await makePerson('user-3')];
  const tester: Person = Object.assign(await signUp('staff', 'tester'), { isStaff: true });

  const model: Model = {
    people: [...users, tester],
    problems: new Map(),
    contests: [],
    submissions: [],
  };
  return {
    /** The clock of the server, and the stopwatches of those contests that are not paused. */
    pass(ms: number): void {
      advance(ms);
      for (const { stopwatch } of model.contests) stopwatch.pass(ms);
    },
    context,
    staff,
    fromNow,
    makeContest,
    move,
    users,
    model,
    random: makeRandom(seed),
    worker,
    /** Of judgements that a rejudge has put an end to, while the worker does not know yet. */
    lateClaims: [] as Claim[],
    /** Claims that have told of progress. */
    reported: new WeakSet<Claim>(),
    /** What the scoreboard was, by its ETag. */
    scoreboards: new Map<string, string>(),
  };
}

/** Says what it did, or null when there was nothing to do it to. */
export type Step = (walk: Walk) => Promise<string | null>;

/** With how often it comes, compared to the others. */
export type WeightedStep = readonly [weight: number, step: Step];

export function expectStatus(answer: LightMyRequestResponse, status: number): void {
  expect([answer.statusCode, answer.body]).toEqual([status, expect.anything()]);
}

export function pickProblem({ model, random }: Walk): ModelProblem | undefined {
  return random.pickIfAny([...model.problems.values()]);
}

/** A problem of a contest at this stage. */
export function pickInContest({ model, random }: Walk, status: 'scheduled' | 'running') {
  const inContests = listContests(model, status).flatMap((contest) =>
    [...model.problems.values()]
      .filter((problem) => isOpenIn(contest, problem))
      .map((problem) => ({ problem, contest })),
  );
  return random.pickIfAny(inContests);
}
