import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createCompiler } from '../compile/compile.ts';
import { openDiskCache } from '../disk/disk-cache.ts';
import { openProgramCache } from '../disk/program-cache.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { openTestSandbox } from '../sandbox/testing.ts';
import { cpp, gnuCpp } from './cpp.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let sandbox: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-cpp-'));
  sandbox = await openTestSandbox();
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

test('what one standard refuses is asked of the other, though both keep their programs in the same place', async () => {
  const cache = await openProgramCache(openDiskCache(1 << 30), join(folder, 'programs'));
  const code = Buffer.from('#include <ranges>\nstatic_assert(__cplusplus >= 202002L);\nint main() {}\n');
  async function compile(language: typeof cpp) {
    const installed = await language.open(folder, []);
    const compiler = createCompiler({
      languageOf: () => installed,
      cache,
      workFolder: folder,
      run: (request, { signal }) => sandbox.run(request, signal),
    });
    const compiled = await compiler.compile({ language: 'cpp', code });
    if (compiled.ok) await compiled.release();
    await compiler.settle();
    return compiled.ok;
  }
  expect(await compile(gnuCpp('gnu++17'))).toBe(false);
  expect(await compile(cpp)).toBe(true);
  expect(await compile(gnuCpp('gnu++17'))).toBe(false);
});
