/** The row of a contest: whether it is there, and who keeps it from changing, or has it alone. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { contests } from './schema.ts';

export type ContestRow = typeof contests.$inferSelect;

/** One that is marked as deleted is there for nobody; see server/contests/deletion.ts. */
export const isThere = isNull(contests.deletedAt);

/** What there is to know of a contest whose rules are asked for: all that a worker may see of it (access.ts). */
export const pinnedColumns = {
  id: contests.id,
  format: contests.format,
  penaltyMinutes: contests.penaltyMinutes,
  feedback: contests.feedback,
  startTime: contests.startTime,
  endTime: contests.endTime,
  extraEnd: contests.extraEnd,
  windowMinutes: contests.windowMinutes,
  pausedAt: contests.pausedAt,
  pauses: contests.pauses,
  finishedAt: contests.finishedAt,
  freezeAt: contests.freezeAt,
  thawedAt: contests.thawedAt,
};

export type PinnedContest = Pick<ContestRow, keyof typeof pinnedColumns>;

/** Keeps the contest from being finished or deleted until the transaction ends; many may hold it at once. */
export async function pinContest(db: Queryable, contestId: number): Promise<PinnedContest | null> {
  const [contest] = await holdContest(db, contestId);
  return contest ?? null;
}

/** The same as a statement. */
export function holdContest(db: Queryable, contestId: number) {
  return db
    .select(pinnedColumns)
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('key share');
}

/** Has the contest alone: nobody holds it, and nobody will before the transaction ends. */
export async function lockContest(db: Queryable, contestId: number): Promise<PinnedContest | null> {
  const [contest] = await db
    .select(pinnedColumns)
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere))
    .for('update');
  return contest ?? null;
}

/** Its results are kept back, or will be when its freeze has come. */
export function hasFreeze({ freezeAt, thawedAt }: Pick<ContestRow, 'freezeAt' | 'thawedAt'>): boolean {
  return freezeAt !== null && thawedAt === null;
}
