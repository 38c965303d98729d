import { and, desc, eq, not, type SQL, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import type { ContestFeedback } from '#contract/feedback.ts';
import { limits } from '#contract/limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { contestOfSubmission, isToldNothing } from '#store/contest-feedback.ts';
import type { PinnedContest } from '#store/contest-rows.ts';
import { countContestSubmission } from '#store/contest-standings.ts';
import type { OwnTime } from '#store/contest-times.ts';
import { commitTogether, type Database, type Queryable, runPipelined } from '#store/database.ts';
import { isUnfinished } from '#store/in-force.ts';
import { listLanguages } from '#store/languages.ts';
import { isProblemIn } from '#store/memberships.ts';
import { addSubmission } from '#store/new-submissions.ts';
import { asked, preparedFor } from '#store/prepared.ts';
import { priorityBehind, priorityOfRehearsal, type Queue } from '#store/queue.ts';
import { boardReaders, raiseCells } from '#store/revisions.ts';
import { contestResults, contests, judgements, problems, submissions, users } from '#store/schema.ts';
import { countSubmission } from '#store/standings.ts';
import { findRunAt, type VirtualRunRow } from '#store/virtual-runs.ts';
import { contestFacts, holdForAdding, requireSubmitting, selectOwnTime } from '../contests/access.ts';
import { requireTaken } from '../languages/taken.ts';
import { can, requireCan } from '../policy.ts';
import { requireReadable } from '../problems/access.ts';
import { problemFacts } from '../problems/facts.ts';
import { keyOf } from '../problems/slugs.ts';
import { isForOwnContest, selectOwnContests } from './own-contests.ts';

interface NewSubmission {
  readonly problemId: string;
  readonly language: LanguageId;
  readonly code: string;
  readonly contestId?: number | undefined;
  readonly requestKey?: string | undefined;
}

/** Of the main list. Whoever may not see it is told so, however many they have sent. */
export async function requireProblem(db: Queryable, slug: string, user: SessionUser): Promise<void> {
  const [found] = await selectFacts(db, slug, null).execute();
  if (!found) throw new ApiError('problem_not_found');
  requireReadable(user, 'problem.read', found, found.facts);
}

/**
 * The submission and its job in one transaction: what is acknowledged will be judged. Whoever sends it again with its key,
 * since the first answer may have been lost, has submitted once.
 */
export async function insertSubmission(
  db: Database,
  queue: Queue,
  receivedAt: Date,
  user: SessionUser,
  { problemId, language, code, contestId, requestKey }: NewSubmission,
): Promise<number> {
  return commitTogether(db, async (tx, sendWithCommit) => {
    const [held, ownTime, , [pace], tries, sent] = await runPipelined(
      contestId === undefined ? null : holdForAdding(tx, contestId),
      contestId === undefined ? null : selectOwnTime(tx, contestId, user.id),
      holdUser(tx, user.id),
      selectPace(tx, user.id),
      contestId === undefined ? null : selectTries(tx, contestId, user.id),
      requestKey === undefined ? null : selectSent(tx, user.id, requestKey),
    );
    // Before anything is refused: it was taken already, also where the contest has ended since.
    if (sent?.[0]) return sent[0].id;
    const asked = held && { contest: held[0], own: ownTime?.[0] ?? null };
    const { contest, run, isRehearsal } = await findPlace(tx, asked, user, receivedAt);
    if (!pace) throw new Error('What is counted is a row, also of nothing');
    const made = run ? await tx.$count(submissions, eq(submissions.virtualRunId, run.id)) : tries?.[0]?.made;
    requirePace(user, pace, made ?? 0, receivedAt);
    // Nobody else holds a problem, whose staff would have to wait for them.
    const [[[problem], [found], ownContests], known] = await Promise.all([
      runPipelined(
        holdProblem(tx, problemId),
        selectFacts(tx, problemId, contest),
        selectOwnContests(tx, problemId, user.id, receivedAt),
      ),
      listLanguages(tx),
    ]);
    if (!problem || problem.id !== found?.key) throw new ApiError('problem_not_found');
    const problemKey = problem.id;
    if (contest) requireCan(user, 'submission.create-in-contest', found.facts);
    else requireReadable(user, 'submission.create', found, found.facts);
    requireCan(user, 'submission.create-beside-contest', {
      isForOwnContest: isForOwnContest(found, contest, ownContests, receivedAt),
    });
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
        requestKey: requestKey ?? null,
      },
      // Fair between users: one's second waits behind everybody's first.
      {
        priority: isRehearsal ? priorityOfRehearsal : priorityBehind(countBefore(pace, held?.[0]?.feedback)),
      },
    );
    if (isRehearsal || run) return submissionId;
    if (contest) {
      const cell = { contestId: contest.id, userId: user.id, problemId: problemKey };
      sendWithCommit(
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
  return asked(prepareHoldingUser(db), { userId });
}

const prepareHoldingUser = preparedFor((db) =>
  db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, sql.placeholder('userId')))
    .for('no key update')
    .prepare('user-held'),
);

/** Until the submission stands. */
function holdProblem(db: Queryable, slug: string) {
  return asked(prepareHoldingProblem(db), { slug });
}

const prepareHoldingProblem = preparedFor((db) =>
  db
    .select({ id: problems.id })
    .from(problems)
    .where(eq(problems.id, keyOf(sql.placeholder('slug'))))
    .for('share')
    .prepare('problem-held'),
);

/** In a statement after the one that holds it: by then it may have been moved into a contest or out of it. */
function selectFacts(db: Queryable, slug: string, contest: PinnedContest | null) {
  return asked(prepareFacts(db, { isInContest: contest !== null }), { slug, contestId: contest?.id });
}

const prepareFacts = preparedFor((db, { isInContest }: { readonly isInContest: boolean }) =>
  db
    .select({
      key: problems.id,
      id: problems.slug,
      title: problems.title,
      facts: problemFacts(isInContest ? sql`${sql.placeholder('contestId')}` : null),
      feedback: problems.feedback,
      withholdsRunFacts: problems.withholdsRunFacts,
      allowedLanguages: problems.allowedLanguages,
    })
    .from(problems)
    .where(eq(problems.id, keyOf(sql.placeholder('slug'))))
    .prepare(isInContest ? 'problem-in-contest' : 'problem'),
);

interface Pace {
  /** How many of the user's are unjudged. */
  readonly waiting: number;
  /** Of these, of how many the user is told so. */
  readonly toldWaiting: number;
  /** When the one was received that sets the pace for the next. */
  readonly setAt: Date | null;
  /** The same of those of which the user is told nothing until their contest has finished. */
  readonly withheldSetAt: Date | null;
}

function selectPace(db: Queryable, userId: number) {
  return asked(preparePace(db), { userId });
}

const preparePace = preparedFor((db) => {
  const userId = sql.placeholder('userId');
  // What staff ask for again is nobody's impatience.
  const isWaiting = and(eq(judgements.userId, userId), isUnfinished, not(judgements.isRejudge));
  const waiting = db
    .select({
      all: sql`count(*)`.as('all_of_them'),
      told: sql`count(*) filter (where not ${isToldNothing})`.as('told'),
    })
    .from(judgements)
    .innerJoin(submissions, eq(submissions.id, judgements.submissionId))
    .leftJoin(contests, eq(contests.id, contestOfSubmission))
    .where(isWaiting)
    .as('waiting');
  // No more than these can have been received in the window.
  const latest = db
    .select({
      id: submissions.id,
      submittedAt: submissions.submittedAt,
      isWithheld: sql`${isToldNothing}`.as('is_withheld'),
    })
    .from(submissions)
    .leftJoin(contests, eq(contests.id, contestOfSubmission))
    .where(eq(submissions.userId, userId))
    .orderBy(desc(submissions.id))
    .limit(limits.submitRateMax)
    .as('latest');
  const setting = (place: number, isCounted?: SQL) =>
    sql<Date | null>`(${db
      .select({ submittedAt: latest.submittedAt })
      .from(latest)
      .where(isCounted)
      .orderBy(desc(latest.id))
      .limit(1)
      .offset(place - 1)})`.mapWith(submissions.submittedAt);
  return db
    .select({
      waiting: sql<number>`${waiting.all}`.mapWith(Number),
      toldWaiting: sql<number>`${waiting.told}`.mapWith(Number),
      setAt: setting(limits.submitRateMax),
      withheldSetAt: setting(limits.pendingMax, sql`${latest.isWithheld}`),
    })
    .from(waiting)
    .prepare('own-pace');
});

/**
 * How many of theirs it stands behind in the queue. Those of which they are told nothing count among themselves: how long
 * another waits would tell whether these are judged.
 */
function countBefore({ waiting, toldWaiting }: Pace, feedback: ContestFeedback | undefined): number {
  return feedback === 'nothing' ? waiting - toldWaiting : toldWaiting;
}

function selectSent(db: Queryable, userId: number, requestKey: string) {
  return asked(prepareSent(db), { userId, requestKey });
}

const prepareSent = preparedFor((db) =>
  db
    .select({ id: submissions.id })
    .from(submissions)
    .where(
      and(
        eq(submissions.userId, sql.placeholder('userId')),
        eq(submissions.requestKey, sql.placeholder('requestKey')),
      ),
    )
    .prepare('submission-sent'),
);

/** What they have made of this contest's submissions. */
function selectTries(db: Queryable, contestId: number, userId: number) {
  return asked(prepareTries(db), { contestId, userId });
}

const prepareTries = preparedFor((db) =>
  db
    .select({ made: sql<number>`coalesce(sum(${contestResults.submissionCount}), 0)`.mapWith(Number) })
    .from(contestResults)
    .where(
      and(
        eq(contestResults.contestId, sql.placeholder('contestId')),
        eq(contestResults.userId, sql.placeholder('userId')),
      ),
    )
    .prepare('own-tries'),
);

/**
 * `tries`: how many they have made before in the same contest or virtual run.
 *
 * How many are unjudged limits what a person may send, except where that is kept back: whether the next is taken would tell
 * how long the last were judged, and so what came of them. Those are limited by when they were received.
 */
function requirePace(
  user: SessionUser,
  { toldWaiting, setAt, withheldSetAt }: Pace,
  tries: number,
  now: Date,
): void {
  if (can(user, 'submission.create-without-limits')) return;
  if (tries >= limits.contestTriesMax) throw new ApiError('tries_used_up');
  if (toldWaiting >= limits.pendingMax) throw new ApiError('too_many_pending');
  const since = new Date(now.getTime() - limits.submitRateWindowMs);
  if ([setAt, withheldSetAt].some((at) => at && at > since)) throw new ApiError('submitting_too_fast');
}
