import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { words } from '#contract/words.ts';
import { conformance } from '../gate/conformance.ts';
import { knownPrograms } from '../languages/cpp/known-programs.ts';
import { knownAnswer, knownInput, knownLimits } from '../languages/known-programs.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { Progress } from './judge.ts';
import {
  inCpp,
  judged,
  obedient,
  openTestBench,
  orders,
  type TestBench,
  usualLimits,
  verdictOf,
} from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

describe('verdicts of known programs', () => {
  for (const known of knownPrograms) {
    test(`${known.name} → ${known.status}`, async () => {
      const testSet = await bench.testSet([[knownInput, knownAnswer]]);
      const verdict = await verdictOf(bench.judge.judgeSubmission(inCpp(known.code), testSet, knownLimits));
      expect(verdict.overallStatus).toBe(known.status);
      if (known.reason) expect(verdict.results[0]?.reason).toEqual(known.reason);
      if (known.compilerPrints) {
        const text = expect.stringContaining(known.compilerPrints);
        expect(verdict.compilerSaid).toMatchObject({ code: 'verbatim', params: { text } });
      }
      expect(verdict.score).toBe(known.status === 'Accepted' ? 100 : 0);
    });
  }
});

describe('in the express lane', () => {
  const express = { isAwaited: true };

  test('verdicts are the same', async () => {
    const testSet = await bench.testSet([[knownInput, knownAnswer]]);
    const statuses = knownPrograms.map(async ({ name, code }) => {
      const steps = bench.judge.judgeSubmission(inCpp(code), testSet, knownLimits, express);
      return [name, (await verdictOf(steps)).overallStatus];
    });
    expect(await Promise.all(statuses)).toEqual(knownPrograms.map(({ name, status }) => [name, status]));
  });

  test('a test that takes long has all the time of its limit', async () => {
    const testSet = await bench.testSet(orders('long', 'pass', 'loop', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 2000 };
    const verdict = await verdictOf(bench.judge.judgeSubmission(inCpp(obedient), testSet, limits, express));
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
      int main() { puts(Slow<5>::value > 0 ? "ok" : "no"); }`;
    const testSet = await bench.testSet(orders('pass'));
    const verdict = await verdictOf(bench.judge.judgeSubmission(inCpp(code), testSet, usualLimits, express));
    expect(verdict.overallStatus).toBe('Accepted');
  });

  test('what is broken off for somebody else is done again, and nobody hears of it', async () => {
    const { sandbox } = bench;
    const limits = { ...usualLimits, timeLimitMs: 3000 };
    const loops = sandbox.facts.cores.map(() => 'loop');
    const slowSet = await bench.testSet(orders(...loops));
    const quickSet = await bench.testSet(orders('pass'));
    await judged(bench, quickSet);
    const seen: Progress[] = [];
    const slow = bench.judge.judgeSubmission(inCpp(obedient), slowSet, limits, { ...express, owner: 'slow' });
    const verdict = verdictOf(slow, seen);
    while (sandbox.busyCores() < loops.length) await new Promise(setImmediate);
    const other = bench.judge.judgeSubmission(inCpp(obedient), quickSet, limits, {
      ...express,
      owner: 'other',
    });
    expect((await verdictOf(other)).overallStatus).toBe('Accepted');
    expect(seen.map(({ kind }) => kind)).toEqual(['compiling', 'running']);
    const statuses = (await verdict).results.map(({ status }) => status);
    expect(statuses).toEqual(loops.map(() => 'Time Limit Exceeded'));
  });
});

describe('a submission with several tests', () => {
  test('what differs first is told of samples alone', async () => {
    const set = await bench.testSet(orders('fail', 'fail', 'crash', 'pass'));
    const tests = set.tests.map((test, index) => ({ ...test, isSample: index !== 1 }));
    const { results } = await judged(bench, { ...set, tests });
    const differs = words('sample_differs', { line: 1, expected: 'ok', got: 'no' });
    expect(results.map(({ difference }) => difference)).toEqual([differs, null, null, null]);
  });

  test('progress comes in order: compiling, running, each test, the verdict', async () => {
    const seen: Progress[] = [];
    await judged(bench, await bench.testSet(orders('pass', 'fail', 'pass')), obedient, seen);
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
    const verdict = await judged(bench, await bench.testSet(orders('pass', 'crash', 'fail', 'pass')));
    expect(verdict).toMatchObject({ letters: '[PR-P]', score: 50, overallStatus: 'Runtime Error' });
  });

  test('results stay in test order although a later test ends first', async () => {
    const verdict = await judged(bench, await bench.testSet(orders('loop', 'pass', 'pass', 'pass')));
    expect(verdict).toMatchObject({ letters: '[TPPP]', score: 75, overallStatus: 'Time Limit Exceeded' });
    expect(verdict.results[0]?.timeMs).toBeGreaterThan(usualLimits.timeLimitMs);
  });

  test('stop at the first failure: the rest is Skipped and nobody waits for it', async () => {
    const testSet = await bench.testSet(orders('pass', 'fail', 'sleep', 'pass'), {
      stopAtFirstFailure: true,
    });
    const verdict = await judged(bench, testSet);
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
      groups: [['small', 'small', 'middle', 'middle', 'large'][index] ?? ''],
    }));
    const verdict = await judged(bench, { ...plain, groups, tests });
    expect(verdict).toMatchObject({ letters: '[PPRSS]', score: 20, overallStatus: 'Runtime Error' });
  });

  test('a test in two groups runs once, as long as it counts in one of them', async () => {
    const groups = [
      { name: 'small', points: 30, dependsOn: [] },
      { name: 'large', points: 70, dependsOn: [] },
    ];
    const plain = await bench.testSet(orders('crash', 'pass', 'pass', 'sleep'));
    const of = [['small'], ['small', 'large'], ['large'], ['small']];
    const tests = plain.tests.map((test, index) => ({ ...test, groups: of[index] ?? [] }));
    const verdict = await judged(bench, { ...plain, groups, tests });
    expect(verdict).toMatchObject({ letters: '[RPPS]', score: 70, overallStatus: 'Runtime Error' });
  });

  test('an output of megabytes is checked to its end', async () => {
    const numbers = Array.from({ length: 300_000 }, (_, index) => index);
    const right = await bench.testSet([['big', numbers.join(' ')]]);
    const wrong = await bench.testSet([['big', [...numbers.slice(0, -1), 7].join(' ')]]);
    expect((await judged(bench, right)).overallStatus).toBe('Accepted');
    expect((await judged(bench, wrong)).overallStatus).toBe('Wrong Answer');
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
    const { results } = await judged(bench, await bench.testSet([['zebra', 'ok']]), forger);
    expect(results[0]).toMatchObject({
      status: 'Runtime Error',
      reason: words('uncaught_exception', { exception: null }),
    });
  });

  test('without tests nothing runs and the reason is told', async () => {
    expect(await judged(bench, await bench.testSet([]))).toMatchObject({
      overallStatus: 'Skipped',
      score: 0,
      reason: words('no_tests'),
    });
  });
});

describe('trouble of the judge’s own', () => {
  test('a missing test file is a fault, never a verdict', async () => {
    const good = await bench.testSet(orders('pass'));
    const tests = good.tests.map((test) => ({ ...test, answer: join(bench.folder, 'missing') }));
    await expect(judged(bench, { ...good, tests })).rejects.toThrow(JudgeFault);
    const withoutInput = good.tests.map((test) => ({ ...test, input: join(bench.folder, 'missing') }));
    await expect(judged(bench, { ...good, tests: withoutInput })).rejects.toThrow(JudgeFault);
  });

  test('groups that make no sense are a fault', async () => {
    const plain = await bench.testSet(orders('pass'));
    const groups = [{ name: 'a', points: 1, dependsOn: ['b'] }];
    await expect(judged(bench, { ...plain, groups })).rejects.toThrow(JudgeFault);
  });
});

describe('cancelling', () => {
  test('ends the runs at once with the signal’s reason', async () => {
    const controller = new AbortController();
    const testSet = await bench.testSet(orders('pass', 'sleep', 'sleep', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 100_000 };
    const steps = bench.judge.judgeSubmission(inCpp(obedient), testSet, limits, {
      signal: controller.signal,
    });
    const judging = (async () => {
      for await (const step of steps) if (step.kind === 'test') controller.abort(new Error('rejudged'));
    })();
    await expect(judging).rejects.toThrow('rejudged');
  });

  test('who stops listening leaves nothing running and no file behind', async () => {
    const testSet = await bench.testSet(orders('pass', 'sleep', 'sleep'));
    const limits = { ...usualLimits, timeLimitMs: 100_000 };
    for await (const step of bench.judge.judgeSubmission(inCpp(obedient), testSet, limits))
      if (step.kind === 'test') break;
    const work = join(bench.folder, 'cache', 'work');
    const files = await Promise.all((await readdir(work)).map((name) => readdir(join(work, name))));
    expect(files.flat()).toEqual([]);
  });

  test('a signal that is already aborted starts nothing', async () => {
    const testSet = await bench.testSet(orders('pass'));
    const steps = bench.judge.judgeSubmission(inCpp(obedient), testSet, usualLimits, {
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
      lists.map(async (list) => judged(bench, await bench.testSet(orders(...list)))),
    );
    expect(verdicts.map((verdict) => verdict.letters)).toEqual(expected);
  });

  test('a submission with one test ends before one with very many that came first', {
    timeout: 60_000,
  }, async () => {
    const ended: string[] = [];
    const many = await bench.testSet(orders(...Array<string>(400).fill('pass')));
    const few = await bench.testSet(orders('pass'));
    const long = judged(bench, many).then(() => ended.push('long'));
    const short = judged(bench, few).then(() => ended.push('short'));
    await Promise.all([long, short]);
    expect(ended).toEqual(['short', 'long']);
  });
});

test('conformance finds nothing wrong with this machine', async () => {
  // The known programs of other languages are judged in the tests of each.
  expect(await conformance(bench.judge)).toEqual([]);
});

test('a NUL in a source is a Compilation Error, wherever it stands', async () => {
  const testSet = await bench.testSet([['', '']]);
  const verdict = await verdictOf(
    bench.judge.judgeSubmission(inCpp('int main() {\n}\0'), testSet, usualLimits),
  );
  expect(verdict).toMatchObject({
    overallStatus: 'Compilation Error',
    compilerSaid: { code: 'source_has_nul', params: { line: 2, column: 2 } },
  });
});
