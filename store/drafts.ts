/** Problems that are being made; see server/problems/drafts.ts. */
import { and, eq } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { isImporting } from './imports.ts';
import { importJobs, type problems, testSets } from './schema.ts';

/** An upload that takes longer has been given up; its maker need not wait for that. */
const reservedMs = 60 * 60_000;

/** Whether it may still come to be, and so holds its id against this person. The caller has locked it. */
export async function isReserved(
  db: Queryable,
  { id, draftBy, createdAt }: Pick<typeof problems.$inferSelect, 'id' | 'draftBy' | 'createdAt'>,
  by: number,
  now: Date,
): Promise<boolean> {
  const ofIt = eq(importJobs.problemId, id);
  if ((await db.$count(importJobs, and(ofIt, isImporting))) > 0) return true;
  const isOld = createdAt.getTime() < now.getTime() - reservedMs;
  if (isOld || draftBy === by) return false;
  // With tests that did not come into force it waits for nothing but somebody's decision.
  const tries = (await db.$count(importJobs, ofIt)) + (await db.$count(testSets, eq(testSets.problemId, id)));
  return tries === 0;
}
