/**
 * A number that goes up with every change of something that is read far more often than it changes. It is raised
 * in the transaction of the change itself, as the last thing before its commit: a reader that finds the same
 * number as before has, to the row, the same data, and whoever changes waits for others only while they commit.
 * Who raises several raises them in the order below, the contests' in that of their ids.
 */
import { eq, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { listContestsNamedAfter } from './memberships.ts';
import { revisions } from './schema.ts';

export const scoreboardRevision = 'scoreboard';

/** Of the list of contests with their counts. */
export const contestsRevision = 'contests';

/** Of one contest's scoreboard. */
export function contestRevision(contestId: number): string {
  return `contest ${contestId}`;
}

/**
 * Of the same as everybody but staff sees it while it has a freeze. Verdicts of what was submitted since leave it alone: how
 * long an answer takes would tell that there was one.
 */
export function frozenRevision(contestId: number): string {
  return `contest ${contestId} frozen`;
}

/** After a change that every view of a contest's scoreboard shows. */
export async function raiseBoards(db: Queryable, contestId: number): Promise<void> {
  await raiseRevision(db, contestRevision(contestId));
  await raiseRevision(db, frozenRevision(contestId));
}

export async function raiseRevision(db: Queryable, name: string): Promise<void> {
  await db
    .insert(revisions)
    .values({ name, value: 1 })
    .onConflictDoUpdate({ target: revisions.name, set: { value: sql`${revisions.value} + 1` } });
}

/** After a problem's id, its title or what it tells has changed: of the contests whose boards show it as it is now. */
export async function raiseBoardsOf(db: Queryable, problemId: number): Promise<void> {
  for (const contestId of await listContestsNamedAfter(db, problemId)) await raiseBoards(db, contestId);
}

export async function readRevision(db: Queryable, name: string): Promise<number> {
  const [row] = await db.select().from(revisions).where(eq(revisions.name, name));
  return row?.value ?? 0;
}
