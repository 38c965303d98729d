import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { compileLimits as limits } from '../../compile/compile.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import { openTestSandbox } from '../../sandbox/testing.ts';
import { withToolchain } from '../cpp.ts';
import { findExecutable } from '../tools.ts';
import { headerSets, setText } from './headers.ts';
import { findPluginHeaders, pluginFile } from './precompile.ts';
import { openToolchain, type Toolchain } from './toolchain.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let folder: string;
let sandbox: Sandbox;
let toolchain: Toolchain;
/** One small set and the one with <cmath>, which is where names clash. */
const sets = headerSets.filter((set) => ['iostream', 'cmath'].includes(set.headers.join()));
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-toolchain-'));
  sandbox = await openTestSandbox();
  toolchain = await openToolchain(folder, sets);
  await toolchain.buildAhead();
});
afterAll(async () => {
  await sandbox?.close();
  await rm(folder, { recursive: true, force: true });
});

/** Compiles and returns what the compiler said about the headers it opened: `!` marks a precompiled one. */
async function opened(code: string): Promise<string> {
  const { compile } = withToolchain({ ...toolchain, flags: [...toolchain.flags, '-H'] });
  const facts = await compile({
    source: { language: 'cpp', code: Buffer.from(code) },
    program: join(folder, 'program'),
    limits,
    run: (request) => sandbox.run(request),
  });
  const said = Buffer.from(facts.stderr).toString();
  if (!facts.collected) throw new Error(said);
  return said;
}

describe('precompiled headers', () => {
  test('are used inside the sandbox by a program that begins with them', async () => {
    const said = await opened(
      '// sum\n#include <cstdio>\n#include <iostream>\nint main() { std::cout << 1; }\n',
    );
    expect(said).toMatch(/^! \S*\/(light-)?iostream\.h\.gch$/m);
    expect(said).not.toContain('/ostream');
  });

  test('are not forced on a program that has no use for them', async () => {
    // With <cmath> in sight this would clash with the function y1.
    expect(await opened('#include <cstdio>\nint y1 = 1;\nint main() { return y1 - 1; }\n')).not.toContain(
      '.gch',
    );
  });

  test('do not stand in the way of a pragma that must come first', async () => {
    const code = '#pragma GCC optimize("O3")\n#include <iostream>\nint main() { std::cout << 1; }\n';
    expect(await opened(code)).not.toContain('.gch');
  });

  test('are not loaded where files beside the source may touch what was left out of them', () => {
    const isLeftOut = toolchain.slowBecause() === null;
    const source = Buffer.from(sets.map(setText).join(''));
    expect(toolchain.chooseHeader(source, true) === null).toBe(isLeftOut);
  });

  test('are there at once for the next process, and nothing half built is', async () => {
    const again = await openToolchain(folder, sets);
    expect(again.key).toBe(toolchain.key);
    const chosen = sets.map((set) => again.chooseHeader(Buffer.from(setText(set))) ?? '');
    expect(chosen).toEqual(sets.map(({ file }) => expect.stringContaining(file)));
    expect(again.runtimes()).toEqual(toolchain.runtimes());
    const headers = chosen.map((path) => basename(path));
    const expected = [
      ...headers.flatMap((file) => [file, `${file}.gch`]),
      ...toolchain.runtimes().map(({ file }) => file),
      ...((await findPluginHeaders(toolchain.compiler))
        ? [pluginFile]
        : headers.map((file) => `${file}.json`)),
    ];
    expect((await readdir(toolchain.aheadFolder)).sort()).toEqual(expected.sort());
  });
});

test('another release of the linker makes another toolchain', async ({ skip }) => {
  if (!(await findExecutable('ld.mold'))) skip('there is no mold');
  const newer = join(folder, 'newer');
  await mkdir(newer);
  await writeFile(join(newer, 'ld.mold'), '#!/bin/sh\necho mold 99\n', { mode: 0o755 });
  vi.stubEnv('PATH', `${newer}:${process.env.PATH}`);
  const { key } = await openToolchain(folder, sets);
  vi.unstubAllEnvs();
  expect(key).not.toBe(toolchain.key);
});

test('other flags or headers make another toolchain, whose programs are not mixed with these', async () => {
  expect((await openToolchain(folder, [])).key).not.toBe(toolchain.key);
});
