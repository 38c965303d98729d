/** What staff see of problems beside what everybody does: all of them at a glance, and the state of one. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import { naturalOrder } from '#contract/natural-order.ts';
import {
  type AdminProblem,
  attemptsCounted,
  type FilesInForce,
  type ProblemRejudge,
  type RejudgeSummary,
  rejudgedAtOnce,
} from '#contract/problems.ts';
import type { Say } from '#contract/words.ts';
import { isThere } from '#store/contest-rows.ts';
import type { Database, Queryable } from '#store/database.ts';
import { countOutdated, findLatestRejudge } from '#store/rejudges.ts';
import {
  blobs,
  contestProblems,
  contests,
  importJobs,
  problems,
  submissions,
  testSets,
} from '#store/schema.ts';
import { recountAround } from '#store/standings.ts';
import { tellReport } from '../words.ts';
import { isNoDraft } from './drafts.ts';
import { findProblemKeys, getProblemKey, keyOf } from './slugs.ts';

/** The contest that has it now, otherwise the latest that had it. */
const contestOf = sql<AdminProblem['contest']>`(
  select json_build_object('id', ${contests.id}, 'title', ${contests.title}, 'is_over', ${contests.finishedAt} is not null)
  from ${contestProblems} join ${contests} on ${contests.id} = ${contestProblems.contestId}
  where ${contestProblems.problemId} = ${problems.id} and ${isThere}
  order by ${contests.finishedAt} is null desc, ${contests.startTime} desc limit 1)`;

const attemptsAt = sql<number>`(select count(*)::int from (
  select from ${submissions} where ${submissions.problemId} = ${problems.id} limit ${attemptsCounted}) counted)`;

/** One that failed before the tests in force came says nothing of them: those may have come in a package. */
const lastImportStatus = sql<string | null>`(
  select ${importJobs.status} from ${importJobs} where ${importJobs.problemId} = ${problems.id}
    and (${importJobs.status} <> 'failed' or ${importJobs.createdAt} > coalesce(${testSets.createdAt}, '-infinity'))
  order by ${importJobs.createdAt} desc limit 1)`;

function selectForStaff(db: Queryable) {
  const fromReport = (name: 'tests' | 'groups') =>
    sql<number>`coalesce((${testSets.report} ->> ${sql.raw(`'${name}'`)})::int, 0)`;
  return db
    .select({
      id: problems.slug,
      title: problems.title,
      is_visible: problems.isVisible,
      has_tests: sql<boolean>`${problems.testSetId} is not null`,
      tests: fromReport('tests'),
      groups: fromReport('groups'),
      time_limit_ms: problems.timeLimitMs,
      memory_limit_mb: problems.memoryLimitMb,
      has_pdf: sql<boolean>`${problems.pdfBlobId} is not null`,
      contest: contestOf,
      attempts: attemptsAt,
      lastImport: lastImportStatus,
    })
    .from(problems)
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .$dynamic();
}

function toAdminProblem({
  lastImport,
  ...row
}: Awaited<ReturnType<typeof selectForStaff>>[number]): AdminProblem {
  const isUnderWay = lastImport !== null && lastImport !== 'completed' && lastImport !== 'failed';
  return { ...row, import: lastImport === 'failed' ? 'failed' : isUnderWay ? 'running' : null };
}

export async function listAdminProblems(db: Queryable): Promise<AdminProblem[]> {
  const rows = await selectForStaff(db).where(isNoDraft);
  return rows.map(toAdminProblem).sort((a, b) => naturalOrder(a.id, b.id));
}

export async function setVisibility(db: Database, id: string, isVisible: boolean): Promise<AdminProblem> {
  return db.transaction(async (tx) => {
    const key = await getProblemKey(tx, id);
    await recountAround(tx, [key], () => tx.update(problems).set({ isVisible }).where(eq(problems.id, key)));
    const [changed] = await selectForStaff(tx).where(eq(problems.id, key));
    if (!changed) throw new ApiError('problem_not_found');
    return toAdminProblem(changed);
  });
}

/** Which of these were not so before; what was deleted meanwhile is left out. */
export async function setVisibilityOfMany(
  db: Database,
  ids: readonly string[],
  isVisible: boolean,
): Promise<string[]> {
  return db.transaction(async (tx) => {
    const keys = [...(await findProblemKeys(tx, ids))];
    let changed: { id: string }[] = [];
    await recountAround(tx, keys, async () => {
      // Locked in the order of their keys, so that two who change many never wait for each other.
      const rows = await tx
        .select({ id: problems.id })
        .from(problems)
        .where(inArray(problems.id, keys))
        .orderBy(problems.id)
        .for('update');
      changed = await tx
        .update(problems)
        .set({ isVisible })
        .where(
          and(
            inArray(
              problems.id,
              rows.map((row) => row.id),
            ),
            eq(problems.isVisible, !isVisible),
          ),
        )
        .returning({ id: problems.slug });
    });
    return changed.map(({ id }) => id);
  });
}

/** What the form of a problem tells of the files in force. */
export async function findFilesInForce(db: Queryable, problemId: string, say: Say): Promise<FilesInForce> {
  const [row] = await db
    .select({
      pdfBytes: blobs.size,
      pdfStoredAt: problems.pdfStoredAt,
      report: testSets.report,
      version: testSets.number,
      importedAt: testSets.createdAt,
    })
    .from(problems)
    .leftJoin(blobs, eq(blobs.id, problems.pdfBlobId))
    .leftJoin(testSets, eq(testSets.id, problems.testSetId))
    .where(eq(problems.id, keyOf(problemId)));
  if (!row) throw new ApiError('problem_not_found');
  const { pdfBytes, pdfStoredAt, report, version, importedAt } = row;
  const statement =
    pdfBytes === null ? null : { bytes: pdfBytes, stored_at: pdfStoredAt?.toISOString() ?? null };
  if (!report || !importedAt || version === null) return { statement, tests: null };
  const { tests, groups, samples, checker, checker_words } = tellReport(report, say);
  return {
    statement,
    tests: { tests, groups, samples, checker, checker_words, version, imported_at: importedAt.toISOString() },
  };
}

/** The rest of what a rejudge changed is counted. */
const rejudgedShown = 100;

export async function findRejudge(db: Queryable, problemId: string): Promise<ProblemRejudge> {
  const key = await getProblemKey(db, problemId);
  const outdated = await countOutdated(db, key, rejudgedAtOnce);
  const latest = await findLatestRejudge(db, key, rejudgedShown);
  if (!latest) return { outdated, latest };
  const { requestedAt, requestedBy, submissions: changed, ...rest } = latest;
  return {
    outdated,
    latest: {
      ...rest,
      requested_at: requestedAt.toISOString(),
      requested_by: requestedBy,
      submissions: changed.map(({ contestId, ...submission }) => ({ ...submission, contest_id: contestId })),
    } as RejudgeSummary,
  };
}
