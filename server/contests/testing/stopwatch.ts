/**
 * How much of a contest everybody has had, by a stopwatch that stands still in pauses: written without a look at how the
 * server does it, which keeps moments and moves them, while this counts what passes.
 */
import { minute } from '../testing.ts';

export interface Lengths {
  readonly lastsMs: number;
  /** Null: all have the one clock. */
  readonly windowMs: number | null;
  /** Before the end; null: no freeze. */
  readonly freezeMs: number | null;
  /** How long it is until the start. */
  readonly startsInMs?: number;
}

export type Stopwatch = ReturnType<typeof startStopwatch>;

export function startStopwatch({ lastsMs, windowMs, freezeMs, startsInMs = 0 }: Lengths) {
  let passedMs = -startsInMs;
  let lengthMs = lastsMs;
  let windowLengthMs = windowMs;
  let frozenFromMs = freezeMs === null ? null : lastsMs - freezeMs;
  let isPaused = false;
  /** What had passed when each began. */
  const begun = new Map<string, number>();
  const extra = new Map<string, number>();

  const awaitsStart = (person: string) => windowLengthMs !== null && !begun.has(person);
  const extraOf = (person: string) => extra.get(person) ?? 0;

  /** What has passed by then. */
  function endOf(person: string, extraMinutes = extraOf(person)): number {
    if (windowLengthMs === null) return lengthMs + extraMinutes * minute;
    const beganMs = begun.get(person);
    if (beganMs === undefined) return lengthMs;
    return Math.min(beganMs + windowLengthMs, lengthMs) + extraMinutes * minute;
  }
  const lastEnd = () => Math.max(lengthMs, ...[...extra.keys()].map((person) => endOf(person)));

  return {
    isPaused: () => isPaused,
    pass(ms: number): void {
      if (!isPaused) passedMs += ms;
    },
    pause(): void {
      isPaused = true;
    },
    resume(): void {
      isPaused = false;
    },
    canExtend: (minutes: number) => lengthMs + minutes * minute > passedMs,
    /** For all, and of what each has by themselves. */
    extend(minutes: number): void {
      lengthMs += minutes * minute;
      if (windowLengthMs !== null) windowLengthMs += minutes * minute;
      if (frozenFromMs !== null && frozenFromMs > passedMs) frozenFromMs += minutes * minute;
    },
    extraOf,
    /** Whether it can be given: they would have something of it. */
    canHaveExtra: (person: string, minutes: number) => endOf(person, minutes) > passedMs,
    giveExtra(person: string, minutes: number): void {
      extra.set(person, minutes);
    },
    awaitsStart,
    begin(person: string): void {
      begun.set(person, passedMs);
    },
    /** Since their own start. */
    ownMs: (person: string) => passedMs - (begun.get(person) ?? 0),
    maySubmit: (person: string) => !isPaused && !awaitsStart(person) && passedMs < endOf(person),
    isOverFor: (person: string) => passedMs >= endOf(person),
    hasWindow: windowMs !== null,
    hasFreeze: freezeMs !== null,
    /** For another with the same. */
    settings: () => ({ windowMs: windowLengthMs, freezeMs }),
    /** What of their own time there is for each, extra minutes aside; null: it has not begun. */
    ownLengthMs: (person: string) =>
      awaitsStart(person) ? null : endOf(person, 0) - (begun.get(person) ?? 0),
    hasStarted: () => passedMs >= 0,
    isFrozen: () => frozenFromMs !== null && passedMs >= frozenFromMs,
    /** For those who have no extra minutes. */
    hasEnded: () => passedMs >= lengthMs,
    isOver: () => passedMs >= lastEnd(),
    leftMs: () => Math.max(0, lastEnd() - passedMs),
    overForMs: () => passedMs - lastEnd(),
    /** For each, extra minutes aside. */
    lengthMs: () => windowLengthMs ?? lengthMs,
  };
}
