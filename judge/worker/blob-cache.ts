/**
 * Test files on this machine's disk, by hash, within a bound. What was used longest ago goes first, but nothing
 * that a judgement still holds.
 *
 * A file appears by rename of a complete one whose hash was checked, so a killed worker leaves nothing wrong
 * behind. Nothing is flushed to the disk for that: after a power failure the boot has another id and the cache
 * starts empty, which is cheaper than waiting for the disk with every test.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, inArray, lte } from 'drizzle-orm';
import { findBlob, readBlob } from '#store/blobs.ts';
import type { Queryable } from '#store/database.ts';
import { blobChunks, blobs } from '#store/schema.ts';
import { JudgeFault } from '../fault.ts';

/** Files up to this size are fetched many at a time. */
const smallBytes = 64 * 1024;
const batchSize = 64;

export interface BlobLease {
  /** The file with this content; it stays until the lease is released. */
  pathOf(sha256: string): Promise<string>;
  release(): void;
}

export interface BlobCache {
  /** Holds these files for one judgement, and fetches the small ones among them together. */
  lease(hashes: readonly string[]): Promise<BlobLease>;
  /** For a disk that is full: lets go of every file that no judgement holds. */
  dropUnused(): Promise<void>;
}

export async function openBlobCache(folder: string, maxBytes: number, db: Queryable): Promise<BlobCache> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  const home = join(folder, boot);
  await removeOthers(folder, boot);
  await mkdir(home, { recursive: true });
  const sizes = await measure(home);
  const holds = new Map<string, number>();
  const fetching = new Map<string, Promise<void>>();
  let drafts = 0;
  let bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0);

  const pathFor = (sha256: string) => join(home, sha256);

  async function put(sha256: string, write: (draft: string) => Promise<number>): Promise<void> {
    const draft = join(home, `draft-${process.pid}-${drafts++}`);
    try {
      const size = await write(draft);
      await rename(draft, pathFor(sha256));
      sizes.set(sha256, size);
      bytes += size;
    } finally {
      await rm(draft, { force: true });
    }
    // Beyond the bound, so that not every new file has to look through all others.
    if (bytes > maxBytes) await evict(maxBytes * 0.8);
  }

  async function fetchOne(sha256: string): Promise<void> {
    const blob = await findBlob(db, { sha256 });
    if (!blob) throw new JudgeFault(`Test file ${sha256} is not in the database`);
    await put(sha256, async (draft) => {
      const hash = createHash('sha256');
      const checked = async function* () {
        for await (const chunk of readBlob(db, blob)) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await pipeline(Readable.from(checked()), createWriteStream(draft));
      if (hash.digest('hex') !== sha256)
        throw new JudgeFault(`Test file ${sha256} is damaged in the database`);
      return blob.size;
    });
  }

  async function fetchSmall(hashes: readonly string[]): Promise<void> {
    const rows = await db
      .select({ sha256: blobs.sha256, data: blobChunks.data })
      .from(blobs)
      .innerJoin(blobChunks, eq(blobChunks.blobId, blobs.id))
      .where(
        and(
          inArray(
            blobs.sha256,
            hashes.map((hash) => Buffer.from(hash, 'hex')),
          ),
          lte(blobs.size, smallBytes),
        ),
      );
    await Promise.all(
      rows.map(async ({ sha256, data }) => {
        const name = sha256?.toString('hex') ?? '';
        if (createHash('sha256').update(data).digest('hex') !== name) {
          throw new JudgeFault(`Test file ${name} is damaged in the database`);
        }
        await put(name, async (draft) => {
          await writeFile(draft, data);
          return data.length;
        });
      }),
    );
  }

  async function pathOf(sha256: string): Promise<string> {
    if (sizes.has(sha256)) {
      const now = new Date();
      const isThere = await utimes(pathFor(sha256), now, now).then(
        () => true,
        () => false,
      );
      if (isThere) return pathFor(sha256);
      // Somebody cleaned up behind our back.
      bytes -= sizes.get(sha256) ?? 0;
      sizes.delete(sha256);
    }
    // Judgements that start together share one fetch.
    const under = fetching.get(sha256) ?? fetchOne(sha256).finally(() => fetching.delete(sha256));
    fetching.set(sha256, under);
    await under;
    return pathFor(sha256);
  }

  async function evict(keptBytes: number): Promise<void> {
    const free = [...sizes.keys()].filter((name) => !holds.has(name));
    const used = await Promise.all(
      free.map(async (name) => ({ name, at: (await stat(pathFor(name)).catch(() => null))?.mtimeMs ?? 0 })),
    );
    for (const { name } of used.sort((a, b) => a.at - b.at)) {
      if (bytes <= keptBytes) return;
      if (holds.has(name) || !sizes.has(name)) continue;
      bytes -= sizes.get(name) ?? 0;
      sizes.delete(name);
      await rm(pathFor(name), { force: true });
    }
  }

  return {
    async lease(hashes) {
      const held = [...new Set(hashes)];
      for (const hash of held) holds.set(hash, (holds.get(hash) ?? 0) + 1);
      const release = () => {
        for (const hash of held) {
          const left = (holds.get(hash) ?? 1) - 1;
          if (left > 0) holds.set(hash, left);
          else holds.delete(hash);
        }
      };
      try {
        const missing = held.filter((hash) => !sizes.has(hash) && !fetching.has(hash));
        for (let at = 0; at < missing.length; at += batchSize)
          await fetchSmall(missing.slice(at, at + batchSize));
      } catch (error) {
        release();
        throw error;
      }
      return { pathOf, release };
    },
    dropUnused: () => evict(0),
  };
}

async function removeOthers(folder: string, keep: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => name !== keep)
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}

async function measure(folder: string): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if (name.startsWith('draft-')) await rm(path, { force: true });
    else sizes.set(name, (await stat(path)).size);
  }
  return sizes;
}
