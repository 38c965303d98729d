/**
 * What programs of a language get over the limits of a problem. Here it is decided what a page shows and what the judge
 * uses, to the millisecond, so that the two are the same.
 */
import { limits } from './limits.ts';
import type { LanguageId } from './programs.ts';

export interface Allowance {
  /** By which the problem's time is multiplied, to the hundredth. */
  readonly time_factor: number;
  /** On top of that: what starting takes. */
  readonly time_allowance_ms: number;
  /** On top of the problem's memory: what a virtual machine needs for itself. */
  readonly memory_allowance_mb: number;
}

/** What is said of a language by an instance or by a problem; the rest is as it is without. */
export type OwnAllowance = { readonly [Part in keyof Allowance]?: Allowance[Part] | undefined };
export type LanguageLimits = Readonly<Partial<Record<LanguageId, OwnAllowance>>>;

const virtualMachine: Allowance = { time_factor: 2, time_allowance_ms: 200, memory_allowance_mb: 96 };
const native: Allowance = { time_factor: 1, time_allowance_ms: 0, memory_allowance_mb: 0 };

/**
 * As they come. The factors are of the size that judges commonly give; the time on top is what starting takes on a busy
 * machine, and the memory what a runtime has for itself.
 */
export const usualAllowances: Readonly<Record<LanguageId, Allowance>> = {
  cpp: native,
  cpp17: native,
  c: native,
  python: { time_factor: 3, time_allowance_ms: 50, memory_allowance_mb: 16 },
  pypy: { time_factor: 3, time_allowance_ms: 150, memory_allowance_mb: 96 },
  java: virtualMachine,
  kotlin: virtualMachine,
  rust: native,
  go: { ...native, memory_allowance_mb: 4 },
  javascript: { time_factor: 2, time_allowance_ms: 100, memory_allowance_mb: 64 },
  pascal: native,
};

/** What the problem says of the language, else what the instance says, else what is usual: each part by itself. */
export function findAllowance(
  id: LanguageId,
  ofInstance: OwnAllowance | null | undefined,
  ofProblem: LanguageLimits | null = null,
): Allowance {
  const [usual, own] = [usualAllowances[id], ofProblem?.[id]];
  const part = <Part extends keyof Allowance>(name: Part): Allowance[Part] =>
    own?.[name] ?? ofInstance?.[name] ?? usual[name];
  return {
    time_factor: part('time_factor'),
    time_allowance_ms: part('time_allowance_ms'),
    memory_allowance_mb: part('memory_allowance_mb'),
  };
}

export interface ProblemLimits {
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

/** The limits that a program is judged by, of a problem or of one of its tests. */
export function giveLimits<Limits extends ProblemLimits>(allowance: Allowance, given: Limits): Limits {
  const { time_factor, time_allowance_ms, memory_allowance_mb } = allowance;
  // Hundredths as whole numbers: 1.1 times 1000 is not a little more than 1100.
  const ms = (given.timeLimitMs * Math.round(time_factor * 100)) / 100 + time_allowance_ms;
  return {
    ...given,
    timeLimitMs: Math.min(Math.max(Math.round(ms), limits.timeLimitMinMs), limits.givenTimeLimitMaxMs),
    memoryLimitMb: given.memoryLimitMb + memory_allowance_mb,
  };
}

/** The limit of a problem under which a program of the language would be given so much. */
export function toProblemTime(
  { time_factor, time_allowance_ms }: Pick<Allowance, 'time_factor' | 'time_allowance_ms'>,
  ms: number,
): number {
  return Math.max(0, ms - time_allowance_ms) / time_factor;
}
