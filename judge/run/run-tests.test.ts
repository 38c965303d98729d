import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import { runtimeWords } from '../languages/cpp/runtime-words.ts';
import type { RunFacts } from '../sandbox/run-types.ts';
import { runTests, type Test, tallyOf } from './run-tests.ts';
import { createScheduler } from './scheduler.ts';
import { never } from './scheduler-testing.ts';

const coreShare = (owner: string) => ({ owner, isAwaited: true, signal: never });
const program = { profile: 'program', program: 'main' } as const;

/** Runs tests with these inputs; whoever asks says how each run ends. */
async function startTests(tests: readonly Partial<Test>[], names: readonly string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'minos-run-tests-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const answer = join(folder, 'answer');
  await writeFile(answer, '42');

  /** By input: how the run is ended, with an exit code or by a signal. */
  const asked = new Map<string, (exitCode: number, signal?: string) => void>();
  const right = { ...({} as RunFacts), limit: null, signal: null, stdoutPath: null, wallMs: 1, cpuMs: 1 };
  const scheduler = createScheduler(2, ({ stdin }, signal) => {
    const { promise, resolve, reject } = Promise.withResolvers<RunFacts>();
    signal.addEventListener('abort', () => reject(signal.reason));
    const facts = { ...right, stdout: Buffer.from('42'), stderr: Buffer.alloc(0), outputBytes: 2 };
    asked.set(`${stdin}`, (exitCode, signal = null as never) =>
      resolve({ ...facts, exitCode, signal, memoryBytes: 1, refusedBytes: 0 }),
    );
    return promise;
  });
  const isAsked = (...inputs: string[]) => vi.waitFor(() => expect([...asked.keys()]).toEqual(inputs));

  const testSet = {
    tests: tests.map((one) => ({ input: '', answer, ...one })),
    groups: names.map((name) => ({ name, points: 50, dependsOn: [] })),
    pathOf: (path: string) => path,
  };
  const limits = { timeLimitMs: 1000, memoryLimitBytes: 1 << 20, outputLimitBytes: 1 << 20 };
  const tally = tallyOf(testSet);
  const testRun = {
    launch: () => program,
    runtimeWords,
    checker: null,
    testSet,
    limits,
    allowance: usualAllowances.cpp,
    workFolder: folder,
    scheduler,
  };
  const results = Array.fromAsync(runTests(testRun, tally, coreShare('a')));
  return { asked, isAsked, results, scheduler, tally };
}

test('a test that was broken off is not done again when its group is lost meanwhile', async () => {
  const tests = ['first', 'broken off', 'last'].map((input) => ({
    input,
    groups: [input === 'last' ? 'b' : 'a'],
  }));
  const { asked, isAsked, results, scheduler } = await startTests(tests, ['a', 'b']);
  await isAsked('first', 'broken off');

  const other = Buffer.from('other');
  let isBegun = false;
  scheduler.addTests(
    {
      next: () =>
        isBegun
          ? null
          : async ({ run }) => {
              isBegun = true;
              await run({ ...program, stdin: other, limits: {} as never });
            },
      failed: () => {},
    },
    coreShare('b'),
  );
  await isAsked('first', 'broken off', 'other');
  asked.delete('broken off');
  asked.get('first')?.(1);
  await isAsked('first', 'other', 'last');
  asked.get('other')?.(0);
  asked.get('last')?.(0);
  expect((await results).map(({ status }) => status)).toEqual(['Runtime Error', 'Skipped', 'Accepted']);
  expect([...asked.keys()]).toEqual(['first', 'other', 'last']);
});

test('a sample behind a failure is run and shown as it ended, but counts as Skipped', async () => {
  const tests = ['failing', 'second', 'third', 'sample'].map((input) => ({
    input,
    groups: ['a'],
    isSample: input === 'sample',
  }));
  const { asked, results, tally } = await startTests(tests, ['a']);
  // Whether the tests between were begun before their group was lost is a matter of moments.
  await vi.waitFor(() => {
    asked.get('failing')?.(1);
    for (const input of ['second', 'third']) asked.get(input)?.(0);
    expect([...asked.keys()]).toContain('sample');
  });
  asked.get('sample')?.(0);
  expect((await results).map(({ status }) => status)).toEqual([
    'Runtime Error',
    'Skipped',
    'Skipped',
    'Accepted',
  ]);
  expect(tally.finish()).toMatchObject({
    overallStatus: 'Runtime Error',
    score: 0,
    groups: [{ status: 'Runtime Error' }],
  });
});

test('what was killed from outside is run again, and what kills itself does so again', async () => {
  const { asked, isAsked, results } = await startTests([{ input: 'struck' }, { input: 'its own doing' }], []);
  for (const again of [false, true]) {
    await isAsked('struck', 'its own doing');
    const [struck, itsOwn] = [asked.get('struck'), asked.get('its own doing')];
    asked.clear();
    struck?.(0, again ? undefined : 'SIGKILL');
    itsOwn?.(0, 'SIGKILL');
  }
  expect((await results).map(({ status }) => status)).toEqual(['Accepted', 'Runtime Error']);
  expect(asked.size).toBe(0);
});
