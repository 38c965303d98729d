/**
 * What of this machine an interpreter or a virtual machine has to see in the sandbox: its own folder, and the loader and
 * libraries that it is linked with, each by itself. Not the folders in which these lie: the software that happens to be
 * installed is nobody's business.
 */

import { execFile } from 'node:child_process';
import { lstat, readlink } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * As the sandbox wants them, always in the same order: real paths, and every link on the way to them as one of its own,
 * so that they are found by the same names.
 */
export async function shownFolders(paths: readonly string[]): Promise<string[]> {
  const links = new Set<string>();
  const real = new Set<string>();
  for (const path of paths) {
    const { via, end } = await follow(path);
    for (const link of via) links.add(link);
    if (end !== null) real.add(end);
  }
  const isBelow = (path: string) => [...real].some((folder) => path.startsWith(`${folder}/`));
  return [...links, ...real].filter((path) => !isBelow(path)).sort();
}

/** The loader and the libraries of executables and libraries, all that they need to be linked. */
export async function librariesOf(files: readonly string[]): Promise<string[]> {
  const { stdout } = await run('ldd', [...files], { env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } });
  return [...new Set([...stdout.matchAll(/(\/\S+) \(0x/g)].map(([, path]) => path as string))];
}

/**
 * As what an environment has to say, so that the loader has these libraries at once. In the sandbox there is no cache of where
 * libraries are, and it would look for each in every folder that could have it, and there in two dozen more for better
 * processors.
 */
export function preloadEnv(libraries: readonly string[]): string[] {
  const canBeListed = libraries.every((path) => !/[\s:]/.test(path));
  const listed = libraries.filter((path) => !basename(path).startsWith('ld-'));
  return canBeListed ? [`LD_PRELOAD=${listed.join(':')}`] : [];
}

/** The links that a path leads over, and where it ends; null: nowhere. */
async function follow(path: string): Promise<{ via: string[]; end: string | null }> {
  const via: string[] = [];
  let at = '/';
  const rest = path.split('/').filter((part) => part !== '');
  while (rest.length > 0) {
    const next = join(at, rest.shift() as string);
    const facts = await lstat(next).catch(() => null);
    if (facts === null) return { via, end: null };
    if (!facts.isSymbolicLink()) {
      at = next;
      continue;
    }
    if (via.includes(next)) return { via, end: null };
    via.push(next);
    const target = resolve(dirname(next), await readlink(next));
    rest.unshift(...target.split('/').filter((part) => part !== ''));
    at = '/';
  }
  return { via, end: at };
}
