import type { FastifyInstance } from 'fastify';
import * as calls from '#contract/contest-scoreboard.ts';
import { completeHistory } from '#store/contest-histories.ts';
import type { Context } from '../context.ts';
import { scoreboardAudience } from '../policy.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import type { Boards } from './boards.ts';
import { readOwnRow } from './own-row.ts';
import { readProgress } from './progress.ts';

export function contestScoreboardRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, now } = context;

  route(
    app,
    context,
    calls.getContestScoreboard,
    'contest.read-scoreboard',
    async ({ params, user, request, reply }) => {
      const contest = await requireContest(db, user, 'contest.read-scoreboard', params.id, now());
      const audience = scoreboardAudience(user, contest);
      if (!audience) return { scoreboard: [], problems: [], version: '' };
      return boards.send(request, reply, params.id, audience);
    },
  );

  route(
    app,
    context,
    calls.getFrozenScoreboard,
    'contest.manage',
    async ({ params, user, request, reply }) => {
      await requireContest(db, user, 'contest.read-scoreboard', params.id, now());
      return boards.send(request, reply, params.id, 'frozen');
    },
  );

  route(app, context, calls.getOwnContestRow, 'contest.enter', async ({ params, user }) => {
    await requireContest(db, user, 'contest.enter', params.id, now());
    return { row: await readOwnRow(db, params.id, user.id) };
  });

  route(app, context, calls.getContestProgress, 'contest.read-scoreboard', async ({ params, user }) => {
    await requireContest(db, user, 'contest.read-scoreboard', params.id, now());
    await completeHistory(db, params.id);
    return readProgress(db, params.id, user?.id ?? null);
  });
}
