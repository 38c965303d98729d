/** How a compiler is called that will not work without /proc (see current-exe.c). */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openAheadFolder } from '../ahead-folder.ts';
import { languageKey } from '../language-key.ts';
import type { Rustc } from './find-rustc.ts';

const run = promisify(execFile);

/** The first release that finds itself otherwise. */
const ableRelease = 70;

interface Call {
  command: readonly [string, ...string[]];
  /** What it needs to see in addition. */
  readOnly: readonly string[];
}

export async function callRustc(rustc: Rustc, gcc: string, cacheFolder: string): Promise<Call> {
  const release = Number(/^release: 1\.(\d+)\./m.exec(rustc.said)?.[1]);
  if (!(release < ableRelease)) return { command: [rustc.path], readOnly: [] };
  const folder = await openAheadFolder(
    cacheFolder,
    languageKey([rustc, gcc], ['rust/current-exe.c', 'rust/current-exe.ts']).slice(0, 32),
  );
  const library = join(folder, 'current-exe.so');
  if (!existsSync(library)) await build(library, folder, rustc, gcc);
  // By the loader, not by the environment, which a source can read.
  return { command: [await loaderOf(rustc.path), '--preload', library, rustc.path], readOnly: [folder] };
}

async function build(library: string, folder: string, { path }: Rustc, gcc: string): Promise<void> {
  const draft = join(folder, `${process.pid}-current-exe.so`);
  const source = fileURLToPath(new URL('current-exe.c', import.meta.url));
  await run(gcc, ['-shared', '-fPIC', '-O1', '-s', `-DRUSTC=${JSON.stringify(path)}`, '-o', draft, source]);
  await rename(draft, library);
}

/** As the file itself names it. */
async function loaderOf(path: string): Promise<string> {
  const text = (await readFile(path)).toString('latin1');
  const loader = /\/lib[\w/.-]*\/ld-[\w.-]+/.exec(text)?.[0];
  if (loader === undefined) throw new Error(`${path} names no loader`);
  return loader;
}
