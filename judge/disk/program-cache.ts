/**
 * Compiled programs on disk, and the compilers' messages, by key. A program is used through a hard link of the caller's
 * own, so that it may leave the cache while it runs.
 */

import { link, readFile, writeFile } from 'node:fs/promises';
import type { CompilerWords } from '#contract/judge-words.ts';
import type { Words } from '#contract/words.ts';
import type { DiskCache } from './disk-cache.ts';

export interface ProgramCache {
  /** Links the program to `to`; false when there is none. */
  fetchProgram: (key: string, to: string) => Promise<boolean>;
  storeProgram: (key: string, from: string) => Promise<void>;
  /** The compiler's words for a source that does not compile. */
  fetchRefusal: (key: string) => Promise<Words<keyof CompilerWords> | null>;
  storeRefusal: (key: string, said: Words<keyof CompilerWords>) => Promise<void>;
}

export async function openProgramCache(cache: DiskCache, folder: string): Promise<ProgramCache> {
  const shelf = await cache.addShelf(folder, { survivesPowerLoss: true });

  /** Null when the entry is not there, or was removed at this very moment. */
  async function use<Result>(name: string, read: (path: string) => Promise<Result>): Promise<Result | null> {
    const path = await shelf.find(name);
    if (path === null) return null;
    try {
      return await read(path);
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
      throw error;
    }
  }

  return {
    fetchProgram: async (key, to) => (await use(key, (path) => link(path, to).then(() => true))) ?? false,
    async storeProgram(key, from) {
      await shelf.store(key, (draft) => link(from, draft));
    },
    fetchRefusal: (key) => use(`${key}.json`, async (path) => JSON.parse(await readFile(path, 'utf8'))),
    async storeRefusal(key, said) {
      await shelf.store(`${key}.json`, (draft) => writeFile(draft, JSON.stringify(said)));
    },
  };
}
