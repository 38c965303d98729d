/**
 * A worker whose disk is full can neither keep a program nor fetch a test, and would spend the tries of everything
 * it takes within seconds. So it hands its work back, which costs no try, and takes none until there is room.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { BlobCache } from './blob-cache.ts';

/** A large compiled program with its tests; below this, what fails has failed for want of room. */
const roomBytes = 16 * 1024 * 1024;
const lookEveryMs = 1000;

interface Disk {
  readonly cacheFolder: string;
  readonly blobs: BlobCache;
}

/** Lets go of every file that nobody uses before it says no. */
export async function hasRoom({ cacheFolder, blobs }: Disk): Promise<boolean> {
  if (await isRoomy(cacheFolder)) return true;
  await blobs.dropUnused();
  return isRoomy(cacheFolder);
}

/** Settles when there is room again, or the worker leaves. */
export async function waitForRoom({ cacheFolder }: Disk, leaving: AbortSignal): Promise<void> {
  while (!leaving.aborted && !(await isRoomy(cacheFolder))) {
    await delay(lookEveryMs, undefined, { signal: leaving }).catch(() => {});
  }
}

async function isRoomy(folder: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize >= roomBytes;
}
