import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'e2e/**', 'faults/**'],
    // The design tokens are read as text; other style sheets are none of a test's business.
    css: { include: /tokens\.css/ },
    globalSetup: ['store/testing/postgres-for-tests.ts'],
    // Real databases, processes and password hashing on a machine that may have two busy cores.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Two files at a time also on two cores: many wait for processes and clocks more than they work.
    maxWorkers: Math.max(2, availableParallelism() - 1),
  },
});
