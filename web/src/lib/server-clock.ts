import { useEffect, useState } from 'react';

interface Sample {
  /** What to add to the own clock. */
  offsetMs: number;
  /** How far that may be off: the server looked at its clock somewhere between question and answer. */
  halfTripMs: number;
}

const samplesKept = 8;
/** Two good clocks drift apart by less than this while the samples are kept. */
const driftMs = 100;

export interface ServerClock {
  /** Learns from an answer: when it was asked for and came by the own clock, and what the server's clock said. */
  note: (sentAtMs: number, answeredAtMs: number, serverMs: number) => void;
  now: () => number;
}

/**
 * The server's time as far as the answers tell. The sample with the shortest round trip is the best one. A sample
 * that contradicts earlier ones means that the visitor's clock was set, or slept, in between: they are forgotten.
 */
export function createServerClock(readOwnMs: () => number): ServerClock {
  let samples: readonly Sample[] = [];
  return {
    note: (sentAtMs, answeredAtMs, serverMs) => {
      const halfTripMs = (answeredAtMs - sentAtMs) / 2;
      if (!Number.isFinite(serverMs) || halfTripMs < 0) return;
      const sample = { offsetMs: serverMs - sentAtMs - halfTripMs, halfTripMs };
      samples = [...samples.filter((earlier) => agree(earlier, sample)), sample].slice(-samplesKept);
    },
    now: () => {
      const [best] = samples.toSorted((a, b) => a.halfTripMs - b.halfTripMs);
      return readOwnMs() + (best?.offsetMs ?? 0);
    },
  };
}

function agree(a: Sample, b: Sample): boolean {
  return Math.abs(a.offsetMs - b.offsetMs) <= a.halfTripMs + b.halfTripMs + driftMs;
}

export const serverClock = createServerClock(() => Date.now());

/** Until this instant. Where clocks stand still, from the moment at which they were stopped. */
export function timeLeftMs(until: string, standsAt: string | null, nowMs: number): number {
  return Math.max(0, Date.parse(until) - (standsAt === null ? nowMs : Date.parse(standsAt)));
}

/** The server's time, told anew every `tickMs`. */
export function useServerNow(tickMs: number): number {
  const [now, setNow] = useState(serverClock.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(serverClock.now()), tickMs);
    return () => clearInterval(timer);
  }, [tickMs]);
  return now;
}
