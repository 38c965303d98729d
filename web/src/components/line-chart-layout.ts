import type { ChartLine } from './chart-props.ts';

/** What a line has reached by then; undefined before its first point. */
export function valueAt({ points }: Pick<ChartLine, 'points'>, timeMs: number): number | undefined {
  return points.findLast(([at]) => at <= timeMs)?.[1];
}

/**
 * Where labels that want to stand at these heights can stand without touching: each at its own or as near as the
 * others let it, in the order of what they wish, within the height that there is.
 */
export function spreadLabels(wished: readonly number[], spacing: number, height: number): number[] {
  const order = wished.map((_, index) => index).toSorted((a, b) => (wished[a] ?? 0) - (wished[b] ?? 0));
  const placed = wished.slice();
  let lowest = Number.NEGATIVE_INFINITY;
  for (const index of order) {
    lowest = Math.max(wished[index] ?? 0, lowest + spacing);
    placed[index] = lowest;
  }
  let highest = height;
  for (const index of order.toReversed()) {
    highest = Math.min(placed[index] ?? 0, highest);
    placed[index] = highest;
    highest -= spacing;
  }
  return placed;
}
