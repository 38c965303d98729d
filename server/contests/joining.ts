/**
 * How people come to take part in a contest by themselves. It is open, asks for a password, or is for those whom staff
 * enter (entering.ts); what it asks concerns only who does not take part yet, and changing it takes nobody out.
 *
 * Whoever takes part in a contest does not join another that holds one of the same problems at the same time: the two are
 * rooms of one contest, and who could look into both would see in one what the other ranks. Staff may enter them all the
 * same.
 */
import { and, eq } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { ContestData } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import { type ContestRow, isThere, pinContest } from '#store/contest-rows.ts';
import { clockTime } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { contestsRevision, raiseRevision } from '#store/revisions.ts';
import { contestParticipants, contests, users } from '#store/schema.ts';
import { hashPassword, verifyPassword } from '../auth/passwords.ts';
import { countEntryAttempt, forgiveAttempts } from '../auth/sign-in-limits.ts';
import { can, requireCan } from '../policy.ts';
import { contestFacts, findOwnTime } from './access.ts';
import { listPeopleOfOtherRooms } from './rooms.ts';

type Entry = Pick<ContestRow, 'entry' | 'entryPasswordHash'>;

/** What was sent, with the hash of its password in the place of it: from here on nobody has the password itself. */
export async function withHashedPassword<Data extends ContestData>({
  entry_password: password,
  ...data
}: Data) {
  return { ...data, entryPasswordHash: password === undefined ? null : await hashPassword(password) };
}

/** How it is entered from now on: a password that is not sent stays, where there was one and still is. */
export function planEntry(
  {
    entryPasswordHash: sent,
    ...data
  }: Partial<Pick<ContestData, 'entry'>> & Pick<Entry, 'entryPasswordHash'>,
  before: Entry | null,
): Entry {
  const entry = data.entry ?? before?.entry ?? 'open';
  if (entry !== 'password') return { entry, entryPasswordHash: null };
  const entryPasswordHash = sent ?? before?.entryPasswordHash ?? null;
  if (entryPasswordHash === null) throw new ApiError('invalid_request', words('contest_password_unset'));
  return { entry, entryPasswordHash };
}

interface Joining {
  readonly contestId: number;
  readonly user: SessionUser;
  readonly password: string | undefined;
  readonly address: string;
  readonly receivedAt: Date;
}

export async function joinContest(db: Database, joining: Joining): Promise<void> {
  const { contestId, user, receivedAt } = joining;
  const isFree = can(user, 'contest.join-freely');
  // Before the transaction, which holds what others wait for.
  const provedHash = isFree ? null : await provePassword(db, joining);
  await db.transaction(async (tx) => {
    const pinned = await pinContest(tx, contestId);
    if (!pinned) throw new ApiError('contest_not_found');
    // Joining two rooms in the same moment is joining them one after the other.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, user.id)).for('no key update');
    const { entry, entryPasswordHash, isParticipant } = await getEntry(tx, contestId, user.id);
    const own = await findOwnTime(tx, contestId, user.id);
    requireCan(user, 'contest.join', {
      ...contestFacts(pinned, receivedAt, own),
      isByList: entry === 'list' && !isFree,
      // Another may have been set since it was proved.
      lacksPassword: entry === 'password' && !isFree && provedHash !== entryPasswordHash,
      isInOtherRoom: !isFree && (await listPeopleOfOtherRooms(tx, contestId, user.id)).length > 0,
    });
    if (isParticipant) return;
    await tx.insert(contestParticipants).values({ contestId, userId: user.id, joinedAt: receivedAt });
    await raiseRevision(tx, contestsRevision);
  });
}

async function getEntry(db: Queryable, contestId: number, userId: number) {
  const [found] = await db
    .select({
      entry: contests.entry,
      entryPasswordHash: contests.entryPasswordHash,
      endTime: contests.endTime,
      pausedAt: contests.pausedAt,
      participantId: contestParticipants.userId,
    })
    .from(contests)
    .leftJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contests.id), eq(contestParticipants.userId, userId)),
    )
    .where(and(eq(contests.id, contestId), isThere));
  if (!found) throw new ApiError('contest_not_found');
  const { participantId, ...entry } = found;
  return { ...entry, isParticipant: participantId !== null };
}

/** The hash that the password was right for; null where none is asked for. Wrong ones are counted as those of accounts. */
async function provePassword(
  db: Database,
  { contestId, user, password, address, receivedAt }: Joining,
): Promise<string | null> {
  const { entryPasswordHash: hash, isParticipant, ...times } = await getEntry(db, contestId, user.id);
  if (hash === null || isParticipant || clockTime(times, receivedAt) >= times.endTime) return null;
  if (!password) throw new ApiError('contest_password_required');
  // Longer than any real one: not worth counting or hashing, and never right.
  if (password.length > limits.passwordMax) throw new ApiError('contest_password_wrong');
  const attempt = await countEntryAttempt(db, receivedAt, { contestId, userId: user.id }, address);
  if (!(await verifyPassword(hash, password))) throw new ApiError('contest_password_wrong');
  await forgiveAttempts(db, attempt);
  return hash;
}
