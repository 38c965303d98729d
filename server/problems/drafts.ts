/**
 * A problem that is made together with its files comes to be when they are in force, and not before: whoever saves an
 * archive that cannot be imported has made nothing.
 *
 * Until then its row is a draft (`problems.draft_by`), of whom it is. It is in no list, its id leads nowhere, and only
 * the upload that follows finds it. That upload ends it when there are no tests to import, otherwise the import does, in
 * the transaction that puts the tests in force. A draft whose upload was cut short, whose import has failed, or whose
 * version the jury's solutions speak against, is left as it is: its id is free for whoever wants it, and the row is swept
 * after a day, during which it tells what went wrong and may still be put in force. So there is nothing that a crash
 * could leave undone.
 */
import { and, eq, isNotNull, isNull, lt, type SQL, sql } from 'drizzle-orm';
import { ApiError } from '#contract/errors.ts';
import type { Queryable } from '#store/database.ts';
import { isReserved } from '#store/drafts.ts';
import { isImporting } from '#store/imports.ts';
import { formerSlugs, importJobs, problems } from '#store/schema.ts';

export const isNoDraft: SQL = isNull(problems.draftBy);

const keptMs = 24 * 60 * 60_000;

/** Before a problem takes this id: removes a draft that came to nothing, and refuses where one may still come to be. */
export async function removeDraftOf(db: Queryable, slug: string, userId: number, now: Date): Promise<void> {
  const [draft] = await db
    .select({ id: problems.id, draftBy: problems.draftBy, createdAt: problems.createdAt })
    .from(problems)
    .where(and(eq(problems.slug, slug), isNotNull(problems.draftBy)))
    .for('update');
  if (!draft) return;
  if (await isReserved(db, draft, userId, now)) throw new ApiError('problem_being_made');
  await db.delete(problems).where(eq(problems.id, draft.id));
}

/** For the upload that follows. */
export async function findOwnDraftKey(db: Queryable, slug: string, userId: number): Promise<number | null> {
  const [draft] = await db
    .select({ id: problems.id })
    .from(problems)
    .where(and(eq(problems.slug, slug), eq(problems.draftBy, userId)));
  return draft?.id ?? null;
}

/** Drafts that nobody asks about any more; and the former ids that lead nowhere since what was a draft has them. */
export async function sweepDrafts(db: Queryable, now: Date): Promise<void> {
  await db
    .delete(problems)
    .where(
      and(
        isNotNull(problems.draftBy),
        lt(problems.createdAt, new Date(now.getTime() - keptMs)),
        sql`not exists (select from ${importJobs} where ${importJobs.problemId} = ${problems.id} and ${isImporting})`,
      ),
    );
  await db
    .delete(formerSlugs)
    .where(
      sql`${formerSlugs.slug} in (select ${problems.slug} from ${problems} where ${problems.draftBy} is null)`,
    );
}
