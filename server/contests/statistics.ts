/** A contest in figures, to whoever may know them. */
import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { SessionUser } from '#contract/accounts.ts';
import {
  type ContestStatistics,
  getContestStatistics,
  type ProblemFigures,
} from '#contract/contest-statistics.ts';
import { ApiError } from '#contract/errors.ts';
import type { Feedback } from '#contract/feedback.ts';
import { findStatistics } from '#store/contest-statistics.ts';
import type { Queryable } from '#store/database.ts';
import { columnSlug } from '#store/memberships.ts';
import { boardRevision } from '#store/revisions.ts';
import { contestProblems, contests, type KeptFigures, problems } from '#store/schema.ts';
import { createAnswerCache } from '../answer-cache.ts';
import type { Context } from '../context.ts';
import { can, type ProblemFacts, requireCan } from '../policy.ts';
import { problemFacts } from '../problems/facts.ts';
import { areScoresTold, feedbackTo } from '../problems/feedback.ts';
import { route } from '../route.ts';
import { requireContest } from './access.ts';
import { listBoardColumns } from './board-columns.ts';
import { isAllTold, listKeptBackAtFinish } from './told-history.ts';

export function statisticsRoutes(app: FastifyInstance, context: Context): void {
  const { db, now } = context;
  const finished = createAnswerCache(db);

  /**
   * Those of a finished contest stay as they are. Where they were not counted at the finish, by an earlier version, it takes
   * reading every submission: whoever asks meanwhile waits for the one who asked first.
   */
  async function findFigures(contest: typeof contests.$inferSelect): Promise<FoundFigures> {
    const find = async (): Promise<FoundFigures> => ({
      figures: await findStatistics(db, contest),
      keptBack: await listKeptBackAtFinish(db, contest.id),
    });
    if (!contest.finishedAt) return find();
    const { text } = await finished.find({
      revision: boardRevision(contest.id, 'others'),
      audience: 'figures',
      write: async () => ({ text: JSON.stringify(await find()) }),
    });
    return JSON.parse(text);
  }

  route(app, context, getContestStatistics, 'contest.read-statistics', async ({ params: { id }, user }) => {
    const contest = await requireContest(db, user, 'contest.read-scoreboard', id, now());
    requireCan(user, 'contest.read-statistics', contest);
    return readStatistics(db, id, user, findFigures);
  });
}

interface FoundFigures {
  readonly figures: KeptFigures;
  /** The problems of which it was not told at the finish when they were solved. */
  readonly keptBack: readonly string[];
}

async function readStatistics(
  db: Queryable,
  contestId: number,
  viewer: SessionUser | null,
  findFigures: (contest: typeof contests.$inferSelect) => Promise<FoundFigures>,
): Promise<ContestStatistics> {
  const [contest] = await db.select().from(contests).where(eq(contests.id, contestId));
  if (!contest) throw new ApiError('contest_not_found');
  const {
    figures: { told_solves: toldSolves, ...figures },
    keptBack,
  } = await findFigures(contest);
  const columns = await listBoardColumns(db, contestId);
  const settings = await readSettings(db, contestId);
  return {
    ...figures,
    solves: ((await isAllTold(db, contestId, viewer)) ? null : toldSolves) ?? figures.solves,
    problems: columns.flatMap((column) => {
      const counted = figures.problems.find(({ problem_id }) => problem_id === column.problem_id);
      if (!counted) return [];
      const ofGone: Settings = {
        facts: null,
        feedback: keptBack.includes(column.problem_id) ? 'samples' : 'full',
      };
      return [{ ...tell(counted, settings.get(column.problem_id) ?? ofGone, viewer), ...column }];
    }),
  };
}

interface Settings {
  /** Null: the problem is gone. What it told at the finish is told further. */
  readonly facts: ProblemFacts | null;
  readonly feedback: Feedback;
}

/** As they are now, by the names of the columns: what a problem tells can change after its contest. */
async function readSettings(db: Queryable, contestId: number): Promise<Map<string, Settings>> {
  const rows = await db
    .select({ slug: columnSlug, facts: problemFacts(null), feedback: problems.feedback })
    .from(contestProblems)
    .innerJoin(problems, eq(problems.id, contestProblems.problemId))
    .where(eq(contestProblems.contestId, contestId));
  return new Map(rows.map(({ slug, ...settings }) => [slug, settings]));
}

/**
 * What follows from the standings and their replay, everybody is told. What single submissions came to is told where their lists
 * are open: not of a problem that is hidden, that another contest holds, or that keeps its verdicts to itself.
 */
function tell(
  figures: ProblemFigures,
  { facts, ...told }: Settings,
  viewer: SessionUser | null,
): ProblemFigures {
  // Of one that is gone nobody knows any more whether its lists were open.
  const isOpen = facts ? can(viewer, 'problem.read', facts) : can(viewer, 'problem.manage');
  const feedback = feedbackTo(viewer, told);
  const areVerdictsTold = isOpen && areScoresTold(feedback);
  return {
    ...figures,
    first_solve_ms: areScoresTold(feedback) ? figures.first_solve_ms : null,
    median_solve_ms: areScoresTold(feedback) ? figures.median_solve_ms : null,
    verdicts: areVerdictsTold ? figures.verdicts : null,
    languages: isOpen ? figures.languages : null,
    hardest_test: isOpen && feedback === 'full' ? figures.hardest_test : null,
  };
}
