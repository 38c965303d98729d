/** What becomes of a problem's limits before a program has them. */
import { type Allowance, giveLimits } from '#contract/language-limits.ts';
import type { MemoryRoom } from './language.ts';

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

/** `memoryLimitBytes`: with the allowance. */
export function roomWithin(
  { memory_allowance_mb }: Pick<Allowance, 'memory_allowance_mb'>,
  memoryLimitBytes: number,
): MemoryRoom {
  return {
    memoryBytes: memoryLimitBytes,
    programBytes: memoryLimitBytes - memory_allowance_mb * megabyte,
  };
}

/** Of what is given no allowance. */
export function allOf({ memoryBytes }: Pick<MemoryRoom, 'memoryBytes'>): MemoryRoom {
  return { memoryBytes, programBytes: memoryBytes };
}

/** The wall clock only catches sleepers: it must never decide about a program that was merely descheduled. */
export function wallLimitMs(timeLimitMs: number): number {
  return 2 * timeLimitMs + 1000;
}
