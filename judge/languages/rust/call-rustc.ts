/**
 * How a compiler is started that finds its way by /proc, which is not in the sandbox: by the loader, and not by the
 * environment, which a source can read.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { openAheadFolder } from '../ahead-folder.ts';
import { languageKey } from '../language-key.ts';
import { isOfSystem } from '../tools.ts';
import type { Rustc } from './find-rustc.ts';

const run = promisify(execFile);

/** The first release that finds itself without. */
const ableRelease = 70;

interface Call {
  command: readonly [string, ...string[]];
  /** What it needs to see in addition. */
  readOnly: readonly string[];
}

export async function callRustc(rustc: Rustc, gcc: string, cacheFolder: string): Promise<Call> {
  const release = Number(/^release: 1\.(\d+)\./m.exec(rustc.said)?.[1]);
  const isAble = !(release < ableRelease);
  if (isAble && isOfSystem(rustc.path)) return { command: [rustc.path], readOnly: [] };
  const loader = await loaderOf(rustc.path);
  const libraries = isOfSystem(rustc.path) ? [] : ['--library-path', join(rustc.sysroot, 'lib')];
  if (isAble) return { command: [loader, ...libraries, rustc.path], readOnly: [] };
  const key = languageKey([rustc, gcc], ['rust/current-exe.c', 'rust/call-rustc.ts']).slice(0, 32);
  const folder = await openAheadFolder(cacheFolder, key);
  const preloaded = join(folder, 'current-exe.so');
  if (!existsSync(preloaded)) await build(preloaded, folder, rustc, gcc);
  return { command: [loader, ...libraries, '--preload', preloaded, rustc.path], readOnly: [folder] };
}

/** See current-exe.c. */
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
