import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { writeBlob } from '#store/blobs.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { type DiskCache, openDiskCache } from '../disk/disk-cache.ts';
import { openBlobCache } from './blob-cache.ts';

const { db } = (await makeTestDatabase()).openAs('worker');
const parent = await mkdtemp(join(tmpdir(), 'minos-blobs-'));
afterAll(() => rm(parent, { recursive: true }));

async function openCache(name: string, maxBytes: number) {
  const folder = join(parent, name);
  const fetched: string[] = [];
  const cache = await openBlobCache(noting(fetched, openDiskCache(maxBytes)), folder, db);
  const list = async () => readdir(join(folder, (await readdir(folder))[0] ?? ''));
  return { cache, fetched, list };
}

/** Whatever is stored is noted by its name, each time. */
function noting(names: string[], cache: DiskCache): DiskCache {
  return {
    ...cache,
    async addShelf(folder) {
      const shelf = await cache.addShelf(folder);
      return {
        ...shelf,
        store: (name, make) => {
          names.push(name);
          return shelf.store(name, make);
        },
      };
    },
  };
}

const writeFiles = (count: number, bytes: number) =>
  Promise.all(
    Array.from({ length: count }, (_, i) =>
      writeBlob(db, Readable.from([Buffer.alloc(bytes, `file ${i} of ${bytes}`)])).then(
        ({ sha256 }) => sha256,
      ),
    ),
  );

describe('the cache of test files', () => {
  it('stays within its bound and never drops what is held', async () => {
    const { cache, list } = await openCache('bound', 1_000_000);
    const [held = '', ...others] = await writeFiles(6, 300_000);
    const lease = await cache.lease([held]);
    const path = await lease.pathOf(held);
    for (const other of others) {
      const passing = await cache.lease([other]);
      await passing.pathOf(other);
      passing.release();
    }
    const kept = await list();
    expect(kept.length).toBeLessThanOrEqual(4);
    expect(kept).toContain(held);
    expect(await lease.pathOf(held)).toBe(path);
    lease.release();
  });

  it.each([
    ['small', 30_000],
    ['large', 300_000],
  ])('fetches %s files that many want at once only once, and keeps the others', async (name, bytes) => {
    const hashes = await writeFiles(6, bytes);
    const { cache, fetched, list } = await openCache(name, bytes * 8);
    const [first = '', ...later] = hashes;
    (await cache.lease([first])).release();
    await (await cache.lease([])).pathOf(first);
    for (const hash of later) {
      const leases = await Promise.all(Array.from({ length: 10 }, () => cache.lease([hash, hash])));
      const paths = await Promise.all(leases.map((lease) => lease.pathOf(hash)));
      expect(new Set(paths).size).toBe(1);
      expect((await readFile(paths[0] ?? '')).length).toBe(bytes);
      for (const lease of leases) lease.release();
    }
    expect((await list()).sort()).toEqual(hashes.sort());
    expect(fetched.sort()).toEqual(hashes);
  });

  it('fetches again what somebody cleaned up behind its back, in the middle of a judgement', async () => {
    const [hash = ''] = await writeFiles(1, 1000);
    const { cache } = await openCache('cleaned', 1_000_000);
    const lease = await cache.lease([hash]);
    await rm(await lease.pathOf(hash));
    expect((await readFile(await lease.pathOf(hash))).length).toBe(1000);
    lease.release();
  });

  it('gives out nothing but what was fetched, whatever a test set names', async () => {
    const { cache } = await openCache('names', 1_000_000);
    await writeFile(join(parent, 'secret'), 'of this machine');
    const lease = await cache.lease([]);
    for (const name of ['../../secret', '/etc/hostname', '..', '', 'a'.repeat(63), 'A'.repeat(64)]) {
      await expect(cache.lease([name])).rejects.toThrow('No hash of a test file');
      await expect(lease.pathOf(name)).rejects.toThrow('No hash of a test file');
    }
    lease.release();
  });
});
