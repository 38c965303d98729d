import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { ProblemDetail, ProblemWithStats, UploadProgress } from '#contract/problems.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import type { Queryable } from '#store/database.ts';
import { importJobs, problemResults, problems, submissions, testSets, users } from '#store/schema.ts';

const runningImport = ['pending', 'uploading', 'processing'] as const;

/** Nobody's results are those of user 0. */
const nobody = 0;

/** Problems with one user's own results. Hidden ones only for staff. */
export async function listProblems(
  db: Queryable,
  userId: number,
  { withHidden }: { withHidden: boolean },
): Promise<ProblemWithStats[]> {
  const rows = await selectWithStats(db, userId).where(withHidden ? undefined : eq(problems.isVisible, true));
  return rows
    .map(({ problem, ...row }) => toStats({ problem, ...row }))
    .sort((a, b) => naturalOrder(a.id, b.id));
}

export async function findProblem(db: Queryable, problemId: string, userId: number | null) {
  const [row] = await selectWithStats(db, userId ?? nobody).where(eq(problems.id, problemId));
  if (!row) return null;
  const detail: ProblemDetail = {
    ...toStats(row),
    time_limit_ms: row.problem.timeLimitMs,
    memory_limit_mb: row.problem.memoryLimitMb,
    has_pdf: row.problem.pdfBlobId !== null,
  };
  return { detail, isVisible: row.problem.isVisible, pdfBlobId: row.problem.pdfBlobId };
}

function selectWithStats(db: Queryable, userId: number) {
  return db
    .select({
      problem: problems,
      author: users.username,
      standing: problemResults,
      bestStatus: submissions.status,
      bestResults: submissions.results,
    })
    .from(problems)
    .leftJoin(users, eq(users.id, problems.authorId))
    .leftJoin(
      problemResults,
      and(eq(problemResults.problemId, problems.id), eq(problemResults.userId, userId)),
    )
    .leftJoin(submissions, eq(submissions.id, problemResults.bestSubmissionId))
    .$dynamic();
}

type StatsRow = Awaited<ReturnType<typeof selectWithStats>>[number];

function toStats({ problem, author, standing, bestStatus, bestResults }: StatsRow): ProblemWithStats {
  return {
    id: problem.id,
    title: problem.title,
    author: author ?? '',
    submission_count: standing?.submissionCount ?? 0,
    latest_submission_at: standing?.latestSubmissionAt.toISOString() ?? null,
    best_score: standing?.bestScore ?? 0,
    best_submission_status: bestStatus as FinishedStatus | null,
    best_submission_results: (bestResults ?? []).map(({ status }) => ({ status })),
  };
}

const collator = new Intl.Collator('en', { numeric: true });
const naturalOrder = (a: string, b: string) => collator.compare(a, b);

const adminColumns = { id: problems.id, title: problems.title, is_visible: problems.isVisible };

export async function listAdminProblems(db: Queryable) {
  const rows = await db.select(adminColumns).from(problems).orderBy(asc(problems.id));
  return rows.sort((a, b) => naturalOrder(a.id, b.id));
}

export async function setVisibility(db: Queryable, id: string, isVisible: boolean) {
  const [row] = await db
    .update(problems)
    .set({ isVisible })
    .where(eq(problems.id, id))
    .returning(adminColumns);
  if (!row) throw new ApiError('problem_not_found');
  return row;
}

export interface ProblemFields {
  readonly title: string;
  readonly authorId: number;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
}

export async function getAuthorId(db: Queryable, username: string): Promise<number> {
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${username})`, inArray(users.role, ['staff', 'admin'])));
  if (!author) throw new ApiError('unknown_author');
  return author.id;
}

export async function insertProblem(db: Queryable, id: string, fields: ProblemFields): Promise<void> {
  const inserted = await db
    .insert(problems)
    .values({ id, ...fields })
    .onConflictDoNothing()
    .returning();
  if (inserted.length === 0) throw new ApiError('problem_id_taken');
}

export async function updateProblem(db: Queryable, id: string, fields: ProblemFields): Promise<void> {
  await db.update(problems).set(fields).where(eq(problems.id, id));
}

/** Locks the problem against whatever else changes it, and refuses while its tests are being imported. */
export async function lockForChange(db: Queryable, id: string): Promise<void> {
  const [problem] = await db
    .select({ id: problems.id })
    .from(problems)
    .where(eq(problems.id, id))
    .for('update');
  if (!problem) throw new ApiError('problem_not_found');
  const [running] = await db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(and(eq(importJobs.problemId, id), inArray(importJobs.status, [...runningImport])));
  if (running) throw new ApiError('import_running');
}

export async function getUploadProgress(db: Queryable, jobId: string): Promise<UploadProgress> {
  const [job] = await db.select().from(importJobs).where(eq(importJobs.id, jobId));
  if (!job) throw new ApiError('import_not_found');
  const { status, message, progress, total, report } = job;
  return { status, message, progress, total, report };
}

export async function findTestReport(db: Queryable, problemId: string) {
  const [row] = await db
    .select({ id: problems.id, report: testSets.report })
    .from(problems)
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, problemId));
  if (!row) throw new ApiError('problem_not_found');
  return row.report;
}
