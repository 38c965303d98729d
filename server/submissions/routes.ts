import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import * as calls from '#contract/submissions.ts';
import { rejudge } from '#store/rejudges.ts';
import { scoreboardRevision } from '#store/revisions.ts';
import { createAnswerCache } from '../answer-cache.ts';
import { requireContest } from '../contests/access.ts';
import type { Context } from '../context.ts';
import { can, requireCan } from '../policy.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { getSubmission, listSubmissions } from './queries.ts';
import { listScores } from './scoreboard.ts';
import { insertSubmission, requireProblem } from './submit.ts';

export function submissionsRoutes(app: FastifyInstance, context: Context): void {
  const { db, queue, oneCallPerUser } = context;

  route(app, context, calls.submit, 'submission.create', async ({ body, user, receivedAt, request }) => {
    const { problemId: problem, contestId: contest } = body;
    if (contest === undefined) await requireProblem(db, problem, user);
    const insert = () => insertSubmission(db, queue, receivedAt, user, body);
    const bound = can(user, 'submission.create-without-limits')
      ? null
      : ({ most: limits.submitRateMax, refusal: 'submitting_too_fast' } as const);
    const id = await oneCallPerUser.run(user.id, insert, bound);
    request.log.info({ submission: id, user: user.id, problem, contest }, 'accepted');
    return { id };
  });

  route(app, context, calls.listSubmissions, 'submission.list', async ({ query, user }) => {
    const { filter, contestId, ...rest } = query;
    const contest =
      contestId === undefined
        ? null
        : await requireContest(db, user, 'contest.enter', contestId, context.now());
    if (rest.username !== undefined) requireCan(user, 'submission.list-by-person');
    // Before the start there is nothing in a contest but what staff try it with.
    const place =
      contest && can(user, 'contest.rehearse', contest) ? { rehearsalOf: contestId } : { contestId };
    return listSubmissions(db, user, { ...rest, ...place, userId: filter === 'mine' ? user.id : undefined });
  });

  route(app, context, calls.getSubmission, 'submission.read', async ({ params, query, user, request }) => {
    const { contestId } = query;
    return getSubmission(db, user, params.id, { contestId, now: context.now(), say: sayTo(request) });
  });

  route(app, context, calls.rejudgeSubmission, 'submission.rejudge', async ({ params, user, request }) => {
    if (!(await rejudge(db, queue, params.id))) throw new ApiError('submission_not_found');
    request.log.info({ submission: params.id, by: user.id }, 'rejudged');
  });

  const scoreboard = createAnswerCache(db);
  route(app, context, calls.getScoreboard, 'scoreboard.read', ({ request, reply }) =>
    scoreboard.send(request, reply, {
      revision: scoreboardRevision,
      audience: 'users',
      write: async () => ({ text: JSON.stringify(await listScores(db)) }),
    }),
  );
}
