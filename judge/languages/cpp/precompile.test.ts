import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, watch, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { findExecutable } from '../tools.ts';
import { type HeaderSet, headerSets } from './headers.ts';
import { findBuilt, findPluginHeaders, openPrecompiler, pluginFile } from './precompile.ts';
import { withoutPluginHeaders, wrapCompiler } from './precompile-testing.ts';

// Compilers and a busy machine take their time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

const run = promisify(execFile);
const set = headerSets.find(({ headers }) => headers.join() === 'string') as HeaderSet;
const flags = ['-O2', '-std=gnu++20', '-w'];
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-precompile-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The folder of a header that was built by the compiler, and why it was built the ordinary way. */
async function build(name: string, compiler: string) {
  const place = join(folder, name, 'ahead');
  await mkdir(place, { recursive: true });
  const pluginHeaders = await findPluginHeaders(compiler);
  await openPrecompiler({ compiler, flags, folder: place, pluginHeaders })(set);
  const built = await findBuilt(place, set);
  if (!built) throw new Error('not built');
  const slowBecause = built.slowBecause && sayInEnglish(built.slowBecause);
  return { place, ...built, slowBecause };
}

async function buildWith(name: string, pattern: string, command: string) {
  return build(name, await wrapCompiler(join(folder, name), pattern, command));
}

/** What is compiled of a program that uses nothing of the header, which it loads. */
async function compiledOfEmpty(header: string): Promise<string> {
  const source = join(folder, 'empty.cpp');
  await writeFile(source, 'int main() {}\n');
  const args = [...flags, '-H', '-include', header, '-Q', '-S', source, '-o', '/dev/null'];
  const { stderr } = await run('g++', args, { maxBuffer: 64 << 20 });
  expect(stderr).toContain(`! ${header}.gch\n`);
  return stderr;
}

/** Of a function that <string> itself uses. */
const pending = '[with _CharT = wchar_t';

test('what headers leave pending is not compiled again with every program', async ({ skip }) => {
  const compiler = (await findExecutable('g++')) ?? '';
  if (!(await findPluginHeaders(compiler))) skip('there are no headers for plug-ins');
  const { header, slowBecause } = await build('machine', compiler);
  expect(slowBecause).toBeNull();
  expect(await compiledOfEmpty(header)).not.toContain(pending);
});

describe('a header is built the ordinary way, and staff hear why, when', () => {
  test('there are no headers for plug-ins', async () => {
    const { header, slowBecause } = await buildWith('missing', ...withoutPluginHeaders);
    expect(slowBecause).toMatch(/^gcc-\d+-plugin-dev is not installed$/);
    expect(await compiledOfEmpty(header)).toContain(pending);
  });

  test('the compiler does not build the plug-in', async () => {
    const { header, slowBecause } = await buildWith(
      'unbuilt',
      '*-shared*',
      'echo "error: no such thing" >&2; exit 1',
    );
    expect(slowBecause).toBe('the plug-in could not be built (no such thing)');
    expect(await compiledOfEmpty(header)).toContain(pending);
  });

  test('the compiler does not load the plug-in', async () => {
    const { header, slowBecause } = await buildWith(
      'refused',
      '*-fplugin=*',
      'echo "error: no plug-ins" >&2; exit 1',
    );
    expect(slowBecause).toBe('string cannot be precompiled with the plug-in (no plug-ins)');
    expect(await compiledOfEmpty(header)).toContain(pending);
  });

  test('a program does not stay the same', async () => {
    // With the header, and only then, a function has another name.
    const { place, header, slowBecause } = await buildWith(
      'different',
      '*-include*-S*',
      'set -- "$@" -Dadd=plus',
    );
    expect(slowBecause).toMatch(/^with string a program is not the same \(.*_Z3addi is missing.*\)$/);
    expect(await compiledOfEmpty(header)).toContain(pending);
    expect((await readdir(place)).sort()).toEqual([pluginFile, 'string.h', 'string.h.gch', 'string.h.json']);
  });

  test('the compiler does not load the header', async () => {
    const { slowBecause } = await buildWith('ignored', '*-include*-S*', 'set -- "$@" -Os');
    expect(slowBecause).toBe('with string a program is not the same (the compiler does not load it)');
  });
});

test('trouble that passes is no reason to do without for good', async () => {
  const out = 'echo "g++: fatal error: Killed signal terminated program cc1plus" >&2; exit 1';
  await expect(buildWith('killed', '*-fplugin=*', out)).rejects.toThrow('could not precompile string');
  expect(await readdir(join(folder, 'killed/ahead'))).toEqual([pluginFile]);
});

test('a header that was built both ways is the light one', async ({ skip }) => {
  const compiler = (await findExecutable('g++')) ?? '';
  if (!(await findPluginHeaders(compiler))) skip('there are no headers for plug-ins');
  const { place } = await buildWith('twice', '*-fplugin=*', 'echo "error: no plug-ins" >&2; exit 1');
  expect((await findBuilt(place, set))?.slowBecause).toMatchObject({ params: { said: 'no plug-ins' } });
  expect(await build('twice', compiler)).toMatchObject({ slowBecause: null });
});

test('a build that is broken off leaves nothing that could be taken for a whole one', async () => {
  const own = join(folder, 'broken-off');
  await mkdir(own);
  const leaving = new AbortController();
  // The compiler itself says when it has begun.
  const begun = watch(own, { signal: leaving.signal });
  const compiler = await wrapCompiler(own, '*c++-header*', `touch ${own}/begun; exec sleep 600`);
  const built = openPrecompiler({ compiler, flags, folder: own, pluginHeaders: null }, leaving.signal)(set);
  for await (const { filename } of begun) if (filename === 'begun') break;
  leaving.abort();
  await expect(built).rejects.toThrow();
  expect((await readdir(own)).sort()).toEqual(['begun', 'bin']);
});
