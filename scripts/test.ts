/**
 * Everything that must hold, in one run: types, lint, dead code, import rules, unit and integration tests, faults,
 * browser journeys. Every step runs even when an earlier one failed; what failed is told again at the end, where
 * somebody looks who did not watch, and the last line counts.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Outcome, readPlaywright, readVitest } from './whole-run/outcome.ts';
import { runStep, type Step } from './whole-run/step.ts';

const reports = mkdtempSync(join(tmpdir(), 'minos-reports-'));
const journeysReport = join(reports, 'e2e');
/** Shared by the workers of all tests; see harness/built-ahead.ts. */
const builtAhead = mkdtempSync(join(tmpdir(), 'minos-built-ahead-'));
/** Hundreds of processes load the same modules; the first compiles them. */
const compiledModules = mkdtempSync(join(tmpdir(), 'minos-compiled-modules-'));
/** Those in which the tests compile much. */
const builtLanguages = ['cpp', 'java', 'go'];
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
  report: { file: join(reports, report), read: readVitest },
});

/** Tests of whole instances or of many processes, which for the most part wait for one of them to start, end or be missed. */
const ofInstances = [
  'scripts/supervisor/',
  'scripts/backup/',
  'scripts/hosts/',
  'scripts/demo/',
  'scripts/upgrade.test.ts',
];

/** A stage has lanes, which run side by side: nothing in them minds the company, and most of it waits or has one core. */
const stages: Step[][][] = [
  [
    [
      {
        name: 'what workers build ahead',
        command: ['node', 'scripts/build-ahead.ts', builtAhead, ...builtLanguages],
      },
    ],
    // One after the other: each has threads for all cores, and memory for a whole machine.
    [
      { name: 'types', command: ['tsc', '--noEmit'] },
      { name: 'types of the web', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] },
      { name: 'lint', command: ['biome', 'ci', '--error-on-warnings', '.'] },
      { name: 'dead code', command: ['knip'] },
    ],
  ],
  [
    [
      {
        name: 'unit and integration',
        ...runVitest('vitest', ...ofInstances.map((path) => `--exclude=${path}**`)),
      },
    ],
    [
      { name: 'faults', ...runVitest('faults', '--config=faults/vitest.config.ts') },
      { name: 'instances', ...runVitest('instances', ...ofInstances, '--maxWorkers=1') },
    ],
  ],
  [
    [
      {
        name: 'browser journeys',
        command: ['playwright', 'test'],
        report: { file: journeysReport, read: readPlaywright },
      },
    ],
  ],
];

const total: Outcome = { passed: 0, failures: [] };
for (const stage of stages) {
  const outcomes = await Promise.all(stage.map((lane, index) => runLane(lane, index === 0)));
  for (const outcome of outcomes.flat()) {
    total.passed += outcome.passed;
    total.failures.push(...outcome.failures);
  }
}
rmSync(reports, { recursive: true });
rmSync(builtAhead, { recursive: true });
rmSync(compiledModules, { recursive: true });
for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 ? 0 : 1;

async function runLane(steps: readonly Step[], isShown: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, { env: environment(), isShown }));
  return outcomes;
}

function environment(): NodeJS.ProcessEnv {
  return {
    ...process.env,
    PATH: `${binaries}:${process.env.PATH}`,
    MINOS_E2E_REPORT: journeysReport,
    MINOS_BUILT_AHEAD: builtAhead,
    NODE_COMPILE_CACHE: compiledModules,
  };
}
