import { mkdir, mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { openLanguages } from './catalogue.ts';

// Every compiler of the machine is asked for its version.
vi.setConfig({ testTimeout: 120_000 });

test('what was built ahead is kept for a language that is open, however long ago that was, and goes when none has it', async ({
  onTestFinished,
}) => {
  const cache = await mkdtemp(join(tmpdir(), 'minos-ahead-'));
  onTestFinished(() => rm(cache, { recursive: true, force: true }));
  const parent = join(cache, 'toolchain');
  const ageAll = async () => {
    const longAgo = new Date(Date.now() - 31 * 86_400_000);
    for (const name of await readdir(parent)) await utimes(join(parent, name), longAgo, longAgo);
  };
  await openLanguages(cache);
  const own = await readdir(parent);
  // One for each C++ standard, at the least.
  expect(own.length).toBeGreaterThanOrEqual(2);

  await mkdir(join(parent, 'of-a-compiler-that-was-replaced'));
  await ageAll();
  const languages = await openLanguages(cache);
  expect(await readdir(parent)).toEqual(own);

  await ageAll();
  await languages.reopen('cpp', []);
  expect(await readdir(parent)).toEqual(own);
});
