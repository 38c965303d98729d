export interface Bar {
  /** The beginning of its minutes. */
  readonly atMs: number;
  readonly count: number;
}

const minuteMs = 60_000;
const hourMinutes = 60;

/** The hour until then in bars of some minutes, also those in which nothing happened; the present one is the last. */
export function toBars(
  minutes: readonly { readonly at: string; readonly count: number }[],
  untilMs: number,
  minutesInBar: number,
): Bar[] {
  const widthMs = minutesInBar * minuteMs;
  const bars = hourMinutes / minutesInBar;
  const lastMs = Math.floor(untilMs / widthMs) * widthMs;
  return Array.from({ length: bars }, (_, index) => {
    const atMs = lastMs - (bars - 1 - index) * widthMs;
    const within = minutes.filter(({ at }) => Date.parse(at) >= atMs && Date.parse(at) < atMs + widthMs);
    return { atMs, count: within.reduce((sum, { count }) => sum + count, 0) };
  });
}

/** A scale that ends on a round number: 1, 2, 5, 10, 20, 50, … */
export function roundUp(most: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, most)));
  return [1, 2, 5, 10].map((step) => step * power).find((value) => value >= most) ?? 1;
}
