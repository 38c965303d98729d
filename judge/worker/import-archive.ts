import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { StoredReport } from '#contract/problems.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { type ImportWords, type Words, words } from '#contract/words.ts';
import { findBlob, readBlob, writeBlob } from '#store/blobs.ts';
import type { Database } from '#store/database.ts';
import { endImport, lockImport, takeImport, tellImportProgress } from '#store/imports.ts';
import type { GivenJob } from '#store/queue.ts';
import { problems, testSetBlobs, testSets } from '#store/schema.ts';
import { readProgramSource } from '../checkers/program.ts';
import { type Archive, type ArchiveEntry, openArchive } from '../import/archive.ts';
import type { PackagePlan } from '../import/formats/format.ts';
import { normaliseLineEnds } from '../import/line-ends.ts';
import { planOnlyPackage } from '../import/packages.ts';
import { ArchiveRefused } from '../import/refusal.ts';
import { makeReport } from '../import/report.ts';
import type { Judge } from '../run/judge.ts';

export interface ImportingWorker {
  readonly db: Database;
  readonly judge: Judge;
  readonly logger: Logger;
}

const progressEveryMs = 300;

/**
 * One job of the queue: unpacks an archive into a test set and puts it in force. Until the last step nothing of
 * the problem changes, and that step is one transaction: a crash anywhere leaves the old tests in force, and the
 * queue gives the job to another worker, which starts over.
 */
export async function importArchive(
  worker: ImportingWorker,
  importId: string,
  { job: given, signal }: { job: GivenJob; signal: AbortSignal },
): Promise<void> {
  const { db, logger } = worker;
  const job = await takeImport(db, importId, given);
  if (!job?.archiveBlobId) return;
  // Its own: a worker that was paused may come back to the same import.
  const folder = await mkdtemp(join(worker.judge.workFolder, 'import-'));
  try {
    await tellProgress(db, importId, { message: words('import_unpacking') });
    const file = join(folder, 'archive.zip');
    await fetchArchive(db, job.archiveBlobId, file, signal);
    const { plan, report, blobIds } = await unpack(worker, importId, file, signal);
    await putInForce(db, importId, job.problemId, plan, report, blobIds);
    logger.info({ import: importId, problem: job.slug, tests: report.tests }, 'imported');
  } catch (error) {
    if (error instanceof ImportEnded) {
      logger.info({ import: importId, problem: job.slug }, 'import stopped: it has been ended');
      return;
    }
    if (!(error instanceof ArchiveRefused)) throw error;
    logger.info({ import: importId, problem: job.slug, refused: error.message }, 'archive refused');
    await endImport(db, importId, { status: 'failed', message: error.said });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The queue gave up on the job: it must not stay at processing for ever. */
export async function endLostImport(
  { db, logger }: ImportingWorker,
  importId: string,
  job: GivenJob,
): Promise<void> {
  if (!(await takeImport(db, importId, job))) return;
  logger.error({ import: importId }, 'an import could not be finished');
  await endImport(db, importId, { status: 'failed', message: words('import_lost') });
}

/** Thrown to stop: staff have cancelled it, or another worker has finished it. */
class ImportEnded extends Error {}

async function tellProgress(
  db: Database,
  importId: string,
  progress: Parameters<typeof tellImportProgress>[2],
): Promise<void> {
  if (!(await tellImportProgress(db, importId, progress))) throw new ImportEnded();
}

async function fetchArchive(db: Database, blobId: number, file: string, signal: AbortSignal): Promise<void> {
  const blob = await findBlob(db, { id: blobId });
  if (!blob) throw new Error(`Archive ${blobId} is not in the database`);
  await pipeline(Readable.from(readBlob(db, blob)), createWriteStream(file), { signal });
}

async function unpack({ db, judge }: ImportingWorker, importId: string, file: string, signal: AbortSignal) {
  const archive = await openArchive(file);
  try {
    const found = await planOnlyPackage(archive);
    const total = found.tests.length * 2;
    const blobIds = new Set<number>();
    let done = 0;
    let toldAt = 0;

    const tell = async (message: Words<keyof ImportWords>) => {
      if (done < total && Date.now() - toldAt < progressEveryMs) return;
      toldAt = Date.now();
      await tellProgress(db, importId, { message, progress: done, total });
    };
    const store = async (content: AsyncIterable<Uint8Array>): Promise<string> => {
      signal.throwIfAborted();
      const { id, sha256 } = await writeBlob(db, content);
      blobIds.add(id);
      return sha256;
    };
    const storeTestFile = async (entry: ArchiveEntry): Promise<string> => {
      const sha256 = await store(normaliseLineEnds(archive.read(entry)));
      done++;
      await tell(words('import_unpacking'));
      return sha256;
    };

    const tests: TestSetPlan['tests'][number][] = [];
    for (const test of found.tests) {
      const input = await storeTestFile(test.input);
      tests.push({ ...test, input, answer: await storeTestFile(test.answer) });
    }
    await tell(words('import_checking'));
    await compileChecker(judge, archive, found, signal);
    const checkerFiles: Record<string, string> = {};
    for (const [name, entry] of found.checkerFiles) checkerFiles[name] = await store(archive.read(entry));
    const { groups, stopAtFirstFailure, scoreDecimals, checker } = found;
    const plan: TestSetPlan = { tests, groups, stopAtFirstFailure, scoreDecimals, checker, checkerFiles };
    return { plan, report: makeReport(found), blobIds: [...blobIds] };
  } finally {
    await archive.close();
  }
}

/** A checker that does not compile is told now, to staff, and not with the first submission, to a contestant. */
async function compileChecker(
  judge: Judge,
  archive: Archive,
  { checker, checkerFiles }: PackagePlan,
  signal: AbortSignal,
): Promise<void> {
  if (checker.name !== 'program') return;
  const source = await readProgramSource(checker, async (name) =>
    Buffer.concat(await Array.fromAsync(archive.read(checkerFiles.get(name) as ArchiveEntry))),
  );
  const compilation = await judge.compiler.compile(source, { signal });
  if (!compilation.ok)
    throw new ArchiveRefused(words('archive_checker_not_compiled', { compiler: compilation.said }));
  await compilation.release();
}

async function putInForce(
  db: Database,
  importId: string,
  problemId: number,
  plan: TestSetPlan,
  report: StoredReport,
  blobIds: number[],
): Promise<void> {
  await db.transaction(async (tx) => {
    const [problem] = await tx
      .select({ id: problems.id })
      .from(problems)
      .where(eq(problems.id, problemId))
      .for('update');
    // The problem was deleted meanwhile; or the import cancelled, or finished by a worker that believed to own the job.
    if (!problem || !(await lockImport(tx, importId))) throw new ImportEnded();
    const [set] = await tx
      .insert(testSets)
      .values({ problemId, plan, report })
      .returning({ id: testSets.id });
    if (!set) throw new Error('A new test set has no id');
    if (blobIds.length > 0) {
      await tx.insert(testSetBlobs).values(blobIds.map((blobId) => ({ testSetId: set.id, blobId })));
    }
    await tx
      .update(testSets)
      .set({ replacedAt: sql`now()` })
      .where(
        and(eq(testSets.problemId, problemId), isNull(testSets.replacedAt), sql`${testSets.id} <> ${set.id}`),
      );
    // With its tests a draft is a problem.
    await tx.update(problems).set({ testSetId: set.id, draftBy: null }).where(eq(problems.id, problemId));
    await endImport(tx, importId, {
      status: 'completed',
      message: words('import_completed', { tests: report.tests }),
      report,
    });
  });
}
