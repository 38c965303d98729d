import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { headerSets } from '../../languages/cpp/headers.ts';
import { findPluginHeaders } from '../../languages/cpp/precompile.ts';
import { openToolchain, type Toolchain } from '../../languages/cpp/toolchain.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openTestSandbox } from '../../sandbox/testing.ts';
import { checkPrograms } from './check.ts';
import { compare } from './compare.ts';
import { onceWrong } from './once-wrong.ts';
import { kinds } from './programs.ts';
import { checkReading, checkReadOnce } from './reading.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let sandbox: Sandbox;
let toolchain: Toolchain;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-differences-'));
  sandbox = await openTestSandbox();
  const shared = process.env.MINOS_BUILT_AHEAD;
  const wanted = ['bits/stdc++.h', 'iostream', 'cmath', 'vector'];
  const few = headerSets.filter((set) => wanted.includes(set.headers.join()));
  toolchain = shared ? await openToolchain(shared) : await openToolchain(join(folder, 'cache'), few);
  await toolchain.buildAhead();
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

const workshop = () => ({ sandbox, toolchain, folder });

// The long form, with other programs each time: npm run test:compile-differences. Here one of each kind, from a seed that
// makes them small: some of others take ten seconds each way.
test('programs are the same with and without every shortcut, or refused in the same words', async () => {
  const count = Object.keys(kinds).length;
  expect(await checkPrograms(workshop(), { seed: 1201, count })).toEqual([]);
});

test('so they are in C++17', async () => {
  const few = headerSets.filter((set) => ['bits/stdc++.h', 'iostream'].includes(set.headers.join()));
  const older = await openToolchain(join(folder, 'cache'), few, 'gnu++17');
  await older.buildAhead();
  expect(older.slowBecause()).toEqual(toolchain.slowBecause());
  expect(await checkPrograms({ ...workshop(), toolchain: older }, { seed: 2, count: 6 })).toEqual([]);
});

test('every shortcut is taken where GCC can load plug-ins', async ({ skip }) => {
  if (!(await findPluginHeaders(toolchain.compiler))) skip('there are no headers for plug-ins');
  expect(toolchain.slowBecause()).toBeNull();
});

test('the includes at the top of a source are read as the preprocessor reads them', async () => {
  expect(await checkReading(toolchain.compiler, folder, { seed: 1, count: 300 })).toEqual([]);
});

test('what is taken for read once is, behind whatever hides the end of a text', async () => {
  expect(await checkReadOnce(toolchain.compiler, folder, { seed: 1, count: 300 })).toEqual([]);
});

test.each(onceWrong)('once wrong: %s', async (_, code) => {
  expect(await compare(workshop(), code)).toEqual({ difference: null, inlinedOtherwise: [] });
});
