/**
 * Test files on this machine's disk, by hash, fetched from the database when they are needed.
 *
 * A file appears only when its hash was checked. Nothing is flushed to the disk for that: after a power failure the
 * boot has another id and the cache starts empty, which is cheaper than waiting for the disk with every test.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, inArray, lte } from 'drizzle-orm';
import { words } from '#contract/words.ts';
import { findBlob, readBlob } from '#store/blobs.ts';
import type { Queryable } from '#store/database.ts';
import { blobChunks, blobs } from '#store/schema.ts';
import type { DiskCache } from '../disk/disk-cache.ts';
import { JudgeFault } from '../sandbox/fault.ts';

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
}

export async function openBlobCache(cache: DiskCache, folder: string, db: Queryable): Promise<BlobCache> {
  const boot = (await readFile('/proc/sys/kernel/random/boot_id', 'utf8')).trim();
  await removeOthers(folder, boot);
  const shelf = await cache.addShelf(join(folder, boot));
  /** Judgements that start together share one fetch. */
  const fetching = new Map<string, Promise<void>>();

  function shareFetch(hashes: readonly string[], fetch: Promise<void>): Promise<void> {
    const shared = fetch.finally(() => {
      for (const hash of hashes) fetching.delete(hash);
    });
    for (const hash of hashes) fetching.set(hash, shared);
    return shared;
  }

  async function fetchOne(sha256: string): Promise<void> {
    const blob = await findBlob(db, { sha256 });
    if (!blob) throw new JudgeFault(words('test_file_missing', { sha256 }));
    await shelf.store(sha256, async (draft) => {
      const hash = createHash('sha256');
      const checked = async function* () {
        for await (const chunk of readBlob(db, blob)) {
          hash.update(chunk);
          yield chunk;
        }
      };
      await pipeline(Readable.from(checked()), createWriteStream(draft));
      if (hash.digest('hex') !== sha256) throw damaged(sha256);
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
        if (createHash('sha256').update(data).digest('hex') !== name) throw damaged(name);
        await shelf.store(name, (draft) => writeFile(draft, data));
      }),
    );
  }

  async function pathOf(sha256: string): Promise<string> {
    refuseOtherNames(sha256);
    for (;;) {
      await fetching.get(sha256);
      const path = await shelf.find(sha256);
      if (path) return path;
      // Somebody else may have begun while we looked.
      if (!fetching.has(sha256)) await shareFetch([sha256], fetchOne(sha256));
    }
  }

  async function fetchMissing(hashes: readonly string[]): Promise<void> {
    const known = await Promise.all(hashes.map(shelf.find));
    const missing = hashes.filter((hash, at) => !known[at] && !fetching.has(hash));
    // One batch after the other, but all are known from now on.
    let last = Promise.resolve();
    for (let at = 0; at < missing.length; at += batchSize) {
      const batch = missing.slice(at, at + batchSize);
      last = shareFetch(
        batch,
        last.then(() => fetchSmall(batch)),
      );
    }
    await last;
  }

  return {
    async lease(hashes) {
      const held = [...new Set(hashes)];
      for (const hash of held) refuseOtherNames(hash);
      const release = shelf.hold(held);
      try {
        await fetchMissing(held);
      } catch (error) {
        release();
        throw error;
      }
      return { pathOf, release };
    },
  };
}

/** Test sets are written by all judge machines: one that was taken over must not read files of the others. */
function refuseOtherNames(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new JudgeFault(words('not_a_hash', { text: sha256 }));
}

function damaged(sha256: string): JudgeFault {
  return new JudgeFault(words('test_file_damaged', { sha256 }));
}

async function removeOthers(folder: string, keep: string): Promise<void> {
  const names = await readdir(folder).catch(() => []);
  await Promise.all(
    names
      .filter((name) => name !== keep)
      .map((name) => rm(join(folder, name), { recursive: true, force: true })),
  );
}
