import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { resultString } from '#contract/statuses.ts';
import { conformance } from './conformance.ts';
import { JudgeFault } from './fault.ts';
import type { Progress } from './judge.ts';
import { knownAnswer, knownInput, knownLimits, knownPrograms } from './known-programs.ts';
import type { TestSet } from './run-tests.ts';
import type { RunFacts, RunRequest, Sandbox } from './sandbox.ts';
import { openTestBench, type TestBench, usualLimits, verdictOf } from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

/** Does what its input says, so that one program can end in any way. */
const obedient = `#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <unistd.h>
int main() {
  char order[32];
  if (scanf("%31s", order) != 1) return 9;
  std::string o = order;
  if (o == "pass") puts("ok");
  if (o == "fail") puts("no");
  if (o == "crash") abort();
  if (o == "loop") for (volatile int i = 0;; i = i + 1);
  if (o == "sleep") sleep(1000);
  if (o == "long") while (clock() < CLOCKS_PER_SEC * 3 / 2);
  if (o == "long") puts("ok");
  if (o == "big") for (int i = 0; i < 300000; i++) printf("%d\\n", i);
}
`;

function orders(...list: string[]): [string, string][] {
  return list.map((order) => [order, 'ok\n']);
}

async function judged(testSet: TestSet, source = obedient, seen: Progress[] = []) {
  const verdict = await verdictOf(bench.judge.judgeSubmission(source, testSet, usualLimits), seen);
  return { ...verdict, letters: resultString(null, verdict.results) };
}

describe('verdicts of known programs', () => {
  for (const known of knownPrograms) {
    test(`${known.name} → ${known.status}`, async () => {
      const testSet = await bench.testSet([[knownInput, knownAnswer]]);
      const verdict = await verdictOf(bench.judge.judgeSubmission(known.code, testSet, knownLimits));
      const reason = `${verdict.message}${verdict.results[0]?.reason ?? ''}`;
      expect({ status: verdict.overallStatus, reason }).toMatchObject({
        status: known.status,
        reason: expect.stringContaining(known.says ?? ''),
      });
      expect(verdict.score).toBe(known.status === 'Accepted' ? 100 : 0);
    });
  }
});

describe('in the express lane', () => {
  const express = { mayUseExpress: true };

  test('verdicts are the same', async () => {
    const testSet = await bench.testSet([[knownInput, knownAnswer]]);
    const statuses = knownPrograms.map(async ({ name, code }) => {
      const steps = bench.judge.judgeSubmission(code, testSet, knownLimits, express);
      return [name, (await verdictOf(steps)).overallStatus];
    });
    expect(await Promise.all(statuses)).toEqual(knownPrograms.map(({ name, status }) => [name, status]));
  });

  test('a test that takes long has all the time of its limit', async () => {
    const testSet = await bench.testSet(orders('long', 'pass', 'loop', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 2000 };
    const verdict = await verdictOf(bench.judge.judgeSubmission(obedient, testSet, limits, express));
    expect(verdict.results.map(({ status }) => status)).toEqual([
      'Accepted',
      'Accepted',
      'Time Limit Exceeded',
      'Time Limit Exceeded',
    ]);
    expect(verdict.results[0]?.timeMs).toBeGreaterThanOrEqual(1500);
    expect(verdict.results[2]?.timeMs).toBeGreaterThan(limits.timeLimitMs);
  });

  test('so has a compilation', async () => {
    const code = `#include <cstdio>
      constexpr long spin(long n) { long sum = 0; for (long i = 0; i < n; i++) sum += i; return sum; }
      template <int N> struct Slow { static constexpr long value = spin(200000 + N) + Slow<N - 1>::value; };
      template <> struct Slow<0> { static constexpr long value = 0; };
      int main() { puts(Slow<20>::value > 0 ? "ok" : "no"); }`;
    const testSet = await bench.testSet(orders('pass'));
    const verdict = await verdictOf(bench.judge.judgeSubmission(code, testSet, usualLimits, express));
    expect(verdict.overallStatus).toBe('Accepted');
  });

  test('what is broken off for somebody else is done again, and nobody hears of it', async () => {
    const { sandbox } = bench;
    const limits = { ...usualLimits, timeLimitMs: 3000 };
    const loops = sandbox.facts.cores.map(() => 'loop');
    const slowSet = await bench.testSet(orders(...loops));
    const quickSet = await bench.testSet(orders('pass'));
    await judged(quickSet);
    const seen: Progress[] = [];
    const slow = bench.judge.judgeSubmission(obedient, slowSet, limits, { ...express, owner: 'slow' });
    const verdict = verdictOf(slow, seen);
    while (sandbox.busyCores() < loops.length) await new Promise(setImmediate);
    const other = bench.judge.judgeSubmission(obedient, quickSet, limits, { ...express, owner: 'other' });
    expect((await verdictOf(other)).overallStatus).toBe('Accepted');
    expect(seen.map(({ kind }) => kind)).toEqual(['compiling', 'running']);
    const statuses = (await verdict).results.map(({ status }) => status);
    expect(statuses).toEqual(loops.map(() => 'Time Limit Exceeded'));
  });
});

describe('a submission with several tests', () => {
  test('progress comes in order: compiling, running, each test, the verdict', async () => {
    const seen: Progress[] = [];
    await judged(await bench.testSet(orders('pass', 'fail', 'pass')), obedient, seen);
    expect(seen.map((step) => step.kind)).toEqual([
      'compiling',
      'running',
      'test',
      'test',
      'test',
      'verdict',
    ]);
    const tests = seen.filter((step) => step.kind === 'test');
    expect(tests.map((step) => [step.result.testCase, step.result.status, step.done, step.total])).toEqual([
      [1, 'Accepted', 1, 3],
      [2, 'Wrong Answer', 2, 3],
      [3, 'Accepted', 3, 3],
    ]);
  });

  test('all tests run and the first that fails names the status', async () => {
    const verdict = await judged(await bench.testSet(orders('pass', 'crash', 'fail', 'pass')));
    expect(verdict).toMatchObject({ letters: '[PR-P]', score: 50, overallStatus: 'Runtime Error' });
  });

  test('results stay in test order although a later test ends first', async () => {
    const verdict = await judged(await bench.testSet(orders('loop', 'pass', 'pass', 'pass')));
    expect(verdict).toMatchObject({ letters: '[TPPP]', score: 75, overallStatus: 'Time Limit Exceeded' });
    expect(verdict.results[0]?.timeMs).toBeGreaterThan(usualLimits.timeLimitMs);
  });

  test('stop at the first failure: the rest is Skipped and nobody waits for it', async () => {
    const testSet = await bench.testSet(orders('pass', 'fail', 'sleep', 'pass'), {
      stopAtFirstFailure: true,
    });
    const verdict = await judged(testSet);
    expect(verdict).toMatchObject({ letters: '[P-SS]', score: 25, overallStatus: 'Wrong Answer' });
    expect(verdict.results[2]).toMatchObject({ timeMs: 0, memoryKb: 0 });
  });

  test('groups with points and dependencies', async () => {
    const groups = [
      { name: 'small', points: 20, dependsOn: [] },
      { name: 'middle', points: 30, dependsOn: [] },
      { name: 'large', points: 50, dependsOn: ['middle'] },
    ];
    const plain = await bench.testSet(orders('pass', 'pass', 'crash', 'pass', 'pass'));
    const tests = plain.tests.map((test, index) => ({
      ...test,
      group: ['small', 'small', 'middle', 'middle', 'large'][index] ?? null,
    }));
    const verdict = await judged({ ...plain, groups, tests });
    expect(verdict).toMatchObject({ letters: '[PPRSS]', score: 20, overallStatus: 'Runtime Error' });
  });

  test('an output of megabytes is checked to its end', async () => {
    const numbers = Array.from({ length: 300_000 }, (_, index) => index);
    const right = await bench.testSet([['big', numbers.join(' ')]]);
    const wrong = await bench.testSet([['big', [...numbers.slice(0, -1), 7].join(' ')]]);
    expect((await judged(right)).overallStatus).toBe('Accepted');
    expect((await judged(wrong)).overallStatus).toBe('Wrong Answer');
  });

  test('a program cannot print its input into the reason', async () => {
    const forger = `#include <cstdio>
#include <cstdlib>
int main() {
  char secret[32];
  if (scanf("%31s", secret) != 1) return 9;
  fprintf(stderr, "terminate called after throwing an instance of 'std::%s'\\n", secret);
  abort();
}`;
    const { results } = await judged(await bench.testSet([['zebra', 'ok']]), forger);
    expect(results[0]).toMatchObject({ status: 'Runtime Error', reason: 'Uncaught exception' });
  });

  test('without tests nothing runs and the reason is told', async () => {
    expect(await judged(await bench.testSet([]))).toMatchObject({
      overallStatus: 'Skipped',
      score: 0,
      message: 'This problem has no tests yet.',
    });
  });
});

describe('a checker of the author’s own', () => {
  const checkerCode = Buffer.from(`#include <cstdio>
#include <cstring>
int main(int count, char** names) {
  if (count != 4) return 3;
  char input[99] = "", output[99] = "", answer[99] = "";
  char* texts[] = {input, output, answer};
  for (int i = 0; i < 3; i++) {
    FILE* f = fopen(names[i + 1], "r");
    if (!f || fscanf(f, "%98s", texts[i]) < 0) if (i != 1) return 3;
  }
  if (!strcmp(input, "pass")) return strcmp(output, answer) ? 1 : 0;
  if (!strcmp(input, "half")) { fprintf(stderr, "points 0.5 half of it"); return 7; }
  if (!strcmp(input, "format")) { fprintf(stderr, "no number"); return 2; }
  if (!strcmp(input, "fault")) { fprintf(stderr, "the answer is broken"); return 3; }
  return 1;
}
`);
  const checker = { name: 'program', source: { code: checkerCode }, points: 'share' } as const;

  test('accepts, rejects and gives points', async () => {
    const verdict = await judged(await bench.testSet(orders('pass', 'half', 'format', 'fail'), { checker }));
    expect(verdict).toMatchObject({ letters: '[P---]', score: 37, overallStatus: 'Wrong Answer' });
    expect(verdict.results.map((result) => result.share)).toEqual([1, 0.5, 0, 0]);
    expect(verdict.results[2]?.checkerMessage).toBe('no number');
  });

  test('gives points on the declared scale', async () => {
    const groups = [
      { name: 'a', points: 2, dependsOn: [] },
      { name: 'b', points: 6, dependsOn: [] },
    ];
    const tests = groups.map(({ name }) => ({ input: '', answer: '', group: name }));
    const testSet = await bench.testSet(orders('half', 'pass'), { tests, groups });
    const scoreOn = async (points: 'percent' | 'absolute' | null) =>
      (await judged({ ...testSet, checker: { ...checker, points } })).score;
    // Half a percent of 2 points, half a point of 2, and 6 of 6.
    expect(await scoreOn('percent')).toBe(75);
    expect(await scoreOn('absolute')).toBe(81);
    await expect(scoreOn(null)).rejects.toThrow('minos.yaml does not say on which scale');
  });

  test('its own failure is a fault of the judge, not a verdict', async () => {
    const failing = judged(await bench.testSet(orders('pass', 'fault'), { checker }));
    await expect(failing).rejects.toThrow(JudgeFault);
    await expect(failing).rejects.toThrow('the answer is broken');
  });

  test('a checker that does not compile is a fault of the judge', async () => {
    const source = { code: Buffer.from('int main() { return x; }') };
    const broken = { name: 'program', source, points: null } as const;
    const testSet = await bench.testSet(orders('pass'), { checker: broken });
    await expect(judged(testSet)).rejects.toThrow(JudgeFault);
  });
});

describe('trouble of the judge’s own', () => {
  test('a missing test file is a fault, never a verdict', async () => {
    const good = await bench.testSet(orders('pass'));
    const tests = good.tests.map((test) => ({ ...test, answer: join(bench.folder, 'missing') }));
    await expect(judged({ ...good, tests })).rejects.toThrow(JudgeFault);
    const withoutInput = good.tests.map((test) => ({ ...test, input: join(bench.folder, 'missing') }));
    await expect(judged({ ...good, tests: withoutInput })).rejects.toThrow(JudgeFault);
  });

  test('groups that make no sense are a fault', async () => {
    const plain = await bench.testSet(orders('pass'));
    const groups = [{ name: 'a', points: 1, dependsOn: ['b'] }];
    await expect(judged({ ...plain, groups })).rejects.toThrow(JudgeFault);
  });
});

describe('cancelling', () => {
  test('ends the runs at once with the signal’s reason', async () => {
    const controller = new AbortController();
    const testSet = await bench.testSet(orders('pass', 'sleep', 'sleep', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 100_000 };
    const steps = bench.judge.judgeSubmission(obedient, testSet, limits, { signal: controller.signal });
    const judging = (async () => {
      for await (const step of steps) if (step.kind === 'test') controller.abort(new Error('rejudged'));
    })();
    await expect(judging).rejects.toThrow('rejudged');
  });

  test('who stops listening leaves nothing running and no file behind', async () => {
    const testSet = await bench.testSet(orders('pass', 'sleep', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 100_000 };
    for await (const step of bench.judge.judgeSubmission(obedient, testSet, limits))
      if (step.kind === 'test') break;
    const work = join(bench.folder, 'cache', 'work');
    const files = await Promise.all((await readdir(work)).map((name) => readdir(join(work, name))));
    expect(files.flat()).toEqual([]);
  });

  test('a signal that is already aborted starts nothing', async () => {
    const testSet = await bench.testSet(orders('pass'));
    const steps = bench.judge.judgeSubmission(obedient, testSet, usualLimits, {
      signal: AbortSignal.abort(new Error('no')),
    });
    await expect(verdictOf(steps)).rejects.toThrow('no');
  });
});

describe('several submissions at once', () => {
  test('each gets its own right verdict', async () => {
    const expected = ['[PPPPP]', '[-PPP-]', '[RPPPR]', '[PPPPP]', '[P-P-P]'];
    const lists = [
      ['pass', 'pass', 'pass', 'pass', 'pass'],
      ['fail', 'pass', 'pass', 'pass', 'fail'],
      ['crash', 'pass', 'pass', 'pass', 'crash'],
      ['pass', 'pass', 'pass', 'pass', 'pass'],
      ['pass', 'fail', 'pass', 'fail', 'pass'],
    ];
    const verdicts = await Promise.all(
      lists.map(async (list) => judged(await bench.testSet(orders(...list)))),
    );
    expect(verdicts.map((verdict) => verdict.letters)).toEqual(expected);
  });

  test('a submission with one test ends before one with very many that came first', {
    timeout: 60_000,
  }, async () => {
    const ended: string[] = [];
    const many = await bench.testSet(orders(...Array<string>(400).fill('pass')));
    const few = await bench.testSet(orders('pass'));
    const long = judged(many).then(() => ended.push('long'));
    const short = judged(few).then(() => ended.push('short'));
    await Promise.all([long, short]);
    expect(ended).toEqual(['short', 'long']);
  });
});

test('conformance finds nothing wrong with this machine', async () => {
  expect(await conformance(bench.judge)).toEqual([]);
});

test('a NUL in a source is a Compilation Error, wherever it stands', async () => {
  const testSet = await bench.testSet([['', '']]);
  const verdict = await verdictOf(bench.judge.judgeSubmission('int main() {\n}\0', testSet, usualLimits));
  expect(verdict).toMatchObject({
    overallStatus: 'Compilation Error',
    message: 'main.cpp:2:2: error: the source has a NUL character here',
  });
});

describe('the checker of a problem', () => {
  const facts: RunFacts = {
    cpuMs: 1,
    wallMs: 1,
    memoryBytes: 1,
    exitCode: 0,
    signal: null,
    limit: null,
    refusedBytes: 0,
    outputBytes: 0,
    stdout: new Uint8Array(),
    stdoutPath: null,
    stderr: new Uint8Array(),
    collected: true,
  };

  /** Every program compiles and is right; the compilations that are named end when they are told to. */
  function openStage(held: Readonly<Record<string, Promise<void>>>) {
    const begun: string[] = [];
    const run = async ({ files, collect }: RunRequest, signal?: AbortSignal): Promise<RunFacts> => {
      if (!collect) return facts;
      const name = Buffer.from(files?.['main.cpp'] as Uint8Array).toString();
      begun.push(name);
      const aborted = new Promise<never>((_, reject) =>
        signal?.addEventListener('abort', () => reject(signal.reason)),
      );
      await Promise.race([held[name], aborted]);
      await writeFile(collect.to, '');
      return facts;
    };
    const sandbox = { facts: { cores: [0, 1, 2, 3] }, run } as unknown as Sandbox;
    return { begun, sandbox };
  }

  test('is compiled on nobody’s share: who asked for it first holds up nobody with other compilations', async () => {
    const patience = { timeout: 60_000 };
    const [quick, never] = [Promise.withResolvers<void>(), new Promise<void>(() => {})];
    const { begun, sandbox } = openStage({ quick: quick.promise, bomb: never, other: never });
    const own = await openTestBench({ sandbox });
    const plain = await own.testSet([['', '']]);
    const checked = {
      ...plain,
      checker: { name: 'program', source: { code: Buffer.from('checker') }, points: null },
    } as const;
    const leaving = new AbortController();
    const judge = (owner: string, code: string, testSet: TestSet) =>
      verdictOf(
        own.judge.judgeSubmission(code, testSet, usualLimits, {
          owner,
          mayUseExpress: true,
          signal: leaving.signal,
        }),
      );
    const others = [judge('c', 'other', plain), judge('a', 'quick', checked)];
    await vi.waitFor(() => expect(begun).toEqual(['other', 'quick']), patience);
    others.push(judge('a', 'bomb', plain));
    quick.resolve();
    await vi.waitFor(() => expect(begun).toContain('bomb'), patience);
    expect(await judge('b', 'short', checked)).toMatchObject({ overallStatus: 'Accepted' });
    leaving.abort();
    await Promise.allSettled(others);
    await own.close();
  });
});
