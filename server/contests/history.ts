/** How the board of a finished contest came to be, as it was stored with the final standings. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContestHistory, getContestHistory } from '#contract/contest-history.ts';
import { ApiError } from '#contract/errors.ts';
import { formats } from '#store/contest-formats/formats.ts';
import { completeHistory, findLastMoment } from '#store/contest-histories.ts';
import { isParticipationOfStanding, isUnofficialNow } from '#store/contest-standings.ts';
import type { Database } from '#store/database.ts';
import { boardRevision } from '#store/revisions.ts';
import { contestParticipants, contestStandings, contests, users } from '#store/schema.ts';
import { createAnswerCache } from '../answer-cache.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import { listBoardColumns } from './board-columns.ts';
import { isAllTold, keepsBack, tellAll, tellNarrowed } from './told-history.ts';

export function historyRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;
  const histories = createAnswerCache(db);

  route(
    app,
    context,
    getContestHistory,
    'contest.read-history',
    async ({ params: { id }, user, request, reply }) => {
      const contest = await requireContest(db, user, 'contest.read-scoreboard', id, now());
      requireCan(user, 'contest.read-history', contest);
      const tellsAll = await isAllTold(db, id, user);
      return histories.send(request, reply, {
        // Names and accounts may go; what was reached stays.
        revision: boardRevision(id, 'others'),
        audience: tellsAll ? 'all' : 'narrowed',
        write: async () => {
          await completeHistory(db, id);
          return { text: JSON.stringify(await readHistory(db, id, tellsAll)) };
        },
      });
    },
  );
}

/** All of it is of one moment: while it is read, accounts are renamed and deleted. */
async function readHistory(db: Database, contestId: number, tellsAll: boolean): Promise<ContestHistory> {
  return db.transaction(
    async (tx) => {
      const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId));
      if (!contest) throw new ApiError('contest_not_found');
      const rows = await tx
        .select({
          person: {
            user_id: contestStandings.userId,
            username: users.username,
            is_unofficial: isUnofficialNow,
          },
          final: contestStandings,
        })
        .from(contestStandings)
        .innerJoin(users, eq(users.id, contestStandings.userId))
        .leftJoin(contestParticipants, isParticipationOfStanding)
        .where(eq(contestStandings.contestId, contestId))
        .orderBy(contestStandings.place, contestStandings.userId);
      const lastsMs = findLastMoment(
        contest,
        rows.map(({ final }) => final.history),
      );
      const { order } = formats[contest.format];
      const isNarrowed = !tellsAll && rows.some(({ final }) => keepsBack(final));
      return {
        lasts_ms: lastsMs,
        is_known: rows.every(({ final }) => final.history !== null),
        shares_places: order.sharesPlaces,
        rows: rows.map(({ person, final }) => ({
          ...person,
          steps: isNarrowed ? tellNarrowed(final, order, lastsMs) : tellAll(final),
        })),
        problems: await listBoardColumns(tx, contestId),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
