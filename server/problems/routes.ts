import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import * as calls from '#contract/problems.ts';
import { rejudgeOutdated } from '#store/rejudges.ts';
import { deleteProblemAndStandings } from '#store/standings.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { changeProblem, toFields } from './changes.ts';
import * as forStaff from './for-staff.ts';
import { describeProblem } from './groups.ts';
import * as queries from './queries.ts';
import { getProblemKey } from './slugs.ts';

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

  route(app, context, calls.updateProblem, 'problem.manage', ({ params, body, user }) =>
    changeProblem(context, params.id, body, user.id),
  );

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
