import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import * as calls from '#contract/submissions.ts';
import { rejudge } from '#store/judgements.ts';
import { scoreboardRevision } from '#store/revisions.ts';
import type { Context } from '../context.ts';
import { keepAnswer } from '../kept-answer.ts';
import { getReadableProblem } from '../problems/access.ts';
import { route } from '../route.ts';
import { getSubmission, insertSubmission, listSubmissions } from './queries.ts';
import { listScores } from './scoreboard.ts';

export function submissionsRoutes(app: FastifyInstance, context: Context): void {
  const { db, queue } = context;

  route(app, context, calls.submit, 'user', async ({ body, user, request }) => {
    refuseContest(body.contestId);
    await getReadableProblem(db, body.problemId, user);
    const id = await insertSubmission(db, queue, context.now(), user, body);
    request.log.info({ submission: id, user: user.id, problem: body.problemId }, 'accepted');
    return { id };
  });

  route(app, context, calls.listSubmissions, 'user', async ({ query, user }) => {
    refuseContest(query.contestId);
    return listSubmissions(db, user, {
      userId: query.filter === 'mine' ? user.id : undefined,
      problemId: query.problemId,
      before: query.before,
      limit: query.limit,
    });
  });

  route(app, context, calls.getSubmission, 'user', async ({ params, query, user }) => {
    refuseContest(query.contestId);
    return getSubmission(db, user, params.id);
  });

  route(app, context, calls.rejudgeSubmission, 'staff', async ({ params, user, request }) => {
    if (!(await rejudge(db, queue, params.id))) throw new ApiError('submission_not_found');
    request.log.info({ submission: params.id, by: user.id }, 'rejudged');
  });

  const scoreboard = keepAnswer(db, scoreboardRevision, () => listScores(db));
  route(app, context, calls.getScoreboard, 'user', ({ request, reply }) => scoreboard.send(request, reply));
}

/** There are no contests yet: one that is named is not there. */
function refuseContest(contestId: number | undefined): void {
  if (contestId !== undefined) throw new ApiError('contest_not_found');
}
