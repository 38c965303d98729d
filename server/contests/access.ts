/**
 * Contests as somebody may see them. Until the start nothing here tells a contestant which problems it has: whether a
 * problem is asked for that exists or not, the answer is the same.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ContestClock } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { isThere, type PinnedContest, pinnedColumns } from '#store/contest-rows.ts';
import {
  clockTime,
  contestStatus,
  findLastEnd,
  isPaused,
  noOwnTime,
  type OwnTime,
  personalTime,
} from '#store/contest-times.ts';
import { type Queryable, runPipelined } from '#store/database.ts';
import { asked, preparedFor } from '#store/prepared.ts';
import { contestParticipants, contests } from '#store/schema.ts';
import { type ContestFacts, can, refusalOf, requireCan } from '../policy.ts';
import { describeClock } from './clock.ts';

/** Nobody takes part as user 0. */
const nobody = 0;

/**
 * What of a participant's row is to be selected for `contestFacts`. Joined from the left, it is null for whoever does not take
 * part: by its first column, which every row has.
 */
export const ownTimeColumns = {
  extraMinutes: contestParticipants.extraMinutes,
  windowStartedAt: contestParticipants.windowStartedAt,
};

/** `own`: the time of this participant; null for everybody else. */
export function contestFacts(contest: PinnedContest, now: Date, own: OwnTime | null): ContestFacts {
  const status = contestStatus(contest, now);
  const at = clockTime(contest, now);
  const { start, end } = personalTime(contest, own ?? noOwnTime);
  const isOver = at >= findLastEnd(contest) || status === 'finished';
  return {
    hasStarted: status !== 'scheduled',
    hasEnded: isOver || at >= end,
    isOver,
    isPaused: isPaused(contest, now),
    hasWindow: contest.windowMinutes !== null,
    awaitsOwnStart:
      own !== null && contest.windowMinutes !== null && (start === null || at < start) && !isOver,
    isFinished: status === 'finished',
    isParticipant: own !== null,
    everHadFreeze: contest.freezeAt !== null,
  };
}

type Reading = 'contest.read' | 'contest.enter' | 'contest.read-scoreboard' | 'question.read';

/** Refuses whoever may not do this with the contest; to others it gives what the policy knows of it. */
export async function requireContest(
  db: Queryable,
  user: SessionUser | null,
  action: Reading,
  contestId: number,
  now: Date,
): Promise<ContestFacts> {
  return (await requireTimedContest(db, user, action, contestId, now)).facts;
}

/** The same, with the clock as this person sees it. */
export async function requireTimedContest(
  db: Queryable,
  user: SessionUser | null,
  action: Reading,
  contestId: number,
  now: Date,
): Promise<TimedFacts> {
  const found = await requireFound(db, user, contestId, now);
  requireCan(user, action, found.facts);
  return found;
}

/** For a rule that asks for more than these. */
export async function readContestFacts(
  db: Queryable,
  user: SessionUser | null,
  contestId: number,
  now: Date,
): Promise<ContestFacts> {
  return (await requireFound(db, user, contestId, now)).facts;
}

async function requireFound(
  db: Queryable,
  user: SessionUser | null,
  contestId: number,
  now: Date,
): Promise<TimedFacts> {
  const found = await findTimedContest(db, user, contestId, now);
  if (!found) throw new ApiError('contest_not_found');
  return found;
}

/** Whether this person sees what is in the contest: its problems and the list of its submissions. */
export async function mayEnter(
  db: Queryable,
  user: SessionUser,
  contestId: number,
  now: Date,
): Promise<boolean> {
  const found = await findTimedContest(db, user, contestId, now);
  return found !== null && can(user, 'contest.enter', found.facts);
}

interface TimedFacts {
  readonly facts: ContestFacts;
  readonly clock: ContestClock;
}

async function findTimedContest(
  db: Queryable,
  user: SessionUser | null,
  contestId: number,
  now: Date,
): Promise<TimedFacts | null> {
  const [row] = await prepareTimedContest(db).execute({ contestId, userId: user?.id ?? nobody });
  if (!row) return null;
  const { contest, own } = row;
  return { facts: contestFacts(contest, now, own), clock: describeClock(contest, own, now) };
}

const prepareTimedContest = preparedFor((db) =>
  db
    .select({ contest: contests, own: ownTimeColumns })
    .from(contests)
    .leftJoin(
      contestParticipants,
      and(
        eq(contestParticipants.contestId, contests.id),
        eq(contestParticipants.userId, sql.placeholder('userId')),
      ),
    )
    .where(and(eq(contests.id, sql.placeholder('contestId')), isThere))
    .prepare('contest-with-own-time'),
);

/** Holds the contest for whatever somebody wants to add to it, as `pinContest` does. */
export function holdForAdding(db: Queryable, contestId: number) {
  return asked(prepareHolding(db), { contestId });
}

const prepareHolding = preparedFor((db) =>
  db
    .select({ ...pinnedColumns, allowedLanguages: contests.allowedLanguages })
    .from(contests)
    .where(and(eq(contests.id, sql.placeholder('contestId')), isThere))
    .for('key share')
    .prepare('contest-held-for-adding'),
);

/** In a statement after the one that holds the contest: one that waits sees what there was before it waited. */
export function selectOwnTime(db: Queryable, contestId: number, userId: number) {
  return asked(prepareOwnTime(db), { contestId, userId });
}

const prepareOwnTime = preparedFor((db) =>
  db
    .select(ownTimeColumns)
    .from(contestParticipants)
    .where(
      and(
        eq(contestParticipants.contestId, sql.placeholder('contestId')),
        eq(contestParticipants.userId, sql.placeholder('userId')),
      ),
    )
    .prepare('own-time'),
);

export async function pinWithFacts(db: Queryable, contestId: number, user: SessionUser, receivedAt: Date) {
  const [[contest], [own]] = await runPipelined(
    holdForAdding(db, contestId),
    selectOwnTime(db, contestId, user.id),
  );
  if (!contest) throw new ApiError('contest_not_found');
  return { contest, facts: contestFacts(contest, receivedAt, own ?? null) };
}

/**
 * Whether a submission is one of a rehearsal. Contests take them from participants, from the start until just before the
 * end, and before that from staff who try its problems (rehearsals.ts).
 */
export function requireSubmitting(user: SessionUser, facts: ContestFacts): { readonly isRehearsal: boolean } {
  if (can(user, 'contest.rehearse', facts)) return { isRehearsal: true };
  const code = refusalOf(user, 'contest.submit', facts);
  if (code) throw new ApiError(code, code === 'contest_not_joined' ? words('join_to_submit') : undefined);
  return { isRehearsal: false };
}

/** Null: does not take part. */
export async function findOwnTime(db: Queryable, contestId: number, userId: number): Promise<OwnTime | null> {
  const [own] = await selectOwnTime(db, contestId, userId).execute();
  return own ?? null;
}
