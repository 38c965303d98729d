import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterAll, describe, expect, it } from 'vitest';
import { writeBlob } from '#store/blobs.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { openBlobCache } from './blob-cache.ts';

const { db } = (await makeTestDatabase()).openAs('worker');
const folder = await mkdtemp(join(tmpdir(), 'minos-blobs-'));
afterAll(() => rm(folder, { recursive: true }));

describe('the cache of test files', () => {
  it('stays within its bound and never drops what is held', async () => {
    const cache = await openBlobCache(folder, 1_000_000, db);
    const files = await Promise.all(
      Array.from({ length: 6 }, (_, i) => writeBlob(db, Readable.from([Buffer.alloc(300_000, `file ${i}`)]))),
    );
    const [held, ...others] = files.map((file) => file.sha256) as [string, ...string[]];
    const lease = await cache.lease([held]);
    const path = await lease.pathOf(held);
    for (const other of others) {
      const passing = await cache.lease([other]);
      await passing.pathOf(other);
      passing.release();
    }
    const [boot] = await readdir(folder);
    const kept = await readdir(join(folder, boot ?? ''));
    expect(kept.length).toBeLessThanOrEqual(4);
    expect(kept).toContain(held);
    expect(await lease.pathOf(held)).toBe(path);
    lease.release();
  });
});
