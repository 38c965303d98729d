/** The programs that Minos itself shows to contestants, each judged by the real judge in every language of this machine. */
import { afterAll, describe, expect, test, vi } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import { openTestBench, usualLimits, verdictOf } from '#judge/run/testing.ts';
import { writeExample } from '../web/src/features/languages/example-programs.ts';
import { placeCursor, startingPrograms } from '../web/src/lib/starting-programs.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const bench = await openTestBench();
afterAll(() => bench.close());

const tests = await bench.testSet([
  ['3\n1 2 3\n', '6\n'],
  ['2\n-1000000000\n1\n', '-999999999\n'],
]);
const limits = { ...usualLimits, timeLimitMs: 10_000 };

describe.each(Object.keys(bench.judge.languages.installed) as LanguageId[])('in %s', (language) => {
  const judge = (code: string) => verdictOf(bench.judge.judgeSubmission({ language, code }, tests, limits));

  test('the example sums numbers', async () => {
    expect(await judge(writeExample(language))).toMatchObject({ overallStatus: 'Accepted' });
  });

  test('the starting program compiles as it is', async () => {
    const { before, after } = placeCursor(startingPrograms[language]);
    expect(await judge(before + after)).not.toMatchObject({ overallStatus: 'Compilation Error' });
  });
});
