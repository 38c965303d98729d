/**
 * Who may see what of a contest. Until the start nothing here tells a contestant which problems it has: whether a
 * problem is asked for that exists or not, the answer is the same.
 */
import { and, eq } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { type ContestRow, holdContest, isThere } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contests } from '#store/schema.ts';
import { isStaff } from '../problems/access.ts';
import { contestStatus } from './status.ts';

async function getContest(db: Queryable, contestId: number): Promise<ContestRow> {
  const [contest] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere));
  if (!contest) throw new ApiError('contest_not_found');
  return contest;
}

async function isParticipant(db: Queryable, contestId: number, user: SessionUser | null): Promise<boolean> {
  if (!user) return false;
  const found = await db
    .select({ userId: contestParticipants.userId })
    .from(contestParticipants)
    .where(and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, user.id)));
  return found.length > 0;
}

/** For its participants and staff. */
export async function requireJoined(
  db: Queryable,
  contestId: number,
  user: SessionUser | null,
): Promise<ContestRow> {
  const contest = await getContest(db, contestId);
  if (!isStaff(user) && !(await isParticipant(db, contestId, user))) throw new ApiError('contest_not_joined');
  return contest;
}

/** Its problems and submissions: for participants from the start on, for staff always. */
export async function requireStarted(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  now: Date,
): Promise<ContestRow> {
  const contest = await requireJoined(db, contestId, user);
  if (!isStaff(user) && now < contest.startTime) throw new ApiError('contest_not_started');
  return contest;
}

export async function requireScoreboard(
  db: Queryable,
  contestId: number,
  user: SessionUser | null,
  now: Date,
): Promise<ContestRow> {
  const contest = await getContest(db, contestId);
  const isOpen =
    contestStatus(contest, now) === 'finished' || isStaff(user) || (await isParticipant(db, contestId, user));
  if (!isOpen) throw new ApiError('contest_scoreboard_closed');
  return contest;
}

/** Holds the contest for a submission: taken from participants, from the start until just before the end. */
export async function holdForSubmission(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  receivedAt: Date,
): Promise<ContestRow> {
  const contest = await holdContest(db, contestId);
  if (!contest) throw new ApiError('contest_not_found');
  if (!(await isParticipant(db, contestId, user))) {
    throw new ApiError('contest_not_joined', words('join_to_submit'));
  }
  const status = contestStatus(contest, receivedAt);
  if (status === 'scheduled') throw new ApiError('contest_not_started');
  if (status !== 'running') throw new ApiError('contest_ended');
  return contest;
}
