/** Judges the jury's solutions on a version of their problem, and sets what is seen beside what was expected. */

import { readFile } from 'node:fs/promises';
import { limits } from '#contract/limits.ts';
import { overrunFactor, type StoredSolution, type StoredTrial } from '#contract/packages.ts';
import { statusLetter, type TestStatus } from '#contract/statuses.ts';
import type { Expectation, JurySolution, TestSetPlan } from '#contract/test-set-plan.ts';
import { mapTexts, words } from '#contract/words.ts';
import { toStorable } from '#store/words.ts';
import { type Fraction, multiply, toFraction } from '../checkers/fraction.ts';
import type { PackagePlan, TimeLimit } from '../import/formats/format.ts';
import { ArchiveRefused, cutName } from '../import/refusal.ts';
import type { Judge, Verdict } from '../run/judge.ts';
import type { TestResult } from '../run/run-tests.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { BlobCache } from './blob-cache.ts';

const megabyte = 1024 * 1024;
/** A solution that is meant to be too slow need not be so on every test. */
const slowTestsEnough = 3;

export interface TriedVersion {
  readonly plan: TestSetPlan;
  readonly solutions: readonly StoredSolution[];
  readonly timeLimit: TimeLimit;
  readonly memoryLimitMb: number;
}

interface Trying {
  readonly signal: AbortSignal;
  /** Of all tests of all solutions. */
  readonly tell: (done: number, total: number) => Promise<void>;
}

type Seen = NonNullable<StoredTrial['solutions'][number]['seen']>;

/** Null: there is no solution that can be judged here. */
export async function trySolutions(
  worker: { readonly judge: Judge; readonly blobs: BlobCache },
  { plan, solutions, timeLimit, memoryLimitMb }: TriedVersion,
  { signal, tell }: Trying,
): Promise<StoredTrial | null> {
  const { judge } = worker;
  const runnable = solutions.filter(({ language }) => language !== null);
  if (runnable.length === 0 && 'ms' in timeLimit) return null;
  const lease = await worker.blobs.lease([
    ...plan.tests.flatMap(({ input, answer }) => [input, answer]),
    ...Object.values(plan.checkerFiles),
    ...runnable.map(({ file }) => file),
  ]);
  const failing = new AbortController();
  const running = AbortSignal.any([signal, failing.signal]);
  const seen = new Map<StoredSolution, Seen>();
  const total = runnable.length * plan.tests.length;
  let done = 0;
  const owner = Symbol('jury');

  async function tryOne(solution: StoredSolution, timeLimitMs: number): Promise<Seen> {
    const { language, file, expected, name } = solution;
    if (language === null) throw new Error(`${name} cannot be judged here`);
    const code = await readFile(await lease.pathOf(file));
    const testSet = { ...plan, pathOf: lease.pathOf };
    const given = {
      timeLimitMs,
      memoryLimitBytes: memoryLimitMb * megabyte,
      ...(expected.required?.includes('Time Limit Exceeded') && { overrunFactor }),
    };
    const results: TestResult[] = [];
    try {
      const steps = judge.judgeSubmission({ language, code }, testSet, given, {
        signal: running,
        owner,
        isAwaited: false,
      });
      for await (const step of steps) {
        if (step.kind === 'verdict') return describeSeen(expected, plan, results, step.verdict);
        if (step.kind !== 'test') continue;
        results.push(step.result);
        await tell(++done, total);
        if (isSlowEnough(expected, results)) return describeSeen(expected, plan, results, null);
      }
    } catch (error) {
      // Not the machine's trouble, but that of whoever wrote the checker.
      if (error instanceof JudgeFault && /^(?:checker|points)_/.test(error.said.code))
        throw new ArchiveRefused(
          words('archive_checker_fault', { solution: cutName(name), fault: error.said }),
        );
      throw error;
    }
    throw new Error('Judging ended without a verdict');
  }

  async function tryAll(some: readonly StoredSolution[], timeLimitMs: number): Promise<void> {
    const waiting = some.filter((solution) => !seen.has(solution));
    const takeTurns = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        seen.set(next, await tryOne(next, timeLimitMs));
    };
    // When one fails the others end too, before their files are let go.
    const turns = judge.sandbox.facts.cores.map(() =>
      takeTurns().catch((error: unknown) => {
        failing.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(turns);
    await Promise.all(turns);
  }

  try {
    const derived = 'ms' in timeLimit ? null : await derive(timeLimit);
    const timeLimitMs = derived?.timeLimitMs ?? ('ms' in timeLimit ? timeLimit.ms : 0);
    await tryAll(runnable, timeLimitMs);
    const tried = solutions.map((solution) => {
      const { name, language, expected } = solution;
      return { name, language, expected, seen: seen.get(solution) ?? null };
    });
    return {
      time_limit_ms: timeLimitMs,
      memory_limit_mb: memoryLimitMb,
      derived: derived && {
        factor: derived.factor,
        slowest: derived.slowest,
        slowest_ms: derived.slowestMs,
      },
      compiler: judge.languages.cpp.version,
      tried_at: new Date().toISOString(),
      agrees: tried.every((one) => one.seen?.agrees ?? true),
      solutions: tried,
    };
  } finally {
    lease.release();
  }

  /** By the slowest of those that must be right on every test. */
  async function derive({ factor, resolutionMs }: Exclude<TimeLimit, { ms: number }>) {
    const right = findRight(solutions);
    const most = Math.min(limits.timeLimitMaxMs, Math.floor(limits.timeLimitMaxMs / factor));
    await tryAll(right, most);
    const wrong = right.find((solution) => !seen.get(solution)?.agrees);
    if (wrong)
      throw new ArchiveRefused(words('time_limit_not_derived', { solution: cutName(wrong.name), most }));
    const bySpeed = right
      .map((solution) => ({ slowest: solution.name, slowestMs: seen.get(solution)?.slowest_ms ?? 0 }))
      .sort((a, b) => b.slowestMs - a.slowestMs);
    const [slowest] = bySpeed;
    if (!slowest) throw new Error('There is no slowest solution');
    const timeLimitMs = Math.min(
      limits.timeLimitMaxMs,
      Math.max(resolutionMs, Math.ceil((slowest.slowestMs * factor) / resolutionMs) * resolutionMs),
    );
    return { factor, timeLimitMs, ...slowest };
  }
}

/** Those that can be judged here and must be right on every test. */
function findRight<File>(solutions: readonly JurySolution<File>[]): JurySolution<File>[] {
  const right = solutions.filter(
    ({ language, expected: { permitted } }) =>
      language !== null && permitted?.length === 1 && permitted[0] === 'Accepted',
  );
  if (right.length === 0) throw new ArchiveRefused(words('time_limit_missing'));
  return right;
}

/** Before anything is run: is there something that a time limit could be derived from, where none is given? */
export function checkDerivable({ timeLimit, solutions }: Pick<PackagePlan, 'timeLimit' | 'solutions'>): void {
  if (timeLimit && !('ms' in timeLimit)) findRight(solutions);
}

/** What was expected has been seen often enough, and nothing asks for its score. */
function isSlowEnough({ required, score }: Expectation, results: readonly TestResult[]): boolean {
  if (score !== undefined || !required?.includes('Time Limit Exceeded')) return false;
  return results.filter(({ status }) => status === 'Time Limit Exceeded').length >= slowTestsEnough;
}

/** `verdict` is null where it was broken off. */
function describeSeen(
  expected: Expectation,
  { tests }: TestSetPlan,
  results: readonly TestResult[],
  verdict: Verdict | null,
): Seen {
  const ran = results.filter(({ status }) => status !== 'Skipped');
  const against = ran.find((result) => expected.permitted && !expected.permitted.includes(endOf(result)));
  const status = verdict?.overallStatus ?? 'Time Limit Exceeded';
  const compilerSaid = verdict?.compilerSaid ?? null;
  return {
    status,
    score: verdict?.score ?? null,
    results: results.map((result) => statusLetter(result.status)).join(''),
    slowest_ms: Math.max(0, ...ran.map(({ timeMs }) => timeMs)),
    agrees:
      status !== 'Compilation Error' &&
      !against &&
      hasRequired(expected, ran) &&
      isInRange(expected, verdict),
    against: against
      ? { test: tests[against.testCase - 1]?.name ?? `${against.testCase}`, status: against.status }
      : null,
    groups: (verdict?.groups ?? []).map((group) => ({
      name: group.name,
      points: group.points,
      earned: toHundredths(multiply(group.share, toFraction(group.points))),
      status: group.status as TestStatus,
    })),
    compilerSaid: compilerSaid && mapTexts(compilerSaid, toStorable),
  };
}

/** Accepted by its checker, if with a part of the points, is accepted. */
function endOf({ status, passed }: TestResult): TestStatus {
  return passed ? 'Accepted' : status;
}

function hasRequired({ required }: Expectation, ran: readonly TestResult[]): boolean {
  return !required || ran.some((result) => required.includes(endOf(result)));
}

function isInRange({ score }: Expectation, verdict: Verdict | null): boolean {
  if (!score) return true;
  return verdict !== null && verdict.score >= score[0] && verdict.score <= score[1];
}

/** Rounded down, as the score is. */
function toHundredths({ numerator, denominator }: Fraction): number {
  return Number((numerator * 100n) / denominator) / 100;
}
