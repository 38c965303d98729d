import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import type { LanguageId } from '#contract/programs.ts';
import type { ContestRow } from './contest-rows.ts';
import type { Queryable } from './database.ts';
import { countsInMain } from './memberships.ts';
import { preparedFor, unnamed } from './prepared.ts';
import { type Queue, sendJudgeJob } from './queue.ts';
import { judgements, submissions } from './schema.ts';

interface NewSubmission {
  readonly userId: number;
  readonly problemId: number;
  readonly contest: Pick<ContestRow, 'id' | 'finishedAt'> | null;
  /** Staff try the contest with it, in which it counts as little as elsewhere. */
  readonly isRehearsal?: boolean;
  /** Made in a virtual run, until whose end it counts nowhere. */
  readonly virtualRunId?: number | null;
  readonly language: LanguageId;
  readonly code: Buffer;
  readonly submittedAt: Date;
  readonly requestKey?: string | null;
}

/** In one transaction: the submission, its first judgement, in force, and the job that will bring its verdict. */
export async function addSubmission(
  db: Queryable,
  queue: Queue,
  { contest, isRehearsal = false, virtualRunId = null, requestKey = null, ...submission }: NewSubmission,
  { priority }: { readonly priority: number },
): Promise<number> {
  const jobId = randomUUID();
  const [added] = await prepareAdding(db).execute({
    ...submission,
    virtualRunId,
    requestKey,
    contestId: isRehearsal ? null : (contest?.id ?? null),
    rehearsalOf: isRehearsal ? (contest?.id ?? null) : null,
    inMain: countsInMain({ contest, virtualRunId }),
    jobId,
  });
  if (!added) throw new Error('A new submission has no id');
  const { submissionId } = added;
  await sendJudgeJob(queue, db, { jobId, submissionId, priority });
  return submissionId;
}

const prepareAdding = preparedFor((db) => {
  const added = db.$with('added').as(
    db
      .insert(submissions)
      .values({
        userId: sql.placeholder('userId'),
        problemId: sql.placeholder('problemId'),
        contestId: sql.placeholder('contestId'),
        rehearsalOf: sql.placeholder('rehearsalOf'),
        virtualRunId: sql.placeholder('virtualRunId'),
        inMain: sql.placeholder('inMain'),
        language: sql.placeholder('language'),
        code: sql.placeholder('code'),
        submittedAt: sql.placeholder('submittedAt'),
        requestKey: sql.placeholder('requestKey'),
      })
      .returning({
        id: submissions.id,
        judgementId: submissions.judgementId,
        userId: submissions.userId,
        submittedAt: submissions.submittedAt,
      }),
  );
  const judgement = db.$with('judgement', { submissionId: judgements.submissionId }).as(sql`
    insert into ${judgements} (id, submission_id, user_id, job_id, requested_at) overriding system value
    select judgement_id, id, user_id, ${sql.placeholder('jobId')}::uuid, submitted_at from added returning submission_id`);
  return db
    .with(added, judgement)
    .select({ submissionId: judgement.submissionId })
    .from(judgement)
    .prepare(unnamed);
});
