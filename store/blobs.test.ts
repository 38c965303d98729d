import { Readable } from 'node:stream';
import { isNull } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { type Blob, findBlob, readBlob, sweepUnused, writeBlob } from './blobs.ts';
import { blobs, importJobs, problems, testSetBlobs, testSets } from './schema.ts';
import { emptyPlan } from './testing/empty-plan.ts';
import { makeTestDatabase } from './testing/test-database.ts';

const database = await makeTestDatabase();
const { db } = database;

const write = (content: string | Buffer) => writeBlob(db, Readable.from([Buffer.from(content)]));
const inADay = () => new Date(Date.now() + 25 * 60 * 60 * 1000);

/** The three that may refer to a file: a problem's statement, a test set, an import that has not ended. */
async function writeUsed(): Promise<{ blob: Blob; content: string }[]> {
  const used = await Promise.all(
    ['a statement', 'a test', 'an archive'].map(async (content) => ({ blob: await write(content), content })),
  );
  const [statement, test, archive] = used.map(({ blob }) => blob.id) as [number, number, number];
  const [problem] = await db
    .insert(problems)
    .values({ slug: 'used', title: 'x', timeLimitMs: 1, memoryLimitMb: 1, pdfBlobId: statement })
    .returning({ id: problems.id });
  const problemId = problem?.id ?? 0;
  const report = {
    tests: 0,
    groups: 0,
    samples: 0,
    largest_file: null,
    checker: 'tokens',
    paired: [],
    ignored: [],
  };
  const [set] = await db.insert(testSets).values({ problemId, plan: emptyPlan, report }).returning();
  await db.insert(testSetBlobs).values({ testSetId: set?.id ?? 0, blobId: test });
  await db
    .insert(importJobs)
    .values({ problemId, archiveBlobId: archive, status: 'processing', message: '' });
  return used;
}

describe('files nobody needs', () => {
  it('are swept after a day, those in use are not', async () => {
    const used = await writeUsed();
    const loose = await write('nobody needs this');
    const large = await write(Buffer.alloc(2_500_000, 'large'));
    await sweepUnused(db, new Date());
    expect(await findBlob(db, loose)).toEqual(loose);
    await sweepUnused(db, inADay());
    expect(await findBlob(db, loose)).toBeNull();
    expect(await findBlob(db, large)).toBeNull();
    for (const { blob, content } of used) {
      expect(Buffer.concat(await Array.fromAsync(readBlob(db, blob))).toString()).toBe(content);
    }
    expect(await db.$count(blobs)).toBe(used.length);
  });

  it('are not swept under somebody who claims them at that moment', async () => {
    const old = await write('claimed again');
    const later = inADay();
    const commit = await database.keepTransactionOpen('update blobs set created_at = $1 where id = $2', [
      later,
      old.id,
    ]);
    const sweeping = sweepUnused(db, later);
    await database.waitForLock();
    await commit();
    await sweeping;
    expect(await findBlob(db, old)).toEqual(old);
  });

  it('are kept once when equal', async () => {
    const content = Buffer.alloc(3_000_000, 'same');
    const [one, two] = [await write(content), await write(content)];
    expect(two).toEqual(one);
  });

  it('are kept once when they arrive at the same moment', async () => {
    for (const content of [Buffer.alloc(1_500_000, 'large'), Buffer.from('small, at once')]) {
      // Both have looked for the same content, and found none, when the first goes on.
      await database.pool.query(`
        create function pause() returns trigger language plpgsql as $$
          begin if new.sha256 is not null then perform pg_advisory_xact_lock_shared(1); end if; return new; end $$;
        create trigger pause before insert or update on blobs for each row execute function pause()`);
      const goOn = await database.keepTransactionOpen('select pg_advisory_xact_lock(1)', []);
      const writing = [write(content), write(content), write(content)];
      await database.waitForLock(3);
      await goOn();
      const [one, two, three] = await Promise.all(writing);
      expect([two, three]).toEqual([one, one]);
      expect(Buffer.concat(await Array.fromAsync(readBlob(db, one as Blob)))).toEqual(content);
      await database.pool.query('drop trigger pause on blobs; drop function pause');
    }
    // Nothing half is left behind.
    expect(await db.$count(blobs, isNull(blobs.sha256))).toBe(0);
  });
});
