/**
 * Compiled programs on disk, by key, within a bound. Workers of one machine may share the folder.
 *
 * A program is used through a hard link of the caller's own, so that it may be evicted, by this process or another,
 * while it runs. An entry appears by rename of a finished and flushed file: whatever is killed at whatever moment,
 * an entry is whole. What was used longest ago goes first.
 */

import { link, mkdir, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOrphans } from './work-folder.ts';

export interface ProgramCache {
  /** Links the program to `to`; false when there is none. */
  fetchProgram: (key: string, to: string) => Promise<boolean>;
  storeProgram: (key: string, from: string) => Promise<void>;
  /** The compiler's words for a source that does not compile. */
  fetchMessage: (key: string) => Promise<string | null>;
  storeMessage: (key: string, message: string) => Promise<void>;
  /** For a disk that is full. Programs in use are links of their users, and stay. */
  drop: () => Promise<void>;
}

export async function openProgramCache(folder: string, maxBytes: number): Promise<ProgramCache> {
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await removeOrphans(folder);
  let bytes = totalBytes(await listEntries(folder));
  let drafts = 0;

  /** `make` writes the file at the draft's path. */
  async function store(name: string, make: (draft: string) => Promise<void>): Promise<void> {
    const draft = join(folder, `${process.pid}-${drafts++}`);
    try {
      await make(draft);
      await flush(draft);
      bytes += (await stat(draft)).size;
      await rename(draft, join(folder, name));
    } finally {
      await rm(draft, { force: true });
    }
    if (bytes > maxBytes) bytes = await evict(folder, maxBytes);
  }

  return {
    async fetchProgram(key, to) {
      try {
        await link(join(folder, key), to);
      } catch (error) {
        if (isMissing(error)) return false;
        throw error;
      }
      await touch(to);
      return true;
    },
    storeProgram: (key, from) => store(key, (draft) => link(from, draft)),
    async fetchMessage(key) {
      const path = join(folder, `${key}.txt`);
      try {
        const message = await readFile(path, 'utf8');
        await touch(path);
        return message;
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },
    storeMessage: (key, message) => store(`${key}.txt`, (draft) => writeFile(draft, message)),
    async drop() {
      bytes = await evict(folder, 0);
    },
  };
}

const isDraft = (name: string) => /^\d+-/.test(name);

interface Entry {
  path: string;
  bytes: number;
  usedMs: number;
}

/** Without the drafts of those who are storing at this moment. */
async function listEntries(folder: string): Promise<Entry[]> {
  const names = (await readdir(folder)).filter((name) => !isDraft(name));
  const entries = names.map(async (name): Promise<Entry | null> => {
    const path = join(folder, name);
    const found = await stat(path).catch(() => null);
    return found && { path, bytes: found.size, usedMs: found.mtimeMs };
  });
  return (await Promise.all(entries)).filter((entry) => entry !== null);
}

function totalBytes(entries: readonly Entry[]): number {
  return entries.reduce((sum, entry) => sum + entry.bytes, 0);
}

/** Makes some room beyond the bound, so that not every new program has to look through the folder. */
async function evict(folder: string, maxBytes: number): Promise<number> {
  const entries = (await listEntries(folder)).sort((a, b) => a.usedMs - b.usedMs);
  await removeOrphans(folder);
  let bytes = totalBytes(entries);
  for (const entry of entries) {
    if (bytes <= maxBytes * 0.8) break;
    await rm(entry.path, { force: true });
    bytes -= entry.bytes;
  }
  return bytes;
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

async function touch(path: string): Promise<void> {
  const now = new Date();
  // Another process may have evicted it meanwhile.
  await utimes(path, now, now).catch(() => {});
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
