/**
 * Versions of a problem: a set of tests with its checker, the jury's solutions and what they said of it, and the limits
 * that come with it. One is in force; others are behind it, or wait for somebody to put them in force although the
 * solutions speak against them.
 */
import { and, eq, isNotNull, isNull, not, notExists, sql } from 'drizzle-orm';
import type { Feedback } from '#contract/feedback.ts';
import type { StoredReport } from '#contract/import-report.ts';
import type { PackagedFiles, StoredSolution, StoredTrial } from '#contract/packages.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import { type Database, isUniqueViolation, type Queryable } from './database.ts';
import { isImporting, queueImport } from './imports.ts';
import { listContestsNamedAfter } from './memberships.ts';
import type { Queue } from './queue.ts';
import { contestRevision, raiseRevision } from './revisions.ts';
import {
  formerSlugs,
  importJobs,
  problems,
  statementTexts,
  submissions,
  testSetBlobs,
  testSets,
  workers,
} from './schema.ts';
import { lost } from './workers.ts';

export interface NewVersion {
  readonly plan: TestSetPlan;
  readonly report: StoredReport;
  readonly solutions: readonly StoredSolution[];
  readonly trial: StoredTrial | null;
  /** Null: the problem keeps its own. */
  readonly timeLimitMs: number | null;
  readonly memoryLimitMb: number | null;
  /** Of every file that it names. */
  readonly blobIds: readonly number[];
}

/** It waits: nobody is judged by it, and it is swept after a day unless it has come into force. */
export async function storeVersion(db: Queryable, problemId: number, version: NewVersion): Promise<number> {
  const { blobIds, ...rest } = version;
  const [set] = await db
    .insert(testSets)
    .values({ problemId, ...rest, replacedAt: sql`now()` })
    .returning({ id: testSets.id });
  if (!set) throw new Error('A new test set has no id');
  if (blobIds.length > 0)
    await db.insert(testSetBlobs).values(blobIds.map((blobId) => ({ testSetId: set.id, blobId })));
  return set.id;
}

/** The caller has locked the problem. With its tests a draft is a problem. False when the version is gone. */
export async function putVersionInForce(
  db: Queryable,
  problemId: number,
  testSetId: number,
): Promise<boolean> {
  const [version] = await db
    .update(testSets)
    .set({ replacedAt: null })
    .where(and(eq(testSets.id, testSetId), eq(testSets.problemId, problemId)))
    .returning({ timeLimitMs: testSets.timeLimitMs, memoryLimitMb: testSets.memoryLimitMb });
  if (!version) return false;
  const { timeLimitMs, memoryLimitMb } = version;
  await db
    .update(testSets)
    .set({ replacedAt: sql`now()` })
    .where(
      and(
        eq(testSets.problemId, problemId),
        isNull(testSets.replacedAt),
        sql`${testSets.id} <> ${testSetId}`,
      ),
    );
  await db
    .update(problems)
    .set({
      testSetId,
      draftBy: null,
      ...(timeLimitMs !== null && { timeLimitMs }),
      ...(memoryLimitMb !== null && { memoryLimitMb }),
    })
    .where(eq(problems.id, problemId));
  return true;
}

/** What a package says of its problem beside the tests. */
export interface PackagedProblem {
  readonly slug: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

/** An upload that takes longer has been given up, as for a draft that was made by hand. */
const reservedFor = sql`interval '1 hour'`;

/**
 * The problem that a package is about, locked; it is made where there is none, hidden and as a draft of whoever brings
 * it. Null: somebody else is making one of this id, or changing it.
 */
export async function lockPackagedProblem(
  db: Queryable,
  { slug, title, timeLimitMs, memoryLimitMb }: PackagedProblem,
  by: number | null,
): Promise<{ readonly id: number; readonly isNew: boolean } | null> {
  // No more columns than these: a worker may set no others.
  await db.execute(sql`insert into ${problems} (slug, title, author_id, time_limit_ms, memory_limit_mb, draft_by)
    values (${slug}, ${title}, ${by}, ${timeLimitMs}, ${memoryLimitMb}, ${by}) on conflict do nothing`);
  const [problem] = await db
    .select({
      id: problems.id,
      draftBy: problems.draftBy,
      isFresh: sql<boolean>`${problems.createdAt} > now() - ${reservedFor}`,
    })
    .from(problems)
    .where(eq(problems.slug, slug))
    .for('update');
  if (!problem) return null;
  const isAnothers = problem.draftBy !== null && problem.draftBy !== by;
  if (isAnothers && problem.isFresh) return null;
  if (isAnothers) await db.update(problems).set({ draftBy: by }).where(eq(problems.id, problem.id));
  const isBusy = await db.$count(importJobs, and(eq(importJobs.problemId, problem.id), isImporting));
  return isBusy > 0 ? null : { id: problem.id, isNew: problem.draftBy !== null };
}

/** With the version, when that comes into force. */
export async function storePackagedFiles(
  db: Queryable,
  { id, slug }: { readonly id: number; readonly slug: string },
  { title, pdfBlobId, texts, feedback }: PackagedFiles,
): Promise<void> {
  if (feedback) await setFeedbackBeforeAnyTry(db, id, feedback);
  await db
    .update(problems)
    .set({ title, ...(pdfBlobId !== null && { pdfBlobId, pdfStoredAt: sql`now()` }) })
    .where(eq(problems.id, id));
  await db.delete(statementTexts).where(eq(statementTexts.problemId, id));
  if (texts.length > 0)
    await db.insert(statementTexts).values(texts.map((text) => ({ problemId: id, ...text })));
  await db.delete(formerSlugs).where(eq(formerSlugs.slug, slug));
  for (const contestId of await listContestsNamedAfter(db, id))
    await raiseRevision(db, contestRevision(contestId));
}

/** Once somebody has tried the problem it changes whose scores are told: that is for whoever manages the problem. */
async function setFeedbackBeforeAnyTry(db: Queryable, id: number, feedback: Feedback): Promise<void> {
  const tried = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.problemId, id));
  await db
    .update(problems)
    .set({ feedback })
    .where(and(eq(problems.id, id), notExists(tried)));
}

/** To be tried with these limits, and put in force with them if the jury's solutions agree. The import's id. */
export async function requestTrial(
  db: Queryable,
  queue: Queue,
  problem: { readonly id: number; readonly slug: string; readonly testSetId: number },
  { timeLimitMs, memoryLimitMb }: Pick<PackagedProblem, 'timeLimitMs' | 'memoryLimitMb'>,
  by: number,
): Promise<string> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${testSets} (problem_id, plan, report, solutions, time_limit_ms, memory_limit_mb, replaced_at)
    select problem_id, plan, report, solutions, ${timeLimitMs}, ${memoryLimitMb}, now()
    from ${testSets} where id = ${problem.testSetId} returning id::int`);
  const [copy] = rows;
  if (!copy) throw new Error(`Test set ${problem.testSetId} is gone`);
  await db.execute(sql`insert into ${testSetBlobs} (test_set_id, blob_id)
    select ${copy.id}, blob_id from ${testSetBlobs} where test_set_id = ${problem.testSetId}`);
  return queueTrial(db, queue, problem, copy.id, by);
}

async function queueTrial(
  db: Queryable,
  queue: Queue,
  problem: { readonly id: number; readonly slug: string },
  testSetId: number,
  by: number | null,
): Promise<string> {
  const message = words('import_waiting');
  const tried = { folder: '', id: problem.slug, title: '', status: 'ready', message, preview: null } as const;
  const [job] = await db
    .insert(importJobs)
    .values({
      kind: 'trial',
      problemId: problem.id,
      requestedBy: by,
      status: 'pending',
      message,
      packages: [{ ...tried, testSetId }],
    })
    .returning({ id: importJobs.id });
  if (!job) throw new Error('A new import has no id');
  await queueImport(db, queue, job.id);
  return job.id;
}

/** A trial that ends badly is not asked for again at once. */
const triedAgainAfter = sql`interval '6 hours'`;
const triedAtOnce = 20;

/**
 * Versions in force whose solutions were compiled by a compiler that no judge machine has any more: what they said then
 * may not be what they would say now. The ids of their problems.
 */
export async function retryTrials(db: Database, queue: Queue): Promise<string[]> {
  const ready = sql`from ${workers} where ${and(eq(workers.state, 'ready'), not(lost))}`;
  const compiler = sql`${testSets.trial} ->> 'compiler'`;
  const outdated = await db
    .select({ id: problems.id, slug: problems.slug, testSetId: testSets.id })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(
      and(
        isNotNull(testSets.trial),
        sql`exists (select ${ready})`,
        sql`not exists (select ${ready} and position(${compiler} in ${workers.compiler}) > 0)`,
        sql`not exists (select from ${importJobs} where ${importJobs.problemId} = ${problems.id}
          and (${isImporting} or (${importJobs.kind} = 'trial' and ${importJobs.createdAt} > now() - ${triedAgainAfter})))`,
      ),
    )
    .orderBy(problems.id)
    .limit(triedAtOnce);
  const queued: string[] = [];
  for (const problem of outdated) {
    try {
      await db.transaction((tx) => queueTrial(tx, queue, problem, problem.testSetId, null));
      queued.push(problem.slug);
    } catch (error) {
      // Somebody else has begun to change it.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  return queued;
}
