import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { usualAllowances } from '#contract/language-limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { TestSet } from '../run/run-tests.ts';
import { openTestBench, type TestBench, verdictOf } from '../run/testing.ts';
import { needLanguage } from './testing.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 120_000 });

let bench: TestBench;
let testSet: TestSet;
beforeAll(async () => {
  bench = await openTestBench();
  testSet = await bench.testSet([['', 'within\n']]);
});
afterAll(() => bench?.close());

const mostMb = 64;

/** Each prints `within` when it has been told of as much as the problem allows, give or take what is rounded. */
const programs: Partial<Record<LanguageId, string>> = {
  java: `class Main { public static void main(String[] args) {
  long mb = Runtime.getRuntime().maxMemory() >> 20;
  System.out.println(mb > ${mostMb / 2} && mb <= ${mostMb} ? "within" : mb);
} }
`,
  pypy: `import os\nmb = int(os.environ['PYPY_GC_MAX']) >> 20\nprint('within' if mb == ${mostMb} else mb)\n`,
  javascript: `const given = process.execArgv.filter((flag) => flag === '--max-old-space-size=${mostMb}' || flag === '--stack-size=${mostMb * 1024}');
console.log(given.length === 2 ? 'within' : process.execArgv);
`,
};

test.for(Object.entries(programs) as [LanguageId, string][])(
  '%s: a virtual machine has what the problem allows, however much its runtime is given on top',
  async ([language, code], { skip }) => {
    needLanguage(bench.judge.languages, language, skip);
    const allowance = { ...usualAllowances[language], memory_allowance_mb: 300 };
    const limits = { timeLimitMs: 20_000, memoryLimitBytes: mostMb << 20, allowance };
    const verdict = await verdictOf(bench.judge.judgeSubmission({ language, code }, testSet, limits));
    expect(verdict.results.map(({ status, reason }) => ({ status, reason }))).toEqual([
      { status: 'Accepted', reason: null },
    ]);
  },
);
