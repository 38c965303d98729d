/** Where a compiler or an interpreter is on this machine. */

import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/**
 * All executables of this name in PATH, in its order, but those of somebody's home behind the system's: they are that
 * person's choice, and may be scripts that choose another version tomorrow.
 */
export async function findTools(name: string): Promise<string[]> {
  const found: { path: string; isHome: boolean }[] = [];
  for (const folder of new Set((process.env.PATH ?? '').split(delimiter))) {
    if (!folder.startsWith('/')) continue;
    const path = join(folder, name);
    if (await isExecutable(path)) found.push({ path, isHome: isInHome(await realpath(path)) });
  }
  return found.sort((a, b) => Number(a.isHome) - Number(b.isHome)).map(({ path }) => path);
}

function isInHome(path: string): boolean {
  return ['/root', '/home', homedir()].some((home) => path.startsWith(`${home}/`));
}

async function isExecutable(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
