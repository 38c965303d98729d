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

import type { TestStatus } from '#contract/statuses.ts';

export interface Limits {
  timeLimitMs: number;
  memoryLimitBytes: number;
  outputLimitBytes: number;
}

/** What the sandbox saw. Times are in microseconds so that a border is a comparison of integers. */
export interface RunFacts {
  cpuUs: number;
  wallUs: number;
  memoryBytes: number;
  /** null when a signal ended the program. */
  exitCode: number | null;
  signal: number | null;
  /** The limit for which the sandbox itself ended the program. */
  stoppedBy: 'cpu' | 'wall' | 'output' | 'memory' | null;
  /** The kernel's out-of-memory killer chose this program. */
  oomKilled: boolean;
  /** The program asked for memory and was told no: it may then crash in any way. */
  allocationRefused: boolean;
  /** True when the program wrote, or tried to write, more than its output limit. */
  outputOverflow: boolean;
  /** The beginning of standard error: never compared, but it may name the exception that ended the program. */
  stderr: string;
}

export interface Decision {
  status: TestStatus;
  /** Readable words for the people who may see more than the status; empty when there is nothing to add. */
  reason: string;
}

interface Rule {
  applies: (facts: RunFacts, limits: Limits) => boolean;
  status: TestStatus;
  reason: (facts: RunFacts, limits: Limits) => string;
}

export const rules: readonly Rule[] = [
  {
    applies: (facts, limits) =>
      facts.oomKilled || facts.stoppedBy === 'memory' || facts.memoryBytes > limits.memoryLimitBytes,
    status: 'Memory Limit Exceeded',
    reason: (_, limits) => `More than ${formatMebibytes(limits.memoryLimitBytes)} of memory`,
  },
  {
    applies: (facts, limits) => facts.stoppedBy === 'cpu' || facts.cpuUs > limits.timeLimitMs * 1000,
    status: 'Time Limit Exceeded',
    reason: (_, limits) => `More than ${limits.timeLimitMs} ms of CPU time`,
  },
  {
    applies: (facts) => facts.stoppedBy === 'wall',
    status: 'Time Limit Exceeded',
    reason: (_, limits) => `Still not finished after ${wallLimitMs(limits.timeLimitMs)} ms of waiting`,
  },
  {
    applies: (facts) => facts.outputOverflow || facts.stoppedBy === 'output',
    status: 'Runtime Error',
    reason: (_, limits) => `More than ${formatMebibytes(limits.outputLimitBytes)} of output`,
  },
  {
    applies: (facts) => endedBadly(facts) && wasRefusedMemory(facts),
    status: 'Memory Limit Exceeded',
    reason: () => 'Asked for more memory than the limit allows',
  },
  {
    applies: (facts) => facts.signal !== null,
    status: 'Runtime Error',
    reason: (facts) => describeSignal(facts.signal ?? 0, facts.stderr),
  },
  {
    applies: (facts) => facts.exitCode !== 0,
    status: 'Runtime Error',
    reason: (facts) => `Exited with code ${facts.exitCode}`,
  },
];

/** The decision that the run alone justifies, or null when the run was clean and the output must be checked. */
export function decideRun(facts: RunFacts, limits: Limits): Decision | null {
  const rule = rules.find((candidate) => candidate.applies(facts, limits));
  return rule ? { status: rule.status, reason: rule.reason(facts, limits) } : null;
}

/** The wall clock only catches sleepers: it must never decide about a program that was merely descheduled. */
export function wallLimitMs(timeLimitMs: number): number {
  return 2 * timeLimitMs + 1000;
}

/**
 * The time to show: whole milliseconds, rounded down, but never a number that passes beside a status that says
 * it does not (1000.4 ms against 1000 ms shows as 1001).
 */
export function shownTimeMs(cpuUs: number, timeLimitMs: number): number {
  return cpuUs > timeLimitMs * 1000 ? Math.ceil(cpuUs / 1000) : Math.floor(cpuUs / 1000);
}

export function shownMemoryKb(memoryBytes: number): number {
  return Math.ceil(memoryBytes / 1024);
}

function endedBadly(facts: RunFacts): boolean {
  return facts.signal !== null || facts.exitCode !== 0;
}

/**
 * The C++ runtime names an uncaught bad_alloc on standard error. A program can print the same words itself, and
 * gains nothing: it turns its own Runtime Error into a Memory Limit Exceeded.
 */
function wasRefusedMemory(facts: RunFacts): boolean {
  return facts.allocationRefused || /\bstd::bad_(array_new_length|alloc)\b/.test(facts.stderr);
}

const signalWords: Record<number, string> = {
  1: 'Hung up (SIGHUP)',
  2: 'Interrupted (SIGINT)',
  3: 'Quit (SIGQUIT)',
  4: 'Illegal instruction (SIGILL)',
  5: 'Trace trap (SIGTRAP)',
  6: 'Aborted (SIGABRT)',
  7: 'Bad memory access (SIGBUS)',
  8: 'Arithmetic error such as division by zero (SIGFPE)',
  9: 'Killed (SIGKILL)',
  10: 'User signal 1 (SIGUSR1)',
  11: 'Invalid memory access (SIGSEGV)',
  12: 'User signal 2 (SIGUSR2)',
  13: 'Wrote to a closed pipe (SIGPIPE)',
  14: 'Alarm clock (SIGALRM)',
  15: 'Terminated (SIGTERM)',
  24: 'CPU time signal (SIGXCPU)',
  25: 'File too large (SIGXFSZ)',
  31: 'Forbidden system call (SIGSYS)',
};

function describeSignal(signal: number, stderr: string): string {
  const words = signalWords[signal] ?? `Ended by signal ${signal}`;
  const exception = uncaughtException(stderr);
  return exception ? `Uncaught exception ${exception}` : words;
}

/**
 * Only names of the standard library pass: a type name of the contestant's own choosing would be a way to print
 * parts of a secret input into the reason.
 */
function uncaughtException(stderr: string): string | null {
  const match = /terminate called after throwing an instance of '(std::[A-Za-z_:0-9]{1,60})'/.exec(stderr);
  return match?.[1] ?? null;
}

function formatMebibytes(bytes: number): string {
  const mebibytes = bytes / (1024 * 1024);
  return mebibytes >= 1 ? `${Number(mebibytes.toFixed(1))} MB` : `${bytes} bytes`;
}
