/**
 * The time of contests, to the millisecond: when each participant's clock starts and ends, how much of it has passed, and
 * what that makes of the contest.
 *
 * - Everybody has the contest's clock, from its start to its end, unless the contest has a personal window: then a clock
 *   starts when its owner says so, at any time between the two, and runs for the window's length, but not past the end.
 * - Extra minutes of one participant come after that, also after the contest's end. The contest runs until the last of
 *   them has ended.
 * - During a pause every clock stands. When it is over, whatever was still to come (the end, the freeze, the thaw) has been
 *   moved by its length in the contest's row; personal ends follow from the list of pauses. So each pause lies wholly
 *   before the end, or wholly after it.
 *
 * A moment is a wall clock's, always the server's. Contest time is what a participant's clock has counted by then.
 */
import { and, eq, gt, inArray, isNull, lte, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ContestStatus } from '#contract/contest-status.ts';
import type { Queryable } from './database.ts';
import { isContestUnfinished } from './memberships.ts';
import { contestParticipants, contestResults, contests } from './schema.ts';

type ContestRow = typeof contests.$inferSelect;

const minuteMs = 60_000;

export type TimedContest = Pick<
  ContestRow,
  'startTime' | 'endTime' | 'extraEnd' | 'windowMinutes' | 'pauses' | 'pausedAt' | 'finishedAt'
>;

/** What of a participant's row their clock depends on. */
export type OwnTime = Pick<typeof contestParticipants.$inferSelect, 'extraMinutes' | 'windowStartedAt'>;

/** Of whoever has not joined, and would now. */
export const noOwnTime: OwnTime = { extraMinutes: 0, windowStartedAt: null };

export interface PersonalTime {
  /** Null: the window has not been started. */
  readonly start: Date | null;
  /** The first moment at which nothing more is taken; until the window is started, the last at which it cannot be. */
  readonly end: Date;
}

export function personalTime(contest: TimedContest, own: OwnTime): PersonalTime {
  const { startTime, endTime, windowMinutes, pauses } = contest;
  if (windowMinutes === null) return { start: startTime, end: withExtra(contest, endTime, own) };
  const start = own.windowStartedAt;
  if (!start) return { start, end: endTime };
  const windowEnd = advance(pauses, start.getTime(), windowMinutes * minuteMs);
  const end = new Date(Math.min(windowEnd, endTime.getTime()));
  return { start, end: withExtra(contest, end, own) };
}

function withExtra({ pauses }: Pick<ContestRow, 'pauses'>, end: Date, { extraMinutes }: OwnTime): Date {
  return new Date(advance(pauses, end.getTime(), extraMinutes * minuteMs));
}

/** The moment at which this much contest time has passed since the other. */
function advance(pauses: ContestRow['pauses'], fromMs: number, ms: number): number {
  let end = fromMs + ms;
  for (const [pausedMs, resumedMs] of pauses) {
    if (resumedMs > fromMs && pausedMs < end) end += resumedMs - Math.max(pausedMs, fromMs);
  }
  return end;
}

/** Where the clocks stand: in a pause, at its beginning. What has come is asked by this, what is received by the time. */
export function clockTime({ pausedAt }: Pick<ContestRow, 'pausedAt'>, now: Date): Date {
  return pausedAt && pausedAt < now ? pausedAt : now;
}

/** Also of a moment that lies in a pause which is over by now: something may have been received then. */
export function isPaused({ pauses, pausedAt }: Pick<ContestRow, 'pauses' | 'pausedAt'>, at: Date): boolean {
  const ms = at.getTime();
  return (
    (pausedAt !== null && pausedAt <= at) ||
    pauses.some(([pausedMs, resumedMs]) => pausedMs <= ms && ms < resumedMs)
  );
}

/** When everybody has ended. */
export function findLastEnd({ endTime, extraEnd }: Pick<ContestRow, 'endTime' | 'extraEnd'>): Date {
  return extraEnd && extraEnd > endTime ? extraEnd : endTime;
}

/** The same for queries: everybody has ended by then, and nobody's clock stands. */
export function isOver(at: Date): SQL | undefined {
  return and(
    isNull(contests.pausedAt),
    lte(contests.endTime, at),
    or(isNull(contests.extraEnd), lte(contests.extraEnd, at)),
  );
}

/** The clock decides, to the millisecond; only the last step, from finishing to finished, is an event. */
export function contestStatus(contest: TimedContest, now: Date): ContestStatus {
  if (contest.finishedAt) return 'finished';
  const at = clockTime(contest, now);
  if (at < contest.startTime) return 'scheduled';
  return at < findLastEnd(contest) ? 'running' : 'finishing';
}

type Counted = Pick<ContestRow, 'startTime' | 'windowMinutes' | 'pauses'>;

/** Milliseconds of contest time from a participant's start until this moment: pauses do not count. */
export function contestMillis({ pauses }: Pick<ContestRow, 'pauses'>, start: Date, at: Date): number {
  const [fromMs, untilMs] = [start.getTime(), at.getTime()];
  const paused = pauses.map(([pausedMs, resumedMs]) =>
    Math.max(0, Math.min(resumedMs, untilMs) - Math.max(pausedMs, fromMs)),
  );
  return paused.reduce((left, ms) => left - ms, untilMs - fromMs);
}

/** How long the contest is for each who takes part, pauses and extra minutes aside: no window is longer than all of it. */
export function contestLength(contest: Counted & Pick<ContestRow, 'endTime'>): number {
  const { startTime, endTime, windowMinutes } = contest;
  const allMs = contestMillis(contest, startTime, endTime);
  return windowMinutes === null ? allMs : Math.min(windowMinutes * minuteMs, allMs);
}

/** The same as `contestMillis` in SQL, of a moment in a row of contest_results and its owner. */
export function contestMillisOf(contest: Counted, at: SQLWrapper): SQL {
  const start = startOf(contest);
  const passed = sql`(extract(epoch from ${at} - ${start}) * 1000)::bigint`;
  const paused = contest.pauses.map(([pausedMs, resumedMs]) => {
    const until = sql`least(${resumedMs}::bigint, (extract(epoch from ${at}) * 1000)::bigint)`;
    const from = sql`greatest(${pausedMs}::bigint, (extract(epoch from ${start}) * 1000)::bigint)`;
    return sql`greatest(0, ${until} - ${from})`;
  });
  return sql.join([passed, ...paused], sql` - `);
}

function startOf({ startTime, windowMinutes }: Counted): SQL {
  if (windowMinutes === null) return sql`${startTime.toISOString()}::timestamptz`;
  return sql`(select ${contestParticipants.windowStartedAt} from ${contestParticipants}
    where ${contestParticipants.contestId} = ${contestResults.contestId}
      and ${contestParticipants.userId} = ${contestResults.userId})`;
}

/** What is to be compared where the earlier one is before: the moment itself, if all have the same clock. */
export function contestOrderOf(contest: Counted, at: SQLWrapper): SQLWrapper {
  return contest.windowMinutes === null ? at : contestMillisOf(contest, at);
}

/** When each of these started their windows. */
export async function listWindowStarts(
  db: Queryable,
  contestId: number,
): Promise<ReadonlyMap<number, Date | null>> {
  const rows = await db
    .select({ userId: contestParticipants.userId, startedAt: contestParticipants.windowStartedAt })
    .from(contestParticipants)
    .where(eq(contestParticipants.contestId, contestId));
  return new Map(rows.map(({ userId, startedAt }) => [userId, startedAt]));
}

/**
 * The contests that may end earlier without this participant, locked: whoever takes them out refreshes the last end of
 * each afterwards.
 */
export async function lockContestsExtendedFor(db: Queryable, userId: number): Promise<number[]> {
  const hasExtra = db
    .select({ id: contestParticipants.contestId })
    .from(contestParticipants)
    .where(and(eq(contestParticipants.userId, userId), gt(contestParticipants.extraMinutes, 0)));
  const locked = await db
    .select({ id: contests.id })
    .from(contests)
    .where(and(inArray(contests.id, hasExtra), isContestUnfinished))
    .orderBy(contests.id)
    .for('update');
  return locked.map(({ id }) => id);
}

/**
 * Keeps in the contest's row when the last of those with extra minutes ends: after whatever moves that. The caller has the
 * contest locked.
 */
export async function refreshExtraEnd(db: Queryable, contestId: number): Promise<void> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) return;
  const rows = await db
    .select({
      extraMinutes: contestParticipants.extraMinutes,
      windowStartedAt: contestParticipants.windowStartedAt,
    })
    .from(contestParticipants)
    .where(and(eq(contestParticipants.contestId, contestId), gt(contestParticipants.extraMinutes, 0)));
  const ends = rows.map((own) => personalTime(contest, own).end.getTime());
  const extraEnd = ends.length === 0 ? null : new Date(Math.max(...ends));
  await db.update(contests).set({ extraEnd }).where(eq(contests.id, contestId));
}
