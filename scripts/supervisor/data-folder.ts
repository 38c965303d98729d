import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { StartError } from '#config/environment.ts';

/** Makes the folder, shows that it can be written, and holds it against a second Minos. Returns its real path. */
export async function claimDataFolder(path: string): Promise<string> {
  const folder = await makeWritable(path);
  await holdAlone(folder, `DATA_DIR: another Minos is already running on ${folder}.`);
  return folder;
}

async function makeWritable(path: string): Promise<string> {
  try {
    await mkdir(path, { recursive: true, mode: 0o700 });
    await rmdir(await mkdtemp(join(path, '.probe-')));
    return await realpath(path);
  } catch (error) {
    throw new StartError(`DATA_DIR: ${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** A socket in the abstract namespace is a lock that the kernel gives back however its holder ends. */
export async function holdAlone(path: string, complaint: string): Promise<void> {
  const lock = createServer();
  lock.unref();
  lock.listen(`\0minos-${createHash('sha256').update(path).digest('hex')}`);
  try {
    await once(lock, 'listening');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    throw new StartError(complaint);
  }
}
