/** Who takes part in a contest, as staff see and change it. */
import { asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContestParticipant, listParticipants } from '#contract/contest-participants.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestResults, users } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import { listPeopleOfOtherRooms } from './rooms.ts';

export function participantsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;

  route(app, context, listParticipants, 'contest.manage', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read', params.id, now());
    return list(db, params.id);
  });
}

async function list(db: Queryable, contestId: number): Promise<ContestParticipant[]> {
  const rows = await db
    .select({
      userId: users.id,
      username: users.username,
      joinedAt: contestParticipants.joinedAt,
      isUnofficial: contestParticipants.isUnofficial,
      hasSubmitted: sql<boolean>`exists (select from ${contestResults}
        where ${contestResults.contestId} = ${contestId} and ${contestResults.userId} = ${users.id})`,
    })
    .from(contestParticipants)
    .innerJoin(users, eq(users.id, contestParticipants.userId))
    .where(eq(contestParticipants.contestId, contestId))
    .orderBy(asc(sql`lower(${users.username}) collate "C"`));
  const rooms = Map.groupBy(await listPeopleOfOtherRooms(db, contestId), ({ userId }) => userId);
  return rows.map(({ userId, username, joinedAt, isUnofficial, hasSubmitted }) => ({
    user_id: userId,
    username,
    joined_at: joinedAt.toISOString(),
    is_unofficial: isUnofficial,
    has_submitted: hasSubmitted,
    also_in: (rooms.get(userId) ?? []).map(({ title }) => title),
  }));
}
