/**
 * What staff try a contest with before its start: they see its problems as contestants will, and submit to them. It is
 * judged as anybody's, behind whatever contestants wait for, and shown to staff alone, on the pages of the contest. It
 * counts nowhere, in the contest as little as in the main lists, and from the start on it is not there any more; its rows
 * are gone within a second, also of what is being judged at that moment.
 */
import { eq, inArray, isNotNull, lte, or, type SQL, sql } from 'drizzle-orm';
import type { Database } from '#store/database.ts';
import { contests, judgements, submissions, users } from '#store/schema.ts';
import { type Repeated, repeat } from '../repeat.ts';

const lookEveryMs = 1000;
/** Well below what a statement has time for. */
const rowsAtOnce = 500;

/** Of a submission, with the contest joined that it was made in or for, if that is there. */
export function isRehearsalOver(now: Date): SQL<boolean> {
  return sql<boolean>`${submissions.rehearsalOf} is not null and coalesce(${lte(contests.startTime, now)}, true)`;
}

export function startRehearsalRemover(db: Database, onError: (error: unknown) => void): Repeated {
  return repeat(lookEveryMs, () => removeRehearsals(db, new Date()), onError);
}

/** Of all contests that have started or were deleted. */
export async function removeRehearsals(db: Database, now: Date): Promise<void> {
  for (let found = rowsAtOnce; found === rowsAtOnce; ) {
    const over = await db
      .select({ id: submissions.id, userId: submissions.userId })
      .from(submissions)
      .innerJoin(contests, eq(contests.id, submissions.rehearsalOf))
      .where(or(lte(contests.startTime, now), isNotNull(contests.deletedAt)))
      .limit(rowsAtOnce);
    found = over.length;
    if (found === 0) return;
    const ids = over.map(({ id }) => id);
    await db.transaction(async (tx) => {
      // In the order in which a verdict takes them: the person, the judgement, the submission.
      const userIds = over.map(({ userId }) => userId);
      await tx
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, userIds))
        .orderBy(users.id)
        .for('key share');
      await tx.delete(judgements).where(inArray(judgements.submissionId, ids));
      await tx.delete(submissions).where(inArray(submissions.id, ids));
    });
  }
}
