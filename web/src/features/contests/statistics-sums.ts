/** What there was by the end of each part of a contest, as far as it has come: as points of a line, from nought at the start. */
export function addUp(counts: readonly number[], partMs: number, comeMs: number): [number, number][] {
  let sum = 0;
  const points = counts
    .slice(0, Math.max(1, Math.ceil(comeMs / partMs)))
    .map((count, index): [number, number] => {
      sum += count;
      return [Math.min(comeMs, (index + 1) * partMs), sum];
    });
  return [[0, 0], ...points];
}

/** Of the same names together, the most first. */
export function sumOf<Name extends string>(counts: readonly (readonly [Name, number])[]): [Name, number][] {
  const sums = new Map<Name, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return [...sums].toSorted(([, a], [, b]) => b - a);
}
