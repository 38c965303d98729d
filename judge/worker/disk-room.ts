/**
 * A worker whose disk is full can neither keep a program nor fetch a test, and would spend the tries of everything
 * it takes within seconds. So it gives up what it only keeps for later, and when that is not enough, hands its work
 * back, which costs no try, and takes none until there is room; staff see it in the list of judge machines.
 */
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

export interface DiskRoom {
  /** Lets go of every file that nobody uses before it says no. */
  hasRoom(): Promise<boolean>;
  /** Settles when there is room again, or the worker leaves. */
  waitForRoom(leaving: AbortSignal): Promise<void>;
}

interface WatchedDisk {
  freeBytes(): Promise<number>;
  dropUnused(): Promise<void>;
  /** Hears that there is no room, and that there is again. */
  tellFull(isFull: boolean): void;
}

/** A large compiled program with its tests; below this, what fails has failed for want of room. */
const roomBytes = 64 * 1024 * 1024;
const lookEveryMs = 1000;

export async function readFreeBytes(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}

export function watchDisk({ freeBytes, dropUnused, tellFull }: WatchedDisk): DiskRoom {
  const isRoomy = async () => (await freeBytes()) >= roomBytes;
  /** Each hand of the worker waits for itself. */
  let waiting = 0;

  async function hasRoom(): Promise<boolean> {
    if (await isRoomy()) return true;
    await dropUnused();
    return isRoomy();
  }

  return {
    hasRoom,
    async waitForRoom(leaving) {
      if (waiting++ === 0) tellFull(true);
      // A disk that cannot even be looked at has no room for us.
      while (!leaving.aborted && !(await hasRoom().catch(() => false))) {
        await delay(lookEveryMs, undefined, { signal: leaving }).catch(() => {});
      }
      if (--waiting === 0 && !leaving.aborted) tellFull(false);
    },
  };
}
