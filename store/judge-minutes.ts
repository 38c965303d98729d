/**
 * What each machine judged, minute by minute, counted with each verdict: a day of it takes a few thousand rows, and the
 * last hour is read without a look at the judgements.
 */
import { gt, lt, sql } from 'drizzle-orm';
import type { Queryable } from './database.ts';
import { type Judged, judgingMs, waitedMs } from './judge-totals.ts';
import { judgeMinutes } from './schema.ts';

export function countMinute(db: Queryable, judged: Judged & { judgedBy: string | null }) {
  return db
    .insert(judgeMinutes)
    .values({
      minute: sql`date_trunc('minute', now())`,
      judgedBy: judged.judgedBy ?? '',
      verdicts: 1,
      judgingMs: judgingMs(judged),
      waitedMs: waitedMs(judged),
    })
    .onConflictDoUpdate({
      target: [judgeMinutes.minute, judgeMinutes.judgedBy],
      set: {
        verdicts: sql`${judgeMinutes.verdicts} + 1`,
        judgingMs: sql`${judgeMinutes.judgingMs} + excluded.judging_ms`,
        waitedMs: sql`${judgeMinutes.waitedMs} + excluded.waited_ms`,
      },
    });
}

/** In order; without those in which nothing was judged. */
export function listMinutes(db: Queryable, { hours }: { hours: number }) {
  return db
    .select()
    .from(judgeMinutes)
    .where(gt(judgeMinutes.minute, sql`now() - ${`${hours} hours`}::interval`))
    .orderBy(judgeMinutes.minute);
}

export async function deleteOldMinutes(db: Queryable): Promise<void> {
  await db.delete(judgeMinutes).where(lt(judgeMinutes.minute, sql`now() - interval '1 day'`));
}
