import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { contestRevision } from '#store/revisions.ts';
import type { Context } from '../context.ts';
import { keepAnswers } from '../kept-answer.ts';
import { getContestProblem, isStaff } from '../problems/access.ts';
import { listContestProblems } from '../problems/queries.ts';
import { route } from '../route.ts';
import { requireJoined, requireScoreboard, requireStarted } from './access.ts';
import { deleteContest } from './deletion.ts';
import * as queries from './queries.ts';
import { writeScoreboard } from './scoreboard.ts';

export function contestsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;

  const listContests = queries.keepContests(db);
  route(app, context, calls.listContests, 'everyone', async ({ user }) =>
    queries.sortForVisitors(await listContests(user?.id ?? null, now())),
  );

  route(app, context, calls.getContest, 'everyone', async ({ params, user }) => {
    await requireJoined(db, params.id, user);
    return queries.describeContest(db, params.id, user?.id ?? null, now());
  });

  route(app, context, calls.joinContest, 'user', async ({ params, user, receivedAt }) => {
    await queries.joinContest(db, params.id, user.id, receivedAt);
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, calls.listContestProblems, 'user', async ({ params, user }) => {
    await requireStarted(db, params.id, user, now());
    return listContestProblems(db, user, params.id);
  });

  route(app, context, calls.getContestProblem, 'user', async ({ params, user }) => {
    const contest = await requireStarted(db, params.contestId, user, now());
    return (await getContestProblem(db, contest, params.problemId, user)).detail;
  });

  const scoreboards = keepAnswers(db);
  route(app, context, calls.getContestScoreboard, 'everyone', async ({ params, user, request, reply }) => {
    const contest = await requireScoreboard(db, params.id, user, now());
    // Its columns are the problems' ids.
    if (now() < contest.startTime && !isStaff(user)) return { scoreboard: [], problems: [] };
    return scoreboards.send(request, reply, contestRevision(params.id), () => writeScoreboard(db, params.id));
  });

  route(app, context, calls.listAdminContests, 'staff', ({ user }) => listContests(user.id, now()));

  route(app, context, calls.createContest, 'staff', async ({ body, user, receivedAt }) => {
    if (body.startTime <= receivedAt) throw new ApiError('contest_start_past');
    const id = await queries.insertContest(db, body);
    return queries.describeContest(db, id, user.id, now());
  });

  route(app, context, calls.updateContest, 'staff', async ({ params, body, user }) => {
    await queries.updateContest(db, params.id, body, now);
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, calls.deleteContest, 'staff', ({ params }) => deleteContest(db, params.id, now));

  route(app, context, calls.listAvailableProblems, 'staff', () => queries.listAvailableProblems(db));

  route(app, context, calls.listAssignedProblems, 'staff', async ({ params, user }) => {
    await requireJoined(db, params.id, user);
    return queries.listAssignedProblems(db, params.id);
  });

  route(app, context, calls.moveContestProblems, 'staff', ({ params, body }) =>
    queries.moveProblems(
      db,
      params.id,
      body.problemIds,
      body.action === 'move_to_contest' ? 'held' : 'main',
      now,
    ),
  );
}
