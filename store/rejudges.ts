/**
 * Judging again: one submission, or at once all of a problem's that were judged with other tests than it has now, and what
 * that changed. What is in force stays until the new verdict is there (judgements.ts).
 */
import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Database, Queryable } from './database.ts';
import {
  isGivenUpOf,
  isInForce,
  isJudged,
  isJudgedOf,
  isUnfinishedOf,
  madeWith,
  tellsOfProgramOf,
} from './in-force.ts';
import { type Claim, handedBackPriority, isOfRehearsal, notBegun } from './judgements.ts';
import { priorityOfRejudge, type Queue, sendJudgeJob, sendJudgeJobs } from './queue.ts';
import { judgements, problems, rejudges, submissions, users } from './schema.ts';

/**
 * Asks for another judgement, behind all that people wait for; the one in force stays until that has its verdict. One
 * that waits in the queue already will be judged as it is to be, and stays where it is: asking twice is asking once.
 * One that has begun may have begun with other tests or limits: it is fenced off and starts over, as soon as if a worker
 * had handed it back. False when there is no such submission.
 */
export async function rejudge(db: Database, queue: Queue, submissionId: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [found] = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .innerJoin(problems, eq(problems.id, submissions.problemId))
      .where(eq(submissions.id, submissionId));
    if (!found) return false;
    const jobId = randomUUID();
    const restarted = await startOver(tx, submissionId, jobId);
    if (restarted) {
      await sendJudgeJob(queue, tx, { jobId, submissionId, priority: handedBackPriority(restarted) });
    } else if (await requestRejudge(tx, submissionId, jobId)) {
      await sendJudgeJob(queue, tx, { jobId, submissionId, priority: priorityOfRejudge });
    }
    return true;
  });
}

/** Null when none is under way. */
async function startOver(
  db: Queryable,
  submissionId: number,
  jobId: string,
): Promise<Pick<Claim, 'isRejudge' | 'isRehearsal'> | null> {
  const [restarted] = await db
    .update(judgements)
    .set({ ...notBegun, attempt: sql`${judgements.attempt} + 1`, jobId, delivery: null, fault: null })
    .where(
      and(eq(judgements.submissionId, submissionId), inArray(judgements.status, ['Compiling', 'Running'])),
    )
    .returning({ isRejudge: judgements.isRejudge, isRehearsal: isOfRehearsal });
  return restarted ?? null;
}

/** False when one waits already. The submission is held, or it might be deleted at this moment. */
async function requestRejudge(db: Queryable, submissionId: number, jobId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into ${judgements} (submission_id, user_id, is_rejudge, job_id)
    select id, user_id, true, ${jobId}::uuid from ${submissions} where id = ${submissionId} for key share
    on conflict do nothing`);
  return rowCount === 1;
}

const other = alias(judgements, 'other');

/**
 * Of a submission with its judgement in force and its problem. What did not compile says nothing of the tests; what
 * waits to be judged, again or for the first time, will be judged with the new ones; what the judge gave up on has a
 * verdict on none; earlier releases did not write down which tests they used. What staff tried before a contest counts
 * nowhere.
 */
const isOutdated = sql`${problems.testSetId} is not null and ${submissions.rehearsalOf} is null
  and ${isJudged} and ${judgements.status} <> 'Compilation Error'
  and (${judgements.testSetId} <> ${problems.testSetId}
    or (${judgements.testSetId} is null and ${judgements.status} = 'Skipped') or ${isGivenUpOf(judgements)})
  and not exists (select from ${judgements} other where other.submission_id = ${submissions.id}
    and ${isUnfinishedOf(other)})`;

const withVerdict = sql`${submissions} join ${judgements} on ${isInForce}
  join ${problems} on ${problems.id} = ${submissions.problemId}`;

/** No more than `most` are counted. */
export async function countOutdated(db: Queryable, problemId: number, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from ${withVerdict} where ${submissions.problemId} = ${problemId} and ${isOutdated} limit ${most}
    ) found`);
  return rows[0]?.count ?? 0;
}

/** Each step is well below the time that a statement may take. */
const step = 500;

/** How many are judged again; no more than `most`. */
export async function rejudgeOutdated(
  db: Database,
  queue: Queue,
  { problemId, requestedBy, most }: { problemId: number; requestedBy: number; most: number },
): Promise<number> {
  const [rejudge] = await db
    .insert(rejudges)
    .values({ problemId, requestedBy })
    .returning({ id: rejudges.id });
  if (!rejudge) throw new Error('A new rejudge has no id');
  let requested = 0;
  for (let [last, found] = [0, step]; found === step && requested < most; ) {
    await db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ submission_id: string; job_id: string | null }>(sql`
        with chosen as (
          select ${submissions.id}, ${submissions.userId} from ${withVerdict}
          where ${submissions.problemId} = ${problemId} and ${submissions.id} > ${last} and ${isOutdated}
          order by ${submissions.id} limit ${Math.min(step, most - requested)} for key share of ${submissions}
        ), asked as (
          insert into ${judgements} (submission_id, user_id, is_rejudge, rejudge_id, job_id)
          select id, user_id, true, ${rejudge.id}, gen_random_uuid() from chosen
          on conflict do nothing returning submission_id, job_id
        )
        select chosen.id as submission_id, asked.job_id from chosen
        left join asked on asked.submission_id = chosen.id order by chosen.id`);
      found = rows.length;
      last = Number(rows.at(-1)?.submission_id ?? last);
      const jobs = rows.flatMap(({ submission_id: id, job_id: jobId }) =>
        jobId === null ? [] : [{ jobId, submissionId: Number(id), priority: priorityOfRejudge }],
      );
      requested += jobs.length;
      if (jobs.length > 0) await sendJudgeJobs(queue, tx, jobs);
    });
  }
  if (requested === 0) await db.delete(rejudges).where(eq(rejudges.id, rejudge.id));
  return requested;
}

const before = alias(judgements, 'before');
const judged = alias(judgements, 'judged');
const after = alias(judgements, 'after');

/**
 * A rejudge's judgements, each with the one that was in force before. A rejudge that the judge gave up on was, unless
 * made with the same tests and limits as the verdict before it (see `putInForce` in judgements.ts).
 */
const withBefore = sql`${judgements} after left join lateral (
    select before.status, before.score from ${judgements} before
    where before.submission_id = after.submission_id and before.id < after.id
      and ${isJudgedOf(before)}
      and (not before.is_rejudge or ${tellsOfProgramOf(before)}
        or ${madeWith(before)} is distinct from (
          select ${madeWith(judged)} from ${judgements} judged
          where judged.submission_id = before.submission_id and judged.id < before.id
            and ${tellsOfProgramOf(judged)}
          order by judged.id desc limit 1
        ))
    order by before.id desc limit 1
  ) before on true`;
const hasNewVerdict = tellsOfProgramOf(after);
const hasChanged = sql`${hasNewVerdict} and (after.status, after.score) is distinct from (before.status, before.score)`;

interface RejudgedSubmission {
  readonly id: number;
  readonly username: string;
  readonly contestId: number | null;
  readonly before: { status: string; score: number } | null;
  readonly after: { status: string; score: number };
}

/** The latest of a problem: how far it is, and what it has changed. */
export async function findLatestRejudge(db: Queryable, problemId: number, shown: number) {
  const latest = await db.execute<{ id: string; requested_at: Date; requested_by: string | null }>(sql`
    select ${rejudges.id}, ${rejudges.requestedAt}, ${users.username} as requested_by
    from ${rejudges} left join ${users} on ${users.id} = ${rejudges.requestedBy}
    where ${rejudges.problemId} = ${problemId} order by ${rejudges.id} desc limit 1`);
  const [rejudge] = latest.rows;
  if (!rejudge) return null;
  const ofIt = sql`after.rejudge_id = ${rejudge.id}`;
  const counts = await db.execute<Record<'total' | 'waiting' | 'given_up' | 'changed', number>>(sql`
    select count(*)::int as total,
      count(*) filter (where ${isUnfinishedOf(after)})::int as waiting,
      count(*) filter (where ${isGivenUpOf(after)})::int as given_up,
      count(*) filter (where ${hasChanged})::int as changed
    from ${withBefore} where ${ofIt}`);
  const changes = await db.execute<{ before: string; after: string; count: number }>(sql`
    select before.status as before, after.status as after, count(*)::int as count
    from ${withBefore} where ${ofIt} and ${hasNewVerdict} and before.status <> after.status
    group by 1, 2 order by 3 desc, 1, 2`);
  const changed = await db.execute<{
    id: string;
    username: string;
    contest_id: number | null;
    before_status: string | null;
    before_score: string | null;
    after_status: string;
    after_score: string | null;
  }>(sql`
    select ${submissions.id}, ${users.username}, ${submissions.contestId},
      before.status as before_status, before.score as before_score,
      after.status as after_status, after.score as after_score
    from ${withBefore}
    join ${submissions} on ${submissions.id} = after.submission_id
    join ${users} on ${users.id} = ${submissions.userId}
    where ${ofIt} and ${hasChanged} order by ${submissions.id} desc limit ${shown}`);
  const counted = counts.rows[0] ?? { total: 0, waiting: 0, given_up: 0, changed: 0 };
  return {
    requestedAt: new Date(rejudge.requested_at),
    requestedBy: rejudge.requested_by,
    ...counted,
    changes: changes.rows,
    submissions: changed.rows.map(
      (row): RejudgedSubmission => ({
        id: Number(row.id),
        username: row.username,
        contestId: row.contest_id,
        before:
          row.before_status === null
            ? null
            : { status: row.before_status, score: Number(row.before_score ?? 0) },
        after: { status: row.after_status, score: Number(row.after_score ?? 0) },
      }),
    ),
  };
}
