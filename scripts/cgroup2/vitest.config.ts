import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** For the machine of `npm run test:cgroup2`: no database, one file at a time, and the patience of an emulator's user. */
export default defineConfig({
  cacheDir: join(tmpdir(), 'vitest'),
  test: {
    include: ['judge/sandbox/*.test.ts'],
    testTimeout: 600_000,
    hookTimeout: 600_000,
    maxWorkers: 1,
  },
});
