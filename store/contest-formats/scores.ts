/**
 * The best score of each problem counts, as a share of the problem's points, rounded down to the hundredth. Participants rank by the sum,
 * then by who reached it earlier, then by name. A cell shows its score and how many submissions were made.
 */
import { and, eq, sql } from 'drizzle-orm';
import { bestFirst, isJudged } from '../best-submission.ts';
import { isInForce } from '../in-force.ts';
import { columnSlug } from '../memberships.ts';
import { contestProblems, contestResults, judgements, problems, submissions, users } from '../schema.ts';
import type { ContestFormat } from './format.ts';

const score = sql`trunc(${contestResults.bestScore} * ${contestProblems.points} / 100, 2)`;
const totalScore = sql`sum(${score})`;
/** When the total was reached: with the last of the submissions that make it up. */
const reachedAt = sql`max(${contestResults.bestScoreAt}) filter (where ${score} > 0)`;

export const scores: ContestFormat = {
  async findCell(db, { contestId, userId, problemId }) {
    const [best] = await db
      .select({
        id: submissions.id,
        score: judgements.score,
        // As text: the driver maps only whole columns to dates.
        reachedAt: sql<string>`min(${submissions.submittedAt}) over (partition by ${judgements.score})`,
      })
      .from(submissions)
      .innerJoin(judgements, isInForce)
      .where(
        and(
          eq(submissions.userId, userId),
          eq(submissions.problemId, problemId),
          eq(submissions.contestId, contestId),
          isJudged,
        ),
      )
      .orderBy(bestFirst)
      .limit(1);
    return {
      bestSubmissionId: best?.id ?? null,
      bestScore: best?.score ?? 0,
      bestScoreAt: best ? new Date(best.reachedAt) : null,
    };
  },

  rank(contestId) {
    return sql`
      select ${users.id} as user_id, ${users.username} as username, trim_scale(${totalScore}) as total_score,
        json_object_agg(${columnSlug},
          json_build_object('score', trim_scale(${score}), 'attempts', ${contestResults.submissionCount})
        ) as detailed_scores,
        row_number() over (
          order by ${totalScore} desc, ${reachedAt} asc nulls last, lower(${users.username}) collate "C"
        ) as place
      from ${contestResults}
        join ${contestProblems} on ${contestProblems.id} = ${contestResults.contestProblemId}
        left join ${problems} on ${problems.id} = ${contestProblems.problemId}
        join ${users} on ${users.id} = ${contestResults.userId}
      where ${contestResults.contestId} = ${contestId}
      group by ${users.id}`;
  },
};
