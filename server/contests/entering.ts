/** Whom staff enter in a contest, whom they take out again, and who of them is ranked. */
import { and, eq, exists, gt, inArray, ne, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  enterParticipants,
  type FoundAccounts,
  findAccounts,
  removeParticipant,
  setUnofficial,
} from '#contract/contest-entry.ts';
import { isContestOver } from '#contract/contest-status.ts';
import { ApiError } from '#contract/errors.ts';
import { words } from '#contract/words.ts';
import { pinContest } from '#store/contest-rows.ts';
import { restoreFirstSolves } from '#store/contest-standings.ts';
import { contestStatus, refreshExtraEnd } from '#store/contest-times.ts';
import type { Database } from '#store/database.ts';
import { contestsRevision, raiseBoards, raiseRevision } from '#store/revisions.ts';
import { contestParticipants, contestResults, users } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { route } from '../route.ts';
import { findOwnTime, requireContest } from './access.ts';
import { getLocked } from './queries.ts';

/** So many of the unknown ones; more would be no answer that anybody reads. */
const unknownNamesTold = 20;

/** Accounts that are shown for a part of their names; whoever wants another types more of it. */
const accountsFoundMax = 50;

export function enteringRoutes(app: FastifyInstance, context: Context): void {
  const { db } = context;

  route(app, context, findAccounts, 'account.find', async ({ params, query, user }) => {
    await requireContest(db, user, 'contest.read', params.id, context.now());
    return find(db, params.id, query.search);
  });

  route(
    app,
    context,
    enterParticipants,
    'contest.manage',
    async ({ params, body, user, receivedAt, request }) => {
      const counts = await enter(db, params.id, body.usernames, receivedAt);
      request.log.info({ contest: params.id, by: user.id, ...counts }, 'participants entered');
      return counts;
    },
  );

  route(app, context, setUnofficial, 'contest.manage', async ({ params, body, user, request }) => {
    await markUnofficial(db, params.id, [...new Set(body.userIds)], body.unofficial);
    request.log.info({ contest: params.id, by: user.id, ...body }, 'participants marked');
  });

  route(app, context, removeParticipant, 'contest.manage', async ({ params, user, request }) => {
    await remove(db, params.id, params.userId);
    request.log.info({ contest: params.id, by: user.id, user: params.userId }, 'participant removed');
  });
}

async function find(db: Database, contestId: number, search: string): Promise<FoundAccounts> {
  const name = sql`lower(${users.username})`;
  const at = sql`position(lower(${search}) in ${name})`;
  const found = await db
    .select({
      username: users.username,
      takes_part: sql<boolean>`${exists(
        db
          .select({ userId: contestParticipants.userId })
          .from(contestParticipants)
          .where(and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, users.id))),
      )}`,
    })
    .from(users)
    .where(gt(at, 0))
    .orderBy(ne(at, sql`1`), sql`${name} collate "C"`)
    .limit(accountsFoundMax + 1);
  return {
    accounts: found.slice(0, accountsFoundMax),
    has_more: found.length > accountsFoundMax,
  };
}

/** From here on they take part, as if they had joined. */
async function enter(db: Database, contestId: number, usernames: readonly string[], receivedAt: Date) {
  return db.transaction(async (tx) => {
    const contest = await pinContest(tx, contestId);
    if (!contest) throw new ApiError('contest_not_found');
    if (isContestOver(contestStatus(contest, receivedAt))) throw new ApiError('contest_ended');
    const names = new Map(usernames.map((name) => [name.trim().toLowerCase(), name.trim()]));
    const found = await tx
      .select({ id: users.id, username: users.username })
      .from(users)
      .where(inArray(sql`lower(${users.username})`, [...names.keys()]))
      .orderBy(users.id)
      .for('key share');
    for (const { username } of found) names.delete(username.toLowerCase());
    if (names.size > 0) throw unknown([...names.values()]);
    const entered = await tx
      .insert(contestParticipants)
      .values(found.map(({ id }) => ({ contestId, userId: id, joinedAt: receivedAt })))
      .onConflictDoNothing()
      .returning({ userId: contestParticipants.userId });
    if (entered.length > 0) await raiseRevision(tx, contestsRevision);
    return { entered: entered.length, already: found.length - entered.length };
  });
}

function unknown(usernames: readonly string[]): ApiError {
  const told = usernames.slice(0, unknownNamesTold);
  return new ApiError(
    'participants_unknown',
    words('participants_unknown_named', { usernames: told, more: usernames.length - told.length }),
  );
}

async function markUnofficial(
  db: Database,
  contestId: number,
  userIds: readonly number[],
  isUnofficial: boolean,
): Promise<void> {
  await db.transaction(async (tx) => {
    const contest = await getLocked(tx, contestId);
    const areThese = and(
      eq(contestParticipants.contestId, contestId),
      inArray(contestParticipants.userId, [...userIds]),
    );
    if ((await tx.$count(contestParticipants, areThese)) < userIds.length)
      throw new ApiError('participant_not_found');
    const { rowCount } = await tx
      .update(contestParticipants)
      .set({ isUnofficial })
      .where(and(areThese, ne(contestParticipants.isUnofficial, isUnofficial)));
    if (!rowCount) return;
    if (contest.finishedAt) await restoreFirstSolves(tx, contestId);
    await raiseBoards(tx, contestId);
  });
}

async function remove(db: Database, contestId: number, userId: number): Promise<void> {
  await db.transaction(async (tx) => {
    // Alone with it: a submission that is being stored counts, and none is stored of whoever takes part no more.
    await getLocked(tx, contestId);
    // By the standings, which keep what was submitted to a problem that is deleted afterwards.
    const submitted = await tx.$count(
      contestResults,
      and(eq(contestResults.contestId, contestId), eq(contestResults.userId, userId)),
    );
    if (submitted > 0) throw new ApiError('participant_submitted');
    const own = await findOwnTime(tx, contestId, userId);
    if (!own) throw new ApiError('participant_not_found');
    // They have seen the problems, and would come back with all of their time before them.
    if (own.windowStartedAt) throw new ApiError('participant_begun');
    await tx
      .delete(contestParticipants)
      .where(and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, userId)));
    await refreshExtraEnd(tx, contestId);
    await raiseRevision(tx, contestsRevision);
  });
}
