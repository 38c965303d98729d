/**
 * A number that goes up with every change of something that is read far more often than it changes. It is raised
 * in the transaction of the change itself, as the last thing before its commit: a reader that finds the same
 * number as before has, to the row, the same data, and whoever changes waits for others only while they commit.
 * Whoever raises several raises them in the order below, the contests' in that of their ids.
 */
import { eq, sql } from 'drizzle-orm';
import { type BoardReaders, contestChannel } from './changes.ts';
import type { Audience } from './contest-formats/format.ts';
import type { Queryable } from './database.ts';
import { listContestsNamedAfter } from './memberships.ts';
import { asked, preparedFor, unnamed } from './prepared.ts';
import { revisions } from './schema.ts';

export const scoreboardRevision = 'scoreboard';

/** Of the list of contests with their counts. */
export const contestsRevision = 'contests';

/**
 * Of one contest's scoreboard as these are told it. That of the others goes up only with what they are told: how long an
 * answer takes, or when an event comes, would say that there was a verdict which a freeze or the contest keeps back.
 */
export function boardRevision(contestId: number, readers: BoardReaders): string {
  return `board ${contestId} ${readers}`;
}

/** Of all that its rows show beside what is told by the cells: names, columns, what is kept back, the final standings. */
export function boardLayoutRevision(contestId: number): string {
  return `board ${contestId} layout`;
}

export const boardReaders: readonly BoardReaders[] = ['staff', 'others'];

/** What is shown of a freeze is what the others are told, also when staff look at it. */
export function readersOf(audience: Audience): BoardReaders {
  return audience === 'staff' ? 'staff' : 'others';
}

/** After a change of cells that these are told of. The servers hear the revision's name (changes.ts). */
export function raiseCells(db: Queryable, contestId: number, readers: readonly BoardReaders[]) {
  const names = readers.map((each) => [each, boardRevision(contestId, each)]);
  return asked(prepareRaisingCells(db, readers), Object.fromEntries(names));
}

const prepareRaisingCells = preparedFor((db, readers: readonly BoardReaders[]) =>
  db
    .insert(revisions)
    .values(readers.map((each) => ({ name: sql.placeholder(each), value: 1 })))
    .onConflictDoUpdate({ target: revisions.name, set: { value: sql`${revisions.value} + 1` } })
    .returning({ told: sql`pg_notify(${contestChannel}, ${revisions.name})` })
    .prepare(unnamed),
);

/** After a change that every view of a contest's scoreboard shows. */
export async function raiseBoards(db: Queryable, contestId: number): Promise<void> {
  await raiseRevision(db, boardLayoutRevision(contestId));
  await raiseCells(db, contestId, boardReaders).execute();
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
  const [row] = await prepareRevision(db).execute({ name });
  return row?.value ?? 0;
}

const prepareRevision = preparedFor((db) =>
  db
    .select()
    .from(revisions)
    .where(eq(revisions.name, sql.placeholder('name')))
    .prepare('revision'),
);
