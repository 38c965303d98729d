import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { readVitest } from './outcome.ts';
import { runStep, type Step } from './step.ts';

vi.spyOn(console, 'log').mockImplementation(() => {});
vi.spyOn(process.stdout, 'write').mockReturnValue(true);
const folder = mkdtempSync(join(tmpdir(), 'minos-step-'));
afterAll(() => rmSync(folder, { recursive: true }));

function run(script: string, report?: Step['report']) {
  const step = { name: 'types', command: ['sh', '-c', script], ...(report && { report }) };
  return runStep(step, { env: process.env, isShown: false });
}

/** A report of Vitest, of one test in a.test.ts. */
function reportOf(status: string, failureMessages: string[] = []) {
  const file = join(folder, `${status}.json`);
  const results = [{ status, fullName: 'adds', failureMessages }];
  const testResults = [{ name: join(process.cwd(), 'a.test.ts'), message: '', assertionResults: results }];
  writeFileSync(file, JSON.stringify({ numPassedTests: status === 'passed' ? 1 : 0, testResults }));
  return { file, read: readVitest };
}

describe('what the last lines tell of a tool without a report', () => {
  it('is nothing when it went well', async () => {
    expect(await run('echo a warning')).toEqual({ passed: 1, failures: [] });
  });

  it('is how it ended and the last 40 lines that it printed on either stream', async () => {
    const { passed, failures } = await run(
      'for n in $(seq 59); do echo "line $n"; done; echo why >&2; exit 2',
    );
    expect(passed).toBe(0);
    const [first, ...lines] = failures.join('\n').split('\n');
    expect(first).toBe('types: ended with 2');
    expect(lines).toHaveLength(40);
    expect(lines).toContain('  line 59');
    expect(lines).toContain('  why');
    expect(lines).not.toContain('  line 20');
  });

  it('is the signal of one that was killed', async () => {
    expect((await run('kill -9 $$')).failures).toEqual(['types: ended by SIGKILL']);
  });

  it('is that it cannot be started', async () => {
    const step = { name: 'types', command: ['/nowhere/tsc'] };
    const { failures } = await runStep(step, { env: process.env, isShown: false });
    expect(failures).toEqual(['types: spawn /nowhere/tsc ENOENT']);
  });
});

describe('what they tell of one with a report', () => {
  it('is each failed test, and not what else was printed', async () => {
    const { passed, failures } = await run('echo more; exit 1', reportOf('failed', ['expected 1 to be 2']));
    expect(passed).toBe(0);
    expect(failures).toEqual(['a.test.ts › adds\n  expected 1 to be 2']);
  });

  it('is what it printed when it failed without a failed test, or left no report', async () => {
    expect(await run('echo a worker crashed; exit 1', reportOf('passed'))).toEqual({
      passed: 1,
      failures: ['types: ended with 1\n  a worker crashed'],
    });
    expect(await run('echo nothing to run', { file: join(folder, 'missing'), read: readVitest })).toEqual({
      passed: 0,
      failures: ['types: no report\n  nothing to run'],
    });
  });
});
