/**
 * Packages beside CPython's own library that staff may allow: what this machine has of them, and what a program has to see
 * and to be told to import one. Of all that is installed for the interpreter it sees nothing else.
 */

import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { PackageId } from '#contract/programs.ts';
import type { PackageHere } from '../language.ts';
import { librariesOf } from '../shown-folders.ts';
import { ask, missingTool } from '../tools.ts';

const debianPackages: Readonly<Record<PackageId, string>> = { numpy: 'python3-numpy' };

export interface FoundPackages {
  readonly packages: readonly PackageHere[];
  /** For the programs of those that are allowed. */
  readonly readOnly: readonly string[];
  readonly env: readonly string[];
}

export async function findPackages(
  executable: string,
  ids: readonly PackageId[],
  allowed: readonly PackageId[],
): Promise<FoundPackages> {
  const found = await Promise.all(
    ids.map(async (id) => ({ id, isAllowed: allowed.includes(id), at: await findPackage(executable, id) })),
  );
  const seen = found.flatMap(({ isAllowed, at }) => (isAllowed && at ? [at.folder] : []));
  const libraries = (await Promise.all(seen.map(listLibraries))).flat();
  const searched = [...new Set(seen.map((folder) => dirname(folder)))];
  return {
    packages: found.map(({ id, isAllowed, at }) => ({
      id,
      isAllowed,
      found: at ? { version: at.version } : { missing: missingTool(id, debianPackages[id]).said },
    })),
    readOnly: [...seen, ...(libraries.length === 0 ? [] : await librariesOf(libraries))],
    // The library for linear algebra would start a thread for every core of the machine, and there is one for a run.
    env: seen.length === 0 ? [] : [`PYTHONPATH=${searched.join(':')}`, 'OPENBLAS_NUM_THREADS=1'],
  };
}

/** Null where the machine has none. One in somebody's home is that person's. */
async function findPackage(
  executable: string,
  id: PackageId,
): Promise<{ folder: string; version: string } | null> {
  const said = await ask(executable, ['-I', '-c', findScript, id], {});
  return said === null ? null : JSON.parse(said);
}

async function listLibraries(folder: string): Promise<string[]> {
  const names = await Array.fromAsync(glob('**/*.so', { cwd: folder }));
  return names.map((name) => join(folder, name));
}

const findScript = readFileSync(new URL('find-package.py', import.meta.url), 'utf8');
