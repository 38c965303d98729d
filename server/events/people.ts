import { and, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { isThere } from '#store/contest-standings.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contests, users } from '#store/schema.ts';
import { contestFacts } from '../contests/access.ts';
import type { ContestFacts } from '../policy.ts';

interface Person {
  readonly user: Pick<SessionUser, 'id' | 'role'>;
  readonly contest: ContestFacts;
}

/**
 * What the policy has to know of these people and the contest now: since their streams were opened, an account may have
 * gone or lost its role. Who is not in it is gone.
 */
export async function findPeople(
  db: Queryable,
  contestId: number,
  userIds: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, Person>> {
  const [contest] = await db
    .select()
    .from(contests)
    .where(and(eq(contests.id, contestId), isThere));
  if (!contest) return new Map();
  const rows = await db
    .select({ id: users.id, role: users.role, participantId: contestParticipants.userId })
    .from(users)
    .leftJoin(
      contestParticipants,
      and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, users.id)),
    )
    .where(sql`${users.id} = any(${sql.param(userIds)}::int[])`);
  return new Map(
    rows.map(({ id, role, participantId }) => [
      id,
      { user: { id, role }, contest: contestFacts(contest, now, participantId !== null) },
    ]),
  );
}
