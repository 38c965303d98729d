/** Packages and trials as staff are told of them. */
import { and, desc, eq, gt, inArray, isNotNull, or, sql } from 'drizzle-orm';
import {
  type ImportedProblem,
  type StoredPackage,
  type StoredTrial,
  type Trial,
  type WaitingImport,
  waitingImportsShown,
} from '#contract/packages.ts';
import type { Say } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { importJobs, problems, testSets, users } from '#store/schema.ts';
import { tell, tellReport } from '../words.ts';
import { isNoDraft } from './drafts.ts';

/** What became of each problem of an import, or would. */
export async function tellPackages(
  db: Queryable,
  packages: readonly StoredPackage[],
  say: Say,
): Promise<ImportedProblem[]> {
  const versions = await readVersions(db, packages);
  const ids = packages.map(({ id }) => id);
  const present = await db
    .select({ slug: problems.slug })
    .from(problems)
    .where(and(inArray(problems.slug, ids), isNoDraft));
  const slugs = new Set(present.map(({ slug }) => slug));
  return packages.map(({ message, preview, testSetId, files: _, ...told }) => {
    const { text, words: beside } = tell(message, say);
    const version = versions.get(testSetId ?? 0);
    return {
      ...told,
      message: text,
      message_words: beside,
      preview: preview && {
        ...preview,
        exists: slugs.has(told.id),
        report: tellReport(preview.report, say),
      },
      trial: tellTrial(version?.trial ?? null, say),
      can_be_forced: told.status === 'refused' && version !== undefined && isWaiting(version),
    };
  });
}

/** A version that the jury's solutions speak against waits for a decision until it, or a later one, is in force. */
function isWaiting({ id, inForce }: { readonly id: number; readonly inForce: number | null }): boolean {
  return id !== inForce && !isOutdated(id, inForce);
}

/** What was tried later has come into force meanwhile. */
export function isOutdated(id: number, inForce: number | null): boolean {
  return inForce !== null && inForce > id;
}

/** As long as the versions themselves. */
const waitingMs = 24 * 60 * 60_000;

/**
 * Those of archives of problems and of drafts: an import for one problem that is there is told of in that problem's own
 * form.
 */
export async function listWaitingImports(db: Queryable, now: Date): Promise<WaitingImport[]> {
  const jobs = await db
    .select({ id: importJobs.id, packages: importJobs.packages, requestedBy: users.username })
    .from(importJobs)
    .leftJoin(users, eq(users.id, importJobs.requestedBy))
    .leftJoin(problems, eq(problems.id, importJobs.problemId))
    .where(
      and(
        gt(importJobs.createdAt, new Date(now.getTime() - waitingMs)),
        or(eq(importJobs.kind, 'packages'), isNotNull(problems.draftBy)),
        sql`jsonb_path_exists(${importJobs.packages}, '$[*] ? (@.status == "refused" && @.testSetId != null)')`,
      ),
    )
    .orderBy(desc(importJobs.createdAt))
    .limit(waitingImportsShown);
  const versions = await readVersions(
    db,
    jobs.flatMap(({ packages }) => packages),
  );
  return jobs
    .map(({ id, packages, requestedBy }) => ({
      job_id: id,
      requested_by: requestedBy,
      problem_ids: packages
        .filter(({ status, testSetId }) => {
          const version = versions.get(testSetId ?? 0);
          return status === 'refused' && version !== undefined && isWaiting(version);
        })
        .map((one) => one.id),
    }))
    .filter(({ problem_ids }) => problem_ids.length > 0);
}

async function readVersions(db: Queryable, packages: readonly StoredPackage[]) {
  const versions = await db
    .select({ id: testSets.id, trial: testSets.trial, inForce: problems.testSetId })
    .from(testSets)
    .innerJoin(problems, eq(problems.id, testSets.problemId))
    .where(
      inArray(
        testSets.id,
        packages.flatMap(({ testSetId }) => testSetId ?? []),
      ),
    );
  return new Map(versions.map((version) => [version.id, version]));
}

export function tellTrial(trial: StoredTrial | null, say: Say): Trial | null {
  return (
    trial && {
      ...trial,
      solutions: trial.solutions.map(({ seen, ...solution }) => {
        if (!seen) return { ...solution, seen };
        const { compilerSaid, ...rest } = seen;
        const { text, words } = tell(compilerSaid, say);
        return { ...solution, seen: { ...rest, compiler_output: text, compiler_words: words } };
      }),
    }
  );
}
