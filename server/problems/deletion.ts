/**
 * Removes the submissions of deleted problems. A problem itself is gone with the transaction that deletes it
 * (`deleteProblemAndStandings`), and with it everything by which anybody could see its submissions; these, with their
 * judgements, follow in steps: see server/removal.ts.
 */
import { and, eq, inArray, notExists } from 'drizzle-orm';
import type { Database } from '#store/database.ts';
import { deletedProblems, judgements, submissions } from '#store/schema.ts';
import { isFree, type RemovalOptions, removeEach, startRemover, takeSteps } from '../removal.ts';
import type { Repeated } from '../repeat.ts';

/** Keeps looking for problems that were deleted until it is stopped. */
export function startProblemRemover(db: Database, onError: (error: unknown) => void): Repeated {
  return startRemover((options) => removeDeletedProblems(db, options), onError);
}

export async function removeDeletedProblems(db: Database, options: RemovalOptions = {}): Promise<void> {
  const { rowsAtOnce = 1000, signal } = options;
  const marked = await db.select().from(deletedProblems).orderBy(deletedProblems.id);
  const remove = async (id: number) => {
    if (!(await takeSteps([() => deleteSubmissions(db, id, rowsAtOnce)], signal))) return;
    // Unless somebody still has a row of it: then at one of the next looks.
    const left = db.select().from(submissions).where(eq(submissions.problemId, id));
    await db.delete(deletedProblems).where(and(eq(deletedProblems.id, id), notExists(left)));
  };
  await removeEach(
    marked.map(({ id }) => id),
    remove,
    options,
  );
}

/**
 * A judgement that somebody has stays for one of the next looks, and its submission with it: to delete the one along with
 * the other would be to wait for them.
 */
function deleteSubmissions(db: Database, problemId: number, rowsAtOnce: number): Promise<number> {
  return db.transaction(async (tx) => {
    const free = await tx
      .select({ id: submissions.id })
      .from(submissions)
      .where(eq(submissions.problemId, problemId))
      .limit(rowsAtOnce)
      .for('update', { skipLocked: true });
    const ids = free.map(({ id }) => id);
    const areTheirs = inArray(judgements.submissionId, ids);
    const unjudged = await tx.delete(judgements).where(isFree(judgements, areTheirs, rowsAtOnce));
    const its = tx.select().from(judgements).where(eq(judgements.submissionId, submissions.id));
    const deleted = await tx.delete(submissions).where(and(inArray(submissions.id, ids), notExists(its)));
    return (unjudged.rowCount ?? 0) + (deleted.rowCount ?? 0);
  });
}
