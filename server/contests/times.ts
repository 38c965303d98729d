/**
 * Changes of a contest's time: more minutes for one or for all, pauses, and the start of a personal window. What follows
 * from them is in store/contest-times.ts. Each is decided and done with the contest's row held, by the time after the
 * wait for it, and told to every open page by the triggers of migration `contest_times`.
 */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { AnnouncedWords } from '#contract/announced-words.ts';
import { ApiError } from '#contract/errors.ts';
import { type Words, words } from '#contract/words.ts';
import { announceWords } from '#store/announcements.ts';
import { type ContestRow, pinContest } from '#store/contest-rows.ts';
import { clockTime, contestStatus, personalTime, refreshExtraEnd } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { contestsRevision, raiseBoards, raiseRevision } from '#store/revisions.ts';
import { contestParticipants, contests } from '#store/schema.ts';
import { requireCan } from '../policy.ts';
import { contestFacts, findOwnTime, ownTimeColumns } from './access.ts';
import { planFreeze } from './freeze.ts';
import { type Clock, getLockedRow } from './queries.ts';

const minuteMs = 60_000;

/** All clocks stand from this millisecond on. */
export async function pauseContest(
  db: Database,
  contestId: number,
  user: SessionUser,
  clock: Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLockedRow(tx, contestId);
    // Two members of staff may press the button.
    if (contest.pausedAt) return;
    const now = clock();
    if (contestStatus(contest, now) !== 'running') throw new ApiError('contest_not_running');
    await tx.update(contests).set({ pausedAt: now }).where(eq(contests.id, contestId));
    await announce(tx, contest, user, words('announced_pause'), now);
    await raiseAll(tx, contestId);
  });
}

/** What was still to come when they were stopped comes as much later. */
export async function resumeContest(
  db: Database,
  contestId: number,
  user: SessionUser,
  clock: Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLockedRow(tx, contestId);
    const { pausedAt } = contest;
    if (!pausedAt) return;
    const now = clock();
    const lastedMs = Math.max(0, now.getTime() - pausedAt.getTime());
    const later = (moment: Date | null) =>
      moment && moment > pausedAt ? new Date(moment.getTime() + lastedMs) : moment;
    await tx
      .update(contests)
      .set({
        pausedAt: null,
        pauses: [...contest.pauses, [pausedAt.getTime(), pausedAt.getTime() + lastedMs]],
        endTime: later(contest.endTime) ?? contest.endTime,
        freezeAt: later(contest.freezeAt),
        thawAt: later(contest.thawAt),
      })
      .where(eq(contests.id, contestId));
    await refreshExtraEnd(tx, contestId);
    const minutes = Math.round(lastedMs / minuteMs);
    await announce(tx, contest, user, words('announced_resume', { minutes }), now);
    await raiseAll(tx, contestId);
  });
}

/** More minutes for all. Where each has a window of their own, that is longer from now on, too. */
export async function extendContest(
  db: Database,
  contestId: number,
  user: SessionUser,
  { minutes, seenEnd }: { readonly minutes: number; readonly seenEnd: Date },
  clock: Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLockedRow(tx, contestId);
    const now = clock();
    if (contest.endTime.getTime() !== seenEnd.getTime()) throw new ApiError('contest_end_moved');
    requireOpen(contest, now);
    const later = (moment: Date) => new Date(moment.getTime() + minutes * minuteMs);
    const endTime = later(contest.endTime);
    const at = clockTime(contest, now);
    if (endTime <= at) throw new ApiError('contest_end_past');
    // What has thawed has no time to come.
    const thaw_time = contest.thawedAt ? contest.thawAt : contest.thawAt && later(contest.thawAt);
    await tx
      .update(contests)
      .set({
        endTime,
        ...planFreeze(contest, { startTime: contest.startTime, endTime, thaw_time }, at),
        windowMinutes: contest.windowMinutes === null ? null : contest.windowMinutes + minutes,
      })
      .where(eq(contests.id, contestId));
    await refreshExtraEnd(tx, contestId);
    await announce(tx, contest, user, words('announced_extra_minutes', { minutes }), now);
    await raiseAll(tx, contestId);
  });
}

/** Once it is over, and its results have been told, nobody can go on as if they did not know them. */
function requireOpen(contest: ContestRow, now: Date): void {
  const status = contestStatus(contest, now);
  if (status === 'scheduled' || status === 'finished') throw new ApiError('contest_not_running');
  if (status === 'finishing' && contest.thawedAt) throw new ApiError('contest_thawed');
}

/** How many minutes these have over the others, in all: saying it twice changes nothing. */
export async function setExtraMinutes(
  db: Database,
  contestId: number,
  { userIds, minutes }: { readonly userIds: readonly number[]; readonly minutes: number },
  clock: Clock,
): Promise<void> {
  const chosen = [...new Set(userIds)];
  await db.transaction(async (tx) => {
    const contest = await getLockedRow(tx, contestId);
    const now = clock();
    // Before the start it is planned.
    if (contestStatus(contest, now) !== 'scheduled') requireOpen(contest, now);
    const areThey = and(
      eq(contestParticipants.contestId, contestId),
      inArray(contestParticipants.userId, chosen),
    );
    const rows = await tx.select(ownTimeColumns).from(contestParticipants).where(areThey);
    if (rows.length < chosen.length) throw new ApiError('participant_not_found');
    const at = clockTime(contest, now);
    const changed = rows.filter(({ extraMinutes }) => extraMinutes !== minutes);
    for (const own of changed) {
      if (personalTime(contest, { ...own, extraMinutes: minutes }).end <= at)
        throw new ApiError('contest_extra_past');
    }
    if (changed.length === 0) return;
    await tx.update(contestParticipants).set({ extraMinutes: minutes }).where(areThey);
    await refreshExtraEnd(tx, contestId);
    await raiseRevision(tx, contestsRevision);
  });
}

/** Starts one's own time, by when the request was received. */
export async function beginOwnTime(
  db: Database,
  contestId: number,
  user: SessionUser,
  receivedAt: Date,
): Promise<void> {
  while (!(await tryToBegin(db, contestId, user, receivedAt)));
}

/** False: they were given extra minutes in this moment, and it is to be tried again. */
function tryToBegin(db: Database, contestId: number, user: SessionUser, receivedAt: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const before = await findOwnTime(tx, contestId, user.id);
    // Whoever has extra minutes may be the last to end, which is written in the contest's row.
    const contest = before?.extraMinutes
      ? await getLockedRow(tx, contestId)
      : await pinContest(tx, contestId);
    if (!contest) throw new ApiError('contest_not_found');
    const own = await findOwnTime(tx, contestId, user.id);
    if (own?.windowStartedAt) return true;
    if (own?.extraMinutes && !before?.extraMinutes) return false;
    requireCan(user, 'contest.begin', contestFacts(contest, receivedAt, own));
    await tx
      .update(contestParticipants)
      .set({ windowStartedAt: receivedAt })
      .where(
        and(
          eq(contestParticipants.contestId, contestId),
          eq(contestParticipants.userId, user.id),
          // Pressed twice at once, the first counts.
          isNull(contestParticipants.windowStartedAt),
        ),
      );
    if (own?.extraMinutes) {
      await refreshExtraEnd(tx, contestId);
      await raiseRevision(tx, contestsRevision);
    }
    return true;
  });
}

function announce(
  db: Queryable,
  { id: contestId }: ContestRow,
  user: SessionUser,
  said: Words<keyof AnnouncedWords>,
  now: Date,
) {
  return announceWords(db, { contestId, said, postedBy: user.id, postedAt: now });
}

async function raiseAll(db: Queryable, contestId: number): Promise<void> {
  await raiseRevision(db, contestsRevision);
  await raiseBoards(db, contestId);
}
