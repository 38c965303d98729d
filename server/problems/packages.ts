/** Problems that were brought as packages: what became of each, and what staff decide about it. */
import { and, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import * as calls from '#contract/packages.ts';
import { words } from '#contract/words.ts';
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
      const [job] = await tx
        .select({ kind: importJobs.kind, packages: importJobs.packages })
        .from(importJobs)
        .where(eq(importJobs.id, params.jobId))
        .for('update');
      const refused = job?.packages.find(
        ({ folder, status }) => folder === body.folder && status === 'refused',
      );
      const testSetId = refused?.testSetId ?? null;
      const [version] =
        testSetId === null
          ? []
          : await tx
              .select({
                problemId: testSets.problemId,
                report: testSets.report,
                draftBy: problems.draftBy,
              })
              .from(testSets)
              .innerJoin(problems, eq(problems.id, testSets.problemId))
              .where(eq(testSets.id, testSetId));
      if (!job || !refused || testSetId === null || !version) throw new ApiError('import_not_found');
      const problem = await lockForChange(tx, version.problemId);
      if (problem.testSetId === testSetId) throw new ApiError('import_not_found');
      if (!(await putVersionInForce(tx, problem.id, testSetId))) throw new ApiError('import_not_found');
      if (refused.files) await storePackagedFiles(tx, problem, refused.files);
      await tx.update(testSets).set({ forcedBy: user.id, forcedAt: now() }).where(eq(testSets.id, testSetId));
      // It has not failed any more: no list says so, and the rest of the archive is told of as before.
      const status = version.draftBy === null ? 'updated' : 'created';
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
