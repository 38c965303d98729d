/**
 * What this machine keeps on disk to have it at hand again, within one bound for all of it: test files, compiled
 * programs. What was used longest ago goes first, but nothing that is held.
 *
 * An entry appears by rename of a finished file: whatever is killed at whatever moment, an entry is whole, and a draft
 * that was left is removed by the next start. What is on disk is the truth: the sum kept in memory only tells when to
 * count again. The folders belong to one process at a time.
 */

import { randomBytes } from 'node:crypto';
import { statSync, utimesSync } from 'node:fs';
import { chmod, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export interface DiskCache {
  /** A folder whose entries count. `survivesPowerLoss`: they are flushed to the disk before they appear. */
  addShelf: (folder: string, options?: { survivesPowerLoss?: boolean }) => Promise<Shelf>;
  /** For a disk that is full: lets go of every entry that is not held. */
  dropUnused: () => Promise<void>;
}

export interface Shelf {
  /** The entry's path, or null when there is none; it counts as used now. */
  find: (name: string) => Promise<string | null>;
  /** `make` writes the entry at the draft's path. One of the same name is replaced. */
  store: (name: string, make: (draft: string) => Promise<unknown>) => Promise<string>;
  /** These entries stay, once they are there, until the function that is returned is called. */
  hold: (names: readonly string[]) => () => void;
}

interface Entry {
  path: string;
  bytes: number;
  notedMs: number;
}

/** Drafts of this process; all others were left by one that is gone. */
const own = `draft-${process.pid}-${randomBytes(4).toString('hex')}-`;
const isDraft = (name: string) => name.startsWith('draft-');
let drafts = 0;
/** How exactly the next process knows when an entry was used. This one knows it to the millisecond. */
const notedEveryMs = 60_000;

export function openDiskCache(maxBytes: number): DiskCache {
  const folders: string[] = [];
  const holds = new Map<string, number>();
  /** Whoever asks for an entry that is being removed waits until it is gone. */
  const removing = new Map<string, Promise<void>>();
  const usedAt = new Map<string, number>();
  let bytes = 0;
  let countAt = maxBytes;
  let sweeping = Promise.resolve();

  async function addShelf(folder: string, { survivesPowerLoss = false } = {}): Promise<Shelf> {
    await mkdir(folder, { recursive: true, mode: 0o755 });
    await removeDrafts(folder);
    folders.push(folder);
    await sweep(maxBytes);

    return {
      async find(name) {
        const path = join(folder, name);
        await removing.get(path);
        return use(path) ? path : null;
      },
      async store(name, make) {
        const path = join(folder, name);
        const draft = join(folder, `${own}${drafts++}`);
        try {
          await make(draft);
          const { size, mode } = await stat(draft);
          // Cells have users of their own and are shown these files; the way to them is closed to others.
          if ((mode & 0o444) !== 0o444) await chmod(draft, mode | 0o444);
          if (survivesPowerLoss) await flush(draft);
          await removing.get(path);
          await rename(draft, path);
          bytes += size;
        } finally {
          await rm(draft, { force: true });
        }
        if (bytes > countAt) await sweep(maxBytes);
        return path;
      },
      hold(names) {
        const paths = names.map((name) => join(folder, name));
        for (const path of paths) holds.set(path, (holds.get(path) ?? 0) + 1);
        return () => {
          for (const path of paths) {
            const left = (holds.get(path) ?? 1) - 1;
            if (left > 0) holds.set(path, left);
            else holds.delete(path);
          }
        };
      },
    };
  }

  /**
   * False when it is not there, whoever removed it. Not through the thread pool: a judgement asks for two files a test, and
   * each such trip takes longer than the look itself.
   */
  function use(path: string): boolean {
    const found = statSync(path, { throwIfNoEntry: false });
    if (!found) return false;
    const now = Date.now();
    usedAt.set(path, now);
    if (now - found.mtimeMs > notedEveryMs) utimesSync(path, new Date(now), new Date(now));
    return true;
  }

  /** One after the other: two at once would both remove what is too much. */
  function sweep(mostBytes: number): Promise<void> {
    sweeping = sweeping.catch(() => {}).then(() => sweepNow(mostBytes));
    return sweeping;
  }

  async function sweepNow(mostBytes: number): Promise<void> {
    const before = bytes;
    const entries = (await Promise.all(folders.map(listEntries))).flat();
    let left = entries.reduce((sum, entry) => sum + entry.bytes, 0);
    // Below the bound, so that not every new entry has to look through all others.
    const enough = left > mostBytes ? mostBytes * 0.8 : mostBytes;
    const lastUse = ({ path, notedMs }: Entry) => Math.max(notedMs, usedAt.get(path) ?? 0);
    for (const { path, bytes: size } of entries.sort((a, b) => lastUse(a) - lastUse(b))) {
      if (left <= enough) break;
      if (holds.has(path)) continue;
      await remove(path);
      left -= size;
    }
    // What was stored meanwhile may have been seen or not: counted twice at worst, until the next time.
    bytes = left + (bytes - before);
    countAt = bytes > maxBytes ? bytes + maxBytes / 10 : maxBytes;
  }

  async function remove(path: string): Promise<void> {
    // Whatever it is: a folder that somebody put there must not keep the next entry from being stored.
    const gone = rm(path, { recursive: true, force: true });
    removing.set(path, gone);
    usedAt.delete(path);
    await gone.finally(() => removing.delete(path));
  }

  return { addShelf, dropUnused: () => sweep(0) };
}

async function removeDrafts(folder: string): Promise<void> {
  const left = (await readdir(folder)).filter((name) => isDraft(name) && !name.startsWith(own));
  await Promise.all(left.map((name) => rm(join(folder, name), { recursive: true, force: true })));
}

async function listEntries(folder: string): Promise<Entry[]> {
  const names = (await readdir(folder)).filter((name) => !isDraft(name));
  const entries = names.map(async (name): Promise<Entry | null> => {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    return found && { path, bytes: found.size, notedMs: found.mtimeMs };
  });
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

async function flush(path: string): Promise<void> {
  // Not for writing: the program may be started at this very moment, which a writer would forbid.
  const file = await open(path, 'r');
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}
