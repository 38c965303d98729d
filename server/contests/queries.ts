import { and, desc, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { type ContestStatus, isContestOver } from '#contract/contest-status.ts';
import type { Contest, ContestData } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { announceWords } from '#store/announcements.ts';
import { type ContestRow, isThere, lockContest } from '#store/contest-rows.ts';
import { clockTime, contestStatus, type OwnTime, refreshExtraEnd } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import { preparedFor } from '#store/prepared.ts';
import { contestsRevision, raiseBoards, raiseRevision, readRevision } from '#store/revisions.ts';
import { contestParticipants, contestProblems, contests } from '#store/schema.ts';
import { ownTimeColumns } from './access.ts';
import { describeClock } from './clock.ts';
import { planFreeze } from './freeze.ts';
import { planEntry } from './joining.ts';

/** Nobody takes part as user 0. */
const nobody = 0;

const countOf = (table: typeof contestParticipants | typeof contestProblems) =>
  sql<number>`(select count(*)::int from ${table} where ${table.contestId} = ${contests.id})`;

/** A clock instead of a time: what is decided under a lock is decided by the time after the wait for it. */
export type Clock = () => Date;

function selectContests(db: Queryable, userId: number | null) {
  return db
    .select({
      contest: contests,
      participantCount: countOf(contestParticipants),
      problemCount: countOf(contestProblems),
      own: ownTimeColumns,
    })
    .from(contests)
    .leftJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contests.id), eq(contestParticipants.userId, userId ?? nobody)),
    )
    .orderBy(desc(contests.startTime), desc(contests.id))
    .$dynamic();
}

type SelectedContest = Awaited<ReturnType<typeof selectContests>>[number];

function toContest({ contest, own, ...row }: SelectedContest, now: Date): Contest {
  return {
    id: contest.id,
    title: contest.title,
    description: contest.description,
    participant_count: row.participantCount,
    problem_count: row.problemCount,
    is_participant: own !== null,
    allowed_languages: contest.allowedLanguages,
    feedback: contest.feedback,
    entry: contest.entry,
    format: contest.format,
    penalty_minutes: contest.penaltyMinutes,
    freeze_minutes: contest.freezeMinutes,
    gold_medals: contest.goldMedals,
    silver_medals: contest.silverMedals,
    bronze_medals: contest.bronzeMedals,
    ...describeClock(contest, own, now),
  };
}

/**
 * The list is on every page of every contest, and counting participants takes longer the more contests there were:
 * so it is read once per revision, except for what is the caller's own. There is one audience: everyone sees all of it.
 */
export function cacheContests(db: Queryable): (userId: number | null, now: Date) => Promise<Contest[]> {
  let cached: { revision: number; rows: Promise<SelectedContest[]> } | null = null;

  async function find(): Promise<SelectedContest[]> {
    const revision = await readRevision(db, contestsRevision);
    if (cached?.revision !== revision) {
      const fresh = { revision, rows: selectContests(db, null).where(isThere).execute() };
      cached = fresh;
      fresh.rows.catch(() => {
        if (cached === fresh) cached = null;
      });
    }
    return cached.rows;
  }

  /** Latest start first. */
  return async (userId, now) => {
    const own = userId === null ? new Map<number, OwnTime>() : await listOwnTimes(db, userId);
    const rows = await find();
    return rows.map((row) => toContest({ ...row, own: own.get(row.contest.id) ?? null }, now));
  };
}

/** In the contests that this person has joined, by their ids. */
async function listOwnTimes(db: Queryable, userId: number): Promise<ReadonlyMap<number, OwnTime>> {
  const joined = await prepareOwnTimes(db).execute({ userId });
  return new Map(joined.map(({ contestId, ...own }) => [contestId, own]));
}

const prepareOwnTimes = preparedFor((db) =>
  db
    .select({ contestId: contestParticipants.contestId, ...ownTimeColumns })
    .from(contestParticipants)
    .where(eq(contestParticipants.userId, sql.placeholder('userId')))
    .prepare('own-times'),
);

/** As a visitor looks for them: what runs, what comes next, what is over. */
export function sortForVisitors(contests: readonly Contest[]): Contest[] {
  const having = (...statuses: ContestStatus[]) => contests.filter(({ status }) => statuses.includes(status));
  return [...having('running', 'finishing'), ...having('scheduled').reverse(), ...having('finished')];
}

export async function describeContest(
  db: Queryable,
  contestId: number,
  userId: number | null,
  now: Date,
): Promise<Contest> {
  const [row] = await selectContests(db, userId).where(and(eq(contests.id, contestId), isThere));
  if (!row) throw new ApiError('contest_not_found');
  return toContest(row, now);
}

/** What was sent, with the hash of the password instead of it. */
export type ContestToSave = Omit<ContestData, 'entry_password'> & {
  readonly entryPasswordHash: string | null;
};

/** What is undefined stays as it is, and is the default for a new one. */
function toColumns(data: ContestToSave, before: Pick<ContestRow, 'entry' | 'entryPasswordHash'> | null) {
  return {
    ...planEntry(data, before),
    title: data.title,
    description: data.description,
    startTime: data.startTime,
    endTime: data.endTime,
    allowedLanguages: data.allowed_languages,
    feedback: data.feedback,
    format: data.format,
    penaltyMinutes: data.penalty_minutes,
    goldMedals: data.gold_medals,
    silverMedals: data.silver_medals,
    bronzeMedals: data.bronze_medals,
    windowMinutes: data.window_minutes,
  };
}

export type ContestToCreate = ContestToSave & { readonly requestKey?: string | undefined };

export async function createContest(db: Database, data: ContestToCreate, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const made = await findMade(tx, data.requestKey);
    if (made !== null) return made;
    requireFutureStart(data, now);
    return insertContest(tx, data, now);
  });
}

/**
 * What was made of it when it was sent before, since the answer may have been lost. Whoever sends it again meanwhile waits
 * until the first has been made, or has not.
 */
export async function findMade(db: Queryable, requestKey: string | undefined): Promise<number | null> {
  if (requestKey === undefined) return null;
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${requestKey}, 0))`);
  const [made] = await db
    .select({ id: contests.id })
    .from(contests)
    .where(eq(contests.requestKey, requestKey));
  return made?.id ?? null;
}

export function requireFutureStart({ startTime }: ContestToSave, now: Date): void {
  if (startTime <= now) throw new ApiError('contest_start_past');
}

/** In a transaction of the caller's. */
export async function insertContest(db: Queryable, data: ContestToCreate, now: Date): Promise<number> {
  const columns = {
    ...toColumns(data, null),
    ...planFreeze(null, data, now),
    createdAt: now,
    requestKey: data.requestKey,
  };
  const [inserted] = await db.insert(contests).values(columns).returning({ id: contests.id });
  if (!inserted) throw new Error('A new contest has no id');
  await raiseRevision(db, contestsRevision);
  return inserted.id;
}

const minuteMs = 60_000;

/**
 * While scheduled everything may change; while running not the start, and another end is announced; after the end only the
 * texts.
 */
export async function updateContest(
  db: Database,
  contestId: number,
  { id: postedBy }: SessionUser,
  data: ContestToSave,
  clock: Clock,
) {
  await db.transaction(async (tx) => {
    const contest = await getLockedRow(tx, contestId);
    const now = clock();
    const at = clockTime(contest, now);
    const status = contestStatus(contest, now);
    if (status !== 'scheduled' && changesFormat(contest, data)) throw new ApiError('contest_format_fixed');
    if (status !== 'scheduled' && changesWindow(contest, data)) throw new ApiError('contest_window_fixed');
    const startMoves = data.startTime.getTime() !== contest.startTime.getTime();
    const endMoves = data.endTime.getTime() !== contest.endTime.getTime();
    const isSeen = !data.seen_end_time || data.seen_end_time.getTime() === contest.endTime.getTime();
    if (endMoves && !isSeen) throw new ApiError('contest_end_moved');
    const hasEnded = isContestOver(status);
    if (hasEnded) {
      if (startMoves || endMoves) throw new ApiError('contest_times_fixed');
    } else {
      if (status === 'running' && startMoves) throw new ApiError('contest_start_fixed');
      if (endMoves && data.endTime <= at) throw new ApiError('contest_end_past');
    }
    const changesFeedback = data.feedback !== undefined && data.feedback !== contest.feedback;
    if (hasEnded && changesFeedback) throw new ApiError('contest_feedback_fixed');
    const columns = { ...toColumns(data, contest), ...planFreeze(contest, data, at) };
    await tx.update(contests).set(columns).where(eq(contests.id, contestId));
    await refreshExtraEnd(tx, contestId);
    if (endMoves && status === 'running') {
      const minutes = Math.round((data.endTime.getTime() - contest.endTime.getTime()) / minuteMs);
      const said = words('announced_end_moved', { minutes, hasWindow: contest.windowMinutes !== null });
      await announceWords(tx, { contestId, said, postedBy, postedAt: now });
    }
    await raiseRevision(tx, contestsRevision);
    // What the scoreboard tells contestants follows the one, and another freeze is another board.
    const movesFreeze = columns.freezeAt?.getTime() !== contest.freezeAt?.getTime();
    // Where each has a window of their own, the board says how far they are.
    const movesWindows = endMoves && contest.windowMinutes !== null;
    if (changesFeedback || movesFreeze || movesWindows) await raiseBoards(tx, contestId);
  });
}

function changesFormat(contest: ContestRow, data: ContestToSave): boolean {
  const { format = contest.format, penalty_minutes = contest.penaltyMinutes } = data;
  return format !== contest.format || penalty_minutes !== contest.penaltyMinutes;
}

function changesWindow(
  contest: ContestRow,
  { window_minutes = contest.windowMinutes }: Pick<ContestData, 'window_minutes'>,
): boolean {
  return window_minutes !== contest.windowMinutes;
}

/** The contest with nobody else at it, for a change of what only it has. */
export async function getLocked(db: Queryable, contestId: number) {
  const contest = await lockContest(db, contestId);
  if (!contest) throw new ApiError('contest_not_found');
  return contest;
}

/** The same, with all that its row has. */
export async function getLockedRow(db: Queryable, contestId: number): Promise<ContestRow> {
  await getLocked(db, contestId);
  const [row] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!row) throw new ApiError('contest_not_found');
  return row;
}
