import { and, desc, eq, not } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { countContestSubmission, type PinnedContest } from '#store/contest-standings.ts';
import type { Database, Queryable } from '#store/database.ts';
import { isUnfinished } from '#store/in-force.ts';
import { addSubmission } from '#store/judgements.ts';
import { isProblemIn } from '#store/memberships.ts';
import { priorityBehind, priorityOfRehearsal, type Queue } from '#store/queue.ts';
import { boardReaders, raiseCells } from '#store/revisions.ts';
import { judgements, problems, submissions, users } from '#store/schema.ts';
import { countSubmission } from '#store/standings.ts';
import { pinRun } from '#store/virtual-runs.ts';
import { pinForSubmission } from '../contests/access.ts';
import { requireTaken } from '../languages/taken.ts';
import { can, requireCan } from '../policy.ts';
import { requireReadable } from '../problems/access.ts';
import { problemFacts } from '../problems/facts.ts';
import { getProblemKey } from '../problems/slugs.ts';
import { isToldLessElsewhere } from './told-elsewhere.ts';

interface NewSubmission {
  readonly problemId: string;
  readonly language: LanguageId;
  readonly code: string;
  readonly contestId?: number | undefined;
}

/** The submission and its job in one transaction: what is acknowledged will be judged. */
export async function insertSubmission(
  db: Database,
  queue: Queue,
  receivedAt: Date,
  user: SessionUser,
  { problemId, language, code, contestId }: NewSubmission,
): Promise<number> {
  return db.transaction(async (tx) => {
    // A contest that is over takes what belongs to a virtual run of it.
    const run = contestId === undefined ? null : await pinRun(tx, contestId, user.id, receivedAt);
    const pinned =
      contestId === undefined || run ? null : await pinForSubmission(tx, contestId, user, receivedAt);
    const { contest, isRehearsal } = pinned ?? { contest: null, isRehearsal: false };
    const waiting = await countWaiting(tx, receivedAt, user);
    const problemKey = await pinProblem(tx, problemId, contest, user, receivedAt);
    if (run && !(await isProblemIn(tx, run.contestId, problemKey))) throw new ApiError('problem_not_found');
    await requireTaken(tx, language, { problemKey, contestId: contest?.id ?? run?.contestId ?? null });
    const submissionId = await addSubmission(
      tx,
      queue,
      {
        userId: user.id,
        problemId: problemKey,
        contest,
        isRehearsal,
        virtualRunId: run?.id ?? null,
        language,
        code: Buffer.from(code, 'utf8'),
        submittedAt: receivedAt,
      },
      // Fair between users: one's second waits behind everybody's first.
      { priority: isRehearsal ? priorityOfRehearsal : priorityBehind(waiting) },
    );
    if (isRehearsal || run) return submissionId;
    if (contest) {
      const cell = { contestId: contest.id, userId: user.id, problemId: problemKey };
      await countContestSubmission(tx, contest, cell, receivedAt);
      // How often somebody has tried is told to everybody, whatever is kept back.
      await raiseCells(tx, contest.id, boardReaders);
    } else {
      await countSubmission(tx, user.id, problemKey, receivedAt);
    }
    return submissionId;
  });
}

/** Until the submission stands: the problem may be deleted, or moved into a contest or out of it, at this moment. */
async function pinProblem(
  db: Queryable,
  problemId: string,
  contest: PinnedContest | null,
  user: SessionUser,
  receivedAt: Date,
): Promise<number> {
  const key = await getProblemKey(db, problemId);
  const isIt = eq(problems.id, key);
  await db.select({ id: problems.id }).from(problems).where(isIt).for('share');
  // Not in the same statement, which sees what there was before it waited.
  const [problem] = await db
    .select({
      id: problems.slug,
      title: problems.title,
      facts: problemFacts(contest?.id ?? null),
      isToldLessElsewhere: isToldLessElsewhere(db, contest, user.id, receivedAt),
    })
    .from(problems)
    .where(isIt);
  if (!problem) throw new ApiError('problem_not_found');
  if (contest) requireCan(user, 'submission.create-in-contest', problem.facts);
  else requireReadable(user, 'submission.create', problem, problem.facts);
  requireCan(user, 'submission.create-beside-contest', problem);
  return key;
}

/** How many of the user's are unjudged. Holds the user's row, so that a burst is counted one by one. */
async function countWaiting(db: Queryable, now: Date, user: SessionUser): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
  const waiting = await db.$count(
    judgements,
    // What staff ask for again is nobody's impatience.
    and(eq(judgements.userId, user.id), isUnfinished, not(judgements.isRejudge)),
  );
  if (can(user, 'submission.create-without-limits')) return waiting;
  if (waiting >= limits.pendingMax) throw new ApiError('too_many_pending');
  const since = new Date(now.getTime() - limits.submitRateWindowMs);
  const recent = await db
    .select({ submittedAt: submissions.submittedAt })
    .from(submissions)
    .where(eq(submissions.userId, user.id))
    .orderBy(desc(submissions.id))
    .limit(limits.submitRateMax);
  const oldest = recent[limits.submitRateMax - 1];
  if (oldest && oldest.submittedAt > since) throw new ApiError('submitting_too_fast');
  return waiting;
}
