/** Runs the sandbox's tests inside the machine and says in a line for each part what came out; see main.ts. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const reports = mkdtempSync(join(tmpdir(), 'minos-reports-'));
// The hostile suite in the tier this machine is here for, then all other tests of the helper.
runPart('suite', ['judge/sandbox/suite.test.ts', '-t', 'the hostile suite, cgroup2']);
runPart('helper', ['judge/sandbox', '--exclude', 'judge/sandbox/suite.test.ts']);

function runPart(name: string, which: readonly string[]): void {
  const report = join(reports, name);
  spawnSync(
    'node',
    [
      'node_modules/vitest/vitest.mjs',
      ...['run', '--config', 'scripts/cgroup2/vitest.config.ts', '--configLoader', 'native'],
      ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...which,
    ],
    { stdio: 'inherit' },
  );
  const { numPassedTests: passed, numFailedTests: failed, success } = readReport(report);
  // None that passed is no success: a tier that is not there was not tested.
  console.log(`minos: ${passed} passed, ${failed || (success && passed > 0 ? 0 : 1)} failed`);
}

function readReport(file: string): { numPassedTests: number; numFailedTests: number; success: boolean } {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return { numPassedTests: 0, numFailedTests: 0, success: false };
  }
}
