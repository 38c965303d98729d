/** How far a time limit is from what the jury's solutions take, and which limit would be better. */
import { limits } from '#contract/limits.ts';
import { overrunFactor, type Trial, type TriedSolution } from '#contract/packages.ts';
import { isMeantRight } from '#contract/test-set-plan.ts';

const tooSlow = 'Time Limit Exceeded';
/** A clock is not exact: what comes as close to the end as this was stopped there. */
const asGoodAsStopped = 0.95;
/** A right solution on a slower day, or in the hands of somebody who writes less tightly. */
const roomForRight = 2;
const stepMs = 100;

type Expected = TriedSolution['expected'];

function isMeantSlow({ permitted, required }: Expected): boolean {
  if (required) return required.includes(tooSlow);
  return permitted?.includes(tooSlow) === true && !permitted.includes('Accepted');
}

/** Whether the jury wants its time to say something about the limit. */
const isTimed = ({ timed }: Expected) => timed !== false;

interface Measured {
  readonly name: string;
  readonly ms: number;
}

export interface Margins {
  /** Of those that must be right, and were. */
  readonly slowestRight: Measured | null;
  /** Of those that must be too slow; one that was stopped would have taken longer than is known. */
  readonly fastestSlow: (Measured & { readonly isStopped: boolean }) | null;
}

/** By those that are judged by the problem's own limit: what others take says how fast their language is. */
export function findMargins({ solutions: all, time_limit_ms: limitMs }: Trial): Margins {
  const solutions = all.filter(({ seen }) => seen?.time_limit_ms === undefined);
  const measure = ({ name, seen }: TriedSolution) => ({ name, ms: seen?.slowest_ms ?? 0 });
  const right = solutions
    .filter(
      ({ expected, seen }) => isTimed(expected) && isMeantRight(expected) && seen?.status === 'Accepted',
    )
    .map(measure);
  const slow = solutions
    .filter(
      ({ expected, seen }) =>
        isTimed(expected) && isMeantSlow(expected) && seen && seen.status !== 'Compilation Error',
    )
    .map((solution) => {
      const measured = measure(solution);
      const runsOn = solution.expected.required?.includes(tooSlow) ? overrunFactor : 1;
      return { ...measured, isStopped: measured.ms >= limitMs * runsOn * asGoodAsStopped };
    });
  return {
    slowestRight: right.toSorted((a, b) => b.ms - a.ms)[0] ?? null,
    fastestSlow: slow.toSorted((a, b) => a.ms - b.ms)[0] ?? null,
  };
}

export type Suggestion =
  | { readonly kind: 'twice' | 'between'; readonly ms: number }
  /** What should pass is no faster than what should not. */
  | { readonly kind: 'none' };

/** Null: no right solution shows what is needed. */
export function suggestTimeLimit({ slowestRight, fastestSlow }: Margins): Suggestion | null {
  if (!slowestRight) return null;
  const twice = roundUp(slowestRight.ms * roomForRight, stepMs);
  if (!fastestSlow || fastestSlow.isStopped || twice < fastestSlow.ms)
    return { kind: 'twice', ms: Math.min(Math.max(twice, stepMs), limits.timeLimitMaxMs) };
  // As many times the one as the other is as many times this.
  const between = Math.round(Math.sqrt(slowestRight.ms * fastestSlow.ms));
  const isBetween = between > slowestRight.ms && between < fastestSlow.ms;
  return isBetween ? { kind: 'between', ms: between } : { kind: 'none' };
}

function roundUp(ms: number, step: number): number {
  return Math.ceil(ms / step) * step;
}
