import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { findRustc } from './find-rustc.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-rustc-'));
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true });
});

/** Puts a `rustc` into a folder of this name that does as told. */
async function put(name: string, script: string): Promise<string> {
  const bin = join(folder, name);
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'rustc'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return bin;
}

/** A toolchain as rustup keeps it. `script` comes before its answer. */
async function putToolchain(name: string, script = ''): Promise<string> {
  await put(`${name}/bin`, `${script}\necho 'rustc 1.99.0\nrelease: 1.99.0\nhost: here-linux'`);
  await mkdir(join(folder, name, 'lib/rustlib/here-linux/lib'), { recursive: true });
  return join(folder, name);
}

/** Answers only who has a home, as it looks there for the toolchain that it stands for. */
const shimOf = (toolchain: string) => `test -n "$HOME" && echo ${toolchain}`;

test('a shim leads to the compiler that it stands for', async () => {
  const toolchain = await putToolchain('stable');
  vi.stubEnv('PATH', await put('shims', shimOf(toolchain)));
  expect(await findRustc()).toMatchObject({
    path: join(toolchain, 'bin/rustc'),
    sysroot: toolchain,
    readOnly: expect.arrayContaining([join(toolchain, 'bin/rustc'), join(toolchain, 'lib')]),
  });
});

test('a shim without a compiler, and a compiler that needs a home, are passed over', async () => {
  const homely = await putToolchain('homely', 'test -n "$HOME" || exit 1');
  const stable = await putToolchain('stable');
  const shims = [
    await put('none', 'echo no toolchain >&2; exit 1'),
    await put('homely-shims', shimOf(homely)),
    await put('shims', shimOf(stable)),
  ];
  vi.stubEnv('PATH', shims.join(':'));
  expect((await findRustc())?.sysroot).toBe(stable);
});

test('the system’s comes before that of somebody’s home', async () => {
  const mine = await putToolchain('mine');
  const everybodys = await putToolchain('everybodys');
  vi.stubEnv('HOME', join(folder, 'home'));
  const own = await put('home/bin', shimOf(mine));
  const system = await put('system', shimOf(everybodys));
  vi.stubEnv('PATH', `${own}:${system}`);
  expect((await findRustc())?.sysroot).toBe(everybodys);
  vi.stubEnv('PATH', own);
  expect((await findRustc())?.sysroot).toBe(mine);
});

test('without any there is none', async () => {
  vi.stubEnv('PATH', join(folder, 'nowhere'));
  expect(await findRustc()).toBeNull();
});
