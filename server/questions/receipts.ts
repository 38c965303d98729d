/** How many of those who take part have had something on their screens, for staff: counted for a whole page at once. */
import { and, count, eq, inArray } from 'drizzle-orm';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestReads } from '#store/schema.ts';

interface Receipt {
  readonly read_count: number;
  readonly participant_count: number;
}

export interface Receipts {
  /** Of a version of an answer or an announcement; null: nobody but its asker could read it. */
  of(contestId: number, itemId: string | null, version: number): Receipt;
}

export async function readReceipts(
  db: Queryable,
  contestIds: readonly number[],
  itemIds: readonly string[],
): Promise<Receipts> {
  const participants = await db
    .select({ contestId: contestParticipants.contestId, count: count() })
    .from(contestParticipants)
    .where(inArray(contestParticipants.contestId, [...new Set(contestIds)]))
    .groupBy(contestParticipants.contestId);
  const read = await db
    .select({ itemId: contestReads.itemId, version: contestReads.version, count: count() })
    .from(contestReads)
    .innerJoin(
      contestParticipants,
      and(
        eq(contestParticipants.contestId, contestReads.contestId),
        eq(contestParticipants.userId, contestReads.userId),
      ),
    )
    .where(inArray(contestReads.itemId, [...itemIds]))
    .groupBy(contestReads.itemId, contestReads.version);
  return {
    of: (contestId, itemId, version) => ({
      read_count: read.find((row) => row.itemId === itemId && row.version === version)?.count ?? 0,
      participant_count: participants.find((row) => row.contestId === contestId)?.count ?? 0,
    }),
  };
}
