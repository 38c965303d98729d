import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import type { Feedback } from '#contract/feedback.ts';
import * as calls from '#contract/problems.ts';
import type { Queryable } from '#store/database.ts';
import { rejudgeOutdated } from '#store/rejudges.ts';
import { deleteProblemAndStandings } from '#store/standings.ts';
import { requestTrial } from '#store/versions.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import * as forStaff from './for-staff.ts';
import { describeProblem } from './groups.ts';
import * as queries from './queries.ts';
import { getProblemKey, renameProblem } from './slugs.ts';

export function problemsRoutes(app: FastifyInstance, context: Context): void {
  const { db, queue, now } = context;

  route(app, context, calls.listProblems, 'problem.list', ({ user }) => queries.listProblems(db, user));

  route(app, context, calls.getProblem, 'problem.read', ({ params, user }) =>
    describeProblem(db, params.problemId, user),
  );

  route(app, context, calls.listAdminProblems, 'problem.manage', () => forStaff.listAdminProblems(db));

  route(app, context, calls.setProblemVisibility, 'problem.manage', ({ params, body }) =>
    forStaff.setVisibility(db, params.id, body.isVisible),
  );

  route(app, context, calls.setVisibilityOfMany, 'problem.manage', async ({ body }) => ({
    changed: await forStaff.setVisibilityOfMany(db, body.problemIds, body.isVisible),
  }));

  route(app, context, calls.createProblem, 'problem.manage', async ({ body, user }) => {
    const authorId = await queries.getAuthorId(db, body.author, null);
    await queries.insertProblem(db, body.id, toFields(body, authorId), {
      by: user.id,
      now: now(),
      isDraft: body.files_follow ?? false,
    });
    return { id: body.id };
  });

  route(app, context, calls.updateProblem, 'problem.manage', async ({ params, body, user }) => {
    // The id that it was asked for by is no new one, even when the problem has been renamed since.
    const newId = body.id === params.id ? undefined : body.id;
    const { feedback, ...rest } = body;
    const { present, ...saved } = await db.transaction(async (tx) => {
      const present = await queries.lockForChange(tx, await getProblemKey(tx, params.id));
      const authorId = await queries.getAuthorId(tx, body.author, present);
      const fields = toFields(rest, authorId);
      const trialJobId = body.files_follow ? undefined : await tryLimits(tx, present, fields, user.id);
      const { timeLimitMs, memoryLimitMb } = trialJobId ? present : fields;
      await queries.updateProblem(tx, present.id, { ...fields, timeLimitMs, memoryLimitMb });
      const isRenamed = newId !== undefined && newId !== present.slug;
      if (isRenamed) await renameProblem(tx, present, newId, { by: user.id, now: now() });
      if (isRenamed || body.title !== present.title) await queries.raiseBoardsOf(tx, present.id);
      return { present, id: isRenamed ? newId : present.slug, ...(trialJobId && { trialJobId }) };
    });
    if (feedback !== undefined && feedback !== present.feedback) {
      await forStaff.setFeedback(db, present.id, feedback);
    }
    return saved;
  });

  /** Other limits, where the jury's solutions are to judge them first. The job that does, if there is one. */
  async function tryLimits(
    tx: Queryable,
    present: queries.LockedProblem,
    { timeLimitMs, memoryLimitMb }: queries.ProblemFields,
    by: number,
  ): Promise<string | undefined> {
    const { testSetId } = present;
    const isSame = present.timeLimitMs === timeLimitMs && present.memoryLimitMb === memoryLimitMb;
    if (isSame || testSetId === null || !(await queries.hasRunnableSolutions(tx, testSetId)))
      return undefined;
    return requestTrial(tx, queue, { ...present, testSetId }, { timeLimitMs, memoryLimitMb }, by);
  }

  route(app, context, calls.deleteProblem, 'problem.manage', async ({ params }) => {
    const outcome = await db.transaction(async (tx) =>
      deleteProblemAndStandings(tx, await getProblemKey(tx, params.id)),
    );
    if (outcome === 'missing') throw new ApiError('problem_not_found');
    if (outcome === 'in a contest') throw new ApiError('problem_in_contest');
  });

  route(app, context, calls.getUploadProgress, 'problem.manage', ({ params, request }) =>
    queries.getUploadProgress(db, params.jobId, sayTo(request)),
  );

  route(app, context, calls.getLastImport, 'problem.manage', ({ params, request }) =>
    queries.findLastImport(db, params.id, sayTo(request)),
  );

  route(app, context, calls.cancelImport, 'problem.manage', async ({ params, user, request }) => {
    await queries.cancelImport(db, params.jobId);
    request.log.info({ import: params.jobId, by: user.id }, 'import cancelled');
  });

  route(app, context, calls.getTestSet, 'problem.manage', ({ params, request }) =>
    queries.findTestReport(db, params.id, sayTo(request)),
  );

  route(app, context, calls.getFilesInForce, 'problem.manage', ({ params, request }) =>
    forStaff.findFilesInForce(db, params.id, sayTo(request)),
  );

  route(app, context, calls.getRejudge, 'submission.rejudge', ({ params }) =>
    forStaff.findRejudge(db, params.id),
  );

  route(app, context, calls.rejudgeProblem, 'submission.rejudge', async ({ params, user, request }) => {
    const problemId = await getProblemKey(db, params.id);
    const requested = await rejudgeOutdated(db, queue, {
      problemId,
      requestedBy: user.id,
      most: calls.rejudgedAtOnce,
    });
    request.log.info({ problem: params.id, submissions: requested, by: user.id }, 'rejudged');
    return { requested };
  });
}

function toFields(
  body: {
    title: string;
    time_limit_ms: number;
    memory_limit_mb: number;
    withholds_run_facts?: boolean | undefined;
    feedback?: Feedback | undefined;
  },
  authorId: number | null,
): queries.ProblemFields {
  return {
    title: body.title,
    authorId,
    timeLimitMs: body.time_limit_ms,
    memoryLimitMb: body.memory_limit_mb,
    withholdsRunFacts: body.withholds_run_facts,
    feedback: body.feedback,
  };
}
