import { and, eq, inArray } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { HistoryRow } from '#contract/contest-history.ts';
import type { ContestFeedback } from '#contract/feedback.ts';
import { formats } from '#store/contest-formats/formats.ts';
import { byProblem, traceTries } from '#store/contest-formats/trace.ts';
import { listTries, type TryOf } from '#store/contest-formats/tries.ts';
import type { Queryable } from '#store/database.ts';
import { listColumns } from '#store/memberships.ts';
import { type contests, problems, submissions } from '#store/schema.ts';
import type { VirtualRunRow } from '#store/virtual-runs.ts';
import { areScoresTold, feedbackTo } from '../problems/feedback.ts';

/**
 * A virtual run as a row of its contest's history. Until it is over it tells what the contest told its participants while it
 * ran: of problems whose results that kept back how many tries there were, judged or not.
 */
export async function traceRun(
  db: Queryable,
  contest: typeof contests.$inferSelect,
  run: VirtualRunRow,
  user: SessionUser,
): Promise<HistoryRow> {
  const format = formats[contest.format];
  const columns = byProblem(await listColumns(db, contest.id));
  // What a problem itself keeps back stays so, as everywhere.
  const feedback = run.closedAt ? 'full' : contest.feedback;
  const keptBack = await listKeptBack(db, [...columns.keys()], feedback, user);
  const whose = { contestId: contest.id, userIds: [user.id], virtualRunId: run.id };
  const told = (await listTries(db, format, whose)).filter(({ problemId }) => !keptBack.has(problemId));
  const counted = await listCounted(db, run, [...keptBack]);
  const steps = traceTries(
    format,
    [...told, ...counted].toSorted(inOrderOfReceipt),
    columns,
    {
      penaltyMinutes: contest.penaltyMinutes,
      millisAt: (at) => at.getTime() - run.startedAt.getTime(),
    },
    keptBack,
  );
  return {
    user_id: user.id,
    username: user.username,
    is_unofficial: false,
    steps: steps.map(({ full: _, ...step }) => step),
  };
}

/** As in the contest: two that were sent at once may have been stored the other way round. */
function inOrderOfReceipt(one: TryOf, other: TryOf): number {
  return one.submittedAt.getTime() - other.submittedAt.getTime() || one.id - other.id;
}

async function listKeptBack(
  db: Queryable,
  problemIds: readonly number[],
  contestFeedback: ContestFeedback,
  user: SessionUser,
): Promise<Set<number>> {
  const rows = await db
    .select({ id: problems.id, feedback: problems.feedback })
    .from(problems)
    .where(inArray(problems.id, [...problemIds]));
  const kept = rows.filter(({ feedback }) => !areScoresTold(feedbackTo(user, { feedback, contestFeedback })));
  return new Set(kept.map(({ id }) => id));
}

/** That there are such tries, and nothing of what came of them. */
async function listCounted(
  db: Queryable,
  run: VirtualRunRow,
  problemIds: readonly number[],
): Promise<TryOf[]> {
  const rows = await db
    .select({
      id: submissions.id,
      userId: submissions.userId,
      problemId: submissions.problemId,
      submittedAt: submissions.submittedAt,
    })
    .from(submissions)
    .where(and(eq(submissions.virtualRunId, run.id), inArray(submissions.problemId, [...problemIds])));
  const untold = {
    status: 'Skipped',
    score: null,
    groups: null,
    testSetId: null,
    scoreDecimals: 0,
  } as const;
  return rows.map((row) => ({ ...row, ...untold }));
}
