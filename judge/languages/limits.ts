/** What becomes of a problem's limits before a program has them. */
import type { Allowance } from './language.ts';

/** As they are for programs in a language. */
export function withAllowance<Limits extends { timeLimitMs: number; memoryLimitBytes: number }>(
  { timeFactor, timeMs, memoryBytes }: Allowance,
  limits: Limits,
): Limits {
  return {
    ...limits,
    timeLimitMs: limits.timeLimitMs * timeFactor + timeMs,
    memoryLimitBytes: limits.memoryLimitBytes + memoryBytes,
  };
}

/** The wall clock only catches sleepers: it must never decide about a program that was merely descheduled. */
export function wallLimitMs(timeLimitMs: number): number {
  return 2 * timeLimitMs + 1000;
}
