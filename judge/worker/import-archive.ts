import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { Logger } from 'pino';
import type { StoredReport } from '#contract/problems.ts';
import { type ImportWords, type Words, words } from '#contract/words.ts';
import { findBlob, readBlob, writeBlob } from '#store/blobs.ts';
import type { Database } from '#store/database.ts';
import { endImport, lockImport, takeImport, tellImportProgress } from '#store/imports.ts';
import type { GivenJob } from '#store/queue.ts';
import { problems, testSetBlobs, testSets } from '#store/schema.ts';
import type { TestSetPlan } from '#store/test-set-plan.ts';
import { type Archive, type ArchiveEntry, openArchive } from '../import/archive.ts';
import { normaliseLineEnds } from '../import/line-ends.ts';
import { type ImportPlan, planImport } from '../import/plan.ts';
import { ArchiveRefused } from '../import/refusal.ts';
import { makeReport } from '../import/report.ts';
import type { Judge } from '../run/judge.ts';
import { toCheckerSpec } from './judge-submission.ts';

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
    logger.info({ import: importId, problem: job.problemId, tests: report.tests }, 'imported');
  } catch (error) {
    if (error instanceof ImportEnded) {
      logger.info({ import: importId, problem: job.problemId }, 'import stopped: it has been ended');
      return;
    }
    if (!(error instanceof ArchiveRefused)) throw error;
    logger.info({ import: importId, problem: job.problemId, refused: error.message }, 'archive refused');
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
    const found = await planImport(archive);
    const total = found.tests.length * 2;
    const blobIds = new Set<number>();
    let done = 0;
    let toldAt = 0;

    const tell = async (message: Words<keyof ImportWords>) => {
      if (done < total && Date.now() - toldAt < progressEveryMs) return;
      toldAt = Date.now();
      await tellProgress(db, importId, { message, progress: done, total });
    };
    const store = async (entry: ArchiveEntry): Promise<string> => {
      signal.throwIfAborted();
      const { id, sha256 } = await writeBlob(db, normaliseLineEnds(archive.read(entry)));
      blobIds.add(id);
      done++;
      await tell(words('import_unpacking'));
      return sha256;
    };

    const tests: TestSetPlan['tests'][number][] = [];
    for (const { name, input, answer, group, isSample } of found.tests) {
      tests.push({ name, input: await store(input), answer: await store(answer), group, isSample });
    }
    await tell(words('import_checking'));
    const checker = await readChecker(archive, found);
    await compileChecker(judge, checker, signal);
    const { groups, stopAtFirstFailure } = found;
    const plan: TestSetPlan = { tests, groups, stopAtFirstFailure, checker };
    return { plan, report: makeReport(found), blobIds: [...blobIds] };
  } finally {
    await archive.close();
  }
}

async function readChecker(archive: Archive, { checker }: ImportPlan): Promise<TestSetPlan['checker']> {
  if (checker.name !== 'program') return checker;
  const read = async (entry: ArchiveEntry) =>
    Buffer.concat(await Array.fromAsync(archive.read(entry))).toString('base64');
  const headers: Record<string, string> = {};
  for (const header of checker.headers) headers[basename(header.name)] = await read(header);
  const points = checker.points === null ? {} : { points: checker.points };
  return { name: 'program', source: await read(checker.source), headers, ...points };
}

/** A checker that does not compile is told now, to staff, and not with the first submission, to a contestant. */
async function compileChecker(
  judge: Judge,
  checker: TestSetPlan['checker'],
  signal: AbortSignal,
): Promise<void> {
  const spec = toCheckerSpec(checker);
  if (spec.name !== 'program') return;
  const compilation = await judge.compiler.compile(spec.source, { signal });
  if (!compilation.ok)
    throw new ArchiveRefused(words('archive_checker_not_compiled', { compiler: compilation.said }));
  await compilation.release();
}

async function putInForce(
  db: Database,
  importId: string,
  problemId: string,
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
    await tx.update(problems).set({ testSetId: set.id }).where(eq(problems.id, problemId));
    await endImport(tx, importId, {
      status: 'completed',
      message: words('import_completed', { tests: report.tests }),
      report,
    });
  });
}
