/** An import of test cases, from the upload that asks for it to its end: in force, failed or cancelled. */

import { randomUUID } from 'node:crypto';
import { and, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import type { StoredReport } from '#contract/import-report.ts';
import type { ImportWords } from '#contract/import-words.ts';
import type { StoredPackage } from '#contract/packages.ts';
import { type Words, words } from '#contract/words.ts';
import type { Queryable } from './database.ts';
import { type GivenJob, importPriorities, type Queue, sendImportJob } from './queue.ts';
import { importJobs, problems } from './schema.ts';

/** It waits for a worker, or one has it: until its end the problem cannot be changed. */
export const isImporting = inArray(importJobs.status, ['pending', 'uploading', 'processing']);

/** Gives it a job; one that it had before is none of its any more. */
export async function queueImport(db: Queryable, queue: Queue, importId: string): Promise<void> {
  const jobId = randomUUID();
  await db.transaction(async (tx) => {
    const [queued] = await tx
      .update(importJobs)
      .set({ jobId })
      .where(and(eq(importJobs.id, importId), isImporting))
      .returning({ kind: importJobs.kind, requestedBy: importJobs.requestedBy });
    if (queued) await sendImportJob(queue, tx, { jobId, importId, priority: priorityOf(queued) });
  });
}

/** Somebody sits before a preview; nobody asked for a trial of what is in force. */
function priorityOf({ kind, requestedBy }: Pick<typeof importJobs.$inferSelect, 'kind' | 'requestedBy'>) {
  if (kind === 'preview') return importPriorities.preview;
  return kind === 'trial' && requestedBy === null ? importPriorities.unasked : importPriorities.asked;
}

/** What the worker with this job is to import. Null when it has ended, or is another job's. */
export async function takeImport(db: Queryable, importId: string, { id, sourceId }: GivenJob) {
  const [taken] = await db
    .update(importJobs)
    .set({ jobId: id })
    .where(
      and(
        eq(importJobs.id, importId),
        isImporting,
        or(isNull(importJobs.jobId), inArray(importJobs.jobId, sourceId ? [id, sourceId] : [id])),
      ),
    )
    .returning({
      kind: importJobs.kind,
      archiveBlobId: importJobs.archiveBlobId,
      problemId: importJobs.problemId,
      requestedBy: importJobs.requestedBy,
      fileName: importJobs.fileName,
      timeLimitMs: importJobs.timeLimitMs,
      memoryLimitMb: importJobs.memoryLimitMb,
      languageLimits: importJobs.languageLimits,
      choices: importJobs.choices,
      packages: importJobs.packages,
      /** For the log. */
      slug: sql<
        string | null
      >`(select ${problems.slug} from ${problems} where ${problems.id} = ${importJobs.problemId})`,
    });
  return taken ?? null;
}

/** False when it has ended, or went with its problem. */
export async function isUnderWay(db: Queryable, importId: string): Promise<boolean> {
  const found = await db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(and(eq(importJobs.id, importId), isImporting));
  return found.length > 0;
}

interface ImportProgress {
  readonly message: Words<keyof ImportWords>;
  readonly progress?: number;
  readonly total?: number;
}

/** False when it was ended meanwhile: then its last word stays, and there is nothing left to do. */
export async function tellImportProgress(
  db: Queryable,
  importId: string,
  progress: ImportProgress,
): Promise<boolean> {
  const told = await db
    .update(importJobs)
    .set({ status: 'processing', ...progress })
    .where(and(eq(importJobs.id, importId), isImporting))
    .returning({ id: importJobs.id });
  return told.length > 0;
}

interface ImportEnd {
  readonly status: 'completed' | 'failed';
  readonly message: Words<keyof ImportWords>;
  readonly report?: StoredReport;
  readonly packages?: readonly StoredPackage[];
}

/**
 * The archive itself is let go: its tests are stored, or nobody wants it; a preview keeps it for whoever saves it. False
 * when it had ended before.
 */
export async function endImport(
  db: Queryable,
  importId: string,
  end: ImportEnd,
  { keepsArchive = false } = {},
): Promise<boolean> {
  const ended = await db
    .update(importJobs)
    .set({ ...end, ...(!keepsArchive && { archiveBlobId: null }) })
    .where(and(eq(importJobs.id, importId), isImporting))
    .returning({ id: importJobs.id });
  return ended.length > 0;
}

/** What became of one problem of an archive, in the transaction that made it so; the caller has locked the import. */
export async function tellPackage(db: Queryable, importId: string, told: StoredPackage): Promise<void> {
  await db
    .update(importJobs)
    .set({ packages: sql`${importJobs.packages} || ${JSON.stringify([told])}::jsonb` })
    .where(eq(importJobs.id, importId));
}

/** How an import ends, by what became of each of its problems. */
export function summarizePackages(packages: readonly StoredPackage[]): ImportEnd {
  const count = (status: StoredPackage['status']) => packages.filter((one) => one.status === status).length;
  const refused = count('refused');
  const [only, ...others] = packages;
  return {
    status: packages.length > refused ? 'completed' : 'failed',
    message:
      only && others.length === 0
        ? only.message
        : words('import_of_many', { created: count('created'), updated: count('updated'), refused }),
  };
}

/**
 * Has the import alone, and gives what it has told of its problems so far. Null: it has ended. An import for one problem is
 * locked after that, since it goes with it; one that brings problems is locked before them.
 */
export async function lockImport(db: Queryable, importId: string): Promise<readonly StoredPackage[] | null> {
  const [job] = await db
    .select({ packages: importJobs.packages })
    .from(importJobs)
    .where(and(eq(importJobs.id, importId), isImporting))
    .for('update');
  return job?.packages ?? null;
}
