import { and, desc, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import type { Contest, ContestData, ContestProblemChoice, ContestStatus } from '#contract/contests.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { type ContestRow, isThere, lockContest, pinContest } from '#store/contest-standings.ts';
import type { Database, Queryable } from '#store/database.ts';
import {
  addMemberships,
  findObstacle,
  isIn,
  isInNoUnfinishedContest,
  listMemberships,
  lockProblems,
  removeMemberships,
} from '#store/memberships.ts';
import { contestRevision, contestsRevision, raiseRevision, readRevision } from '#store/revisions.ts';
import { contestParticipants, contestProblems, contests, problems, users } from '#store/schema.ts';
import { requireCan } from '../policy.ts';
import { isNoDraft } from '../problems/drafts.ts';
import { naturalOrder } from '../problems/queries.ts';
import { getProblemKeys } from '../problems/slugs.ts';
import { contestFacts } from './access.ts';
import { isFrozen, planFreeze } from './freeze.ts';
import { contestStatus } from './status.ts';

/** Nobody takes part as user 0. */
const nobody = 0;

const countOf = (table: typeof contestParticipants | typeof contestProblems) =>
  sql<number>`(select count(*)::int from ${table} where ${table.contestId} = ${contests.id})`;

/** A clock instead of a time: what is decided under a lock is decided by the time after the wait for it. */
type Clock = () => Date;

function selectContests(db: Queryable, userId: number | null) {
  return db
    .select({
      contest: contests,
      participantCount: countOf(contestParticipants),
      problemCount: countOf(contestProblems),
      ownUserId: contestParticipants.userId,
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

function toContest({ contest, ...row }: SelectedContest, now: Date): Contest {
  return {
    id: contest.id,
    title: contest.title,
    description: contest.description,
    start_time: contest.startTime.toISOString(),
    end_time: contest.endTime.toISOString(),
    status: contestStatus(contest, now),
    participant_count: row.participantCount,
    problem_count: row.problemCount,
    is_participant: row.ownUserId !== null,
    allowed_languages: contest.allowedLanguages,
    format: contest.format,
    penalty_minutes: contest.penaltyMinutes,
    freeze_minutes: contest.freezeMinutes,
    freeze_at: contest.freezeAt?.toISOString() ?? null,
    thaw_time: contest.thawAt?.toISOString() ?? null,
    is_frozen: isFrozen(contest, now),
    gold_medals: contest.goldMedals,
    silver_medals: contest.silverMedals,
    bronze_medals: contest.bronzeMedals,
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
    const own = new Set(userId === null ? [] : await listJoined(db, userId));
    const rows = await find();
    return rows.map((row) => ({ ...toContest(row, now), is_participant: own.has(row.contest.id) }));
  };
}

async function listJoined(db: Queryable, userId: number): Promise<number[]> {
  const joined = await db
    .select({ contestId: contestParticipants.contestId })
    .from(contestParticipants)
    .where(eq(contestParticipants.userId, userId));
  return joined.map(({ contestId }) => contestId);
}

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

/** What is undefined stays as it is, and is the default for a new one. */
function toColumns(data: ContestData) {
  return {
    title: data.title,
    description: data.description,
    startTime: data.startTime,
    endTime: data.endTime,
    allowedLanguages: data.allowed_languages,
    format: data.format,
    penaltyMinutes: data.penalty_minutes,
    goldMedals: data.gold_medals,
    silverMedals: data.silver_medals,
    bronzeMedals: data.bronze_medals,
  };
}

export async function insertContest(db: Database, data: ContestData, now: Date): Promise<number> {
  const columns = { ...toColumns(data), ...planFreeze(null, data, now) };
  return db.transaction(async (tx) => {
    const [inserted] = await tx.insert(contests).values(columns).returning({ id: contests.id });
    if (!inserted) throw new Error('A new contest has no id');
    await raiseRevision(tx, contestsRevision);
    return inserted.id;
  });
}

/** While scheduled everything may change; while running not the start; after the end only the texts. */
export async function updateContest(db: Database, contestId: number, data: ContestData, clock: Clock) {
  await db.transaction(async (tx) => {
    await getLocked(tx, contestId);
    const contest = await getRow(tx, contestId);
    const now = clock();
    const status = contestStatus(contest, now);
    if (status !== 'scheduled' && changesFormat(contest, data)) throw new ApiError('contest_format_fixed');
    const startMoves = data.startTime.getTime() !== contest.startTime.getTime();
    const endMoves = data.endTime.getTime() !== contest.endTime.getTime();
    if (status === 'finishing' || status === 'finished') {
      if (startMoves || endMoves) throw new ApiError('contest_times_fixed');
    } else {
      if (status === 'running' && startMoves) throw new ApiError('contest_start_fixed');
      if (data.endTime <= now) throw new ApiError('contest_end_past');
    }
    const columns = { ...toColumns(data), ...planFreeze(contest, data, now) };
    await tx.update(contests).set(columns).where(eq(contests.id, contestId));
    await raiseRevision(tx, contestsRevision);
  });
}

function changesFormat(contest: ContestRow, data: ContestData): boolean {
  const { format = contest.format, penalty_minutes = contest.penaltyMinutes } = data;
  return format !== contest.format || penalty_minutes !== contest.penaltyMinutes;
}

export async function joinContest(db: Database, contestId: number, user: SessionUser, receivedAt: Date) {
  await db.transaction(async (tx) => {
    const contest = await pinContest(tx, contestId);
    if (!contest) throw new ApiError('contest_not_found');
    requireCan(user, 'contest.join', contestFacts(contest, receivedAt, false));
    const joined = await tx
      .insert(contestParticipants)
      .values({ contestId, userId: user.id, joinedAt: receivedAt })
      .onConflictDoNothing()
      .returning({ userId: contestParticipants.userId });
    if (joined.length > 0) await raiseRevision(tx, contestsRevision);
  });
}

export async function listAvailableProblems(db: Queryable): Promise<ContestProblemChoice[]> {
  return toChoices(await selectChoices(db).where(and(isNoDraft, isInNoUnfinishedContest)));
}

export async function listAssignedProblems(
  db: Queryable,
  contestId: number,
): Promise<ContestProblemChoice[]> {
  return toChoices(await selectChoices(db).where(isIn(contestId)));
}

function selectChoices(db: Queryable) {
  return db
    .select({
      id: problems.slug,
      title: problems.title,
      author: users.username,
      is_visible: problems.isVisible,
    })
    .from(problems)
    .leftJoin(users, eq(users.id, problems.authorId))
    .$dynamic();
}

function toChoices(rows: Awaited<ReturnType<typeof selectChoices>>): ContestProblemChoice[] {
  return rows
    .map(({ author, ...row }) => ({ ...row, author: author ?? '' }))
    .sort((a, b) => naturalOrder(a.id, b.id));
}

/**
 * All or none. What is already where it shall go is no error: two members of staff may do the same. But a problem
 * that another contest holds is not taken away from it, nor held while another shares it.
 */
export async function moveProblems(
  db: Database,
  contestId: number,
  problemIds: readonly string[],
  target: 'held' | 'shared' | 'main',
  clock: Clock,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLocked(tx, contestId);
    if (contestStatus(contest, clock()) !== 'scheduled') throw new ApiError('contest_problems_fixed');
    if (problemIds.length === 0) return;
    const keys = [...(await getProblemKeys(tx, problemIds))];
    const found = await lockProblems(tx, keys);
    if (found.length < keys.length) throw new ApiError('problem_not_found');
    if (target === 'main') {
      await removeMemberships(tx, contestId, keys);
    } else {
      const way = { holds: target === 'held' };
      const obstacle = findObstacle(await listMemberships(tx, keys), contestId, way);
      if (obstacle) {
        const { title = '' } = found.find(({ id }) => id === obstacle.problemId) ?? {};
        throw new ApiError('problem_in_contest', words('problem_held_elsewhere', { title }));
      }
      await addMemberships(tx, contestId, keys, way);
    }
    await raiseRevision(tx, contestsRevision);
    await raiseRevision(tx, contestRevision(contestId));
  });
}

/** The caller has it locked. */
async function getRow(db: Queryable, contestId: number): Promise<ContestRow> {
  const [row] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!row) throw new ApiError('contest_not_found');
  return row;
}

async function getLocked(db: Queryable, contestId: number) {
  const contest = await lockContest(db, contestId);
  if (!contest) throw new ApiError('contest_not_found');
  return contest;
}
