import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import type { Progress } from '../run/judge.ts';
import { openTestBench, type TestBench, verdictOf } from '../run/testing.ts';
import { needLanguage } from './testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let bench: TestBench;
beforeAll(async () => {
  bench = await openTestBench();
});
afterAll(() => bench?.close());

const limits = { timeLimitMs: 700, memoryLimitBytes: 256 << 20 };

/** Loops without end when it is told to. */
const programs: Partial<Record<LanguageId, string>> = {
  python: "while input() == 'loop':\n    while True: pass\nprint(42)\n",
  java: 'class Main { public static void main(String[] args) { while (new java.util.Scanner(System.in).next().equals("loop")) for (;;); System.out.println(42); } }\n',
};

test.for(Object.entries(programs) as [LanguageId, string][])(
  '%s: what loops on all cores holds nobody else up, and has its own verdict in the end',
  async ([language, code], { skip }) => {
    const { judge, sandbox } = bench;
    needLanguage(judge.languages, language, skip);
    const loops = await bench.testSet(sandbox.facts.cores.map(() => ['loop\n', '42\n'] as const));
    const quick = await bench.testSet([['go\n', '42\n']]);
    const judgeFor = (owner: string, testSet: typeof quick) =>
      judge.judgeSubmission({ language, code }, testSet, limits, { owner, isAwaited: true });
    const seen: Progress[] = [];
    const slow = verdictOf(judgeFor('slow', loops), seen);
    while (!seen.some(({ kind }) => kind === 'running') || sandbox.busyCores() < loops.tests.length)
      await new Promise(setImmediate);
    expect((await verdictOf(judgeFor('other', quick))).overallStatus).toBe('Accepted');
    expect(seen.map(({ kind }) => kind)).toEqual(['compiling', 'running']);
    const statuses = (await slow).results.map(({ status }) => status);
    expect(new Set(statuses)).toEqual(new Set(['Time Limit Exceeded']));
  },
);
