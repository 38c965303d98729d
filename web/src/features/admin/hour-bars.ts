import type { Overview } from '#contract/overview.ts';

export interface Bar {
  /** The beginning of its minutes. */
  readonly atMs: number;
  readonly verdicts: number;
}

const minuteMs = 60_000;
const minutesInBar = 2;
const bars = 30;

/** The last hour in bars of two minutes, also those in which nothing was judged; the present one is the last. */
export function toBars(minutes: Overview['minutes'], nowMs: number): Bar[] {
  const widthMs = minutesInBar * minuteMs;
  const lastMs = Math.floor(nowMs / widthMs) * widthMs;
  return Array.from({ length: bars }, (_, index) => {
    const atMs = lastMs - (bars - 1 - index) * widthMs;
    const within = minutes.filter(({ at }) => Date.parse(at) >= atMs && Date.parse(at) < atMs + widthMs);
    return { atMs, verdicts: within.reduce((sum, { verdicts }) => sum + verdicts, 0) };
  });
}

/** A scale that ends on a round number: 1, 2, 5, 10, 20, 50, … */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((step) => step * power).find((value) => value >= most) ?? 1;
}
