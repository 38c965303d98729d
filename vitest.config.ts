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
  },
});
