/**
 * Everything that must hold, in one run: types, lint, dead code, import rules, unit and integration tests, faults,
 * browser journeys. Every step runs even when an earlier one failed; the last line counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Counts {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  command: string[];
  report?: { file: string; read: (json: never) => Counts };
}

const reports = mkdtempSync(join(tmpdir(), 'minos-reports-'));
/** Shared by the workers of all tests; see harness/built-ahead.ts. */
const builtAhead = mkdtempSync(join(tmpdir(), 'minos-built-ahead-'));
const binaries = join(import.meta.dirname, '../node_modules/.bin');

const runVitest = (report: string, ...args: string[]): Pick<Step, 'command' | 'report'> => ({
  command: [
    'vitest',
    'run',
    ...args,
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${join(reports, report)}`,
  ],
  report: { file: report, read: readVitest },
});

/** What stands together runs side by side: nothing of it minds the company, and most of it waits or has one core. */
const stages: Step[][] = [
  [
    { name: 'what workers build ahead', command: ['node', 'scripts/build-ahead.ts', builtAhead] },
    { name: 'types', command: ['tsc', '--noEmit'] },
    { name: 'types of the web', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
    { name: 'lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
    { name: 'dead code', command: ['knip'] },
  ],
  [
    { name: 'unit and integration', ...runVitest('vitest') },
    // For the most part a fault is a wait for a heartbeat to lapse.
    { name: 'faults', ...runVitest('faults', '--config=faults/vitest.config.ts') },
  ],
  [
    {
      name: 'browser journeys',
      command: ['playwright', 'test'],
      report: { file: 'e2e', read: readPlaywright },
    },
  ],
];

const total: Counts = { passed: 0, failed: 0 };
for (const stage of stages) {
  for (const counts of await Promise.all(stage.map((step, index) => runStep(step, index === 0)))) {
    total.passed += counts.passed;
    total.failed += counts.failed;
  }
}
rmSync(reports, { recursive: true });
rmSync(builtAhead, { recursive: true });
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** The first of a stage is shown as it goes; the others when they have ended, so that the lines of each stand together. */
async function runStep({ name, command: [command = '', ...args], report }: Step, isShown: boolean) {
  const startedAt = Date.now();
  if (isShown) console.log(`\n── ${name}`);
  const output = isShown ? 'inherit' : 'pipe';
  const child = spawn(command, args, { stdio: ['ignore', output, output], env: environment() });
  const printed: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => printed.push(chunk));
  const [code] = await once(child, 'close').catch(() => [null]);
  const ok = code === 0;
  if (!isShown) process.stdout.write(`\n── ${name}\n${Buffer.concat(printed)}`);
  console.log(`   ${name} ${ok ? 'passed' : 'FAILED'} in ${((Date.now() - startedAt) / 1000).toFixed(1)} s`);
  return countStep(ok, report);
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${binaries}:${process.env.PATH}`,
    MINOS_E2E_REPORT: join(reports, 'e2e'),
    MINOS_BUILT_AHEAD: builtAhead,
  };
}

/** A tool that fails without a failing test to show for it (a crash, an unhandled error) is one failure. */
function countStep(ok: boolean, report: Step['report']): Counts {
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
