/**
 * The freeze of a scoreboard. What is submitted from its moment on is told to its owner and to staff; to everybody else
 * it is a try and no more, until the scoreboard thaws: in boards, lists, filters and whatever else could tell it. So a
 * contest that is frozen at its end does not finish before it has thawed: until then its submissions count nowhere else.
 *
 * The moment stands in the contest's row, and submissions are held against it one by one: nothing depends on when
 * somebody asks. It follows the end when that is changed, until it has come; it never moves into the past, because what
 * was told is told.
 */
import { and, eq, isNotNull, isNull, lte } from 'drizzle-orm';
import type { ContestData } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { type ContestRow, hasFreeze, isThere, lockContest } from '#store/contest-rows.ts';
import { clockTime, findLastEnd, isOver } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { contestsRevision, raiseBoards, raiseRevision } from '#store/revisions.ts';
import { contests } from '#store/schema.ts';

const minuteMs = 60_000;

export function isFrozen(
  contest: Pick<ContestRow, 'freezeAt' | 'thawedAt' | 'pausedAt'>,
  now: Date,
): boolean {
  return hasFreeze(contest) && contest.freezeAt !== null && contest.freezeAt <= clockTime(contest, now);
}

type Freeze = Pick<ContestRow, 'freezeMinutes' | 'freezeAt' | 'thawAt'>;
type Times = Pick<ContestData, 'startTime' | 'endTime' | 'freeze_minutes' | 'thaw_time'>;

/** As it is after the contest was made or changed like that. `contest`: as it was before, null for a new one. */
export function planFreeze(
  contest: (Freeze & Pick<ContestRow, 'endTime' | 'thawedAt'>) | null,
  { startTime, endTime, ...data }: Times,
  now: Date,
): Freeze {
  const { freeze_minutes = contest?.freezeMinutes ?? null, thaw_time = contest?.thawAt ?? null } = data;
  const freezeMinutes = freeze_minutes;
  const thawAt = freezeMinutes === null ? null : thaw_time;
  if (thawAt && thawAt < endTime && !contest?.thawedAt) throw new ApiError('contest_thaw_before_end');
  const hasChanged = freezeMinutes !== (contest?.freezeMinutes ?? null);
  if (contest?.freezeAt && contest.freezeAt <= now) {
    if (hasChanged) throw new ApiError('contest_freeze_fixed');
    if (contest.thawedAt && thawAt?.getTime() !== contest.thawAt?.getTime())
      throw new ApiError('contest_thawed');
    return { freezeMinutes, freezeAt: contest.freezeAt, thawAt };
  }
  if (contest && contest.endTime <= now && hasChanged) throw new ApiError('contest_times_fixed');
  if (freezeMinutes === null) return { freezeMinutes, freezeAt: null, thawAt };
  const wanted = Math.max(endTime.getTime() - freezeMinutes * minuteMs, startTime.getTime());
  return { freezeMinutes, freezeAt: new Date(Math.max(wanted, now.getTime())), thawAt };
}

/**
 * By staff, before its time or without one. Also before the end, which undoes a freeze that nobody wanted; but not while the
 * others have ended and somebody is still at it, nor in a pause, as with those that thaw by themselves.
 */
export async function thawContest(db: Database, contestId: number, clock: () => Date): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) throw new ApiError('contest_not_found');
    // Two members of staff may press the button.
    if (contest.thawedAt) return;
    const now = clock();
    if (!isFrozen(contest, now)) throw new ApiError('contest_not_frozen');
    const isExtraTime = contest.endTime <= now && now < findLastEnd(contest);
    if (contest.pausedAt || isExtraTime) throw new ApiError('contest_not_over');
    await thaw(tx, contestId, now);
  });
}

/** Those whose time has come: not while somebody is still at it, who would learn from the others. */
export async function thawContests(db: Database, now: Date): Promise<void> {
  const isDue = and(
    lte(contests.thawAt, now),
    isOver(now),
    isNotNull(contests.freezeAt),
    isNull(contests.thawedAt),
    isThere,
  );
  const due = await db.select({ id: contests.id }).from(contests).where(isDue);
  for (const { id } of due) {
    await db.transaction(async (tx) => {
      // Meanwhile it may have been given a later time, or thawed.
      const [locked] = await tx
        .select({ id: contests.id })
        .from(contests)
        .where(and(eq(contests.id, id), isDue))
        .for('update');
      if (locked) await thaw(tx, id, now);
    });
  }
}

async function thaw(db: Queryable, contestId: number, now: Date): Promise<void> {
  await db.update(contests).set({ thawedAt: now }).where(eq(contests.id, contestId));
  await raiseRevision(db, contestsRevision);
  await raiseBoards(db, contestId);
}
