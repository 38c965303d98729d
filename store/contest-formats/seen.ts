/** What an audience is shown of the cells: for queries of contest_results, contest_problems and their problems. */
import { and, eq, inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { ContestFeedback } from '#contract/feedback.ts';
import { fullScore } from '#contract/scores.ts';
import { contestOrderOf } from '../contest-times.ts';
import { columnSlug } from '../memberships.ts';
import {
  contestParticipants,
  contestProblems,
  contestResults,
  contests,
  problems,
  users,
} from '../schema.ts';
import type { Audience, RankedContest } from './format.ts';

/** The facts of a row, for `frozen` without what was submitted since the freeze. */
export function seenBy(audience: Audience) {
  const choose = (live: SQLWrapper, frozen: SQLWrapper): SQLWrapper =>
    audience === 'frozen'
      ? sql`case when ${contestResults.frozenSubmissionCount} is null then ${live} else ${frozen} end`
      : live;
  return {
    submissionCount: choose(contestResults.submissionCount, contestResults.frozenSubmissionCount),
    bestScore: choose(contestResults.bestScore, contestResults.frozenBestScore),
    bestScoreAt: choose(contestResults.bestScoreAt, contestResults.frozenBestScoreAt),
    bestScoreBy: choose(contestResults.bestScoreBy, contestResults.frozenBestScoreBy),
    judgedCount: choose(contestResults.judgedCount, contestResults.frozenJudgedCount),
    wrongCount: choose(contestResults.wrongCount, contestResults.frozenWrongCount),
  };
}

/** Those by which contestants are told of no result before the contest has finished (server/problems/feedback.ts). */
const quietFeedbacks: ContestFeedback[] = ['samples', 'nothing'];

export function tellsResults({ feedback }: { readonly feedback: ContestFeedback }): boolean {
  return !quietFeedbacks.includes(feedback);
}

/** The same of a row of problems. */
export const isToldByProblem = sql<boolean>`${problems.feedback} is distinct from 'samples'`;

/**
 * Whether this audience is told what came out of the submissions before the contest has finished: the problem may keep that
 * back, or the contest that of all its problems.
 */
export function isResultTold(contestId: number, audience: Audience): SQL {
  if (audience === 'staff') return sql`true`;
  return sql`(${isToldByProblem} and not exists (
    select from ${contests} where ${contests.id} = ${contestId}
      and ${inArray(contests.feedback, quietFeedbacks)}))`;
}

/** Of each problem that somebody has solved, who of those that are ranked solved it earliest in contest time; in the same millisecond, by the earlier submission. */
export function selectFirstSolves(contest: RankedContest, audience: Audience): SQL {
  const { bestScore, bestScoreAt, bestScoreBy } = seenBy(audience);
  return sql`
    select distinct on (${contestResults.contestProblemId})
      ${contestResults.contestProblemId} as contest_problem_id, ${contestResults.userId} as user_id
    from ${contestResults}
    where ${contestResults.contestId} = ${contest.id} and ${bestScore} = ${fullScore} and ${bestScoreAt} is not null
      and not exists (select from ${contestParticipants}
        where ${contestParticipants.contestId} = ${contest.id} and ${contestParticipants.isUnofficial}
          and ${contestParticipants.userId} = ${contestResults.userId})
    order by ${contestResults.contestProblemId}, ${contestOrderOf(contest, bestScoreAt)}, ${bestScoreBy}`;
}

/** Of a board's cells, those of some users if that is told. */
export function isShown(contestId: number, whose: SQL | undefined): SQL | undefined {
  return and(eq(contestResults.contestId, contestId), whose && sql`${contestResults.userId} in (${whose})`);
}

/** The cells of a board, to be grouped by user: with `firsts.user_id` where one is its problem's first solve. */
export function cellsOf(contest: RankedContest, audience: Audience): SQL {
  return sql`${contestResults}
    join ${contestProblems} on ${contestProblems.id} = ${contestResults.contestProblemId}
    left join ${problems} on ${problems.id} = ${contestProblems.problemId}
    join ${users} on ${users.id} = ${contestResults.userId}
    left join (${audience === 'own' ? nobodysFirst : selectFirstSolves(contest, audience)}) as firsts
      on firsts.user_id = ${contestResults.userId}
      and firsts.contest_problem_id = ${contestResults.contestProblemId}`;
}

/** One's own row is laid over the board that everybody sees, which has the stars. */
const nobodysFirst = sql`select null::int as contest_problem_id, null::int as user_id where false`;

/**
 * The cells of a grouped row, by the slugs of their columns. What is null is left out. Always in the same order: that of the
 * rows in their table changes with verdicts that not everybody is told of.
 */
export function cellsBySlug(cell: SQL): SQL {
  return sql`json_strip_nulls(json_object_agg(${columnSlug}, ${cell} order by ${contestProblems.id}))`;
}
