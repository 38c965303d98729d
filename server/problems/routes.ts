import type { FastifyInstance } from 'fastify';
import { ApiError } from '#contract/errors.ts';
import * as calls from '#contract/problems.ts';
import { deleteProblemAndStandings } from '#store/standings.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { getReadableProblem, isStaff } from './access.ts';
import * as queries from './queries.ts';

export function problemsRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, calls.listProblems, 'user', ({ user }) =>
    queries.listProblems(db, user.id, { withHidden: isStaff(user) }),
  );

  route(app, context, calls.getProblem, 'everyone', async ({ params, user }) => {
    const { detail } = await getReadableProblem(db, params.problemId, user);
    return detail;
  });

  route(app, context, calls.listAdminProblems, 'staff', () => queries.listAdminProblems(db));

  route(app, context, calls.setProblemVisibility, 'staff', ({ params, body }) =>
    queries.setVisibility(db, params.id, body.isVisible),
  );

  route(app, context, calls.createProblem, 'staff', async ({ body }) => {
    await queries.insertProblem(db, body.id, await toFields(body));
    return { id: body.id };
  });

  route(app, context, calls.updateProblem, 'staff', async ({ params, body }) => {
    if (body.id !== params.id) throw new ApiError('problem_id_fixed');
    const fields = await toFields(body);
    await db.transaction(async (tx) => {
      await queries.lockForChange(tx, params.id);
      await queries.updateProblem(tx, params.id, fields);
    });
    return { id: params.id };
  });

  route(app, context, calls.deleteProblem, 'staff', async ({ params }) => {
    const outcome = await db.transaction((tx) => deleteProblemAndStandings(tx, params.id));
    if (outcome === 'missing') throw new ApiError('problem_not_found');
    if (outcome === 'in a contest') throw new ApiError('problem_in_contest');
  });

  route(app, context, calls.getUploadProgress, 'staff', ({ params }) =>
    queries.getUploadProgress(db, params.jobId),
  );

  route(app, context, calls.cancelImport, 'staff', async ({ params, user, request }) => {
    await queries.cancelImport(db, params.jobId);
    request.log.info({ import: params.jobId, by: user.id }, 'import cancelled');
  });

  route(app, context, calls.getTestSet, 'staff', ({ params }) => queries.findTestReport(db, params.id));

  async function toFields(body: Parameters<typeof fieldsOf>[0]): Promise<queries.ProblemFields> {
    return fieldsOf(body, await queries.getAuthorId(db, body.author));
  }
}

function fieldsOf(
  body: { title: string; author: string; time_limit_ms: number; memory_limit_mb: number },
  authorId: number,
): queries.ProblemFields {
  return {
    title: body.title,
    authorId,
    timeLimitMs: body.time_limit_ms,
    memoryLimitMb: body.memory_limit_mb,
  };
}
