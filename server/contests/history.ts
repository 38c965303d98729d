/** How the board of a finished contest came to be: as it was stored with the final standings, and the same for everybody. */
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { type ContestHistory, getContestHistory } from '#contract/contest-history.ts';
import { ApiError } from '#contract/errors.ts';
import { formats } from '#store/contest-formats/formats.ts';
import type { TracedStep } from '#store/contest-formats/trace.ts';
import { completeHistory } from '#store/contest-histories.ts';
import { contestLength } from '#store/contest-times.ts';
import type { Database } from '#store/database.ts';
import { boardRevision } from '#store/revisions.ts';
import { contestParticipants, contestStandings, contests, users } from '#store/schema.ts';
import { createAnswerCache } from '../answer-cache.ts';
import type { Context } from '../context.ts';
import { requireCan } from '../policy.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import { listBoardColumns } from './board-columns.ts';

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
      return histories.send(request, reply, {
        // Names and accounts may go; what was reached stays.
        revision: boardRevision(id, 'others'),
        audience: 'history',
        write: async () => {
          await completeHistory(db, id);
          return { text: JSON.stringify(await readHistory(db, id)) };
        },
      });
    },
  );
}

/** All of it is of one moment: while it is read, accounts are renamed and deleted. */
async function readHistory(db: Database, contestId: number): Promise<ContestHistory> {
  return db.transaction(
    async (tx) => {
      const [contest] = await tx.select().from(contests).where(eq(contests.id, contestId));
      if (!contest) throw new ApiError('contest_not_found');
      const rows = await tx
        .select({
          user_id: contestStandings.userId,
          username: users.username,
          is_unofficial: sql<boolean>`coalesce(${contestParticipants.isUnofficial}, false)`,
          history: contestStandings.history,
          final: contestStandings.detailedScores,
        })
        .from(contestStandings)
        .innerJoin(users, eq(users.id, contestStandings.userId))
        .leftJoin(
          contestParticipants,
          and(
            eq(contestParticipants.contestId, contestStandings.contestId),
            eq(contestParticipants.userId, contestStandings.userId),
          ),
        )
        .where(eq(contestStandings.contestId, contestId))
        .orderBy(contestStandings.place, contestStandings.userId);
      return {
        // Who has extra minutes may have tried something later.
        lasts_ms: Math.max(
          contestLength(contest),
          ...rows.flatMap(({ history }) => history?.at(-1)?.at_ms ?? []),
        ),
        is_known: rows.every(({ history }) => history !== null),
        shares_places: formats[contest.format].order.sharesPlaces,
        rows: rows.map(({ history, final, ...row }) => ({
          ...row,
          steps: (history ?? []).map((step) => toStep(step, final[step.problem_id]?.first === true)),
        })),
        problems: await listBoardColumns(tx, contestId),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Who solved a problem first did so whatever the others did later: from that try on it has its star. */
function toStep({ full, cell, ...step }: TracedStep, isFirst: boolean) {
  return { ...step, cell: full && isFirst ? { ...cell, first: true as const } : cell };
}
