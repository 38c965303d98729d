/** What becomes of a problem's limits before a program has them. */
import { type Allowance, giveLimits } from '#contract/language-limits.ts';

const megabyte = 1024 * 1024;

/** As they are for programs of a language; the sandbox counts in bytes. */
export function withAllowance<Limits extends { timeLimitMs: number; memoryLimitBytes: number }>(
  allowance: Allowance,
  limits: Limits,
): Limits {
  const memoryLimitMb = limits.memoryLimitBytes / megabyte;
  const given = giveLimits(allowance, { timeLimitMs: limits.timeLimitMs, memoryLimitMb });
  return {
    ...limits,
    timeLimitMs: given.timeLimitMs,
    memoryLimitBytes: given.memoryLimitMb * megabyte,
  };
}

/** The wall clock only catches sleepers: it must never decide about a program that was merely descheduled. */
export function wallLimitMs(timeLimitMs: number): number {
  return 2 * timeLimitMs + 1000;
}
