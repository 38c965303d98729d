/**
 * Runs a compiled program on the tests of a set, as many at once as there is room, and gives the results in test
 * order as soon as they are known.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TestStatus } from '#contract/statuses.ts';
import type { CheckerWords, RunReasons, Words } from '#contract/words.ts';
import { type CheckerSpec, runChecker } from '../checkers/checkers.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import type { Place, Scheduler, Turn } from './scheduler.ts';
import { createTally, type ScoringGroup, type Tally } from './score.ts';
import { decideRun, type Limits, shownMemoryKb, shownTimeMs, wallLimitMs } from './verdict.ts';

export interface Test {
  /** Names of the test's data, such as their hashes; `TestSet.pathOf` finds them. */
  input: string;
  answer: string;
  group?: string | null;
}

export interface TestSet {
  tests: readonly Test[];
  groups?: readonly ScoringGroup[];
  stopAtFirstFailure?: boolean;
  /** Default: tokens. */
  checker?: CheckerSpec;
  /** Where the data of that name lie on this machine; they stay there until the submission is judged. */
  pathOf: (name: string, signal: AbortSignal) => string | Promise<string>;
}

export interface TestResult {
  /** From 1. */
  testCase: number;
  status: TestStatus;
  timeMs: number;
  memoryKb: number;
  /** What part of the test's worth was earned, from 0 to 1. */
  share: number;
  /** Why; may be shown to the contestant. */
  reason: Words<keyof RunReasons> | null;
  /** What the checker said; for staff, since it may quote the answer. */
  checkerSaid: Words<keyof CheckerWords> | null;
}

/** Everything the tests of one submission share. */
export interface TestRun {
  program: string;
  checkerProgram: string | null;
  testSet: TestSet;
  limits: Limits;
  workFolder: string;
  scheduler: Scheduler;
  run: (request: RunRequest, signal: AbortSignal) => Promise<RunFacts>;
}

/** Threads that a program may have at once; their CPU time is added up, so there is nothing to gain. */
const maxThreads = 32;

export function tallyOf(testSet: TestSet): Tally {
  return createTally({
    testGroups: testSet.tests.map((test) => test.group ?? null),
    groups: testSet.groups ?? [],
    stopAtFirstFailure: testSet.stopAtFirstFailure ?? false,
  });
}

/** Yields each test's result as it counts: `tally` has recorded it and may have turned it into Skipped. */
export async function* runTests(testRun: TestRun, tally: Tally, turn: Turn): AsyncGenerator<TestResult> {
  const { signal } = turn;
  const { tests } = testRun.testSet;
  const leaving = new AbortController();
  const either = AbortSignal.any([signal, leaving.signal]);
  const results = new Map<number, TestResult>();
  const underWay = new Set<Promise<unknown>>();
  let failure: { error: unknown } | null = null;
  let news = Promise.withResolvers<void>();
  const waiting = tests.map((_, index) => index);

  async function judgeIn(place: Place, test: Test, index: number): Promise<number | null> {
    let usedMs = 0;
    const run = async (request: RunRequest, runSignal: AbortSignal) => {
      const facts = await testRun.run({ ...request, express: place.isExpress }, runSignal);
      usedMs += facts.wallMs;
      return facts;
    };
    try {
      const until = AbortSignal.any([either, place.brokenOff]);
      results.set(index, await judgeTest({ ...testRun, run }, test, index, until));
    } catch (error) {
      if (place.brokenOff.aborted) {
        waiting.unshift(index);
        return null;
      }
      failure ??= { error };
    }
    return usedMs;
  }

  const nextTest = () => {
    while (waiting[0] !== undefined && tally.isSkipped(waiting[0])) waiting.shift();
    const [index = tests.length] = waiting;
    const test = tests[index];
    if (test === undefined || failure || either.aborted) return null;
    return (place: Place) => {
      waiting.shift();
      const task = judgeIn(place, test, index).finally(() => {
        underWay.delete(task);
        news.resolve();
      });
      underWay.add(task);
      return task;
    };
  };
  const removeSource = testRun.scheduler.add('tests', nextTest, turn);
  const onAbort = () => news.resolve();
  signal.addEventListener('abort', onAbort, { once: true });

  try {
    for (let index = 0; index < tests.length; index++) {
      while (!results.has(index) && !tally.isSkipped(index)) {
        signal.throwIfAborted();
        if (failure) throw (failure as { error: unknown }).error;
        await news.promise;
        news = Promise.withResolvers();
      }
      yield countedResult(tally.record(results.get(index) ?? skippedResult(index)), index);
    }
  } finally {
    // Tests that became needless, and all of them when the consumer stops listening, end now.
    removeSource();
    leaving.abort();
    signal.removeEventListener('abort', onAbort);
    await Promise.all(underWay);
  }
}

async function judgeTest(
  testRun: TestRun,
  test: Test,
  index: number,
  signal: AbortSignal,
): Promise<TestResult> {
  const { limits, testSet } = testRun;
  const [input, answer] = await Promise.all([
    testSet.pathOf(test.input, signal),
    testSet.pathOf(test.answer, signal),
  ]);
  const spillTo = join(testRun.workFolder, `output-${outputs++}`);
  let spilled = false;
  try {
    const facts = await testRun.run(contestantRun(testRun, input, spillTo), signal);
    spilled = facts.stdoutPath !== null;
    const measured = {
      testCase: index + 1,
      timeMs: shownTimeMs(facts.cpuMs, limits.timeLimitMs),
      memoryKb: shownMemoryKb(facts.memoryBytes),
    };
    const decision = decideRun(facts, limits);
    if (decision) return { ...measured, ...decision, share: 0, checkerSaid: null };
    const { share, said } = await runChecker(testSet.checker ?? { name: 'tokens' }, {
      input,
      answer,
      output: facts.stdoutPath ?? facts.stdout,
      run: (request) => testRun.run(request, signal),
      program: testRun.checkerProgram,
      groupPoints: testSet.groups?.find(({ name }) => name === test.group)?.points ?? null,
    });
    const status = share === 1 ? 'Accepted' : 'Wrong Answer';
    return { ...measured, status, share, reason: null, checkerSaid: said };
  } catch (error) {
    spilled = true;
    throw error;
  } finally {
    if (spilled) await rm(spillTo, { force: true });
  }
}

let outputs = 0;

function contestantRun({ program, limits }: TestRun, input: string, spillTo: string): RunRequest {
  return {
    profile: 'program',
    program,
    stdin: input,
    spillTo,
    limits: {
      cpuMs: limits.timeLimitMs,
      wallMs: wallLimitMs(limits.timeLimitMs),
      memoryBytes: limits.memoryLimitBytes,
      outputBytes: limits.outputLimitBytes,
      processes: maxThreads,
    },
  };
}

function skippedResult(index: number): TestResult {
  return {
    testCase: index + 1,
    status: 'Skipped',
    timeMs: 0,
    memoryKb: 0,
    share: 0,
    reason: null,
    checkerSaid: null,
  };
}

/** A test that ran but does not count shows nothing of its run: the same as if it had never started. */
function countedResult(counted: TestResult | { status: 'Skipped' }, index: number): TestResult {
  return 'testCase' in counted ? counted : skippedResult(index);
}
