/** The results of a contest to take away: all of them as a sheet, and those of one participant for staff. */
import { and, asc, eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { getParticipantReport, type ParticipantReport, standingsCsv } from '#contract/contest-reports.ts';
import type { ContestScoreboard } from '#contract/contest-scoreboard.ts';
import { guardFormula, writeCsv } from '#contract/csv.ts';
import { ApiError } from '#contract/errors.ts';
import { limits } from '#contract/limits.ts';
import { hasPenalty } from '#store/contest-formats/formats.ts';
import { contestMillis, personalTime } from '#store/contest-times.ts';
import type { Queryable } from '#store/database.ts';
import { isInForce } from '#store/in-force.ts';
import { contestParticipants, contests, judgements, problems, submissions, users } from '#store/schema.ts';
import type { Context } from '../context.ts';
import { can, requireCan, scoreboardAudience } from '../policy.ts';
import { route } from '../route.ts';
import { ownTimeColumns, requireContest } from './access.ts';
import type { Boards } from './boards.ts';

const csv = { content: { 'text/csv': { schema: z.string() } } };

export function reportsRoutes(app: FastifyInstance, context: Context, boards: Boards): void {
  const { db, now } = context;

  route(
    app,
    context,
    standingsCsv,
    'contest.take-standings',
    async ({ params: { id }, query: { view }, user, reply }) => {
      const contest = await requireContest(db, user, 'contest.read-scoreboard', id, now());
      requireCan(user, 'contest.take-standings', contest);
      const asOthersSeeIt = view === 'frozen' && can(user, 'contest.manage');
      const audience = asOthersSeeIt ? 'frozen' : (scoreboardAudience(user, contest) ?? 'others');
      const board = await boards.read(id, audience);
      // What may be shown around and what may not is told apart in a folder of files, too.
      const name = audience === 'frozen' ? `standings-${id}-frozen.csv` : `standings-${id}.csv`;
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .send(toSheet(board));
    },
    { responses: { 200: { description: 'The file', ...csv } } },
  );

  route(app, context, getParticipantReport, 'contest.manage', async ({ params, user }) => {
    const contest = await requireContest(db, user, 'contest.read', params.id, now());
    const audience = scoreboardAudience(user, contest) ?? 'others';
    return reportOn(db, await boards.read(params.id, audience), params.id, params.userId);
  });
}

/** Without it a sheet takes letters beyond ASCII for something else. */
const byteOrderMark = '\ufeff';

/** A row a participant. What people have chosen (names, labels) is no formula there. */
function toSheet({ scoreboard, problems: columns }: ContestScoreboard): string {
  // A penalty comes from the minutes in which problems were solved.
  const hasPenalty = scoreboard.some(({ penalty }) => penalty !== undefined);
  const head = columns.flatMap(({ problem_id, label }) => [
    guardFormula(`${label} ${problem_id}`),
    guardFormula(`${label} ${problem_id} tries`),
    ...(hasPenalty ? [guardFormula(`${label} ${problem_id} minute`)] : []),
  ]);
  const hasUnofficial = scoreboard.some(({ place }) => place === null);
  const rows = scoreboard.map(({ place, username, total_score, penalty, detailed_scores }) => [
    place,
    guardFormula(username),
    ...(hasUnofficial ? [place === null ? 'unofficial' : null] : []),
    total_score,
    ...(hasPenalty ? [penalty ?? null] : []),
    ...columns.flatMap(({ problem_id }) => {
      const cell = detailed_scores[problem_id];
      // As the board shows them, those whose results are not told included.
      const tries = cell ? cell.attempts + (cell.pending ?? 0) : null;
      return [cell?.score ?? null, tries, ...(hasPenalty ? [cell?.minute ?? null] : [])];
    }),
  ]);
  const fields = [
    'rank',
    'username',
    ...(hasUnofficial ? ['unofficial'] : []),
    'total_score',
    ...(hasPenalty ? ['penalty'] : []),
    ...head,
  ];
  return byteOrderMark + writeCsv([fields, ...rows]);
}

async function reportOn(
  db: Queryable,
  board: ContestScoreboard,
  contestId: number,
  userId: number,
): Promise<ParticipantReport> {
  const [found] = await db
    .select({
      participant: { username: users.username, is_unofficial: contestParticipants.isUnofficial },
      own: ownTimeColumns,
      contest: contests,
    })
    .from(contestParticipants)
    .innerJoin(users, eq(users.id, contestParticipants.userId))
    .innerJoin(contests, eq(contests.id, contestParticipants.contestId))
    .where(and(eq(contestParticipants.contestId, contestId), eq(contestParticipants.userId, userId)));
  if (!found) throw new ApiError('participant_not_found');
  const { participant, own, contest } = found;
  const start = personalTime(contest, own).start ?? contest.startTime;
  const row = board.scoreboard.find(({ user_id }) => user_id === userId);
  return {
    ...participant,
    place: row?.place ?? null,
    ranked_count: board.scoreboard.filter(({ place }) => place !== null).length,
    total_score: row?.total_score ?? 0,
    ...(hasPenalty(contest) && { penalty: row?.penalty ?? 0 }),
    problems: board.problems.map((column) => {
      const cell = row?.detailed_scores[column.problem_id];
      return {
        ...column,
        score: cell?.score ?? null,
        attempts: cell?.attempts ?? 0,
        ...(cell?.minute !== undefined && { minute: cell.minute }),
      };
    }),
    submissions: (await listOwn(db, contestId, userId)).map(({ submittedAt, ...submission }) => ({
      ...submission,
      submitted_at: submittedAt.toISOString(),
      elapsed_ms: contestMillis(contest, start, submittedAt),
    })),
  };
}

function listOwn(db: Queryable, contestId: number, userId: number) {
  return db
    .select({
      id: submissions.id,
      problem_id: problems.slug,
      submittedAt: submissions.submittedAt,
      overall_status: judgements.status,
      score: judgements.score,
      language: submissions.language,
    })
    .from(submissions)
    .innerJoin(judgements, isInForce)
    .innerJoin(problems, eq(problems.id, submissions.problemId))
    .where(and(eq(submissions.userId, userId), eq(submissions.contestId, contestId)))
    .orderBy(asc(submissions.id))
    .limit(limits.reportSubmissionsMax);
}
