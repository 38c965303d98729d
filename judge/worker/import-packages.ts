/** An archive of problems: each comes to be, changes, or is refused by itself; or is only looked at. */

import { eq } from 'drizzle-orm';
import { problemIdPattern } from '#contract/id-texts.ts';
import { limits } from '#contract/limits.ts';
import type { StoredPackage } from '#contract/packages.ts';
import { words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import { endImport, lockImport, queueImport, summarizePackages, tellPackage } from '#store/imports.ts';
import { problems } from '#store/schema.ts';
import { lockPackagedProblem, putVersionInForce, storePackagedFiles, storeVersion } from '#store/versions.ts';
import type { Archive } from '../import/archive.ts';
import type { PackagePlan, TimeLimit } from '../import/formats/format.ts';
import { type FoundPackage, findPackages, planPackage } from '../import/packages.ts';
import { checkStatement } from '../import/plan-bounds.ts';
import { ArchiveRefused, cutName } from '../import/refusal.ts';
import { makeReport } from '../import/report.ts';
import { toTitle } from '../import/title.ts';
import {
  type Import,
  ImportEnded,
  type Place,
  sayDisagreement,
  type Transaction,
  tryVersion,
} from './import-task.ts';
import { storePackage } from './store-package.ts';
import { checkDerivable } from './try-solutions.ts';

interface ReadPackage extends FoundPackage {
  readonly id: string;
  readonly title: string;
  readonly plan: PackagePlan;
}

export async function previewPackages(task: Import, archive: Archive): Promise<void> {
  const packages: StoredPackage[] = [];
  for (const found of findPackages(archive)) {
    packages.push(await previewPackage(task, found));
  }
  const end = { status: 'completed', message: words('package_ready'), packages } as const;
  await endImport(task.worker.db, task.id, end, { keepsArchive: true });
}

async function previewPackage(task: Import, found: FoundPackage): Promise<StoredPackage> {
  let read: ReadPackage | null = null;
  try {
    read = await readPackage(task, found);
    await chooseLimits(task, read);
    checkDerivable(read.plan, task.worker.judged);
    const { folder, id, title, plan } = read;
    const preview = describePackage(found, plan);
    return { folder, id, title, status: 'ready', message: words('package_ready'), preview, testSetId: null };
  } catch (error) {
    const refused = describeRefusal(task, found, error);
    // The limits alone are wrong: who wants no more than its tests may have them.
    return read ? { ...refused, title: read.title, preview: describePackage(found, read.plan) } : refused;
  }
}

/** Longer than this an archive of many problems does not hold up what others bring: then it queues behind that. */
const sliceMs = 5 * 60_000;

/** What an earlier try has done stays done: each problem is told of in the transaction that puts it in force. */
export async function importPackages(task: Import, archive: Archive): Promise<void> {
  const { worker, requestedBy } = task;
  const { db, queue } = worker;
  // The account is gone: the problems would be nobody's.
  if (requestedBy === null) {
    await endImport(db, task.id, { status: 'failed', message: words('import_cancelled') });
    return;
  }
  const endsAt = Date.now() + sliceMs;
  let isBegun = false;
  const wanted = findPackages(archive).filter(
    (found) => task.choices?.some(({ folder }) => folder === found.folder) ?? true,
  );
  for (const [index, found] of wanted.entries()) {
    // Asked for again each time: another worker may have this import too.
    const told = await lockImport(db, task.id);
    if (!told) throw new ImportEnded();
    if (told.some(({ folder }) => folder === found.folder)) continue;
    if (isBegun && Date.now() >= endsAt) return queueImport(db, queue, task.id);
    isBegun = true;
    try {
      const read = await readPackage(task, found);
      checkId(read.id);
      if (told.some(({ id, testSetId }) => id === read.id && testSetId !== null))
        throw new ArchiveRefused(words('package_id_used_twice', { id: read.id }));
      const place = { id: read.id, number: index + 1, count: wanted.length };
      await importPackage(wanted.length > 1 ? tellingOfOne(task, place) : task, read, requestedBy);
    } catch (error) {
      const refused = describeRefusal(task, found, error);
      await tellOnce(task, found.folder, async () => refused);
    }
  }
  await db.transaction(async (tx) => {
    const told = await lockImport(tx, task.id);
    if (told) await endImport(tx, task.id, summarizePackages(told));
  });
}

/** The steps of each problem count anew: whoever watches is told which one it is. */
function tellingOfOne(task: Import, place: Place): Import {
  return { ...task, tell: (step, progress, total) => task.tell(step, progress, total, place) };
}

/** Unless a worker that believed to own the job has told of it: then nothing is done. */
async function tellOnce(
  { id, worker }: Import,
  folder: string,
  act: (tx: Transaction) => Promise<StoredPackage>,
): Promise<void> {
  await worker.db.transaction(async (tx) => {
    const told = await lockImport(tx, id);
    if (!told) throw new ImportEnded();
    if (told.some((one) => one.folder === folder)) return;
    await tellPackage(tx, id, await act(tx));
  });
}

async function importPackage(task: Import, read: ReadPackage, by: number): Promise<void> {
  const { worker } = task;
  const { folder, id, title, plan, archive } = read;
  const { db } = worker;
  const { timeLimit, memoryLimitMb, languageLimits } = await chooseLimits(task, read);
  const stored = await storePackage(task, read, plan);
  const trial = await tryVersion(task, { ...stored, timeLimit, memoryLimitMb, languageLimits });
  const timeLimitMs = trial?.time_limit_ms ?? ('ms' in timeLimit ? timeLimit.ms : 0);
  const pdf = plan.statement && (await writeBlob(db, archive.read(plan.statement)));
  const texts: { name: string; blobId: number }[] = [];
  for (const entry of plan.texts) {
    const blob = await writeBlob(db, archive.read(entry));
    texts.push({ name: entry.name, blobId: blob.id });
  }
  await tellOnce(task, folder, async (tx) => {
    const problem = await lockPackagedProblem(tx, { slug: id, title, timeLimitMs, memoryLimitMb }, by);
    if (!problem) throw new ArchiveRefused(words('package_id_taken', { id }));
    const files = {
      title,
      pdfBlobId: pdf?.id ?? null,
      texts,
      ...(plan.feedback && { feedback: plan.feedback }),
      ...(plan.allowedLanguages && { allowedLanguages: plan.allowedLanguages }),
    };
    // The statement's too: where the version waits nothing else keeps them.
    const blobIds = [...stored.blobIds, ...texts.map(({ blobId }) => blobId), ...(pdf ? [pdf.id] : [])];
    const limits = { timeLimitMs, memoryLimitMb, languageLimits };
    const version = { ...stored, ...limits, trial, blobIds: [...new Set(blobIds)] };
    const testSetId = await storeVersion(tx, problem.id, version);
    const result = { folder, id, title, preview: null, testSetId };
    if (trial && !trial.agrees)
      return { ...result, status: 'refused', message: sayDisagreement(trial), files };
    await putVersionInForce(tx, problem.id, testSetId);
    await storePackagedFiles(tx, { id: problem.id, slug: id }, files);
    const message = words('import_completed', { tests: stored.report.tests });
    return { ...result, status: problem.isNew ? 'created' : 'updated', message };
  });
  worker.logger.info(
    { problem: id, tests: stored.report.tests, agrees: trial?.agrees ?? null },
    'package imported',
  );
}

async function readPackage({ choices, fileName }: Import, found: FoundPackage): Promise<ReadPackage> {
  const plan = await planPackage(found);
  await checkStatement(found.archive, plan);
  const chosen = choices?.find(({ folder }) => folder === found.folder)?.id;
  const own = [plan.name, found.folder.split('/').at(-1), fileName?.replace(/\.zip$/i, '')];
  const id = chosen ?? own.map((name) => toId(name ?? '')).find((name) => name !== '') ?? '';
  return { ...found, plan, id, title: toTitle(plan.title ?? '') ?? id };
}

/** Only when it is to be in force: a preview lets people choose another. */
function checkId(id: string): void {
  if (id.length > limits.problemIdMax || !problemIdPattern.test(id))
    throw new ArchiveRefused(words('package_id_characters', { id: cutName(id) }));
}

/** What an id may not have becomes a hyphen. */
function toId(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9_.-]+/g, '-')
    .replace(/^[.-]+|-+$/g, '')
    .slice(0, limits.problemIdMax);
}

/** The package's; where it says nothing, those of the problem that is there, or what a new one starts with. */
async function chooseLimits({ worker }: Import, { id, plan }: ReadPackage) {
  const [present] = await worker.db
    .select({
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
    })
    .from(problems)
    .where(eq(problems.slug, id));
  const memoryLimitMb = plan.memoryLimitMb ?? present?.memoryLimitMb ?? limits.memoryLimitDefaultMb;
  const timeLimit: TimeLimit = plan.timeLimit ?? { ms: present?.timeLimitMs ?? limits.timeLimitDefaultMs };
  checkRange(memoryLimitMb, limits.memoryLimitMinMb, limits.memoryLimitMaxMb, 'MB');
  if ('ms' in timeLimit) checkRange(timeLimit.ms, limits.timeLimitMinMs, limits.timeLimitMaxMs, 'ms');
  const languageLimits = plan.languageLimits ?? present?.languageLimits ?? {};
  return { timeLimit, memoryLimitMb, languageLimits };
}

function checkRange(value: number, least: number, most: number, unit: 'ms' | 'MB'): void {
  if (value < least || value > most)
    throw new ArchiveRefused(words('archive_limit_range', { least, most, unit }));
}

/** Whatever else was thrown is no fault of the package. */
function describeRefusal(
  { choices, worker }: Import,
  { folder }: FoundPackage,
  error: unknown,
): StoredPackage {
  if (!(error instanceof ArchiveRefused)) throw error;
  worker.logger.info({ folder, refused: error.message }, 'package refused');
  const id = choices?.find((choice) => choice.folder === folder)?.id ?? folder;
  return { folder, id, title: '', status: 'refused', message: error.said, preview: null, testSetId: null };
}

function describePackage({ format }: FoundPackage, plan: PackagePlan): StoredPackage['preview'] {
  const { timeLimit } = plan;
  return {
    format: format.name,
    time_limit_ms: timeLimit && 'ms' in timeLimit ? timeLimit.ms : null,
    time_limit_factor: timeLimit && 'factor' in timeLimit ? timeLimit.factor : null,
    memory_limit_mb: plan.memoryLimitMb,
    ...(plan.feedback && { feedback: plan.feedback }),
    ...(plan.allowedLanguages && { allowed_languages: plan.allowedLanguages }),
    ...(plan.languageLimits && { language_limits: plan.languageLimits }),
    statement: plan.statement?.name ?? null,
    texts: plan.texts.map(({ name }) => name),
    groups: plan.groups.map(({ name, points, rule = 'min', within = null, dependsOn }) => ({
      name,
      points,
      rule,
      within,
      depends_on: dependsOn,
      tests: plan.tests.filter(({ groups }) => groups.includes(name)).length,
    })),
    solutions: plan.solutions.map(({ name, language, expected }) => ({ name, language, expected })),
    report: makeReport(plan),
  };
}
