/** Who takes part in a contest, as staff see and change it. */
import { asc, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type ContestParticipant,
  listParticipants,
  setExtraMinutes,
} from '#contract/contest-participants.ts';
import { ApiError } from '#contract/errors.ts';
import { personalTime } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { contestParticipants, contestResults, contests, users } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { ownTimeColumns, requireContest } from './access.ts';
import { listPeopleOfOtherRooms } from './rooms.ts';
import { setExtraMinutes as changeExtraMinutes } from './times.ts';

export function participantsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;

  route(app, context, listParticipants, 'contest.manage', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read', params.id, now());
    return list(db, params.id);
  });

  route(app, context, setExtraMinutes, 'contest.manage', async ({ params, body, user, request }) => {
    await changeExtraMinutes(db, params.id, body, now);
    request.log.info({ contest: params.id, by: user.id, ...body }, 'extra minutes');
  });
}

async function list(db: Queryable, contestId: number): Promise<ContestParticipant[]> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  const rows = await db
    .select({
      userId: users.id,
      username: users.username,
      joinedAt: contestParticipants.joinedAt,
      ...ownTimeColumns,
      isUnofficial: contestParticipants.isUnofficial,
      hasSubmitted: sql<boolean>`exists (select from ${contestResults}
        where ${contestResults.contestId} = ${contestId} and ${contestResults.userId} = ${users.id})`,
    })
    .from(contestParticipants)
    .innerJoin(users, eq(users.id, contestParticipants.userId))
    .where(eq(contestParticipants.contestId, contestId))
    .orderBy(asc(sql`lower(${users.username}) collate "C"`));
  const rooms = Map.groupBy(await listPeopleOfOtherRooms(db, contestId), ({ userId }) => userId);
  return rows.map(({ userId, username, joinedAt, isUnofficial, hasSubmitted, ...own }) => {
    const { start, end } = personalTime(contest, own);
    return {
      user_id: userId,
      username,
      joined_at: joinedAt.toISOString(),
      extra_minutes: own.extraMinutes,
      own_start: start?.toISOString() ?? null,
      own_end: start ? end.toISOString() : null,
      is_unofficial: isUnofficial,
      has_submitted: hasSubmitted,
      has_begun: own.windowStartedAt !== null,
      also_in: (rooms.get(userId) ?? []).map(({ title }) => title),
    };
  });
}
