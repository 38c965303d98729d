import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { eq } from 'drizzle-orm';
import type { StoredTrial } from '#contract/packages.ts';
import { words } from '#contract/words.ts';
import { findBlob, readBlob } from '#store/blobs.ts';
import type { Database } from '#store/database.ts';
import { endImport, isUnderWay, lockImport, takeImport, tellImportProgress } from '#store/imports.ts';
import type { GivenJob } from '#store/queue.ts';
import { problems, testSets } from '#store/schema.ts';
import {
  areSameLimits,
  copyVersion,
  type NewVersion,
  putLimitsInForce,
  putVersionInForce,
  storeVersion,
} from '#store/versions.ts';
import { type Archive, openArchive } from '../import/archive.ts';
import { findOnlyPackage, planPackage } from '../import/packages.ts';
import { ArchiveRefused } from '../import/refusal.ts';
import { importPackages, previewPackages } from './import-packages.ts';
import {
  type Import,
  ImportEnded,
  type ImportingWorker,
  sayDisagreement,
  type Transaction,
  tryVersion,
} from './import-task.ts';
import type { JudgedLanguages } from './judged-languages.ts';
import { type StoredPackageFiles, storePackage } from './store-package.ts';
import { watchWanted } from './watch-wanted.ts';

/**
 * One job of the queue: unpacks an archive into versions of problems and puts them in force, if the jury's solutions
 * agree. Until the last step nothing of a problem changes, and that step is one transaction: a crash anywhere leaves
 * what was in force, and the queue gives the job to another worker, which starts over.
 */
export async function importArchive(
  worker: Omit<ImportingWorker, 'judged'> & { readonly languages: Pick<JudgedLanguages, 'listJudged'> },
  importId: string,
  { job: given, signal }: { job: GivenJob; signal: AbortSignal },
): Promise<void> {
  const { db } = worker;
  const job = await takeImport(db, importId, given);
  if (!job) return;
  const logger = worker.logger.child({ import: importId, ...(job.slug && { problem: job.slug }) });
  const tell: Import['tell'] = async (step, progress, total, place) => {
    const message = place ? words('import_of_one', { ...place, step }) : step;
    const counts = total === undefined ? {} : { progress: progress ?? 0, total };
    if (!(await tellImportProgress(db, importId, { message, ...counts }))) throw new ImportEnded();
  };
  // Whatever was switched on is proved first: a jury's solutions in it would be left out.
  const judged = await worker.languages.listJudged();
  const { unwanted, stopWatching } = watchWanted(() => isUnderWay(db, importId));
  const task: Import = {
    ...job,
    id: importId,
    worker: { ...worker, judged, logger },
    signal: AbortSignal.any([signal, unwanted]),
    tell,
  };
  try {
    if (job.kind === 'trial') return await tryAgain(task);
    await withArchive(task, async (archive) => {
      if (job.kind === 'preview') return previewPackages(task, archive);
      if (job.kind === 'packages') return importPackages(task, archive);
      return importTests(task, archive);
    });
  } catch (error) {
    if (error instanceof ImportEnded || unwanted.aborted) {
      logger.info('import stopped: it has been ended');
      return;
    }
    if (!(error instanceof ArchiveRefused)) throw error;
    logger.info({ refused: error.message }, 'archive refused');
    // Whoever saves it all the same is told by the import itself.
    const keepsArchive = job.kind === 'preview';
    await endImport(db, importId, { status: 'failed', message: error.said }, { keepsArchive });
  } finally {
    stopWatching();
  }
}

/** The queue gave up on the job: it must not stay at processing for ever. */
export async function endLostImport(
  { db, logger }: Pick<ImportingWorker, 'db' | 'logger'>,
  importId: string,
  job: GivenJob,
): Promise<void> {
  if (!(await takeImport(db, importId, job))) return;
  logger.error({ import: importId }, 'an import could not be finished');
  await endImport(db, importId, { status: 'failed', message: words('import_lost') });
}

async function withArchive(
  { worker: { db, judge }, archiveBlobId, signal, tell }: Import,
  use: (archive: Archive) => Promise<void>,
): Promise<void> {
  if (archiveBlobId === null) return;
  // Its own: a worker that was paused may come back to the same import.
  const folder = await mkdtemp(join(judge.workFolder, 'import-'));
  try {
    await tell(words('import_unpacking'));
    const blob = await findBlob(db, { id: archiveBlobId });
    if (!blob) throw new Error(`Archive ${archiveBlobId} is not in the database`);
    const file = join(folder, 'archive.zip');
    await pipeline(Readable.from(readBlob(db, blob)), createWriteStream(file), { signal });
    const archive = await openArchive(file);
    await use(archive).finally(() => archive.close());
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For a problem that is there, or a draft of one: its title, limits and statement are not the package's to say. */
async function importTests(task: Import, archive: Archive): Promise<void> {
  const { worker, problemId, timeLimitMs, memoryLimitMb, languageLimits } = task;
  if (problemId === null) throw new Error('An import of tests has no problem');
  const found = findOnlyPackage(archive);
  const files = await storePackage(task, found, await planPackage(found));
  const version = await withFormerSolutions(worker.db, problemId, files);
  const [problem] = await worker.db
    .select({
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
    })
    .from(problems)
    .where(eq(problems.id, problemId));
  if (!problem) throw new ImportEnded();
  const trial = await tryVersion(task, {
    plan: version.plan,
    solutions: version.solutions,
    timeLimit: { ms: timeLimitMs ?? problem.timeLimitMs },
    memoryLimitMb: memoryLimitMb ?? problem.memoryLimitMb,
    languageLimits: languageLimits ?? problem.languageLimits,
  });
  await finishTests(task, { ...version, trial, timeLimitMs, memoryLimitMb, languageLimits });
}

/** The jury's solutions stay with the problem until a package brings others. */
async function withFormerSolutions(
  db: Database,
  problemId: number,
  files: StoredPackageFiles,
): Promise<StoredPackageFiles> {
  if (files.solutions.length > 0) return files;
  const [former] = await db
    .select({ solutions: testSets.solutions })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, problemId));
  if (!former || former.solutions.length === 0) return files;
  const found = await Promise.all(former.solutions.map(({ file }) => findBlob(db, { sha256: file })));
  const blobIds = [...files.blobIds, ...found.flatMap((blob) => (blob ? [blob.id] : []))];
  return { ...files, solutions: former.solutions, blobIds: [...new Set(blobIds)] };
}

/** The limits are to change, or the compiler has: the tests in force, judged by the jury's solutions once more. */
async function tryAgain(task: Import): Promise<void> {
  const { db } = task.worker;
  if (task.problemId === null) throw new Error('A trial has no problem');
  const [found] = await db
    .select({
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
      version: testSets,
    })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, task.problemId));
  if (!found) throw new ImportEnded();
  const { version, ...present } = found;
  const limits = {
    timeLimitMs: task.timeLimitMs ?? present.timeLimitMs,
    memoryLimitMb: task.memoryLimitMb ?? present.memoryLimitMb,
    languageLimits: task.languageLimits ?? present.languageLimits,
  };
  const isChange = !areSameLimits(limits, present);
  const tried = await tryVersion(task, {
    plan: version.plan,
    solutions: version.solutions,
    timeLimit: { ms: limits.timeLimitMs },
    memoryLimitMb: limits.memoryLimitMb,
    languageLimits: limits.languageLimits,
  });
  // A time limit that was derived still is, while it is the same.
  const derived = version.trial?.time_limit_ms === limits.timeLimitMs ? version.trial.derived : null;
  // What was seen stays until as much is seen again, which another machine or a language that is on again may do.
  const trial = tried && (isChange || !losesSight(version.trial, tried)) ? { ...tried, derived } : null;
  const { id: testSetId, problemId } = version;
  await db.transaction(async (tx) => {
    await lockProblem(tx, task, problemId);
    if (trial && !trial.agrees && isChange)
      return refuse(tx, task, trial, await copyVersion(tx, testSetId, { ...limits, trial }));
    if (trial) await tx.update(testSets).set({ trial }).where(eq(testSets.id, testSetId));
    if (trial && !trial.agrees) return refuse(tx, task, trial, testSetId);
    await putLimitsInForce(tx, { id: problemId, testSetId }, limits);
    await endImport(tx, task.id, {
      status: 'completed',
      message: words('trial_completed', { solutions: trial?.solutions.length ?? 0 }),
    });
  });
}

/** Of a solution that was tried before. */
function losesSight(before: StoredTrial | null, { solutions }: StoredTrial): boolean {
  const unseen = solutions.filter(({ seen }) => !seen).map(({ name }) => name);
  return before?.solutions.some(({ name, seen }) => seen && unseen.includes(name)) ?? false;
}

async function finishTests(task: Import, version: NewVersion): Promise<void> {
  const { worker, problemId } = task;
  if (problemId === null) throw new Error('An import of tests has no problem');
  await worker.db.transaction(async (tx) => {
    await lockProblem(tx, task, problemId);
    const testSetId = await storeVersion(tx, problemId, version);
    if (version.trial && !version.trial.agrees) return refuse(tx, task, version.trial, testSetId);
    await putVersionInForce(tx, problemId, testSetId);
    const { report } = version;
    await endImport(tx, task.id, {
      status: 'completed',
      message: words('import_completed', { tests: report.tests }),
      report,
    });
  });
  worker.logger.info({ tests: version.report.tests, agrees: version.trial?.agrees ?? null }, 'imported');
}

/** The problem was deleted meanwhile; or the import cancelled, or finished by a worker that believed to own the job. */
async function lockProblem(tx: Transaction, task: Import, problemId: number): Promise<void> {
  const [problem] = await tx
    .select({ id: problems.id })
    .from(problems)
    .where(eq(problems.id, problemId))
    .for('update');
  if (!problem || !(await lockImport(tx, task.id))) throw new ImportEnded();
}

/** What was in force stays; the version waits for somebody to put it in force all the same. */
async function refuse(
  tx: Transaction,
  task: Import,
  trial: NonNullable<NewVersion['trial']>,
  testSetId: number,
): Promise<void> {
  const message = sayDisagreement(trial);
  const told = { folder: '', id: task.slug ?? '', title: '', preview: null, status: 'refused' } as const;
  await endImport(tx, task.id, { status: 'failed', message, packages: [{ ...told, message, testSetId }] });
}
