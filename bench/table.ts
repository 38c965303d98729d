/** What the judge's benchmarks share: timing, and a table that sets each number beside its baseline and target. */

import { cpus, loadavg } from 'node:os';

export interface Line {
  what: string;
  measured: string;
  baseline: string;
  /** Measured against baseline, or the measured value itself where the target is absolute. */
  ratio: string;
  target: string;
  met: boolean;
}

/** The minimum says what the work costs; anything above it is what else the machine was doing. */
export async function fastest(times: number, work: (round: number) => Promise<void>): Promise<number> {
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round++) {
    const start = performance.now();
    await work(round);
    best = Math.min(best, performance.now() - start);
  }
  return best;
}

/** Baseline and measurement take turns, so that both meet the same weather. */
export async function measureAlternately(
  times: number,
  bare: (round: number) => Promise<void>,
  ours: (round: number) => Promise<void>,
) {
  let bareMs = Number.POSITIVE_INFINITY;
  let oursMs = Number.POSITIVE_INFINITY;
  for (let round = 0; round < times; round++) {
    bareMs = Math.min(bareMs, await fastest(1, () => bare(round)));
    oursMs = Math.min(oursMs, await fastest(1, () => ours(round)));
  }
  return { bareMs, oursMs };
}

export async function atOnce<T>(width: number, times: number, work: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let left = times;
  const loop = async () => {
    while (left-- > 0) results.push(await work());
  };
  await Promise.all(Array.from({ length: width }, loop));
  return results;
}

export function ratioLine(what: string, oursMs: number, bareMs: number, target: number | null): Line {
  const ratio = oursMs / bareMs;
  return {
    what,
    measured: milliseconds(oursMs),
    baseline: milliseconds(bareMs),
    ratio: ratio.toFixed(2),
    target: target === null ? '' : `≤ ${Number(target.toFixed(2))}`,
    met: target === null || ratio <= target,
  };
}

export function milliseconds(ms: number): string {
  return `${ms >= 100 ? Math.round(ms) : ms.toFixed(1)} ms`;
}

export function printTable(lines: readonly Line[], tier: string): void {
  console.log(`${cpus().length} cores, ${cpus()[0]?.model}, load ${loadavg()[0]?.toFixed(1)}, tier ${tier}`);
  const rows = [['', 'measured', 'baseline', 'ratio', 'target', 'met']];
  for (const line of lines) {
    rows.push([line.what, line.measured, line.baseline, line.ratio, line.target, line.met ? 'yes' : 'NO']);
  }
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
