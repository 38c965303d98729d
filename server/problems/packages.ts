/** Problems that were brought as packages: what became of each, and what staff decide about it. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { StoredPackage } from '#contract/packages.ts';
import * as calls from '#contract/packages.ts';
import { words } from '#contract/words.ts';
import type { Queryable } from '#store/database.ts';
import { queueImport, summarizePackages } from '#store/imports.ts';
import { importJobs, problems, testSets, users } from '#store/schema.ts';
import { putVersionInForce, storePackagedFiles } from '#store/versions.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { lockForChange } from './queries.ts';
import { getProblemKey, keyOf } from './slugs.ts';
import { isOutdated, listWaitingImports, tellTrial } from './told-packages.ts';

export function packagesRoutes(app: FastifyInstance, context: Context): void {
  const { db, queue, now } = context;

  route(app, context, calls.savePackages, 'problem.manage', async ({ params, body, user }) => {
    await db.transaction(async (tx) => {
      const [taken] = await tx
        .update(importJobs)
        .set({
          kind: 'packages',
          choices: body.problems,
          packages: [],
          requestedBy: user.id,
          status: 'pending',
          message: words('import_waiting'),
        })
        .where(
          and(
            eq(importJobs.id, params.jobId),
            eq(importJobs.kind, 'preview'),
            eq(importJobs.status, 'completed'),
          ),
        )
        .returning({ archiveBlobId: importJobs.archiveBlobId });
      // Another has saved it, or it is too old.
      if (!taken?.archiveBlobId) throw new ApiError('import_not_found');
      await queueImport(tx, queue, params.jobId);
    });
    return { jobId: params.jobId };
  });

  route(app, context, calls.forceVersion, 'problem.manage', async ({ params, body, user, request }) => {
    await db.transaction(async (tx) => {
      const { job, refused, version, problem } = await lockWaitingVersion(tx, params.jobId, body.folder);
      if (isOutdated(version.id, problem.testSetId)) throw new ApiError('version_outdated');
      if (!(await putVersionInForce(tx, problem.id, version.id))) throw new ApiError('import_not_found');
      if (refused.files) await storePackagedFiles(tx, problem, refused.files);
      await tx
        .update(testSets)
        .set({ forcedBy: user.id, forcedAt: now() })
        .where(eq(testSets.id, version.id));
      // It has not failed any more: no list says so, and the rest of the archive is told of as before.
      const status = problem.draftBy === null ? 'updated' : 'created';
      await tellDecision(tx, job, refused, { ...refused, status, message: words('version_forced') });
      if (job.kind === 'tests')
        await tx.update(importJobs).set({ report: version.report }).where(eq(importJobs.id, job.id));
      request.log.info({ import: job.id, problem: problem.slug, by: user.id }, 'version forced');
    });
  });

  route(app, context, calls.discardVersion, 'problem.manage', async ({ params, body, user, request }) => {
    await db.transaction(async (tx) => {
      const { job, refused, version, problem } = await lockWaitingVersion(tx, params.jobId, body.folder);
      await tx.delete(testSets).where(eq(testSets.id, version.id));
      const { files: _, ...rest } = refused;
      await tellDecision(tx, job, refused, { ...rest, testSetId: null, message: words('version_discarded') });
      // A draft that nothing tells of any more: without it the id is free at once.
      const others =
        (await tx.$count(testSets, eq(testSets.problemId, problem.id))) +
        (await tx.$count(importJobs, eq(importJobs.problemId, problem.id)));
      if (problem.draftBy !== null && others === 0)
        await tx.delete(problems).where(eq(problems.id, problem.id));
      request.log.info({ import: job.id, problem: problem.slug, by: user.id }, 'version discarded');
    });
  });

  route(app, context, calls.listWaitingImports, 'problem.manage', () => listWaitingImports(db, now()));

  route(app, context, calls.getTrial, 'problem.manage', async ({ params, request }) => {
    await getProblemKey(db, params.id);
    const [row] = await db
      .select({ trial: testSets.trial, forcedAt: testSets.forcedAt, forcedBy: users.username })
      .from(problems)
      .innerJoin(testSets, eq(testSets.id, problems.testSetId))
      .leftJoin(users, eq(users.id, testSets.forcedBy))
      .where(eq(problems.id, keyOf(params.id)));
    return {
      trial: tellTrial(row?.trial ?? null, sayTo(request)),
      forced_by: row?.forcedBy ?? null,
      forced_at: row?.forcedAt?.toISOString() ?? null,
    };
  });
}

type Job = Pick<typeof importJobs.$inferSelect, 'id' | 'kind' | 'packages'>;

/** What an import has left for somebody to decide, its problem locked before it, as everywhere. */
async function lockWaitingVersion(db: Queryable, jobId: string, folder: string) {
  const version = await findRefusedVersion(db, jobId, folder);
  const problem = await lockForChange(db, version.problemId);
  const job = await lockEndedImport(db, jobId);
  const refused = job.packages.find((one) => one.testSetId === version.id && one.status === 'refused');
  if (!refused || problem.testSetId === version.id) throw new ApiError('import_not_found');
  return { job, refused, version, problem };
}

/** Before its problem is locked, and with that the import: so it is to be looked at again. */
async function findRefusedVersion(db: Queryable, jobId: string, folder: string) {
  const [job] = await db
    .select({ packages: importJobs.packages })
    .from(importJobs)
    .where(eq(importJobs.id, jobId));
  const refused = job?.packages.find((one) => one.folder === folder && one.status === 'refused');
  const [version] = await db
    .select({ id: testSets.id, problemId: testSets.problemId, report: testSets.report })
    .from(testSets)
    .where(eq(testSets.id, refused?.testSetId ?? 0));
  if (!version) throw new ApiError('import_not_found');
  return version;
}

/** While it goes on nobody else decides about its problems: how it ends is told from all of them. */
async function lockEndedImport(db: Queryable, jobId: string) {
  const [job] = await db
    .select({
      id: importJobs.id,
      kind: importJobs.kind,
      status: importJobs.status,
      packages: importJobs.packages,
    })
    .from(importJobs)
    .where(eq(importJobs.id, jobId))
    .for('update');
  if (!job) throw new ApiError('import_not_found');
  if (job.status !== 'completed' && job.status !== 'failed') throw new ApiError('import_running');
  return job;
}

function tellDecision(db: Queryable, job: Job, before: StoredPackage, after: StoredPackage) {
  const packages = job.packages.map((one) => (one === before ? after : one));
  return db
    .update(importJobs)
    .set({ packages, ...summarizePackages(packages) })
    .where(eq(importJobs.id, job.id));
}
