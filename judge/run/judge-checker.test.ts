import { writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Checker } from '#contract/checkers.ts';
import { fraction, one, zero } from '#contract/fractions.ts';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import type { TestSet } from './run-tests.ts';
import { inCpp, judged, openTestBench, orders, type TestBench, usualLimits, verdictOf } from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

describe('a checker of the author’s own', () => {
  const checkerCode = Buffer.from(`#include <cstdio>
#include <cstring>
#include "orders.h"
int main(int count, char** names) {
  if (count != 4) return 3;
  char input[99] = "", output[99] = "", answer[99] = "";
  char* texts[] = {input, output, answer};
  for (int i = 0; i < 3; i++) {
    FILE* f = fopen(names[i + 1], "r");
    if (!f || fscanf(f, "%98s", texts[i]) < 0) if (i != 1) return 3;
  }
  if (!strcmp(input, "pass")) return strcmp(output, answer) ? 1 : 0;
  if (!strcmp(input, "half")) { fprintf(stderr, half_of_it); return 7; }
  if (!strcmp(input, "format")) { fprintf(stderr, "no number"); return 2; }
  if (!strcmp(input, "fault")) { fprintf(stderr, "the answer is broken"); return 3; }
  return 1;
}
`);
  const checker: Checker = {
    name: 'program',
    source: 'checker.cpp',
    headers: ['checks/orders.h'],
    points: 'share',
  };
  let checkerFiles: Record<string, string>;
  beforeAll(async () => {
    checkerFiles = {
      'checker.cpp': await bench.file(checkerCode),
      'checks/orders.h': await bench.file('const char half_of_it[] = "points 0.5 half of it";\n'),
    };
  });

  test('is told what the test says, and answers as its system does', async () => {
    const source = await bench.file(`#include <cstdio>
#include <cstring>
int main(int count, char** args) {
  bool isRight = count == 6 && !strcmp(args[2], "answer") && !strcmp(args[3], "output") && !strcmp(args[5], "b c");
  puts(isRight && !strcmp(args[4], "a") ? "1.0" : "0.25");
}
`);
    const tests = await bench.testSet(orders('pass', 'pass'), {
      checker: { name: 'program', source: 'c.cpp', headers: [], points: null, protocol: 'cms' },
      checkerFiles: { 'c.cpp': source },
    });
    const args = [
      ['a', 'b c'],
      ['x', 'b c'],
    ];
    const verdict = await judged(bench, {
      ...tests,
      tests: tests.tests.map((test, index) => ({ ...test, checkerArgs: args[index] ?? [] })),
    });
    expect(verdict).toMatchObject({ letters: '[P-]', score: 62 });
  });

  test('accepts, rejects and gives points', async () => {
    const verdict = await judged(
      bench,
      await bench.testSet(orders('pass', 'half', 'format', 'fail'), { checker, checkerFiles }),
    );
    expect(verdict).toMatchObject({ letters: '[P---]', score: 37, overallStatus: 'Wrong Answer' });
    expect(verdict.results.map((result) => result.share)).toEqual([one, fraction(1n, 2n), zero, zero]);
    expect(verdict.results[2]?.checkerSaid).toEqual(words('verbatim', { text: 'no number' }));
  });

  test('gives points on the declared scale', async () => {
    const groups = [
      { name: 'a', points: 2, dependsOn: [] },
      { name: 'b', points: 6, dependsOn: [] },
    ];
    const tests = groups.map(({ name }) => ({ input: '', answer: '', groups: [name] }));
    const testSet = await bench.testSet(orders('half', 'pass'), { tests, groups, checkerFiles });
    const scoreOn = async (points: 'percent' | 'absolute' | null) =>
      (await judged(bench, { ...testSet, checker: { ...checker, points } })).score;
    // Half a percent of 2 points, half a point of 2, and 6 of 6.
    expect(await scoreOn('percent')).toBe(75);
    expect(await scoreOn('absolute')).toBe(81);
    const { score } = await judged(bench, { ...testSet, checker, scoreDecimals: 2 });
    expect(score).toBe(87.5);
    await expect(scoreOn(null)).rejects.toThrow('minos.yaml does not say on which scale');
  });

  test('its own failure is a fault of the judge, not a verdict', async () => {
    const failing = judged(bench, await bench.testSet(orders('pass', 'fault'), { checker, checkerFiles }));
    await expect(failing).rejects.toThrow(JudgeFault);
    await expect(failing).rejects.toThrow('the answer is broken');
  });

  test('a checker that does not compile is a fault of the judge', async () => {
    const broken = { ...checkerFiles, 'checker.cpp': await bench.file('int main() { return x; }') };
    const testSet = await bench.testSet(orders('pass'), { checker, checkerFiles: broken });
    await expect(judged(bench, testSet)).rejects.toThrow(JudgeFault);
  });

  test('one whose file the plan does not name is a fault of the judge', async () => {
    const testSet = await bench.testSet(orders('pass'), { checker });
    await expect(judged(bench, testSet)).rejects.toThrow('file checks/orders.h is missing');
  });
});

describe('a validator in the way of Kattis', () => {
  /** Does what the input says. */
  const validator = `#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <sys/stat.h>
#include <unistd.h>
int main(int count, char** args) {
  std::string folder = args[3];
  auto write = [&](const char* name, const char* text) {
    FILE* f = fopen((folder + name).c_str(), "w");
    fputs(text, f);
    fclose(f);
  };
  char order[99] = "", answer[99] = "", output[99] = "";
  FILE* input = fopen(args[1], "r");
  FILE* right = fopen(args[2], "r");
  if (!input || !right || fscanf(input, "%98s", order) != 1 || fscanf(right, "%98s", answer) != 1) return 1;
  if (folder.back() != '/' || scanf("%98s", output) != 1) return 43;
  std::string o = order;
  if (o == "flags") return count == 6 && !strcmp(args[4], "a") && !strcmp(args[5], "b c") ? 42 : 43;
  if (o == "half") write("score.txt", "5"), write("teammessage.txt", "Half of it.");
  if (o == "wrong") write("judgemessage.txt", answer), write("teammessage.txt", output), write("score.txt", "10");
  if (o == "link") symlink(args[2], (folder + "teammessage.txt").c_str());
  if (o == "folder") mkdir((folder + "score.txt").c_str(), 0755);
  if (o == "writes") if (fopen(args[2], "a") || fopen(args[1], "r+")) return 1;
  if (o == "fault") return 0;
  return o == "wrong" ? 43 : 42;
}
`;
  const says = '#include <cstdio>\nint main() { puts("said"); }';

  async function testSetOf(inputs: readonly string[]): Promise<TestSet> {
    const groups = [{ name: 'all', points: 10 * inputs.length, dependsOn: [], rule: 'sum' as const }];
    const tests = await bench.testSet(
      inputs.map((input) => [input, 'secret']),
      {
        tests: inputs.map(() => ({ input: '', answer: '', groups: ['all'] })),
        groups,
        checker: { name: 'program', source: 'v.cpp', headers: [], points: 'absolute', protocol: 'kattis' },
        checkerFiles: { 'v.cpp': await bench.file(validator) },
      },
    );
    return { ...tests, tests: tests.tests.map((test) => ({ ...test, checkerArgs: ['a', 'b c'] })) };
  }

  test('accepts, rejects, gives scores, and has words for judges and for the team', async () => {
    const testSet = await testSetOf(['flags', 'half', 'wrong', 'writes']);
    const verdict = await judged(bench, testSet, says);
    expect(verdict).toMatchObject({ letters: '[P--P]', score: 62, overallStatus: 'Wrong Answer' });
    const told = (text: string) => words('told_by_checker', { text });
    expect(verdict.results.map(({ passed, reason, checkerSaid }) => [passed, reason, checkerSaid])).toEqual([
      [true, null, null],
      [true, told('Half of it.'), null],
      [false, told('said'), words('verbatim', { text: 'secret' })],
      [true, null, null],
    ]);
  });

  test('gives back nothing but files that it wrote', async () => {
    const verdict = await judged(bench, await testSetOf(['link', 'folder']), says);
    expect(verdict.letters).toBe('[PP]');
    expect(verdict.results.map(({ reason }) => reason)).toEqual([null, null]);
  });

  test('that ends in any other way is a fault of the judge', async () => {
    await expect(judged(bench, await testSetOf(['fault']), says)).rejects.toThrow('ended with code 0');
  });

  test('reads an output of any size', async () => {
    const long = '#include <cstdio>\nint main() { for (int i = 0; i < 1 << 20; i++) puts("said"); }';
    expect(await judged(bench, await testSetOf(['pass']), long)).toMatchObject({
      letters: '[P]',
      score: 100,
    });
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
    givenBack: {},
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
    const onSlowMachine = { timeout: 60_000 };
    const [quick, never] = [Promise.withResolvers<void>(), new Promise<void>(() => {})];
    const { begun, sandbox } = openStage({ quick: quick.promise, bomb: never, other: never });
    const own = await openTestBench({ sandbox });
    const plain = await own.testSet([['', '']]);
    const checked = {
      ...plain,
      checker: { name: 'program', source: 'checker.cpp', headers: [], points: null },
      checkerFiles: { 'checker.cpp': await own.file('checker') },
    } satisfies TestSet;
    const leaving = new AbortController();
    const judge = (owner: string, code: string, testSet: TestSet) =>
      verdictOf(
        own.judge.judgeSubmission(inCpp(code), testSet, usualLimits, {
          owner,
          isAwaited: true,
          signal: leaving.signal,
        }),
      );
    const others = [judge('c', 'other', plain), judge('a', 'quick', checked)];
    await vi.waitFor(() => expect(begun.toSorted()).toEqual(['other', 'quick']), onSlowMachine);
    others.push(judge('a', 'bomb', plain));
    quick.resolve();
    await vi.waitFor(() => expect(begun).toContain('bomb'), onSlowMachine);
    expect(await judge('b', 'short', checked)).toMatchObject({ overallStatus: 'Accepted' });
    leaving.abort();
    await Promise.allSettled(others);
    await own.close();
  });
});
