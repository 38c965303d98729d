import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, realpath, rmdir } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { PassingStartError, StartError } from './environment.ts';

/** Makes the folder, shows that it can be written, and holds it against a second Minos. Returns its real path. */
export async function claimDataFolder(path: string): Promise<string> {
  const folder = await makeWritable(path);
  if (!(await holdAlone('minos', folder)))
    throw new StartError(`DATA_DIR: another Minos is already running on ${folder}.`);
  return folder;
}

/** The same for a worker's part of it, which two workers would tidy up under each other. */
export async function claimWorkerFolder(path: string): Promise<string> {
  const folder = await makeWritable(path);
  // One that is on its way out may still hold it, so trying again is some use.
  if (!(await holdAlone('minos-worker', folder)))
    throw new PassingStartError(`DATA_DIR: another worker is already running on ${folder}.`);
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
export async function holdAlone(holder: string, folder: string): Promise<boolean> {
  const lock = createServer();
  lock.unref();
  lock.listen(`\0${holder}-${createHash('sha256').update(folder).digest('hex')}`);
  try {
    await once(lock, 'listening');
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    return false;
  }
}
