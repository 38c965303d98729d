/** Judges the jury's solutions on a version of their problem, and sets what is seen beside what was expected. */

import { readFile } from 'node:fs/promises';
import { type Allowance, giveLimits, toProblemTime } from '#contract/language-limits.ts';
import { limits } from '#contract/limits.ts';
import { overrunFactor, type StoredSolution, type StoredTrial } from '#contract/packages.ts';
import type { LanguageId } from '#contract/programs.ts';
import {
  type Expectation,
  isMeantRight,
  type JurySolution,
  type TestSetPlan,
} from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { DerivedLimit, PackagePlan, TimeLimit } from '../import/formats/format.ts';
import { ArchiveRefused, cutName } from '../import/refusal.ts';
import { getLanguage } from '../languages/catalogue.ts';
import { tellVersion } from '../languages/language.ts';
import type { Judge, Verdict } from '../run/judge.ts';
import type { TestResult } from '../run/run-tests.ts';
import { CheckerFault } from '../sandbox/fault.ts';
import type { BlobCache } from './blob-cache.ts';
import {
  type AnyDemand,
  describeSeen,
  findSlowest,
  listDemands,
  mustBeSlow,
  mustOnlyBeSlow,
  type Seen,
  selectResults,
} from './expectations.ts';

const megabyte = 1024 * 1024;
/** A solution that is meant to be too slow need not be so on every test. */
const slowTestsEnough = 3;

export interface TriedVersion {
  readonly plan: TestSetPlan;
  readonly solutions: readonly StoredSolution[];
  readonly timeLimit: TimeLimit;
  readonly memoryLimitMb: number;
  /** What the programs of a language get over these limits. */
  readonly allowanceOf: (language: LanguageId) => Allowance;
}

interface Trying {
  readonly signal: AbortSignal;
  /** Of all tests of all solutions. */
  readonly tell: (done: number, total: number) => Promise<void>;
}

/** Null: there is no solution that can be judged here. */
export async function trySolutions(
  worker: { readonly judge: Judge; readonly judged: readonly LanguageId[]; readonly blobs: BlobCache },
  { plan, solutions, timeLimit, memoryLimitMb, allowanceOf }: TriedVersion,
  { signal, tell }: Trying,
): Promise<StoredTrial | null> {
  const { judge, judged } = worker;
  const runnable = solutions.filter(isIn(judged));
  if (runnable.length === 0 && 'ms' in timeLimit) return null;
  const lease = await worker.blobs.lease([
    ...plan.tests.flatMap(({ input, answer }) => [input, answer]),
    ...Object.values(plan.checkerFiles),
    ...runnable.map(({ file }) => file),
  ]);
  const failing = new AbortController();
  const running = AbortSignal.any([signal, failing.signal]);
  const seen = new Map<StoredSolution, Seen>();
  /** What the tests of each were, for the bounds of a limit that is to be derived. */
  const ran = new Map<StoredSolution, readonly TestResult[]>();
  const total = runnable.length * plan.tests.length;
  let done = 0;
  const slowFactor = ('factor' in timeLimit && timeLimit.slowFactor) || 1;
  const owner = Symbol('jury');

  const giveTime = (language: LanguageId | null, timeLimitMs: number) =>
    language === null
      ? timeLimitMs
      : giveLimits(allowanceOf(language), { timeLimitMs, memoryLimitMb }).timeLimitMs;

  async function tryOne(solution: StoredSolution, timeLimitMs: number): Promise<Seen> {
    const { language, file, expected, name } = solution;
    if (language === null) throw new Error(`${name} cannot be judged here`);
    const code = await readFile(await lease.pathOf(file));
    const testSet = { ...plan, pathOf: lease.pathOf };
    const allowance = allowanceOf(language);
    const givenMs = giveTime(language, timeLimitMs);
    const limits = {
      timeLimitMs,
      memoryLimitBytes: memoryLimitMb * megabyte,
      allowance,
      ...(listDemands(expected).some(mustBeSlow) && { overrunFactor: Math.max(overrunFactor, slowFactor) }),
    };
    const results: TestResult[] = [];
    ran.set(solution, results);
    const tellSeen = (verdict: Verdict | null): Seen => ({
      ...describeSeen(expected, plan, results, verdict),
      ...(givenMs !== timeLimitMs && { time_limit_ms: givenMs }),
    });
    try {
      const steps = judge.judgeSubmission({ language, code }, testSet, limits, {
        signal: running,
        owner,
        isAwaited: false,
      });
      for await (const step of steps) {
        if (step.kind === 'verdict') return tellSeen(step.verdict);
        if (step.kind !== 'test') continue;
        results.push(step.result);
        await tell(++done, total);
        if (isSlowEnough(expected, results, slowFactor === 1 ? 0 : givenMs * slowFactor))
          return tellSeen(null);
      }
    } catch (error) {
      if (error instanceof CheckerFault)
        throw new ArchiveRefused(
          words('archive_checker_fault', { solution: cutName(name), fault: error.said }),
        );
      throw error;
    }
    throw new Error('Judging ended without a verdict');
  }

  async function tryAll(some: readonly StoredSolution[], timeLimitMs: number): Promise<void> {
    const waiting = some.filter((solution) => !seen.has(solution));
    const tryWaiting = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift())
        seen.set(next, await tryOne(next, timeLimitMs));
    };
    // When one fails the others end too, before their files are let go.
    const trying = judge.sandbox.facts.cores.map(() =>
      tryWaiting().catch((error: unknown) => {
        failing.abort(error);
        throw error;
      }),
    );
    await Promise.allSettled(trying);
    await Promise.all(trying);
  }

  try {
    const derived = 'ms' in timeLimit ? null : await derive(timeLimit);
    const timeLimitMs = derived?.timeLimitMs ?? ('ms' in timeLimit ? timeLimit.ms : 0);
    await tryAll(runnable, timeLimitMs);
    if (derived) checkSlow(timeLimitMs);
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
      compiler: listVersions(judge, runnable),
      tried_at: new Date().toISOString(),
      agrees: tried.every((one) => one.seen?.agrees ?? true),
      solutions: tried,
    };
  } finally {
    lease.release();
  }

  /** By the slowest of those that bound it from below, on the tests that they are asked about. */
  async function derive(limit: DerivedLimit) {
    const { factor, resolutionMs } = limit;
    const bounding = findBounding(runnable, limit);
    const most = Math.min(limits.timeLimitMaxMs, Math.floor(limits.timeLimitMaxMs / factor));
    await tryAll(bounding, most);
    const bySpeed = bounding.map((solution) => {
      const { name, language, expected } = solution;
      const isWrong = isMeantRight(expected) && !seen.get(solution)?.agrees;
      const results = listDemands(expected)
        .filter((demand) => bounds(demand, limit))
        .flatMap((demand) => selectResults(demand, plan, ran.get(solution) ?? []));
      if (isWrong || results.some(({ status }) => status === 'Time Limit Exceeded'))
        throw new ArchiveRefused(words('time_limit_not_derived', { solution: cutName(name), most }));
      const measuredMs = findSlowest(results);
      // The limit that is looked for is the problem's, of which some languages get more.
      const slowestMs =
        language === null ? measuredMs : Math.ceil(toProblemTime(allowanceOf(language), measuredMs));
      return { slowest: name, slowestMs };
    });
    const [slowest] = bySpeed.sort((a, b) => b.slowestMs - a.slowestMs);
    if (!slowest) throw new Error('There is no slowest solution');
    const timeLimitMs = Math.min(
      limits.timeLimitMaxMs,
      Math.max(resolutionMs, Math.ceil((slowest.slowestMs * factor) / resolutionMs) * resolutionMs),
    );
    return { factor, timeLimitMs, ...slowest };
  }

  /** The limit keeps its distance from above too, where the format asks for one. */
  function checkSlow(ofProblemMs: number): void {
    if (slowFactor === 1) return;
    for (const solution of runnable) {
      const limitMs = giveTime(solution.language, ofProblemMs);
      for (const demand of listDemands(solution.expected)) {
        if (!mustOnlyBeSlow(demand) || demand.timed === false) continue;
        const slowestMs = findSlowest(selectResults(demand, plan, ran.get(solution) ?? []));
        // What is not too slow at all did not end as expected, and is told so.
        if (slowestMs <= limitMs || slowestMs >= limitMs * slowFactor * asGoodAsReached) continue;
        const told = { solution: cutName(solution.name), slowestMs, limitMs, factor: slowFactor };
        throw new ArchiveRefused(words('time_limit_too_close', told));
      }
    }
  }
}

/** Of what compiled or ran them, with the packages that they could import, one a line. */
function listVersions({ languages }: Judge, runnable: readonly StoredSolution[]): string {
  const ids = new Set(runnable.flatMap(({ language }) => language ?? []));
  return [...new Set([...ids].map((id) => tellVersion(getLanguage(languages, id))))].join('\n');
}

/** A clock is not exact: what was stopped at a time may be told with a little less. */
const asGoodAsReached = 0.95;

/** Whether the time on these tests bounds the limit from below. */
function bounds(demand: AnyDemand, { slowFactor }: DerivedLimit): boolean {
  if (demand.timed === false) return false;
  if (slowFactor === undefined) return isMeantRight(demand) && !demand.tests && !demand.group;
  return demand.permitted !== undefined && !demand.permitted.includes('Time Limit Exceeded');
}

const isIn =
  (judged: readonly LanguageId[]) =>
  ({ language }: Pick<JurySolution<unknown>, 'language'>): boolean =>
    language !== null && judged.includes(language);

function findBounding<File>(
  runnable: readonly JurySolution<File>[],
  limit: DerivedLimit,
): JurySolution<File>[] {
  const bounding = runnable.filter(({ expected }) =>
    listDemands(expected).some((demand) => bounds(demand, limit)),
  );
  if (bounding.length === 0) throw new ArchiveRefused(words('time_limit_missing'));
  return bounding;
}

/** Before anything is run: is there something that a time limit could be derived from, where none is given? */
export function checkDerivable(
  { timeLimit, solutions }: Pick<PackagePlan, 'timeLimit' | 'solutions'>,
  judged: readonly LanguageId[],
): void {
  if (timeLimit && !('ms' in timeLimit)) findBounding(solutions.filter(isIn(judged)), timeLimit);
}

/** What was expected has been seen often enough, and nothing asks for its score or for single tests. */
function isSlowEnough(
  { required, score, parts }: Expectation,
  results: readonly TestResult[],
  ms: number,
): boolean {
  if (score !== undefined || parts || !required?.includes('Time Limit Exceeded')) return false;
  const isSlow = ({ status, timeMs }: TestResult) =>
    status === 'Time Limit Exceeded' && timeMs >= ms * asGoodAsReached;
  return results.filter(isSlow).length >= slowTestsEnough;
}
