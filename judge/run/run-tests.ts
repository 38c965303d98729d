/**
 * Runs a compiled program on the tests of a set, as many at once as there is room, and gives the results in test
 * order as soon as they are known.
 */

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checker } from '#contract/checkers.ts';
import { type Fraction, isOne, zero } from '#contract/fractions.ts';
import type { CheckerWords, DifferenceWords, RunReasons } from '#contract/judge-words.ts';
import type { Allowance } from '#contract/language-limits.ts';
import type { TestStatus } from '#contract/statuses.ts';
import { type PlannedTest, type TestSetPlan, worthIn } from '#contract/test-set-plan.ts';
import { showUnseen } from '#contract/texts.ts';
import { type Words, words } from '#contract/words.ts';
import { runChecker } from '../checkers/checkers.ts';
import { describeDifference } from '../checkers/difference.ts';
import { type Launch, type MemoryRoom, type RuntimeWords, requestOf } from '../languages/language.ts';
import { roomWithin, wallLimitMs, withAllowance } from '../languages/limits.ts';
import type { CoreShare } from '../sandbox/core-share.ts';
import type { RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';
import type { LentCore, Scheduler, Task } from './scheduler.ts';
import { createTally, type Tally } from './score.ts';
import { decideRun, type Limits, shownMemoryKb, shownTimeMs } from './verdict.ts';

/** A plan, or what is asked for of it: what is left out is as without a manifest. */
export interface TestSet extends Partial<Omit<TestSetPlan, 'tests'>> {
  tests: readonly Test[];
  /** Where the file that the plan names so lies on this machine; it stays there until the submission is judged. */
  pathOf: (name: string, signal: AbortSignal) => string | Promise<string>;
}

export type Test = Pick<PlannedTest<string>, 'input' | 'answer'> & Partial<PlannedTest<string>>;

const defaultChecker: Checker = { name: 'tokens' };

export interface TestResult {
  /** From 1. */
  testCase: number;
  status: TestStatus;
  timeMs: number;
  memoryKb: number;
  /** What part of the test's worth was earned, from 0 to 1. */
  share: Fraction;
  /** The checker accepted it, if with a part of the points. */
  passed: boolean;
  /** Why; may be shown to the contestant. */
  reason: Words<keyof RunReasons> | null;
  /** What the checker said; for staff, since it may quote the answer. */
  checkerSaid: Words<keyof CheckerWords> | null;
  /** In a Wrong Answer on a sample, which is public: what differs first; may be shown to the contestant. */
  difference: Words<keyof DifferenceWords> | null;
}

/** Everything the tests of one submission share. */
export interface TestRun {
  launch: (room: MemoryRoom) => Launch;
  runtimeWords: RuntimeWords;
  /** The author's checker, if it is a program. */
  checker: Launch | null;
  testSet: TestSet;
  /** The problem's; a test may have its own instead. */
  limits: Limits;
  /** What the program's language is given on top of either. */
  allowance: Allowance;
  workFolder: string;
  scheduler: Scheduler;
}

/** Threads that a program may have at once; their CPU time is added up, so there is nothing to gain. */
const maxThreads = 32;

export function tallyOf(testSet: TestSet): Tally {
  return createTally({
    tests: testSet.tests.map(({ groups = [], points = 1 }) => ({ groups, points })),
    groups: testSet.groups ?? [],
    stopAtFirstFailure: testSet.stopAtFirstFailure ?? false,
    scoreDecimals: testSet.scoreDecimals ?? 0,
  });
}

/** Yields each test's result as it counts: `tally` has recorded it and may have turned it into Skipped, but for samples. */
export async function* runTests(
  testRun: TestRun,
  tally: Tally,
  coreShare: CoreShare,
): AsyncGenerator<TestResult> {
  const { signal } = coreShare;
  const { tests } = testRun.testSet;
  const leaving = new AbortController();
  const results = new Map<number, TestResult>();
  let failure: { error: unknown } | null = null;
  let news = Promise.withResolvers<void>();
  let upcoming = 0;

  /**
   * A sample runs even when it counts nowhere any more: that it was skipped would tell of the tests before it, which
   * problems may keep to themselves.
   */
  const isNeedless = (index: number) => tally.isSkipped(index) && !tests[index]?.isSample;

  const next = (): Task | null => {
    while (upcoming < tests.length && isNeedless(upcoming)) upcoming++;
    const index = upcoming;
    const test = tests[index];
    if (test === undefined || failure) return null;
    return async (core) => {
      upcoming = Math.max(upcoming, index + 1);
      // It may have become needless before it was done again.
      if (isNeedless(index)) return;
      results.set(index, await judgeTest(testRun, test, index, core));
      news.resolve();
    };
  };
  const failed = (error: unknown) => {
    failure ??= { error };
    news.resolve();
  };
  const remove = testRun.scheduler.addTests(
    { next, failed },
    { ...coreShare, signal: AbortSignal.any([signal, leaving.signal]) },
  );
  const onAbort = () => news.resolve();
  signal.addEventListener('abort', onAbort, { once: true });

  try {
    for (let index = 0; index < tests.length; index++) {
      while (!results.has(index) && !isNeedless(index)) {
        signal.throwIfAborted();
        if (failure) throw (failure as { error: unknown }).error;
        await news.promise;
        news = Promise.withResolvers();
      }
      const result = results.get(index) ?? skippedResult(index);
      const counted = countedResult(tally.record(result), index);
      yield tests[index]?.isSample ? result : counted;
    }
  } finally {
    // Tests that became needless, and all of them when the consumer stops listening, end now.
    leaving.abort();
    signal.removeEventListener('abort', onAbort);
    await remove();
  }
}

async function judgeTest(
  testRun: TestRun,
  test: Test,
  index: number,
  { run, signal }: LentCore,
): Promise<TestResult> {
  const { testSet } = testRun;
  const limits = limitsOf(test, testRun);
  const [input, answer] = await Promise.all([
    testSet.pathOf(test.input, signal),
    testSet.pathOf(test.answer, signal),
  ]);
  const spillTo = join(testRun.workFolder, `output-${outputs++}`);
  let spilled = false;
  try {
    const request = contestantRun(testRun, limits, input, spillTo);
    let facts = await run(request);
    spilled = facts.stdoutPath !== null;
    if (wasKilled(facts)) facts = await run(request);
    spilled ||= facts.stdoutPath !== null;
    const measured = {
      testCase: index + 1,
      timeMs: shownTimeMs(facts.cpuMs, limits.timeLimitMs),
      memoryKb: shownMemoryKb(facts.memoryBytes),
    };
    const decision = decideRun(facts, limits, testRun.runtimeWords);
    if (decision) return { ...measured, ...decision, ...nothingEarned };
    const output = facts.stdoutPath ?? facts.stdout;
    const { share, passed, said, told, differsAt } = await runChecker(testSet.checker ?? defaultChecker, {
      input,
      answer,
      output,
      run,
      program: testRun.checker,
      args: test.checkerArgs ?? [],
      worth: () => worthOf(test, testSet),
    });
    const status = isOne(share) ? 'Accepted' : 'Wrong Answer';
    const difference =
      test.isSample && differsAt ? await describeDifference(output, answer, differsAt) : null;
    return {
      ...measured,
      status,
      share,
      passed: passed ?? isOne(share),
      reason: told === undefined ? null : words('told_by_checker', { text: cutForAll(told, testSet) }),
      checkerSaid: said,
      difference,
    };
  } catch (error) {
    spilled = true;
    throw error;
  } finally {
    if (spilled) await rm(spillTo, { force: true });
  }
}

/**
 * By itself, or by somebody on this machine and not by the sandbox. A program that kills itself does so the second time as
 * well; whatever struck from outside is no matter of the program's.
 */
function wasKilled({ signal, limit }: RunFacts): boolean {
  return signal === 'SIGKILL' && limit === null;
}

const nothingEarned = { share: zero, passed: false, checkerSaid: null, difference: null } as const;

let outputs = 0;

/** All tests together may tell this much, and each this much for sure: a verdict is one row. */
const toldOfAllMax = 250_000;
const leastTold = 100;

/** With nothing in it that cannot be seen, or stored. */
function cutForAll(text: string, { tests }: TestSet): string {
  const most = Math.max(leastTold, Math.floor(toldOfAllMax / tests.length));
  return showUnseen(text.slice(0, most)).toWellFormed();
}

/**
 * What a test is worth in its groups: all the same, apart from those where it is worth nothing, wherever a checker may
 * ask for it.
 */
function worthOf(test: Test, { groups = [], tests }: TestSet): number | null {
  const own = groups.filter(({ name }) => test.groups?.includes(name));
  return own.length === 0 ? null : Math.max(...own.map((group) => worthIn(group, test, tests)));
}

function limitsOf({ timeLimitMs, memoryLimitMb }: Test, { limits, allowance }: TestRun): Limits {
  return withAllowance(allowance, {
    ...limits,
    ...(timeLimitMs !== undefined && { timeLimitMs }),
    ...(memoryLimitMb !== undefined && { memoryLimitBytes: memoryLimitMb * 1024 * 1024 }),
  });
}

function contestantRun(
  { launch, allowance }: TestRun,
  limits: Limits,
  input: string,
  spillTo: string,
): RunRequest {
  const cpuMs = limits.timeLimitMs * (limits.overrunFactor ?? 1);
  const runLimits: RunLimits = {
    cpuMs,
    wallMs: wallLimitMs(cpuMs),
    memoryBytes: limits.memoryLimitBytes,
    outputBytes: limits.outputLimitBytes,
    processes: maxThreads,
  };
  const room = roomWithin(allowance, limits.memoryLimitBytes);
  return requestOf(launch(room), { stdin: input, spillTo, limits: runLimits });
}

function skippedResult(index: number): TestResult {
  return {
    testCase: index + 1,
    status: 'Skipped',
    timeMs: 0,
    memoryKb: 0,
    reason: null,
    ...nothingEarned,
  };
}

/** A test that ran but does not count shows nothing of its run: the same as if it had never started. */
function countedResult(counted: TestResult | { status: 'Skipped' }, index: number): TestResult {
  return 'testCase' in counted ? counted : skippedResult(index);
}
