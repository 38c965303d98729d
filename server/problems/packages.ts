/** Problems that were brought as packages: what became of each, and what staff decide about it. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
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
import { tellTrial } from './told-packages.ts';

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
      const version = await findRefusedVersion(tx, params.jobId, body.folder);
      const problem = await lockForChange(tx, version.problemId);
      const job = await lockEndedImport(tx, params.jobId);
      const { testSetId } = version;
      const refused = job.packages.find((one) => one.testSetId === testSetId && one.status === 'refused');
      if (!refused || problem.testSetId === testSetId) throw new ApiError('import_not_found');
      if (!(await putVersionInForce(tx, problem.id, testSetId))) throw new ApiError('import_not_found');
      if (refused.files) await storePackagedFiles(tx, problem, refused.files);
      await tx.update(testSets).set({ forcedBy: user.id, forcedAt: now() }).where(eq(testSets.id, testSetId));
      // It has not failed any more: no list says so, and the rest of the archive is told of as before.
      const status = problem.draftBy === null ? 'updated' : 'created';
      const forced = { ...refused, status, message: words('version_forced') } as const;
      const packages = job.packages.map((one) => (one === refused ? forced : one));
      await tx
        .update(importJobs)
        .set({
          packages,
          ...summarizePackages(packages),
          ...(job.kind === 'tests' && { report: version.report }),
        })
        .where(eq(importJobs.id, params.jobId));
      request.log.info({ import: params.jobId, problem: problem.slug, by: user.id }, 'version forced');
    });
  });

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

/** Before its problem is locked, and with that the import: so it is to be looked at again. */
async function findRefusedVersion(db: Queryable, jobId: string, folder: string) {
  const [job] = await db
    .select({ packages: importJobs.packages })
    .from(importJobs)
    .where(eq(importJobs.id, jobId));
  const refused = job?.packages.find((one) => one.folder === folder && one.status === 'refused');
  const [version] = await db
    .select({ testSetId: testSets.id, problemId: testSets.problemId, report: testSets.report })
    .from(testSets)
    .where(eq(testSets.id, refused?.testSetId ?? 0));
  if (!version) throw new ApiError('import_not_found');
  return version;
}

/** While it goes on nobody else decides about its problems: how it ends is told from all of them. */
async function lockEndedImport(db: Queryable, jobId: string) {
  const [job] = await db
    .select({ kind: importJobs.kind, status: importJobs.status, packages: importJobs.packages })
    .from(importJobs)
    .where(eq(importJobs.id, jobId))
    .for('update');
  if (!job) throw new ApiError('import_not_found');
  if (job.status !== 'completed' && job.status !== 'failed') throw new ApiError('import_running');
  return job;
}
