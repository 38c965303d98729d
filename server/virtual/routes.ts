/** Virtual runs of finished contests: each person sees and changes their own, and nobody else's. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import * as calls from '#contract/virtual-runs.ts';
import { pinContest } from '#store/contest-rows.ts';
import { contestLength } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { columnSlug, sortColumns } from '#store/memberships.ts';
import { contestProblems, contests, problems, virtualRuns } from '#store/schema.ts';
import { closeRun, findRun, findRunning, lockRunner, type VirtualRunRow } from '#store/virtual-runs.ts';
import { requireContest } from '../contests/access.ts';
import type { Context } from '../context.ts';
import { can, requireCan } from '../policy.ts';
import { problemFacts } from '../problems/facts.ts';
import { route } from '../route.ts';
import { listSubmissions } from '../submissions/queries.ts';
import { traceRun } from './run-row.ts';

export function virtualRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;

  async function requireRunnable(contestId: number, user: SessionUser) {
    const facts = await requireContest(db, user, 'contest.read-scoreboard', contestId, now());
    requireCan(user, 'contest.run-virtually', facts);
  }

  route(app, context, calls.getVirtualRun, 'contest.run-virtually', async ({ params: { id }, user }) => {
    await requireRunnable(id, user);
    return describeOwn(db, id, user, now());
  });

  route(
    app,
    context,
    calls.startVirtualRun,
    'contest.run-virtually',
    async ({ params: { id }, user, receivedAt }) => {
      await requireRunnable(id, user);
      await startRun(db, id, user, receivedAt);
      return describeOwn(db, id, user, now());
    },
  );

  route(
    app,
    context,
    calls.endVirtualRun,
    'contest.run-virtually',
    async ({ params: { id }, user, receivedAt }) => {
      await requireRunnable(id, user);
      await db.transaction(async (tx) => {
        const run = await getLockedRun(tx, id, user);
        if (!run.closedAt) await closeRun(tx, run, receivedAt);
      });
      return describeOwn(db, id, user, now());
    },
  );

  route(app, context, calls.removeVirtualRun, 'contest.run-virtually', async ({ params: { id }, user }) => {
    await requireRunnable(id, user);
    await db.transaction(async (tx) => {
      const run = await getLockedRun(tx, id, user);
      if (!run.closedAt) throw new ApiError('virtual_run_running');
      await tx.delete(virtualRuns).where(eq(virtualRuns.id, run.id));
    });
  });
}

async function getLockedRun(db: Queryable, contestId: number, user: SessionUser): Promise<VirtualRunRow> {
  await lockRunner(db, user.id);
  const run = await findRun(db, contestId, user.id);
  if (!run) throw new ApiError('virtual_run_not_found');
  return run;
}

/** Once, until it is removed, and one at a time. */
async function startRun(db: Database, contestId: number, user: SessionUser, startedAt: Date): Promise<void> {
  await db.transaction(async (tx) => {
    if (!(await pinContest(tx, contestId))) throw new ApiError('contest_not_found');
    await lockRunner(tx, user.id);
    if (await findRun(tx, contestId, user.id)) throw new ApiError('virtual_run_made');
    if (await findRunning(tx, user.id, startedAt)) throw new ApiError('virtual_run_elsewhere');
    const endsAt = new Date(startedAt.getTime() + contestLength(await getContest(tx, contestId)));
    await tx.insert(virtualRuns).values({ contestId, userId: user.id, startedAt, endsAt });
  });
}

async function getContest(db: Queryable, contestId: number) {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  return contest;
}

/** Since the finish a problem may have got another id, and another problem its former one. */
async function listNames(db: Queryable, contestId: number, user: SessionUser) {
  const rows = await db
    .select({
      column: columnSlug,
      position: contestProblems.position,
      id: problems.slug,
      facts: problemFacts(null),
    })
    .from(contestProblems)
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(eq(contestProblems.contestId, contestId));
  return sortColumns(rows, ({ column }) => column).map(({ column, id, facts }) => ({
    problem_id: column,
    id: id !== null && can(user, 'problem.read-title', facts) ? id : null,
  }));
}

async function describeOwn(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  now: Date,
): Promise<calls.OwnVirtualRun> {
  const run = await findRun(db, contestId, user.id);
  const running = await findRunning(db, user.id, now);
  return {
    run: run && {
      started_at: run.startedAt.toISOString(),
      ends_at: run.endsAt.toISOString(),
      is_over: run.closedAt !== null || run.endsAt <= now,
      row: await traceRun(db, await getContest(db, contestId), run, user),
      problems: await listNames(db, contestId, user),
      submissions: await listSubmissions(db, user, {
        virtualRunId: run.id,
        userId: user.id,
        limit: limits.reportSubmissionsMax,
      }),
    },
    busy_with: running?.id === contestId ? null : running,
  };
}
