import { and, eq, sql } from 'drizzle-orm';
import type { SessionUser } from '#contract/accounts.ts';
import { type ContestRow, isThere } from '#store/contest-rows.ts';
import type { OwnTime } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { preparedFor, unnamed } from '#store/prepared.ts';
import { contestParticipants, contests, users } from '#store/schema.ts';
import { contestFacts, ownTimeColumns } from '../contests/access.ts';
import type { ContestFacts } from '../policy.ts';

interface Person {
  readonly user: Pick<SessionUser, 'id' | 'role'>;
  readonly contest: ContestFacts;
  readonly row: ContestRow;
  /** Null: does not take part. */
  readonly own: OwnTime | null;
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
  const [contest] = await prepareContest(db).execute({ contestId });
  if (!contest) return new Map();
  const rows = await preparePeople(db).execute({ contestId, userIds });
  return new Map(
    rows.map(({ user, own }) => [
      user.id,
      { user, contest: contestFacts(contest, now, own), row: contest, own },
    ]),
  );
}

const prepareContest = preparedFor((db) =>
  db
    .select()
    .from(contests)
    .where(and(eq(contests.id, sql.placeholder('contestId')), isThere))
    .prepare('contest'),
);

const preparePeople = preparedFor((db) =>
  db
    .select({ user: { id: users.id, role: users.role }, own: ownTimeColumns })
    .from(users)
    .leftJoin(
      contestParticipants,
      and(
        eq(contestParticipants.contestId, sql.placeholder('contestId')),
        eq(contestParticipants.userId, users.id),
      ),
    )
    .where(sql`${users.id} = any(${sql.placeholder('userIds')}::int[])`)
    .prepare(unnamed),
);
