/**
 * Where a language keeps what it builds ahead: `<cache>/toolchain/<key>/`, the key being the hash of all that decides what
 * is built, so another compiler never meets what was not made by it. Each part is built beside its place, under a name
 * that begins with this process's number, and renamed into it: a killed build leaves nothing that could be taken for a
 * whole one.
 */

import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOrphans } from '../disk/work-folder.ts';

const parentName = 'toolchain';
const unusedForDays = 30;

export async function openAheadFolder(cacheFolder: string, key: string): Promise<string> {
  const folder = join(cacheFolder, parentName, key);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  const now = new Date();
  await utimes(folder, now, now);
  await removeOrphans(folder);
  return folder;
}

/**
 * What was built by a compiler that was replaced long ago: a folder's time says when it was last opened, not used. So only
 * right after all languages were opened, when none of theirs is old, however long the worker before this one has run.
 */
export async function removeUnusedFolders(cacheFolder: string): Promise<void> {
  const parent = join(cacheFolder, parentName);
  const oldest = Date.now() - unusedForDays * 86_400_000;
  for (const name of await readdir(parent).catch(() => [])) {
    const found = await stat(join(parent, name)).catch(() => null);
    if (found && found.mtimeMs < oldest) await rm(join(parent, name), { recursive: true, force: true });
  }
}
