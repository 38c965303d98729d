/**
 * Where a language keeps what it builds ahead: `<cache>/toolchain/<key>/`, the key being the hash of all that decides what
 * is built, so another compiler never meets what was not made by it. Each part is built beside its place, under a name
 * that begins with this process's number, and renamed into it: a killed build leaves nothing that could be taken for a
 * whole one.
 */

import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { removeOrphans } from '../disk/work-folder.ts';

const unusedForDays = 30;

export async function openAheadFolder(cacheFolder: string, key: string): Promise<string> {
  const parent = join(cacheFolder, 'toolchain');
  const folder = join(parent, key);
  await mkdir(folder, { recursive: true, mode: 0o755 });
  await removeUnused(parent, key);
  await removeOrphans(folder);
  return folder;
}

/** What was built by a compiler that was replaced long ago; the folder's time says when it was last opened. */
async function removeUnused(parent: string, current: string): Promise<void> {
  const now = new Date();
  await utimes(join(parent, current), now, now);
  for (const name of await readdir(parent)) {
    const { mtimeMs } = await stat(join(parent, name)).catch(() => ({ mtimeMs: now.getTime() }));
    if (now.getTime() - mtimeMs > unusedForDays * 86_400_000) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
