import { and, desc, eq, inArray, not, or, type Placeholder, type SQL, sql } from 'drizzle-orm';
import type { Role, SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { type ContestFeedback, type Feedback, narrowFeedback } from '#contract/feedback.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import { naturalOrder } from '#contract/natural-order.ts';
import type { LastImport, ProblemDetail, ProblemWithStats, UploadProgress } from '#contract/problems.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { type Say, words } from '#contract/words.ts';
import type { Database, Queryable } from '#store/database.ts';
import { endImport, isImporting } from '#store/imports.ts';
import { isInForce, isJudged } from '#store/in-force.ts';
import { type Column, isContestUnfinished, isIn, listColumns } from '#store/memberships.ts';
import { preparedFor, unnamed } from '#store/prepared.ts';
import {
  contestProblems,
  contestResults,
  contests,
  importJobs,
  judgements,
  problemResults,
  problems,
  submissions,
  testSets,
  users,
} from '#store/schema.ts';
import { isAnyWorkerReady } from '#store/workers.ts';
import { rolesThatCan, whereCan } from '../policy.ts';
import { tell, tellReport } from '../words.ts';
import { isNoDraft, removeDraftOf } from './drafts.ts';
import { problemFacts } from './facts.ts';
import { areScoresTold, feedbackTo, tellStatuses } from './feedback.ts';
import { keyOf, takeSlug } from './slugs.ts';
import { tellPackages } from './told-packages.ts';

/** Nobody's results are those of user 0. */
const nobody = 0;

/** The main list with one user's own results: without what contests hold, for staff too. */
export async function listProblems(db: Queryable, user: SessionUser): Promise<ProblemWithStats[]> {
  const rows = await prepareMainList(db, user.role).execute({ userId: user.id });
  return rows
    .sort((a, b) => naturalOrder(a.problem.slug, b.problem.slug))
    .map((row) => toStats(row, user, null));
}

const prepareMainList = preparedFor((db, role: Role) => {
  const facts = problemFacts(null);
  return selectWithStats(db, sql.placeholder('userId'), null)
    .where(and(isNoDraft, not(facts.isHeld), whereCan({ role }, 'problem.read', facts)))
    .prepare(unnamed);
});

/** A contest's problems with one user's own results in it. */
export async function listContestProblems(
  db: Queryable,
  user: SessionUser,
  contestId: number,
): Promise<ProblemWithStats[]> {
  const rows = await prepareContestList(db, user.role).execute({ userId: user.id, contestId });
  const byKey = new Map(rows.map((row) => [row.problem.id, row]));
  const columns = await listColumns(db, contestId);
  return columns.flatMap((column) => {
    const row = column.problemId !== null && byKey.get(column.problemId);
    return row ? [toStats(row, user, column)] : [];
  });
}

const prepareContestList = preparedFor((db, role: Role) => {
  const contest = sql`${sql.placeholder('contestId')}`;
  return selectWithStats(db, sql.placeholder('userId'), contest)
    .where(and(isIn(contest), whereCan({ role }, 'problem.read', problemFacts(contest))))
    .prepare(unnamed);
});

/** With the results in a contest when one is named, which must then have the problem. */
export async function findProblem(
  db: Queryable,
  slug: string,
  user: SessionUser | null,
  contestId: number | null = null,
) {
  const [row] = await selectWithStats(db, user?.id ?? nobody, contestId).where(
    and(eq(problems.id, keyOf(slug)), contestId === null ? undefined : isIn(contestId)),
  );
  if (!row) return null;
  const columns = contestId === null ? [] : await listColumns(db, contestId);
  const column = columns.find(({ problemId }) => problemId === row.problem.id) ?? null;
  const detail: Omit<ProblemDetail, 'groups' | 'languages' | 'last_language'> = {
    ...toStats(row, user, column),
    time_limit_ms: row.problem.timeLimitMs,
    memory_limit_mb: row.problem.memoryLimitMb,
    has_pdf: row.problem.pdfBlobId !== null,
    withholds_run_facts: row.problem.withholdsRunFacts,
    feedback: feedbackHere(row),
    allowed_languages: row.problem.allowedLanguages,
    language_limits: row.problem.languageLimits,
  };
  const { pdfBlobId, testSetId } = row.problem;
  const bestGroups = row.standing?.bestGroups ?? null;
  return { detail, limits: row.problem, pdfBlobId, testSetId, bestGroups, facts: row.facts };
}

function resultsInMain(db: Queryable, userId: number | Placeholder) {
  return db
    .select({
      problemId: problemResults.problemId,
      submissionCount: problemResults.submissionCount,
      latestSubmissionAt: problemResults.latestSubmissionAt,
      bestScore: problemResults.bestScore,
      bestSubmissionId: problemResults.bestSubmissionId,
      bestGroups: problemResults.bestGroups,
    })
    .from(problemResults)
    .where(eq(problemResults.userId, userId))
    .as('standing');
}

type Results = ReturnType<typeof resultsInMain>;

function resultsInContest(db: Queryable, userId: number | Placeholder, contestId: number | SQL): Results {
  const results = db
    .select({
      problemId: contestProblems.problemId,
      submissionCount: contestResults.submissionCount,
      latestSubmissionAt: contestResults.latestSubmissionAt,
      bestScore: contestResults.bestScore,
      bestSubmissionId: contestResults.bestSubmissionId,
      bestGroups: contestResults.bestGroups,
    })
    .from(contestResults)
    .innerJoin(contestProblems, eq(contestProblems.id, contestResults.contestProblemId))
    .where(and(eq(contestResults.userId, userId), eq(contestResults.contestId, contestId)))
    .as('standing');
  // The same columns of another table: only the type of the names differs.
  return results as unknown as Results;
}

/** As it is in a contest, or in the main list. */
function selectWithStats(db: Queryable, userId: number | Placeholder, contestId: number | SQL | null) {
  const standing = contestId === null ? resultsInMain(db, userId) : resultsInContest(db, userId, contestId);
  return db
    .select({
      problem: problems,
      facts: problemFacts(contestId),
      contestFeedback: contestId === null ? sql<null>`null` : unfinishedFeedback(contestId),
      author: users.username,
      standing: {
        submissionCount: standing.submissionCount,
        latestSubmissionAt: standing.latestSubmissionAt,
        bestScore: standing.bestScore,
        bestGroups: standing.bestGroups,
      },
      bestStatus: judgements.status,
      bestResults: judgements.results,
    })
    .from(problems)
    .leftJoin(users, eq(users.id, problems.authorId))
    .leftJoin(standing, eq(standing.problemId, problems.id))
    .leftJoin(submissions, eq(submissions.id, standing.bestSubmissionId))
    .leftJoin(judgements, and(isInForce, isJudged))
    .$dynamic();
}

/** What a contest says until it has finished; null from then on. */
function unfinishedFeedback(contestId: number | SQL): SQL<ContestFeedback | null> {
  return sql<ContestFeedback | null>`(select ${contests.feedback} from ${contests}
    where ${contests.id} = ${contestId} and ${isContestUnfinished})`;
}

type StatsRow = Awaited<ReturnType<typeof selectWithStats>>[number];

/** What contestants are told of their submissions to it in this place. */
function feedbackHere({ problem, contestFeedback }: StatsRow): ContestFeedback {
  return narrowFeedback(problem.feedback, contestFeedback ?? 'full');
}

function toStats(row: StatsRow, viewer: SessionUser | null, column: Column | null): ProblemWithStats {
  const { problem, facts, author, standing } = row;
  return {
    id: problem.slug,
    title: problem.title,
    author: author ?? '',
    is_hidden: !facts.isVisible && !facts.isOpenHere,
    submission_count: standing?.submissionCount ?? 0,
    latest_submission_at: standing?.latestSubmissionAt.toISOString() ?? null,
    ...tellBest(row, feedbackTo(viewer, { feedback: feedbackHere(row) })),
    in_contest: column && { label: column.label, points: column.points, colour: column.colour },
  };
}

/** Which of one's submissions is the best follows from all tests, and so does what its samples come to. */
function tellBest({ standing, bestStatus, bestResults }: StatsRow, feedback: ContestFeedback) {
  if (!areScoresTold(feedback)) {
    return { best_score: null, best_submission_status: null, best_submission_results: [] };
  }
  return {
    best_score: standing?.bestScore ?? 0,
    best_submission_status: bestStatus as FinishedStatus | null,
    best_submission_results: tellStatuses(feedback, bestResults ?? []),
  };
}

export interface ProblemFields {
  readonly title: string;
  readonly authorId: number | null;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  /** Undefined: as it is, or false for a new one. */
  readonly withholdsRunFacts?: boolean | undefined;
  /** Undefined: as it is, or everything for a new one. */
  readonly feedback?: Feedback | undefined;
  /** Undefined: as they are, or all for a new one. */
  readonly allowedLanguages?: LanguageId[] | null | undefined;
  /** Undefined: as they are, or nothing for a new one. */
  readonly languageLimits?: LanguageLimits | undefined;
}

/**
 * One of staff, or whoever the problem has already: an author who left staff stays, and so does none, of a problem
 * whose author's account was deleted.
 */
export async function getAuthorId(
  db: Queryable,
  username: string,
  present: { readonly authorId: number | null } | null,
): Promise<number | null> {
  if (username === '') {
    if (present?.authorId === null) return null;
    throw new ApiError('invalid_request', words('author_required'));
  }
  const mayAuthor = or(
    inArray(users.role, [...rolesThatCan('problem.author')]),
    eq(users.id, present?.authorId ?? nobody),
  );
  const [author] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${username})`, mayAuthor));
  if (!author) throw new ApiError('unknown_author');
  return author.id;
}

interface Making {
  readonly by: number;
  readonly now: Date;
  /** It comes to be with its files; see drafts.ts. */
  readonly isDraft: boolean;
}

export async function insertProblem(
  db: Database,
  slug: string,
  fields: ProblemFields,
  { by, now, isDraft }: Making,
): Promise<void> {
  await db.transaction(async (tx) => {
    await removeDraftOf(tx, slug, by, now);
    const inserted = await tx
      .insert(problems)
      .values({ slug, ...fields, createdAt: now, draftBy: isDraft ? by : null })
      .onConflictDoNothing()
      .returning({ id: problems.id });
    if (inserted.length === 0) throw new ApiError('problem_id_taken');
    if (!isDraft) await takeSlug(tx, slug);
  });
}

export async function updateProblem(db: Queryable, key: number, fields: ProblemFields): Promise<void> {
  await db.update(problems).set(fields).where(eq(problems.id, key));
}

export interface LockedProblem {
  readonly id: number;
  readonly slug: string;
  readonly title: string;
  readonly authorId: number | null;
  readonly draftBy: number | null;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly languageLimits: LanguageLimits;
  readonly testSetId: number | null;
}

/** Whether its jury's solutions have a say in its limits: only those that can be judged here. */
export async function hasRunnableSolutions(db: Queryable, testSetId: number): Promise<boolean> {
  const [set] = await db
    .select({ solutions: testSets.solutions })
    .from(testSets)
    .where(eq(testSets.id, testSetId));
  return set?.solutions.some(({ language }) => language !== null) ?? false;
}

/** Locks the problem against whatever else changes it, and refuses while its tests are being imported. */
export async function lockForChange(db: Queryable, key: number): Promise<LockedProblem> {
  const [problem] = await db
    .select({
      id: problems.id,
      slug: problems.slug,
      title: problems.title,
      authorId: problems.authorId,
      draftBy: problems.draftBy,
      timeLimitMs: problems.timeLimitMs,
      memoryLimitMb: problems.memoryLimitMb,
      languageLimits: problems.languageLimits,
      testSetId: problems.testSetId,
    })
    .from(problems)
    .where(eq(problems.id, key))
    .for('update');
  if (!problem) throw new ApiError('problem_not_found');
  const [running] = await db
    .select({ id: importJobs.id })
    .from(importJobs)
    .where(and(eq(importJobs.problemId, key), isImporting));
  if (running) throw new ApiError('import_running');
  return problem;
}

export async function getUploadProgress(db: Queryable, jobId: string, say: Say): Promise<UploadProgress> {
  const [job] = await db.select().from(importJobs).where(eq(importJobs.id, jobId));
  if (!job) throw new ApiError('import_not_found');
  return toProgress(db, job, say);
}

async function toProgress(
  db: Queryable,
  job: typeof importJobs.$inferSelect,
  say: Say,
): Promise<UploadProgress> {
  const { kind, status, progress, total, report } = job;
  const isUnderWay = status !== 'completed' && status !== 'failed';
  const isStuck = isUnderWay && !(await isAnyWorkerReady(db));
  const { text, words: beside } = tell(isStuck ? words('import_without_worker') : job.message, say);
  return {
    kind,
    status,
    message: text,
    message_words: beside,
    progress,
    total,
    report: report && tellReport(report, say),
    ...(!isUnderWay && job.packages.length > 0 && { problems: await tellPackages(db, job.packages, say) }),
  };
}

/** The worker that has it, if any, finds out and stops; nothing more of it comes into force. */
export async function cancelImport(db: Database, jobId: string): Promise<void> {
  await db.transaction(async (tx) => {
    const [job] = await tx
      .select({ kind: importJobs.kind, packages: importJobs.packages })
      .from(importJobs)
      .where(eq(importJobs.id, jobId))
      .for('update');
    if (!job) throw new ApiError('import_not_found');
    const isEnded = !(await endImport(tx, jobId, { status: 'failed', message: sayCancelled(job) }));
    // A page leaves its preview without knowing whether it was read to the end: it has changed nothing either way.
    if (isEnded && job.kind !== 'preview') throw new ApiError('import_ended');
  });
}

function sayCancelled({ kind, packages }: Pick<typeof importJobs.$inferSelect, 'kind' | 'packages'>) {
  if (kind === 'preview') return words('preview_cancelled');
  if (kind === 'trial') return words('trial_cancelled');
  if (kind === 'tests') return words('import_cancelled');
  const imported = packages.filter(({ status }) => status === 'created' || status === 'updated').length;
  return words('packages_cancelled', { imported });
}

/** Imports of one problem come one after the other, so the latest is the last. */
export async function findLastImport(db: Queryable, slug: string, say: Say): Promise<LastImport | null> {
  const [row] = await db
    .select({ job: importJobs })
    .from(problems)
    .leftJoin(importJobs, eq(importJobs.problemId, problems.id))
    .where(eq(problems.id, keyOf(slug)))
    .orderBy(desc(importJobs.createdAt))
    .limit(1);
  if (!row) throw new ApiError('problem_not_found');
  const { job } = row;
  return (
    job && { ...(await toProgress(db, job, say)), job_id: job.id, started_at: job.createdAt.toISOString() }
  );
}

export async function findTestReport(db: Queryable, slug: string, say: Say) {
  const [row] = await db
    .select({ id: problems.id, report: testSets.report })
    .from(problems)
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, keyOf(slug)));
  if (!row) throw new ApiError('problem_not_found');
  return row.report && tellReport(row.report, say);
}
