/**
 * Everything that must hold, in one run: types, lint, dead code, import rules, unit and integration tests, faults,
 * browser journeys. Every step runs even when an earlier one failed; the last line counts.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'minos-reports-'));
/** Shared by the workers of all tests; see harness/built-ahead.ts. */
const builtAhead = mkdtempSync(join(tmpdir(), 'minos-built-ahead-'));
const binaries = join(import.meta.dirname, '../node_modules/.bin');

const steps: { name: string; command: string[]; report?: { file: string; read: (json: never) => Counts } }[] =
  [
    { name: 'what workers build ahead', command: ['node', 'scripts/build-ahead.ts', builtAhead] },
    { name: 'types', command: ['tsc', '--noEmit'] },
    { name: 'types of the web', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
    { name: 'lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
    { name: 'dead code', command: ['knip'] },
    {
      name: 'unit and integration',
      command: [
        'vitest',
        'run',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, 'vitest')}`,
      ],
      report: { file: 'vitest', read: readVitest },
    },
    {
      name: 'faults',
      command: [
        'vitest',
        'run',
        '--config=faults/vitest.config.ts',
        '--reporter=default',
        '--reporter=json',
        `--outputFile.json=${join(reports, 'faults')}`,
      ],
      report: { file: 'faults', read: readVitest },
    },
    {
      name: 'browser journeys',
      command: ['playwright', 'test'],
      report: { file: 'e2e', read: readPlaywright },
    },
  ];

const total: Counts = { passed: 0, failed: 0 };
for (const step of steps) {
  console.log(`\n── ${step.name}`);
  const startedAt = Date.now();
  const ok = runStep(step.command);
  const counts = countStep(ok, step.report);
  total.passed += counts.passed;
  total.failed += counts.failed;
  console.log(`   ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
}
rmSync(reports, { recursive: true });
rmSync(builtAhead, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

function runStep([command = '', ...args]: string[]): boolean {
  const env = {
    ...process.env,
    PATH: `${binaries}:${process.env.PATH}`,
    MINOS_E2E_REPORT: join(reports, 'e2e'),
    MINOS_BUILT_AHEAD: builtAhead,
  };
  return spawnSync(command, args, { stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;
}

/** A tool that fails without a failing test to show for it (a crash, an unhandled error) is one failure. */
function countStep(ok: boolean, report: (typeof steps)[number]['report']): Counts {
  const own = { passed: ok ? 1 : 0, failed: ok ? 0 : 1 };
  if (!report) return own;
  try {
    const counts = report.read(JSON.parse(readFileSync(join(reports, report.file), 'utf8')) as never);
    return ok || counts.failed > 0 ? counts : { ...counts, failed: 1 };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

function readVitest(json: { numPassedTests: number; numFailedTests: number }): Counts {
  return { passed: json.numPassedTests, failed: json.numFailedTests };
}

function readPlaywright({
  stats,
}: {
  stats: { expected: number; unexpected: number; flaky: number };
}): Counts {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky };
}
