/**
 * The best score of each problem counts, as a share of the problem's points, rounded down to the hundredth. Participants rank by the sum,
 * then by who reached it earlier, then by name. A cell shows its score and how many submissions were made; that of a
 * problem which keeps its scores to itself shows only the latter to all but staff, and counts nothing for them.
 */
import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { fullScore } from '#contract/scores.ts';
import { bestFirst, isJudged } from '../best-submission.ts';
import { isInForce } from '../in-force.ts';
import { columnSlug } from '../memberships.ts';
import {
  contestProblems,
  contestResults,
  contests,
  judgements,
  problems,
  submissions,
  users,
} from '../schema.ts';
import type { Audience, ContestFormat } from './format.ts';
import { isScoreTold } from './told-scores.ts';

const worth = (score: PgColumn) => sql`trunc(${score} * ${contestProblems.points} / 100, 2)`;
const submissionScore = worth(judgements.score);

/** Null where this audience is not told. */
function scoreFor(contestId: number, audience: Audience) {
  return sql`case when ${isScoreTold(contestId, audience)} then ${worth(contestResults.bestScore)} end`;
}

/** Of each problem that somebody has solved, who had its full score earliest. */
function selectFirstSolves(contestId: number) {
  return sql`
    select distinct on (${contestResults.contestProblemId})
      ${contestResults.contestProblemId} as contest_problem_id, ${contestResults.userId} as user_id
    from ${contestResults}
    where ${contestResults.contestId} = ${contestId} and ${contestResults.bestScore} = ${fullScore}
    order by ${contestResults.contestProblemId}, ${contestResults.bestScoreAt}, ${contestResults.bestSubmissionId}`;
}

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

  rank(contestId, audience) {
    const score = scoreFor(contestId, audience);
    const totalScore = sql`coalesce(sum(${score}), 0)`;
    // When the total was reached: with the last of the submissions that make it up.
    const reachedAt = sql`max(${contestResults.bestScoreAt}) filter (where ${score} > 0)`;
    return sql`
      select ${users.id} as user_id, ${users.username} as username, trim_scale(${totalScore}) as total_score,
        json_strip_nulls(json_object_agg(${columnSlug},
          json_build_object('score', trim_scale(${score}), 'attempts', ${contestResults.submissionCount},
            'first', case when firsts.user_id is not null and ${score} is not null then true end)
        )) as detailed_scores,
        row_number() over (
          order by ${totalScore} desc, ${reachedAt} asc nulls last, lower(${users.username}) collate "C"
        ) as place
      from ${contestResults}
        join ${contestProblems} on ${contestProblems.id} = ${contestResults.contestProblemId}
        left join ${problems} on ${problems.id} = ${contestProblems.problemId}
        join ${users} on ${users.id} = ${contestResults.userId}
        left join (${selectFirstSolves(contestId)}) as firsts on firsts.user_id = ${contestResults.userId}
          and firsts.contest_problem_id = ${contestResults.contestProblemId}
      where ${contestResults.contestId} = ${contestId}
      group by ${users.id}`;
  },

  trace(contestId, userIds) {
    const place = sql`partition by ${submissions.userId}, ${submissions.problemId}
      order by ${submissions.submittedAt}, ${submissions.id}`;
    return sql`
      select user_id, jsonb_agg(jsonb_build_array(ms, trim_scale(total)) order by submitted_at, id) as progress
      from (
        select user_id, id, submitted_at, ms, sum(gain) over (partition by user_id order by submitted_at, id) as total
        from (
          select ${submissions.userId} as user_id, ${submissions.id} as id,
            ${submissions.submittedAt} as submitted_at,
            floor(extract(epoch from ${submissions.submittedAt} - ${contests.startTime}) * 1000) as ms,
            ${submissionScore} - coalesce(
              max(${submissionScore}) over (${place} rows between unbounded preceding and 1 preceding), 0
            ) as gain
          from ${submissions}
            join ${judgements} on ${isInForce} and ${isJudged}
            join ${contests} on ${contests.id} = ${submissions.contestId}
            join ${contestProblems} on ${contestProblems.contestId} = ${submissions.contestId}
              and ${contestProblems.problemId} = ${submissions.problemId}
          where ${submissions.contestId} = ${contestId}
            and ${submissions.userId} = any(${sql.param(userIds)}::int[])
        ) as gains
        where gain > 0
      ) as totals
      group by user_id`;
  },
};
