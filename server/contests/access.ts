/**
 * Contests as somebody may see them. Until the start nothing here tells a contestant which problems it has: whether a
 * problem is asked for that exists or not, the answer is the same.
 */
import { and, eq } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { isThere, type PinnedContest, pinContest } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contests } from '#store/schema.ts';
import { type ContestFacts, can, refusalOf, requireCan } from '../policy.ts';
import { contestStatus } from './status.ts';

/** Nobody takes part as user 0. */
const nobody = 0;

export function contestFacts(contest: PinnedContest, now: Date, isParticipant: boolean): ContestFacts {
  const status = contestStatus(contest, now);
  return {
    hasStarted: status !== 'scheduled',
    hasEnded: status === 'finishing' || status === 'finished',
    isFinished: status === 'finished',
    isParticipant,
    everHadFreeze: contest.freezeAt !== null,
  };
}

/** Refuses whoever may not do this with the contest; to others it gives what the policy knows of it. */
export async function requireContest(
  db: Queryable,
  user: SessionUser | null,
  action: 'contest.read' | 'contest.enter' | 'contest.read-scoreboard' | 'question.read',
  contestId: number,
  now: Date,
): Promise<ContestFacts> {
  const [row] = await db
    .select({ contest: contests, participantId: contestParticipants.userId })
    .from(contests)
    .leftJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contests.id), eq(contestParticipants.userId, user?.id ?? nobody)),
    )
    .where(and(eq(contests.id, contestId), isThere));
  if (!row) throw new ApiError('contest_not_found');
  const facts = contestFacts(row.contest, now, row.participantId !== null);
  requireCan(user, action, facts);
  return facts;
}

/**
 * Holds the contest for a submission: taken from participants, from the start until just before the end, and before that
 * from staff who try its problems (rehearsals.ts).
 */
export async function pinForSubmission(
  db: Queryable,
  contestId: number,
  user: SessionUser,
  receivedAt: Date,
): Promise<{ readonly contest: PinnedContest; readonly isRehearsal: boolean }> {
  const { contest, facts } = await pinWithFacts(db, contestId, user, receivedAt);
  if (can(user, 'contest.rehearse', facts)) return { contest, isRehearsal: true };
  const code = refusalOf(user, 'contest.submit', facts);
  if (code) throw new ApiError(code, code === 'contest_not_joined' ? words('join_to_submit') : undefined);
  return { contest, isRehearsal: false };
}

/** Holds the contest for whatever this person wants to add to it. */
export async function pinWithFacts(db: Queryable, contestId: number, user: SessionUser, receivedAt: Date) {
  const contest = await pinContest(db, contestId);
  if (!contest) throw new ApiError('contest_not_found');
  const joined = await db.$count(
    contestParticipants,
    and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, user.id)),
  );
  return { contest, facts: contestFacts(contest, receivedAt, joined > 0) };
}
