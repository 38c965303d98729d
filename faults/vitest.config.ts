import { defineConfig } from 'vitest/config';

/** Apart from the other tests: these kill what they run on, and print how long it took to come back. */
export default defineConfig({
  test: {
    root: import.meta.dirname,
    include: ['*.test.ts'],
    // A fault that is not recovered from shows as this time limit.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    bail: 1,
    disableConsoleIntercept: true,
  },
});
