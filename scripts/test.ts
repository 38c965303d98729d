/**
 * Everything that must hold, in one run: types, lint, dead code, import rules, unit and integration tests, faults,
 * browser journeys. Every step runs even when an earlier one failed; what failed is told again at the end, where
 * somebody looks who did not watch, and the last line counts.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';

interface Outcome {
  passed: number;
  /** A line or more for each failure: which test, and what it said. */
  failures: string[];
}

interface Step {
  name: string;
  command: string[];
  report?: { file: string; read: (json: never) => Outcome };
}

const reports = mkdtempSync(join(tmpdir(), 'minos-reports-'));
/** Shared by the workers of all tests; see harness/built-ahead.ts. */
const builtAhead = mkdtempSync(join(tmpdir(), 'minos-built-ahead-'));
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
  report: { file: report, read: readVitest },
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
    [{ name: 'types', command: ['tsc', '--noEmit'] }],
    [{ name: 'types of the web', command: ['tsc', '--noEmit', '-p', 'web/tsconfig.json'] }],
    [{ name: 'lint', command: ['biome', 'ci', '--error-on-warnings', '.'] }],
    [{ name: 'dead code', command: ['knip'] }],
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
        report: { file: 'e2e', read: readPlaywright },
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
for (const failure of total.failures) console.log(`\nFAILED ${failure}`);
console.log(`\n${total.passed} passed, ${total.failures.length} failed`);
process.exitCode = total.failures.length === 0 ? 0 : 1;

async function runLane(steps: readonly Step[], isShown: boolean): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const step of steps) outcomes.push(await runStep(step, isShown));
  return outcomes;
}

/** The first lane is shown as it goes; the steps of others when they have ended, so that the lines of each stand together. */
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
  return readOutcome(name, ok, report);
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
function readOutcome(name: string, ok: boolean, report: Step['report']): Outcome {
  if (!report) return { passed: ok ? 1 : 0, failures: ok ? [] : [name] };
  try {
    const outcome = report.read(JSON.parse(readFileSync(join(reports, report.file), 'utf8')) as never);
    return ok || outcome.failures.length > 0 ? outcome : { ...outcome, failures: [name] };
  } catch {
    return { passed: 0, failures: [`${name}: no report`] };
  }
}

interface VitestReport {
  numPassedTests: number;
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
}

function readVitest({ numPassedTests, testResults }: VitestReport): Outcome {
  const failures = testResults.flatMap(({ name, message, assertionResults }) => {
    const file = relative(process.cwd(), name);
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    const ofTests = failed.map(({ fullName, failureMessages }) =>
      tellFailure(`${file} › ${fullName}`, failureMessages),
    );
    // A file that cannot be loaded, or whose hooks fail, has a message and no failed test.
    return ofTests.length === 0 && message ? [tellFailure(file, [message])] : ofTests;
  });
  return { passed: numPassedTests, failures };
}

interface PlaywrightSuite {
  suites?: PlaywrightSuite[];
  specs: {
    title: string;
    file: string;
    line: number;
    tests: { status: string; results: { errors: { message?: string }[] }[] }[];
  }[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: PlaywrightSuite[];
}

function readPlaywright({ stats, suites }: PlaywrightReport): Outcome {
  return { passed: stats.expected, failures: suites.flatMap(listFailedJourneys) };
}

function listFailedJourneys({ suites = [], specs }: PlaywrightSuite): string[] {
  const own = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === 'unexpected' || status === 'flaky')
      .map(({ results }) => {
        const messages = results.flatMap(({ errors }) => errors.map(({ message = '' }) => message));
        return tellFailure(`${file}:${line} › ${title}`, messages);
      }),
  );
  return [...own, ...suites.flatMap(listFailedJourneys)];
}

function tellFailure(test: string, messages: string[]): string {
  const said = stripVTControlCharacters(messages.join('\n')).split('\n');
  const lines = said.filter((line) => line.trim() !== '' && !/^\s+at /.test(line)).slice(0, 12);
  return [test, ...lines.map((line) => `  ${line.slice(0, 300)}`)].join('\n');
}
