import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One that began last would go on alone while the other cores have nothing left to do. */
const longest = [
  'judge/sandbox/suite.test.ts',
  'judge/compile/cpp-differences/cpp-differences.test.ts',
  'server/attacks/fuzz.test.ts',
  'server/leaks/leaks.test.ts',
  'judge/worker/import-packages.test.ts',
  'judge/compile/compile.test.ts',
  'judge/languages/endings.test.ts',
  'judge/languages/java.test.ts',
  'server/contests/withheld-feedback.test.ts',
  'judge/languages/rust.test.ts',
  'judge/languages/kotlin.test.ts',
  'judge/worker/worker.test.ts',
  'judge/worker/queue.test.ts',
  'judge/worker/import-several.test.ts',
  'judge/run/judge.test.ts',
  'judge/languages/threads.test.ts',
  'server/contests/rejudging.test.ts',
  'judge/languages/cpp/runtimes.test.ts',
  'scripts/packages/round-trip.test.ts',
  'server/ids.test.ts',
  'judge/languages/cpp/precompile.test.ts',
  'judge/worker/judged-languages.test.ts',
  'judge/languages/known-programs.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rankOf = ({ moduleId }: TestSpecification) => {
      const at = longest.findIndex((file) => moduleId.endsWith(`/${file}`));
      return at === -1 ? longest.length : at;
    };
    return (await super.sort(files)).toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'e2e/**', 'faults/**'],
    // The design tokens and the colours of code are read as text; other style sheets are none of a test's business.
    css: { include: /(?:tokens|code-mirror\.module)\.css/ },
    globalSetup: ['store/testing/postgres-for-tests.ts'],
    // Real databases, processes and password hashing on a machine that may have two busy cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    sequence: { sequencer: LongestFirst },
    // Two files at a time also on two cores: many wait for processes and clocks more than they work.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
