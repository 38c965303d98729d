import type { FastifyInstance } from 'fastify';
import * as clockCalls from '#contract/contest-clock.ts';
import * as problemCalls from '#contract/contest-problems.ts';
import * as calls from '#contract/contests.ts';
import type { Context } from '../context.ts';
import { getReadableProblem } from '../problems/access.ts';
import { describeProblem } from '../problems/groups.ts';
import { pdfTransport, sendStatement } from '../problems/pdf.ts';
import { listContestProblems } from '../problems/queries.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import { copyContest } from './copying.ts';
import { deleteContest } from './deletion.ts';
import { thawContest } from './freeze.ts';
import { joinContest, withHashedPassword } from './joining.ts';
import * as problems from './problems.ts';
import * as queries from './queries.ts';
import * as times from './times.ts';

export function contestsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now, oneCallPerUser } = context;

  const listContests = queries.cacheContests(db);
  route(app, context, calls.listContests, 'contest.list', async ({ user }) =>
    queries.sortForVisitors(await listContests(user?.id ?? null, now())),
  );

  route(app, context, calls.getContest, 'contest.read', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read', params.id, now());
    return queries.describeContest(db, params.id, user?.id ?? null, now());
  });

  route(
    app,
    context,
    calls.joinContest,
    'contest.join',
    async ({ params, body, user, receivedAt, request }) => {
      const { id: contestId } = params;
      const joining = { contestId, user, password: body?.password, address: request.ip, receivedAt };
      await oneCallPerUser.run(user.id, () => joinContest(db, joining));
      return queries.describeContest(db, params.id, user.id, now());
    },
  );

  route(app, context, calls.listContestProblems, 'contest.enter', async ({ params, user }) => {
    await requireContest(db, user, 'contest.enter', params.id, now());
    return listContestProblems(db, user, params.id);
  });

  route(app, context, calls.getContestProblem, 'contest.enter', async ({ params, user }) => {
    await requireContest(db, user, 'contest.enter', params.contestId, now());
    return describeProblem(db, params.problemId, user, params.contestId);
  });

  route(
    app,
    context,
    calls.contestProblemPdf,
    'contest.enter',
    async ({ params: { contestId, problemId }, user, request, reply }) => {
      await requireContest(db, user, 'contest.enter', contestId, now());
      const problem = await getReadableProblem(db, problemId, user, contestId);
      return sendStatement(context, request, reply, problem);
    },
    pdfTransport,
  );

  route(app, context, calls.listAdminContests, 'contest.manage', ({ user }) => listContests(user.id, now()));

  route(app, context, calls.createContest, 'contest.manage', async ({ body, user, receivedAt }) => {
    const id = await queries.createContest(db, await withHashedPassword(body), receivedAt);
    return queries.describeContest(db, id, user.id, now());
  });

  route(app, context, calls.updateContest, 'contest.manage', async ({ params, body, user }) => {
    await queries.updateContest(db, params.id, user, await withHashedPassword(body), now);
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, calls.thawContest, 'contest.manage', async ({ params, user, request }) => {
    await thawContest(db, params.id, now);
    request.log.info({ contest: params.id, by: user.id }, 'thawed');
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, clockCalls.beginOwnTime, 'contest.begin', async ({ params, user, receivedAt }) => {
    await times.beginOwnTime(db, params.id, user, receivedAt);
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, clockCalls.pauseContest, 'contest.manage', async ({ params, user, request }) => {
    await times.pauseContest(db, params.id, user, now);
    request.log.info({ contest: params.id, by: user.id }, 'paused');
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, clockCalls.resumeContest, 'contest.manage', async ({ params, user, request }) => {
    await times.resumeContest(db, params.id, user, now);
    request.log.info({ contest: params.id, by: user.id }, 'resumed');
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, clockCalls.extendContest, 'contest.manage', async ({ params, body, user, request }) => {
    const extension = { minutes: body.minutes, seenEnd: new Date(body.end_time) };
    await times.extendContest(db, params.id, user, extension, now);
    request.log.info({ contest: params.id, by: user.id, minutes: body.minutes }, 'extended');
    return queries.describeContest(db, params.id, user.id, now());
  });

  route(app, context, calls.deleteContest, 'contest.manage', ({ params }) =>
    deleteContest(db, params.id, now),
  );

  route(app, context, calls.copyContest, 'contest.manage', async ({ params, body, user, receivedAt }) => {
    const id = await copyContest(db, params.id, await withHashedPassword(body), receivedAt);
    return queries.describeContest(db, id, user.id, now());
  });

  route(app, context, problemCalls.listAvailableProblems, 'contest.manage', () =>
    problems.listAvailableProblems(db),
  );

  route(app, context, problemCalls.listAssignedProblems, 'contest.manage', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read', params.id, now());
    return problems.listAssignedProblems(db, params.id);
  });

  route(app, context, problemCalls.listProblemsElsewhere, 'contest.manage', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read', params.id, now());
    return problems.listProblemsElsewhere(db, params.id);
  });

  route(app, context, problemCalls.moveContestProblems, 'contest.manage', ({ params, body }) =>
    problems.moveProblems(db, params.id, body.problemIds, body, now),
  );

  route(app, context, problemCalls.arrangeContestProblems, 'contest.manage', ({ params, body }) =>
    problems.arrangeProblems(db, params.id, body, now),
  );
}
