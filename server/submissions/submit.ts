import { and, count, desc, eq, not, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { countContestSubmission, type PinnedContest } from '#store/contest-standings.ts';
import type { OwnTime } from '#store/contest-times.ts';
import { type Database, inTurn, type Queryable } from '#store/database.ts';
import { isUnfinished } from '#store/in-force.ts';
import { addSubmission } from '#store/judgements.ts';
import { listLanguages } from '#store/languages.ts';
import { isProblemIn } from '#store/memberships.ts';
import { priorityBehind, priorityOfRehearsal, type Queue } from '#store/queue.ts';
import { boardReaders, raiseCells } from '#store/revisions.ts';
import { judgements, problems, submissions, users } from '#store/schema.ts';
import { countSubmission } from '#store/standings.ts';
import { findRunAt, type VirtualRunRow } from '#store/virtual-runs.ts';
import { contestFacts, holdForAdding, requireSubmitting, selectOwnTime } from '../contests/access.ts';
import { requireTaken } from '../languages/taken.ts';
import { can, requireCan } from '../policy.ts';
import { requireReadable } from '../problems/access.ts';
import { problemFacts } from '../problems/facts.ts';
import { keyOf } from '../problems/slugs.ts';
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
    const [held, ownTime, , [pace]] = await inTurn(
      contestId === undefined ? null : holdForAdding(tx, contestId),
      contestId === undefined ? null : selectOwnTime(tx, contestId, user.id),
      holdUser(tx, user.id),
      selectPace(tx, user.id),
    );
    const asked = held && { contest: held[0], own: ownTime?.[0] ?? null };
    const { contest, run, isRehearsal } = await findPlace(tx, asked, user, receivedAt);
    const waiting = pace?.waiting ?? 0;
    requirePace(user, waiting, pace?.setAt ?? null, receivedAt);
    // Nobody else holds a problem, whose staff would have to wait for them.
    const [[[problem], [found]], known] = await Promise.all([
      inTurn(holdProblem(tx, problemId), selectFacts(tx, problemId, contest, user, receivedAt)),
      listLanguages(tx),
    ]);
    if (!problem || problem.id !== found?.key) throw new ApiError('problem_not_found');
    const problemKey = problem.id;
    if (contest) requireCan(user, 'submission.create-in-contest', found.facts);
    else requireReadable(user, 'submission.create', found, found.facts);
    requireCan(user, 'submission.create-beside-contest', found);
    if (run && !(await isProblemIn(tx, run.contestId, problemKey))) throw new ApiError('problem_not_found');
    requireTaken(known, language, {
      problem: found.allowedLanguages,
      contest: held?.[0]?.allowedLanguages ?? null,
    });
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
      await inTurn(
        countContestSubmission(tx, contest, cell, receivedAt),
        // How often somebody has tried is told to everybody, whatever is kept back.
        raiseCells(tx, contest.id, boardReaders),
      );
    } else {
      await countSubmission(tx, user.id, problemKey, receivedAt);
    }
    return submissionId;
  });
}

interface Place {
  readonly contest: PinnedContest | null;
  readonly run: VirtualRunRow | null;
  readonly isRehearsal: boolean;
}

/** What it is submitted to: a contest, a virtual run of one that is over, or neither. The person's row is held. */
async function findPlace(
  db: Queryable,
  asked: { readonly contest: PinnedContest | undefined; readonly own: OwnTime | null } | null,
  user: SessionUser,
  receivedAt: Date,
): Promise<Place> {
  if (!asked) return { contest: null, run: null, isRehearsal: false };
  const { contest, own } = asked;
  if (!contest) throw new ApiError('contest_not_found');
  const run = contest.finishedAt && (await findRunAt(db, contest.id, user.id, receivedAt));
  if (run) return { contest: null, run, isRehearsal: false };
  return { contest, run: null, ...requireSubmitting(user, contestFacts(contest, receivedAt, own)) };
}

/** So that a burst is counted one by one, and no run is closed meanwhile. */
function holdUser(db: Queryable, userId: number) {
  return db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update');
}

/** Until the submission stands. */
function holdProblem(db: Queryable, slug: string) {
  return db
    .select({ id: problems.id })
    .from(problems)
    .where(eq(problems.id, keyOf(slug)))
    .for('share');
}

/** In a statement after the one that holds it: by then it may have been moved into a contest or out of it. */
function selectFacts(
  db: Queryable,
  slug: string,
  contest: PinnedContest | null,
  user: SessionUser,
  receivedAt: Date,
) {
  return db
    .select({
      key: problems.id,
      id: problems.slug,
      title: problems.title,
      facts: problemFacts(contest?.id ?? null),
      isToldLessElsewhere: isToldLessElsewhere(db, contest, user.id, receivedAt),
      allowedLanguages: problems.allowedLanguages,
    })
    .from(problems)
    .where(eq(problems.id, keyOf(slug)))
    .prepare(contest ? 'problem-in-contest' : 'problem');
}

/** How many of the user's are unjudged, and when the one was received that sets the pace for the next. */
function selectPace(db: Queryable, userId: number) {
  // What staff ask for again is nobody's impatience.
  const isWaiting = and(eq(judgements.userId, userId), isUnfinished, not(judgements.isRejudge));
  const paceSetters = db
    .select({ submittedAt: submissions.submittedAt })
    .from(submissions)
    .where(eq(submissions.userId, userId))
    .orderBy(desc(submissions.id))
    .limit(1)
    .offset(limits.submitRateMax - 1);
  return db
    .select({
      waiting: sql<number>`(${db.select({ count: count() }).from(judgements).where(isWaiting)})`.mapWith(
        Number,
      ),
      setAt: sql<Date | null>`(${paceSetters})`.mapWith(submissions.submittedAt),
    })
    .from(users)
    .where(eq(users.id, userId))
    .prepare('own-pace');
}

function requirePace(user: SessionUser, waiting: number, setAt: Date | null, now: Date): void {
  if (can(user, 'submission.create-without-limits')) return;
  if (waiting >= limits.pendingMax) throw new ApiError('too_many_pending');
  const since = new Date(now.getTime() - limits.submitRateWindowMs);
  if (setAt && setAt > since) throw new ApiError('submitting_too_fast');
}
