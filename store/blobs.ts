/**
 * Files in PostgreSQL, addressed by content: one engine, one backup, transactional. A file is written chunk by
 * chunk as it arrives, so neither side ever holds it whole; it becomes usable when its hash is set, and equal
 * content is kept once.
 */
import { createHash } from 'node:crypto';
import { and, eq, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import {
  blobChunks,
  blobs,
  contestEditorials,
  importJobs,
  problems,
  statementTexts,
  testSetBlobs,
  testSets,
} from './schema.ts';

export const chunkBytes = 1024 * 1024;

/** Long enough for any upload, import or judgement that still needs a file nobody refers to yet or any more. */
const unusedLifeMs = 24 * 60 * 60 * 1000;

export interface Blob {
  readonly id: number;
  /** In hexadecimal. */
  readonly sha256: string;
  readonly size: number;
}

export async function writeBlob(db: Queryable, content: AsyncIterable<Uint8Array>): Promise<Blob> {
  const hash = createHash('sha256');
  let size = 0;
  let pending: Buffer[] = [];
  let pendingBytes = 0;
  let large: { id: number; chunks: number } | null = null;

  async function flush(): Promise<void> {
    large ??= { id: await insertUnfinished(db), chunks: 0 };
    const data = Buffer.concat(pending);
    for (let at = 0; at < data.length; at += chunkBytes) {
      await db.insert(blobChunks).values({
        blobId: large.id,
        position: large.chunks++,
        data: data.subarray(at, at + chunkBytes),
      });
    }
    pending = [];
    pendingBytes = 0;
  }

  for await (const piece of content) {
    hash.update(piece);
    size += piece.length;
    // Chunks are all of one size but the last, so that a range of bytes can be found by arithmetic.
    for (let at = 0; at < piece.length; ) {
      const part = Buffer.from(piece.subarray(at, at + chunkBytes - pendingBytes));
      pending.push(part);
      pendingBytes += part.length;
      at += part.length;
      if (pendingBytes === chunkBytes) await flush();
    }
  }
  const sha256 = hash.digest();
  if (!large) return insertSmall(db, sha256, Buffer.concat(pending));
  if (pendingBytes > 0) await flush();
  return finishLarge(db, (large as { id: number }).id, sha256, size);
}

async function insertUnfinished(db: Queryable): Promise<number> {
  const [row] = await db.insert(blobs).values({}).returning({ id: blobs.id });
  if (!row) throw new Error('A new blob has no id');
  return row.id;
}

/** One statement: an archive may hold thousands of small tests. */
async function insertSmall(db: Queryable, sha256: Buffer, data: Buffer): Promise<Blob> {
  const { rows } = await db.execute<{ id: string }>(sql`
    with blob as (
      insert into blobs (sha256, size) values (${sha256}, ${data.length})
      on conflict (sha256) do update set created_at = now()
      returning id, xmax = 0 as is_new
    ), chunk as (
      insert into blob_chunks (blob_id, position, data)
      select id, 0, ${data}::bytea from blob where is_new and ${data.length} > 0
    )
    select id from blob`);
  return { id: Number(rows[0]?.id), sha256: sha256.toString('hex'), size: data.length };
}

async function finishLarge(db: Queryable, id: number, sha256: Buffer, size: number): Promise<Blob> {
  const finishedId = await db.transaction(async (tx) => {
    // Whoever finishes the same content at this moment waits here, and then finds it.
    await tx.execute(sql`select pg_advisory_xact_lock(${sha256.readBigInt64BE()})`);
    for (let tries = 0; tries < 3; tries++) {
      const [finished] = await tx
        .update(blobs)
        .set({ sha256, size })
        .where(
          and(
            eq(blobs.id, id),
            notExists(tx.select().from(sql`blobs as other`).where(sql`other.sha256 = ${sha256}`)),
          ),
        )
        .returning({ id: blobs.id });
      if (finished) return id;
      // The same content is there already; touched, so that the sweep leaves it to its new user. Unless it was swept
      // just now: then ours is the one.
      const [same] = await tx
        .update(blobs)
        .set({ createdAt: sql`now()` })
        .where(eq(blobs.sha256, sha256))
        .returning({ id: blobs.id });
      if (!same) continue;
      await tx.delete(blobs).where(eq(blobs.id, id));
      return same.id;
    }
    throw new Error('A blob vanished while it was written');
  });
  return { id: finishedId, sha256: sha256.toString('hex'), size };
}

export async function findBlob(db: Queryable, by: { id: number } | { sha256: string }): Promise<Blob | null> {
  const condition = 'id' in by ? eq(blobs.id, by.id) : eq(blobs.sha256, Buffer.from(by.sha256, 'hex'));
  const [row] = await db.select().from(blobs).where(condition);
  return row?.sha256 ? { id: row.id, sha256: row.sha256.toString('hex'), size: row.size } : null;
}

/** The bytes from `start` up to and with `end`, a chunk at a time. */
export async function* readBlob(
  db: Queryable,
  blob: Blob,
  start = 0,
  end = blob.size - 1,
): AsyncGenerator<Buffer> {
  for (let position = Math.floor(start / chunkBytes); position * chunkBytes <= end; position++) {
    const [row] = await db
      .select({ data: blobChunks.data })
      .from(blobChunks)
      .where(and(eq(blobChunks.blobId, blob.id), eq(blobChunks.position, position)));
    if (!row) throw new Error(`Blob ${blob.sha256} lacks chunk ${position}`);
    const offset = position * chunkBytes;
    yield row.data.subarray(Math.max(0, start - offset), Math.min(chunkBytes, end + 1 - offset));
  }
}

/** Removes test sets that were replaced, previews that nobody saved and files that nothing refers to, all for a day already. */
export async function sweepUnused(db: Queryable, now: Date): Promise<void> {
  const before = new Date(now.getTime() - unusedLifeMs);
  await db.delete(testSets).where(lt(testSets.replacedAt, before));
  // A preview keeps its archive for whoever saves it; it is no import of anything.
  await db.delete(importJobs).where(and(eq(importJobs.kind, 'preview'), lt(importJobs.createdAt, before)));
  while ((await sweepSome(db, before)) === sweptAtOnce);
}

/** A bounded number, because a statement may take only so long (connection.ts). */
const sweptAtOnce = 100;

async function sweepSome(db: Queryable, before: Date): Promise<number> {
  const isUnused = and(
    lt(blobs.createdAt, before),
    sql`not exists (select from ${problems} where ${problems.pdfBlobId} = ${blobs.id})`,
    sql`not exists (select from ${statementTexts} where ${statementTexts.blobId} = ${blobs.id})`,
    sql`not exists (select from ${contestEditorials} where ${contestEditorials.pdfBlobId} = ${blobs.id})`,
    sql`not exists (select from ${testSetBlobs} where ${testSetBlobs.blobId} = ${blobs.id})`,
    sql`not exists (select from ${importJobs} where ${importJobs.archiveBlobId} = ${blobs.id})`,
  );
  const some = db.select({ id: blobs.id }).from(blobs).where(isUnused).limit(sweptAtOnce);
  // The condition again in the DELETE itself: it is looked at once more for a row that somebody claims at this moment.
  const swept = await db
    .delete(blobs)
    .where(and(inArray(blobs.id, some), isUnused))
    .returning({ id: blobs.id });
  return swept.length;
}
