/**
 * A contest as staff watch it on its day. It is asked again and again while somebody looks: each part is read from an
 * index of what is unfinished or has failed, from the cells of the scoreboard, or from the contest's latest submissions.
 */
import { and, desc, eq, isNotNull, isNull, min, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContestDay, getContestDay, putAlarmMinutes, waitsMeasured } from '#contract/contest-day.ts';
import { ApiError } from '#contract/errors.ts';
import { fullScore } from '#contract/scores.ts';
import type { Say } from '#contract/words.ts';
import { type ContestRow, isThere } from '#store/contest-rows.ts';
import { clockTime, contestMillis, findLastEnd } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { hasVerdict, isGivenUpAtKnownTime, isInForce } from '#store/in-force.ts';
import { type Column, columnSlug, listColumns } from '#store/memberships.ts';
import {
  contestParticipants,
  contestProblems,
  contestResults,
  contests,
  judgements,
  problems,
  questions,
  submissions,
  users,
} from '#store/schema.ts';
import { countUnfinished } from '#store/waiting-judgements.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { sayTo } from '../words.ts';
import { listWorkers } from '../workers/list-workers.ts';
import { alarmMinutesOf, findAlarms } from './day-alarms.ts';

const hourMs = 60 * 60_000;
const verdictsTold = 14;

export function dayRoutes(app: FastifyInstance, context: Context): void {
  route(app, context, getContestDay, 'contest.manage', ({ params, request }) =>
    readDay(context.db, params.id, sayTo(request), context.now()),
  );

  route(app, context, putAlarmMinutes, 'contest.manage', async ({ params, body }) => {
    const [written] = await context.db
      .update(contests)
      .set({ alarmMinutes: body })
      .where(and(eq(contests.id, params.id), isThere))
      .returning();
    if (!written) throw new ApiError('contest_not_found');
    return alarmMinutesOf(written);
  });
}

async function readDay(db: Queryable, contestId: number, say: Say, now: Date): Promise<ContestDay> {
  const [contest] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere));
  if (!contest) throw new ApiError('contest_not_found');
  const columns = await listColumns(db, contestId);
  const facts = {
    queue: await readQueue(db, contestId),
    judges: await listWorkers(db, say),
    questions: await readQuestions(db, contestId, now),
  };
  return {
    ...facts,
    alarms: findAlarms(
      contest,
      {
        ...facts,
        faults: await readFaults(db, contestId),
        withoutTests: await listWithoutTests(db, contestId),
      },
      now,
    ),
    alarm_minutes: alarmMinutesOf(contest),
    minutes: await countTries(db, contest, now),
    problems: await readProblems(db, contestId, columns),
    last_end: findLastEnd(contest).toISOString(),
    tells_unsolved: await tellsUnsolved(db, contest, now),
    verdicts: await listVerdicts(db, contestId, columns),
  };
}

/** So long after somebody could first have solved something. */
async function tellsUnsolved(db: Queryable, contest: ContestRow, now: Date): Promise<boolean> {
  const start = contest.windowMinutes === null ? contest.startTime : await findFirstStart(db, contest.id);
  const afterMs = alarmMinutesOf(contest).unsolved * 60_000;
  return start !== null && contestMillis(contest, start, clockTime(contest, now)) >= afterMs;
}

/** Of personal windows. */
async function findFirstStart(db: Queryable, contestId: number): Promise<Date | null> {
  const [first] = await db
    .select({ startedAt: min(contestParticipants.windowStartedAt) })
    .from(contestParticipants)
    .where(eq(contestParticipants.contestId, contestId));
  return first?.startedAt ?? null;
}

/** By the minute, in the last hour of what has passed of the contest. */
async function countTries(db: Queryable, contest: ContestRow, now: Date): Promise<ContestDay['minutes']> {
  const until = Math.min(now.getTime(), findLastEnd(contest).getTime());
  const { rows } = await db.execute<{ at: Date | string; count: number }>(sql`
    select date_trunc('minute', ${submissions.submittedAt}) as at, count(*)::int as count
    from ${submissions} join ${problems} on ${problems.id} = ${submissions.problemId}
    where ${submissions.contestId} = ${contest.id} and ${submissions.submittedAt} > ${new Date(until - hourMs)}
    group by 1 order by 1`);
  return rows.map(({ at, count }) => ({ at: new Date(at).toISOString(), count }));
}

async function readQueue(db: Queryable, contestId: number): Promise<ContestDay['queue']> {
  const { oldest, ...unfinished } = await countUnfinished(db, contestId);
  const latest = db
    .select({ judgementId: submissions.judgementId })
    .from(submissions)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(eq(submissions.contestId, contestId))
    .orderBy(desc(submissions.id))
    .limit(waitsMeasured)
    .as('latest');
  // The clocks of a server and of the database may differ by a little: never less than nothing.
  const waited = sql`greatest(0, extract(epoch from ${judgements.startedAt} - ${judgements.requestedAt}) * 1000)`;
  const [before] = await db
    .select({
      median: sql<number | null>`round(percentile_cont(0.5) within group (order by ${waited}))::float8`,
      longest: sql<number | null>`round(max(${waited}))::float8`,
    })
    .from(latest)
    .innerJoin(judgements, eq(judgements.id, latest.judgementId))
    .where(and(isNotNull(judgements.startedAt), eq(judgements.isRejudge, false)));
  return {
    ...unfinished,
    oldest_waiting_since: oldest?.toISOString() ?? null,
    median_wait_ms: before?.median ?? null,
    longest_wait_ms: before?.longest ?? null,
  };
}

async function readQuestions(db: Queryable, contestId: number, now: Date): Promise<ContestDay['questions']> {
  const [open] = await db
    .select({
      unanswered: sql<number>`count(*)::int`,
      claimed: sql<number>`count(*) filter (where ${questions.claimedUntil} > ${now})::int`,
      oldest: sql<Date | null>`min(${questions.askedAt})`,
    })
    .from(questions)
    .where(and(eq(questions.contestId, contestId), isNull(questions.answer)));
  return {
    unanswered: open?.unanswered ?? 0,
    claimed: open?.claimed ?? 0,
    oldest_asked_at: open?.oldest ? new Date(open.oldest).toISOString() : null,
  };
}

/** Verdicts in force that are none: a rejudge that goes well takes them away. */
async function readFaults(db: Queryable, contestId: number) {
  const [found] = await db
    .select({ count: sql<number>`count(*)::int`, first: sql<Date | null>`min(${judgements.finishedAt})` })
    .from(judgements)
    .innerJoin(submissions, isInForce)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(and(eq(submissions.contestId, contestId), isGivenUpAtKnownTime));
  return { count: found?.count ?? 0, since: found?.first ? new Date(found.first) : null };
}

async function listWithoutTests(db: Queryable, contestId: number): Promise<string[]> {
  const found = await db
    .select({ title: problems.title })
    .from(contestProblems)
    .innerJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(and(eq(contestProblems.contestId, contestId), isNull(problems.testSetId)))
    .orderBy(contestProblems.position, problems.slug);
  return found.map(({ title }) => title);
}

async function readProblems(
  db: Queryable,
  contestId: number,
  columns: readonly Column[],
): Promise<ContestDay['problems']> {
  // As on the board: what a jury's team has solved may still be beyond everybody else.
  const isOfficial = sql`${contestParticipants.isUnofficial} is not true`;
  const counted = await db
    .select({
      slug: columnSlug,
      tries: sql<number>`sum(${contestResults.submissionCount})::int`,
      triedBy: sql<number>`count(*) filter (where ${isOfficial})::int`,
      solvedBy: sql<number>`count(*) filter (where ${isOfficial} and ${contestResults.bestScore} = ${fullScore})::int`,
    })
    .from(contestResults)
    .innerJoin(contestProblems, eq(contestProblems.id, contestResults.contestProblemId))
    .leftJoin(problems, eq(problems.id, contestProblems.problemId))
    .leftJoin(
      contestParticipants,
      and(
        eq(contestParticipants.contestId, contestResults.contestId),
        eq(contestParticipants.userId, contestResults.userId),
      ),
    )
    .where(eq(contestResults.contestId, contestId))
    .groupBy(columnSlug);
  const bySlug = new Map(counted.map((row) => [row.slug, row]));
  return columns.map(({ slug, title, label, points, colour }) => {
    const found = bySlug.get(slug);
    return {
      problem_id: slug,
      title: title ?? '',
      label,
      points,
      colour,
      tries: found?.tries ?? 0,
      tried_by: found?.triedBy ?? 0,
      solved_by: found?.solvedBy ?? 0,
    };
  });
}

/** Of the latest submissions that have one. */
async function listVerdicts(
  db: Queryable,
  contestId: number,
  columns: readonly Column[],
): Promise<ContestDay['verdicts']> {
  const rows = await db
    .select({
      submissionId: submissions.id,
      userId: users.id,
      username: users.username,
      problemId: submissions.problemId,
      slug: problems.slug,
      submittedAt: submissions.submittedAt,
      verdict: submissions.verdict,
      score: judgements.score,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(and(eq(submissions.contestId, contestId), hasVerdict))
    .orderBy(desc(submissions.id))
    .limit(verdictsTold);
  return rows.flatMap(({ verdict, ...row }) =>
    verdict === null
      ? []
      : {
          submission_id: row.submissionId,
          user_id: row.userId,
          username: row.username,
          problem_id: row.slug,
          label: columns.find(({ problemId }) => problemId === row.problemId)?.label ?? '',
          submitted_at: row.submittedAt.toISOString(),
          overall_status: verdict,
          score: row.score,
        },
  );
}
