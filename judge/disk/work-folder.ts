/** A folder for the passing files of this process, and the end of those that a killed process left behind. */

import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Those of this process; by its number alone one could not tell, in a container it is the same after every start. */
const own = `${process.pid}-${randomBytes(4).toString('hex')}-`;
let folders = 0;

/** The parent belongs to one process at a time: what others have left there goes. */
export async function openWorkFolder(parent: string): Promise<string> {
  await mkdir(parent, { recursive: true, mode: 0o755 });
  for (const name of await readdir(parent)) {
    if (!name.startsWith(own)) await rm(join(parent, name), { recursive: true, force: true });
  }
  const folder = join(parent, `${own}${folders++}`);
  await mkdir(folder, { mode: 0o755 });
  return folder;
}

/** Removes what is named after a process that no longer lives: `<pid>-…`. */
export async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const owner = Number(/^(\d+)-/.exec(name)?.[1]);
    if (owner > 0 && !isAlive(owner)) await rm(join(parent, name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: alive, but another user's.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
