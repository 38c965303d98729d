/**
 * Deletes contests. For everyone a contest is gone with the one transaction that marks it: its problems are back in the
 * main list and its submissions count there as ordinary ones. Its rows follow in steps: see server/removal.ts.
 */
import { and, eq, inArray, isNotNull, notExists } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import { ApiError } from '#contract/errors.ts';
import { lockContest } from '#store/contest-rows.ts';
import { contestStatus } from '#store/contest-times.ts';
import type { Database, Queryable } from '#store/database.ts';
import {
  boardLayoutRevision,
  boardReaders,
  boardRevision,
  contestsRevision,
  raiseRevision,
} from '#store/revisions.ts';
import {
  announcements,
  contestParticipants,
  contestReads,
  contestResults,
  contestStandings,
  contests,
  questions,
  revisions,
  submissions,
} from '#store/schema.ts';
import { returnContestToMain } from '#store/standings.ts';
import { closeRunsOf } from '#store/virtual-runs.ts';
import { isFree, type RemovalOptions, removeEach, startRemover, takeSteps } from '../removal.ts';
import type { Repeated } from '../repeat.ts';

export async function deleteContest(db: Database, contestId: number, clock: () => Date): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await lockContest(tx, contestId);
    if (!contest) throw new ApiError('contest_not_found');
    // Not before the lock was had: whoever waits for it may wait past the start.
    if (contestStatus(contest, clock()) === 'running') throw new ApiError('contest_running');
    await closeRunsOf(tx, contestId, clock());
    await tx.update(contests).set({ deletedAt: clock() }).where(eq(contests.id, contestId));
    if (!contest.finishedAt) await returnContestToMain(tx, contestId, { showProblems: false });
    await raiseRevision(tx, contestsRevision);
  });
}

/** Keeps looking for contests that are marked until it is stopped. */
export function startContestRemover(db: Database, onError: (error: unknown) => void): Repeated {
  return startRemover((options) => removeDeletedContests(db, options), onError);
}

type ContestTable = PgTable & { readonly contestId: PgColumn };

/** Those that have many rows of a contest; its few columns go with the contest itself. */
const rowTables: readonly ContestTable[] = [
  contestReads,
  questions,
  announcements,
  contestResults,
  contestStandings,
  contestParticipants,
];

export async function removeDeletedContests(db: Database, options: RemovalOptions = {}): Promise<void> {
  const { rowsAtOnce = 10_000, signal } = options;
  const marked = await db
    .select({ id: contests.id })
    .from(contests)
    .where(isNotNull(contests.deletedAt))
    .orderBy(contests.id);
  const remove = async (id: number) => {
    const steps = [
      () => detachSubmissions(db, id, rowsAtOnce),
      ...rowTables.map((table) => () => deleteRows(db, table, id, rowsAtOnce)),
    ];
    if (await takeSteps(steps, signal)) await deleteEmptied(db, id);
  };
  await removeEach(
    marked.map(({ id }) => id),
    remove,
    options,
  );
}

async function detachSubmissions(db: Queryable, contestId: number, rowsAtOnce: number): Promise<number> {
  const { rowCount } = await db
    .update(submissions)
    .set({ contestId: null })
    .where(isFree(submissions, eq(submissions.contestId, contestId), rowsAtOnce));
  return rowCount ?? 0;
}

async function deleteRows(
  db: Queryable,
  table: ContestTable,
  contestId: number,
  rowsAtOnce: number,
): Promise<number> {
  const { rowCount } = await db
    .delete(table)
    .where(isFree(table, eq(table.contestId, contestId), rowsAtOnce));
  return rowCount ?? 0;
}

/**
 * Unless somebody still has a row of it: then at one of the next looks. Deleting that row along with the contest could
 * meet the deletion of its user halfway.
 */
async function deleteEmptied(db: Database, contestId: number): Promise<void> {
  await db.transaction(async (tx) => {
    const isEmptied = [submissions, ...rowTables].map((table: ContestTable) =>
      notExists(tx.select().from(table).where(eq(table.contestId, contestId))),
    );
    // These go with all others of their kind: see rehearsals.ts.
    const rehearsals = tx.select().from(submissions).where(eq(submissions.rehearsalOf, contestId));
    const deleted = await tx
      .delete(contests)
      .where(and(eq(contests.id, contestId), notExists(rehearsals), ...isEmptied))
      .returning({ id: contests.id });
    if (deleted.length > 0) {
      const names = [
        ...boardReaders.map((readers) => boardRevision(contestId, readers)),
        boardLayoutRevision(contestId),
      ];
      await tx.delete(revisions).where(inArray(revisions.name, names));
    }
  });
}
