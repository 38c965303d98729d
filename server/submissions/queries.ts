import { and, desc, eq, gt, lt, not, type SQL } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { FullSubmission, Submission } from '#contract/submissions.ts';
import {
  type FaultWords,
  readStoredWords,
  type Say,
  type SkipReasons,
  type StoredWords,
  words,
} from '#contract/words.ts';
import { countContestSubmission, isThere } from '#store/contest-standings.ts';
import type { Database, Queryable } from '#store/database.ts';
import { isInForce, isUnfinished } from '#store/in-force.ts';
import { knownResults, requestJudgement } from '#store/judgements.ts';
import { placeSubmission } from '#store/memberships.ts';
import { priorityBehind, type Queue } from '#store/queue.ts';
import { contestRevision, raiseRevision } from '#store/revisions.ts';
import { contests, judgements, problems, submissions, users } from '#store/schema.ts';
import { countSubmission } from '#store/standings.ts';
import { pinForSubmission } from '../contests/access.ts';
import { can, requireCan, type SubmissionFacts, whereCan } from '../policy.ts';
import { requireReadable } from '../problems/access.ts';
import { problemFacts } from '../problems/facts.ts';
import { findProblemKey, getProblemKey } from '../problems/slugs.ts';
import { tell } from '../words.ts';
import { areRunFactsWithheld, narrowToTold, submissionFacts, toResultItems } from './told.ts';

interface NewSubmission {
  readonly problemId: string;
  readonly language: 'cpp';
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
    const contest = contestId === undefined ? null : await pinForSubmission(tx, contestId, user, receivedAt);
    const waiting = await countWaiting(tx, receivedAt, user);
    const problemKey = await pinProblem(tx, problemId, contest, user);
    const [inserted] = await tx
      .insert(submissions)
      .values({
        userId: user.id,
        problemId: problemKey,
        ...placeSubmission(contest),
        language,
        code: Buffer.from(code, 'utf8'),
        submittedAt: receivedAt,
      })
      .returning({ id: submissions.id });
    if (!inserted) throw new Error('A new submission has no id');
    await requestJudgement(tx, queue, {
      submissionId: inserted.id,
      userId: user.id,
      submittedAt: receivedAt,
      // Fair between users: one's second waits behind everybody's first.
      priority: priorityBehind(waiting),
    });
    if (contest) {
      const cell = { contestId: contest.id, userId: user.id, problemId: problemKey };
      await countContestSubmission(tx, cell, receivedAt);
      await raiseRevision(tx, contestRevision(contest.id));
    } else {
      await countSubmission(tx, user.id, problemKey, receivedAt);
    }
    return inserted.id;
  });
}

/** Until the submission stands: the problem may be deleted, or moved into a contest or out of it, at this moment. */
async function pinProblem(
  db: Queryable,
  problemId: string,
  contest: { readonly id: number } | null,
  user: SessionUser,
): Promise<number> {
  const key = await getProblemKey(db, problemId);
  const isIt = eq(problems.id, key);
  await db.select({ id: problems.id }).from(problems).where(isIt).for('share');
  // Not in the same statement, which sees what there was before it waited.
  const [problem] = await db
    .select({ id: problems.slug, title: problems.title, facts: problemFacts(contest?.id ?? null) })
    .from(problems)
    .where(isIt);
  if (!problem) throw new ApiError('problem_not_found');
  if (contest) requireCan(user, 'submission.create-in-contest', problem.facts);
  else requireReadable(user, 'submission.create', problem, problem.facts);
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

const listed = {
  id: submissions.id,
  submittedAt: submissions.submittedAt,
  username: users.username,
  problemId: problems.slug,
  problemTitle: problems.title,
  language: submissions.language,
  judgementId: submissions.judgementId,
};

const verdict = {
  status: judgements.status,
  score: judgements.score,
  testsDone: judgements.testsDone,
  testsTotal: judgements.testsTotal,
};

interface Filter {
  /** Without it the main list, where a contest's submissions appear when it has finished. */
  readonly contestId?: number | undefined;
  readonly userId?: number | undefined;
  readonly problemId?: string | undefined;
  readonly before?: number | undefined;
  readonly limit: number;
}

export async function listSubmissions(
  db: Queryable,
  viewer: SessionUser,
  filter: Filter,
): Promise<Submission[]> {
  // Found first, so that PostgreSQL knows which one it is when it chooses how to read.
  const problemKey = filter.problemId === undefined ? undefined : await findProblemKey(db, filter.problemId);
  if (problemKey === null) return [];
  const facts = submissionFacts(viewer);
  const conditions: (SQL | undefined)[] = [
    filter.contestId === undefined
      ? eq(submissions.inMain, true)
      : eq(submissions.contestId, filter.contestId),
    whereCan(viewer, 'submission.list', facts),
    filter.userId === viewer.id ? undefined : await narrowToTold(db, viewer, filter.contestId),
    filter.userId === undefined ? undefined : eq(submissions.userId, filter.userId),
    problemKey === undefined ? undefined : eq(submissions.problemId, problemKey),
    filter.before === undefined ? undefined : lt(submissions.id, filter.before),
  ];
  // The page first: what there is to find is for the submissions alone to say.
  const page = db
    .select({ id: submissions.id })
    .from(submissions)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(and(...conditions))
    .orderBy(desc(submissions.id))
    .limit(filter.limit)
    .as('page');
  const rows = await db
    .select({ ...listed, ...verdict, facts })
    .from(page)
    .innerJoin(submissions, eq(submissions.id, page.id))
    .innerJoin(judgements, isInForce)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .orderBy(desc(submissions.id));
  return rows.map((row) => toListed(row, viewer));
}

export async function getSubmission(
  db: Queryable,
  viewer: SessionUser,
  id: number,
  contestId: number | undefined,
  say: Say,
): Promise<FullSubmission> {
  const [row] = await db
    .select({
      ...listed,
      facts: submissionFacts(viewer),
      ...verdict,
      contestId: contests.id,
      inMain: submissions.inMain,
      withholdsRunFacts: problems.withholdsRunFacts,
      code: submissions.code,
      results: knownResults,
      compilerOutput: judgements.compilerOutput,
      reason: judgements.reason,
      fault: judgements.fault,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .innerJoin(users, eq(users.id, submissions.userId))
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .leftJoin(contests, and(eq(contests.id, submissions.contestId), isThere))
    .where(eq(submissions.id, id));
  if (!row || (contestId !== undefined && row.contestId !== contestId)) {
    throw new ApiError('submission_not_found');
  }
  requireCan(viewer, 'submission.read', row.facts);
  const isWithheld = areRunFactsWithheld(row, viewer);
  const compiler = tell(row.compilerOutput, say);
  const mayReadNotes = can(viewer, 'submission.read-judge-notes');
  const reason = mayReadNotes ? withFault(row.reason, row.fault) : row.reason;
  const why = tell(reason, say);
  return {
    ...toListed(row, viewer),
    code: row.code.toString('utf8'),
    results: toResultItems(row.results ?? [], viewer, isWithheld, say),
    run_facts_withheld: isWithheld,
    compiler_output: compiler.text,
    compiler_words: compiler.words,
    reason: why.text,
    reason_words: why.words,
    rejudge: mayReadNotes ? await findRejudge(db, row, say) : null,
  };
}

function withFault(
  reason: StoredWords<keyof SkipReasons> | null,
  fault: StoredWords<keyof FaultWords> | null,
): StoredWords | null {
  if (reason === null || fault === null) return reason ?? fault;
  return words('skipped_by_fault', { reason: readStoredWords(reason), fault: readStoredWords(fault) });
}

/** The latest judgement, unless it is the one in force. */
async function findRejudge(
  db: Queryable,
  { id, judgementId }: { id: number; judgementId: number | null },
  say: Say,
) {
  const [latest] = await db
    .select({ status: judgements.status, fault: judgements.fault })
    .from(judgements)
    .where(and(eq(judgements.submissionId, id), gt(judgements.id, judgementId ?? 0)))
    .orderBy(desc(judgements.id))
    .limit(1);
  if (!latest) return null;
  const fault = tell(latest.fault, say);
  return { status: latest.status, fault: fault.text, fault_words: fault.words };
}

type Columns = typeof listed & typeof verdict;
type ListedRow = { [Column in keyof Columns]: Columns[Column]['_']['data'] | null } & {
  readonly facts: SubmissionFacts;
};

function toListed(row: ListedRow, viewer: SessionUser): Submission {
  return {
    id: row.id as number,
    submitted_at: (row.submittedAt as Date).toISOString(),
    username: row.username as string,
    problem_id: row.problemId as string,
    problem_title: row.problemTitle as string,
    overall_status: row.status as Submission['overall_status'],
    score: row.score,
    language: row.language as 'cpp',
    tests_done: row.testsDone as number,
    tests_total: row.testsTotal as number,
    can_view: can(viewer, 'submission.read', row.facts),
  };
}
