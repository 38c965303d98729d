import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { LanguageId } from '#contract/programs.ts';
import { getLanguage, type Languages, openLanguages } from './catalogue.ts';
import { needLanguage } from './testing.ts';
import { findExecutable } from './tools.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let folder: string;
let languages: Languages;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'minos-keys-'));
  languages = await openLanguages(folder);
});
afterEach(() => vi.unstubAllEnvs());
afterAll(() => rm(folder, { recursive: true }));

/** Its key here, and on a machine that has another tool of this name. */
async function keysWith(id: LanguageId, tool: string, script: string): Promise<[string, string]> {
  const { key, open } = getLanguage(languages, id);
  const bin = await mkdtemp(join(folder, 'bin-'));
  await writeFile(join(bin, tool), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  vi.stubEnv('PATH', `${bin}:${process.env.PATH}`);
  return [key, (await open(folder, [])).key];
}

test.for([
  ['c', 'ld.mold'],
  ['rust', 'ld.mold'],
  ['pascal', 'ld'],
] as const)('%s: programs of another release of %s are others', async ([id, linker], { skip }) => {
  needLanguage(languages, id, skip);
  const [here, there] = await keysWith(id, linker, 'echo version 99');
  expect(there).not.toBe(here);
});

test.for(['c', 'rust'] as const)(
  '%s: programs with another release of the C library are others',
  async (id, { skip }) => {
    needLanguage(languages, id, skip);
    const gcc = await findExecutable('gcc');
    const library = join(folder, 'libc.a');
    await writeFile(library, '');
    const asBefore = await keysWith(id, 'gcc', `exec ${gcc} "$@"`);
    expect(asBefore[1]).toBe(asBefore[0]);
    vi.unstubAllEnvs();
    const script = `[ "$1" = -print-file-name=libc.a ] && exec echo ${library}\nexec ${gcc} "$@"`;
    const [here, there] = await keysWith(id, 'gcc', script);
    expect(there).not.toBe(here);
  },
);
