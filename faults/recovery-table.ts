import { loadavg } from 'node:os';
import type { Recovery } from './scene.ts';

/** How long everything took to be well again, fault by fault, in seconds from the blow. */
export function printRecoveries(recoveries: readonly Recovery[]): void {
  const seconds = (ms: number | null) => (ms === null ? '–' : (ms / 1000).toFixed(1));
  const rows = [
    [
      'fault',
      'submit answers',
      'first verdict',
      'its submission claimed',
      'judged',
      'all before judged',
      'upload under way',
    ],
    ...recoveries.map(({ fault, answersMs, verdictMs, takenOverMs, hitMs, allMs, upload }) => [
      fault,
      ...[answersMs, verdictMs, takenOverMs, hitMs, allMs].map(seconds),
      upload,
    ]),
  ];
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  console.log(`\nSeconds from the fault until … (load ${loadavg()[0]?.toFixed(1)})`);
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
}
