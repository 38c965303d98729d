/**
 * Facts of one run → the status of one test. The rows of `rules` are tried from top to bottom and the first
 * that applies decides; when none does, the run was clean and the checker has the word.
 *
 * | # | What happened                                              | Status                |
 * |---|------------------------------------------------------------|-----------------------|
 * | 1 | killed for want of memory, or peak memory > limit          | Memory Limit Exceeded |
 * | 2 | CPU time > limit, or stopped by the CPU clock              | Time Limit Exceeded   |
 * | 3 | stopped by the wall clock (2 × limit + 1 s)                | Time Limit Exceeded   |
 * | 4 | output > its limit                                         | Runtime Error         |
 * | 5 | ended badly after an allocation was refused                | Memory Limit Exceeded |
 * | 6 | ended by a signal                                          | Runtime Error         |
 * | 7 | exit code ≠ 0                                              | Runtime Error         |
 *
 * Every border is inclusive: exactly at a limit passes. Memory comes before time because a program that the
 * kernel killed for memory may have burnt its time while swapping pages in and out at the border; time comes
 * before the exit code because a killed program has no exit code of its own.
 */

import type { RunReasons } from '#contract/judge-words.ts';
import type { TestStatus } from '#contract/statuses.ts';
import { type Words, words } from '#contract/words.ts';
import type { ProgramEnd, RuntimeWords } from '../languages/language.ts';
import { wallLimitMs } from '../languages/limits.ts';
import type { RunFacts } from '../sandbox/run-types.ts';

export interface Limits {
  timeLimitMs: number;
  memoryLimitBytes: number;
  outputLimitBytes: number;
  /** It may run for so many times its time before it is stopped, to show by how much it is too slow. Default: 1. */
  overrunFactor?: number;
}

/** The part of the sandbox's facts that a status depends on. */
export type VerdictFacts = Pick<
  RunFacts,
  'cpuMs' | 'memoryBytes' | 'exitCode' | 'signal' | 'limit' | 'refusedBytes' | 'outputBytes' | 'stderr'
>;

export interface Decision {
  status: TestStatus;
  /** For the people who may see more than the status. */
  reason: Words<keyof RunReasons>;
}

interface Rule {
  applies: (facts: VerdictFacts, limits: Limits, runtime: RuntimeWords) => boolean;
  status: TestStatus;
  reason: (facts: VerdictFacts, limits: Limits, runtime: RuntimeWords) => Words<keyof RunReasons>;
}

export const rules: readonly Rule[] = [
  {
    applies: (facts, limits) => facts.limit === 'memory' || facts.memoryBytes > limits.memoryLimitBytes,
    status: 'Memory Limit Exceeded',
    reason: (_, limits) => words('over_memory', { limitBytes: limits.memoryLimitBytes }),
  },
  {
    applies: (facts, limits) => facts.limit === 'cpu' || facts.cpuMs > limits.timeLimitMs,
    status: 'Time Limit Exceeded',
    reason: (_, limits) => words('over_cpu_time', { limitMs: limits.timeLimitMs }),
  },
  {
    applies: (facts) => facts.limit === 'wall',
    status: 'Time Limit Exceeded',
    reason: (_, limits) => words('over_wall_time', { limitMs: wallLimitMs(limits.timeLimitMs) }),
  },
  {
    applies: (facts, limits) => facts.limit === 'output' || facts.outputBytes > limits.outputLimitBytes,
    status: 'Runtime Error',
    reason: (_, limits) => words('over_output', { limitBytes: limits.outputLimitBytes }),
  },
  {
    applies: (facts, _, runtime) => endedBadly(facts) && wasRefusedMemory(facts, runtime),
    status: 'Memory Limit Exceeded',
    reason: () => words('refused_memory'),
  },
  {
    applies: (facts) => facts.signal !== null,
    status: 'Runtime Error',
    reason: (facts, _, runtime) =>
      explainEnd(facts, runtime) ?? words('ended_by_signal', { signal: facts.signal ?? '' }),
  },
  {
    applies: (facts) => facts.exitCode !== 0,
    status: 'Runtime Error',
    reason: (facts, _, runtime) =>
      explainEnd(facts, runtime) ?? words('exit_code', { exitCode: facts.exitCode }),
  },
];

/** The decision that the run alone justifies, or null when the run was clean and the output must be checked. */
export function decideRun(facts: VerdictFacts, limits: Limits, runtime: RuntimeWords): Decision | null {
  const rule = rules.find((candidate) => candidate.applies(facts, limits, runtime));
  return rule ? { status: rule.status, reason: rule.reason(facts, limits, runtime) } : null;
}

/**
 * The time to show: whole milliseconds, rounded down, but never a number that passes beside a status that says
 * it does not (1000.4 ms against 1000 ms shows as 1001).
 */
export function shownTimeMs(cpuMs: number, timeLimitMs: number): number {
  return cpuMs > timeLimitMs ? Math.ceil(cpuMs) : Math.floor(cpuMs);
}

export function shownMemoryKb(memoryBytes: number): number {
  return Math.ceil(memoryBytes / 1024);
}

function endedBadly(facts: VerdictFacts): boolean {
  return facts.signal !== null || facts.exitCode !== 0;
}

/**
 * The language's runtime says on standard error that memory could not be had. A program can print the same words itself,
 * and gains nothing: it turns its own Runtime Error into a Memory Limit Exceeded.
 */
function wasRefusedMemory(facts: VerdictFacts, runtime: RuntimeWords): boolean {
  return facts.refusedBytes > 0 || runtime.ranOutOfMemory(endOf(facts));
}

/**
 * What the language's runtime says about it. An exception that nobody caught ends a C++ program by a signal, and an
 * interpreter with an exit code.
 */
function explainEnd(facts: VerdictFacts, runtime: RuntimeWords): Words<keyof RunReasons> | null {
  const end = endOf(facts);
  const explained = runtime.explainEnd?.(end);
  if (explained) return explained;
  const exception = runtime.uncaughtException(end);
  return exception && words('uncaught_exception', { exception: exception.name });
}

/** Each byte a character: the words looked for are ASCII, and the rest of standard error may be anything. */
function endOf({ exitCode, signal, stderr: bytes }: VerdictFacts): ProgramEnd {
  const stderr = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
  return { exitCode, signal, stderr };
}
