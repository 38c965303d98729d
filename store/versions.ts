/**
 * Versions of a problem: a set of tests with its checker, the jury's solutions and what they said of it, and the limits
 * that come with it. One is in force; others are behind it, or wait for somebody to put them in force although the
 * solutions speak against them.
 */
import { and, eq, isNull, not, notExists, or, sql } from 'drizzle-orm';
import type { Feedback } from '#contract/feedback.ts';
import type { StoredReport } from '#contract/import-report.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import type { PackagedFiles, StoredSolution, StoredTrial } from '#contract/packages.ts';
import { languageIds } from '#contract/programs.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import { type Database, isUniqueViolation, type Queryable } from './database.ts';
import { isReserved } from './drafts.ts';
import { isImporting, queueImport } from './imports.ts';
import { findRequired } from './languages.ts';
import type { Queue } from './queue.ts';
import { raiseBoardsOf } from './revisions.ts';
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
  readonly languageLimits: LanguageLimits | null;
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
    .set({ replacedAt: null, number: sql`coalesce(${testSets.number}, ${nextNumber(problemId)})` })
    .where(and(eq(testSets.id, testSetId), eq(testSets.problemId, problemId)))
    .returning({
      timeLimitMs: testSets.timeLimitMs,
      memoryLimitMb: testSets.memoryLimitMb,
      languageLimits: testSets.languageLimits,
    });
  if (!version) return false;
  const { timeLimitMs, memoryLimitMb, languageLimits } = version;
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
      ...(languageLimits !== null && { languageLimits }),
    })
    .where(eq(problems.id, problemId));
  return true;
}

/** Those that were replaced are swept; the one in force, which is the latest of them, never is. */
function nextNumber(problemId: number) {
  return sql`(select coalesce(max(numbered.number), 0) + 1 from ${testSets} numbered
    where numbered.problem_id = ${problemId})`;
}

/** What a package says of its problem beside the tests. */
export interface PackagedProblem {
  readonly slug: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

/**
 * The problem that a package is about, locked; it is made where there is none, hidden and as a draft of whoever brings
 * it. Null: somebody else is making one of this id, or changing it.
 */
export async function lockPackagedProblem(
  db: Queryable,
  { slug, title, timeLimitMs, memoryLimitMb }: PackagedProblem,
  by: number,
): Promise<{ readonly id: number; readonly isNew: boolean } | null> {
  // No more columns than these: a worker may set no others.
  await db.execute(sql`insert into ${problems} (slug, title, author_id, time_limit_ms, memory_limit_mb, draft_by)
    values (${slug}, ${title}, ${by}, ${timeLimitMs}, ${memoryLimitMb}, ${by}) on conflict do nothing`);
  const [problem] = await db
    .select({ id: problems.id, draftBy: problems.draftBy, createdAt: problems.createdAt })
    .from(problems)
    .where(eq(problems.slug, slug))
    .for('update');
  if (!problem) return null;
  const { id, draftBy } = problem;
  const isNew = draftBy !== null;
  const isBusy = isNew
    ? await isReserved(db, problem, by, new Date())
    : (await db.$count(importJobs, and(eq(importJobs.problemId, id), isImporting))) > 0;
  if (isBusy) return null;
  if (isNew && draftBy !== by) await db.update(problems).set({ draftBy: by }).where(eq(problems.id, id));
  return { id, isNew };
}

/** With the version, when that comes into force. */
export async function storePackagedFiles(
  db: Queryable,
  { id, slug }: { readonly id: number; readonly slug: string },
  { title, pdfBlobId, texts, feedback, allowedLanguages }: PackagedFiles,
): Promise<void> {
  if (feedback) await setFeedbackBeforeAnyTry(db, id, feedback);
  await db
    .update(problems)
    .set({
      title,
      ...(allowedLanguages && { allowedLanguages: [...allowedLanguages] }),
      ...(pdfBlobId !== null && { pdfBlobId, pdfStoredAt: sql`now()` }),
    })
    .where(eq(problems.id, id));
  await db.delete(statementTexts).where(eq(statementTexts.problemId, id));
  if (texts.length > 0)
    await db.insert(statementTexts).values(texts.map((text) => ({ problemId: id, ...text })));
  await db.delete(formerSlugs).where(eq(formerSlugs.slug, slug));
  await raiseBoardsOf(db, id);
}

/** Once somebody has tried the problem it changes whose scores are told: that is for whoever manages the problem. */
async function setFeedbackBeforeAnyTry(db: Queryable, id: number, feedback: Feedback): Promise<void> {
  const tried = db.select({ id: submissions.id }).from(submissions).where(eq(submissions.problemId, id));
  await db
    .update(problems)
    .set({ feedback })
    .where(and(eq(problems.id, id), notExists(tried)));
}

export interface Limits extends Pick<PackagedProblem, 'timeLimitMs' | 'memoryLimitMb'> {
  readonly languageLimits: LanguageLimits;
}

/** Whether programs of all languages are judged by the same with either. */
export function areSameLimits(one: Limits, other: Limits): boolean {
  const written = ({ timeLimitMs, memoryLimitMb, languageLimits }: Limits) => [
    timeLimitMs,
    memoryLimitMb,
    languageIds.map((id) => Object.entries(languageLimits[id] ?? {}).sort()),
  ];
  return JSON.stringify(written(one)) === JSON.stringify(written(other));
}

/** Other limits with the tests that are in force: no other version, so that what was judged with these tests stays so. */
export async function putLimitsInForce(
  db: Queryable,
  { id, testSetId }: { readonly id: number; readonly testSetId: number },
  limits: Limits,
): Promise<void> {
  await db.update(testSets).set(limits).where(eq(testSets.id, testSetId));
  await db.update(problems).set(limits).where(eq(problems.id, id));
}

/** The same tests with other limits, waiting for somebody to put them in force. */
export async function copyVersion(
  db: Queryable,
  testSetId: number,
  { timeLimitMs, memoryLimitMb, languageLimits, trial }: Limits & Pick<NewVersion, 'trial'>,
): Promise<number> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${testSets} (problem_id, plan, report, solutions, trial, time_limit_ms, memory_limit_mb, language_limits,
      replaced_at)
    select problem_id, plan, report, solutions, ${JSON.stringify(trial)}::jsonb, ${timeLimitMs}, ${memoryLimitMb},
      ${JSON.stringify(languageLimits)}::jsonb, now()
    from ${testSets} where id = ${testSetId} returning id::int`);
  const [copy] = rows;
  if (!copy) throw new Error(`Test set ${testSetId} is gone`);
  await db.execute(sql`insert into ${testSetBlobs} (test_set_id, blob_id)
    select ${copy.id}, blob_id from ${testSetBlobs} where test_set_id = ${testSetId}`);
  return copy.id;
}

/**
 * The jury's solutions are to judge the version in force once more: with other limits, which come into force if they
 * agree, or with its own. The import's id.
 */
export async function requestTrial(
  db: Queryable,
  queue: Queue,
  { problemId, limits, by }: { problemId: number; limits?: Limits; by: number | null },
): Promise<string> {
  const message = words('import_waiting');
  const [job] = await db
    .insert(importJobs)
    .values({ kind: 'trial', problemId, requestedBy: by, status: 'pending', message, ...limits })
    .returning({ id: importJobs.id });
  if (!job) throw new Error('A new import has no id');
  await queueImport(db, queue, job.id);
  return job.id;
}

/** A trial that ends badly is not asked for again at once. */
const triedAgainAfter = sql`interval '6 hours'`;
const triedAtOnce = 20;

/**
 * Versions in force of which the jury's solutions would say something else now, or more: they were compiled by a compiler
 * that no judge machine has any more, they were tried with other limits, or in a language that was off some were not
 * tried at all. While a language is off that some were tried in, what they said then stays. The ids of their problems.
 */
export async function retryTrials(db: Database, queue: Queue): Promise<string[]> {
  const machines = await db
    .select({ compiler: workers.compiler, languages: workers.languages })
    .from(workers)
    .where(and(eq(workers.state, 'ready'), not(lost)));
  if (machines.length === 0) return [];
  const compilers = sql.param(machines.flatMap(({ compiler }) => compiler.split('\n')));
  const { languages: required } = await findRequired(db);
  const judged = sql.param(
    required.filter((id) => machines.some(({ languages }) => 'version' in (languages[id] ?? {}))),
  );
  const seen = sql`from jsonb_array_elements(${testSets.trial} -> 'solutions') as tried
    where tried -> 'seen' <> 'null'`;
  const outdated = await db
    .select({ id: problems.id, slug: problems.slug, testSetId: testSets.id })
    .from(problems)
    .innerJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(
      and(
        sql`not exists (select ${seen} and tried ->> 'language' <> all(${judged}))`,
        or(
          // Of several languages: each of their compilers.
          sql`exists (select from string_to_table(${testSets.trial} ->> 'compiler', e'\\n') as used (version)
            where used.version <> all(${compilers}))`,
          sql`(${testSets.trial} ->> 'time_limit_ms')::int <> ${problems.timeLimitMs}`,
          sql`(${testSets.trial} ->> 'memory_limit_mb')::int <> ${problems.memoryLimitMb}`,
          sql`exists (select from jsonb_array_elements(${testSets.solutions}) as solution
            where solution ->> 'language' = any(${judged})
            and not exists (select ${seen} and tried ->> 'name' = solution ->> 'name'))`,
        ),
        sql`not exists (select from ${importJobs} where ${importJobs.problemId} = ${problems.id}
          and (${isImporting} or (${importJobs.kind} = 'trial' and ${importJobs.createdAt} > now() - ${triedAgainAfter})))`,
      ),
    )
    .orderBy(problems.id)
    .limit(triedAtOnce);
  const queued: string[] = [];
  for (const problem of outdated) {
    try {
      await db.transaction(async (tx) => {
        // Other tests may have come into force since: those were tried with the compiler of today.
        const [locked] = await tx
          .select({ testSetId: problems.testSetId })
          .from(problems)
          .where(eq(problems.id, problem.id))
          .for('update');
        if (locked?.testSetId !== problem.testSetId) return;
        await requestTrial(tx, queue, { problemId: problem.id, by: null });
        queued.push(problem.slug);
      });
    } catch (error) {
      // Somebody else has begun to change it.
      if (!isUniqueViolation(error)) throw error;
    }
  }
  return queued;
}
