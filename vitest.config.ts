import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** One that began last would go on alone while the other cores have nothing left to do. */
const longest = [
  'judge/compile/cpp-differences/cpp-differences.test.ts',
  'scripts/supervisor/supervisor.test.ts',
  'judge/sandbox/suite.test.ts',
  'scripts/hosts/hosts.test.ts',
  'scripts/backup/backup.test.ts',
  'judge/run/judge.test.ts',
  'judge/languages/cpp/runtimes.test.ts',
  'judge/worker/worker.test.ts',
  'judge/compile/compile.test.ts',
  'judge/languages/rust.test.ts',
  'judge/languages/java.test.ts',
  'server/leaks/leaks.test.ts',
  'judge/languages/kotlin.test.ts',
  'judge/worker/import-packages.test.ts',
  'scripts/language-programs.test.ts',
  'judge/languages/go.test.ts',
  'scripts/demo/demo.test.ts',
  'server/attacks/fuzz.test.ts',
  'scripts/supervisor/submission-log.test.ts',
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
