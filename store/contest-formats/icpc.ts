/**
 * Problems are solved or not. Participants rank by how many they have solved, then by their penalty: of each solved
 * problem the minutes of contest time until its first accepted submission, rounded down, and for each wrong
 * try before that as many as the contest says; then by who had the last of them accepted in an earlier minute: the rules know
 * no shorter time than a minute. Whoever is equal in all of it shares the place. What did not compile, and what the judge
 * could not run, is no try. A problem that is not solved costs nothing.
 */
import { sql } from 'drizzle-orm';
import { fullScore } from '#contract/scores.ts';
import type { FinishedStatus } from '#contract/statuses.ts';
import { BestSubmission } from '../best-submission.ts';
import { contestMillisOf } from '../contest-times.ts';
import { contestResults, contests, users } from '../schema.ts';
import type { ContestFormat, Try } from './format.ts';
import { type Order, placeBy } from './order.ts';
import { cellsBySlug, cellsOf, isResultTold, isShown, seenBy } from './seen.ts';

const order: Order = { criteria: ['total', 'penalty', 'reachedAt'], sharesPlaces: true };
const minuteMs = 60_000;

const costNothing: readonly FinishedStatus[] = ['Compilation Error', 'Skipped'];

export const icpc: ContestFormat = {
  readsGroups: false,
  order,

  begin() {
    const best = new BestSubmission();
    let accepted: Pick<Try, 'id' | 'submittedAt'> | null = null;
    let judgedCount = 0;
    let wrongCount = 0;
    return {
      add(made) {
        best.add(made);
        judgedCount += 1;
        if (accepted) return;
        if (made.status === 'Accepted') accepted = made;
        else if (!costNothing.includes(made.status)) wrongCount += 1;
      },
      read: () => ({
        ...best.read(),
        bestScoreAt: accepted?.submittedAt ?? null,
        bestScoreBy: accepted?.id ?? null,
        judgedCount,
        wrongCount,
      }),
    };
  },

  rank(contest, audience, whose) {
    const seen = seenBy(audience);
    const solvedAt = sql`case when ${isResultTold(contest.id, audience)} then ${seen.bestScoreAt} end`;
    const isSolved = sql`${solvedAt} is not null`;
    const minute = sql`((${contestMillisOf(contest, solvedAt)}) / 60000)::int`;
    const solvedCount = sql`count(${solvedAt})`;
    const penalty = sql`coalesce(sum(${minute} + ${seen.wrongCount} * ${contests.penaltyMinutes})
      filter (where ${isSolved}), 0)::int`;
    const reachedAt = sql`max(${minute}::bigint * 60000)`;
    const cell = sql`case when ${isResultTold(contest.id, audience)} then json_build_object(
        'score', case when ${isSolved} then ${fullScore}::int else 0 end,
        'attempts', ${seen.wrongCount} + (${isSolved})::int,
        'pending', case when not ${isSolved} then nullif(${contestResults.submissionCount} - ${seen.judgedCount}, 0) end,
        'minute', ${minute},
        'first', case when firsts.user_id is not null then true end)
      else json_build_object('attempts', ${contestResults.submissionCount}) end`;
    return sql`
      select ${users.id} as user_id, ${users.username} as username, ${solvedCount} as total_score,
        ${penalty} as penalty, ${cellsBySlug(cell)} as detailed_scores,
        ${reachedAt} as reached_at, ${placeBy(order, { total: solvedCount, penalty, reachedAt })} as place
      from ${cellsOf(contest, audience)}
        join ${contests} on ${contests.id} = ${contestResults.contestId}
      where ${isShown(contest.id, whose)}
      group by ${users.id}`;
  },

  standing(cells, { penaltyMinutes, millisAt }) {
    let total = 0;
    let penalty = 0;
    let reachedAt: number | null = null;
    for (const { cell } of cells) {
      if (!cell.bestScoreAt) continue;
      const minute = Math.floor(millisAt(cell.bestScoreAt) / minuteMs);
      total += 1;
      penalty += minute + cell.wrongCount * penaltyMinutes;
      reachedAt = Math.max(reachedAt ?? 0, minute * minuteMs);
    }
    return { total, penalty, reachedAt };
  },

  highestTotal: (points) => points.length,

  show({ cell: { bestScoreAt, wrongCount } }, { millisAt }) {
    if (!bestScoreAt) return { score: 0, attempts: wrongCount };
    return {
      score: fullScore,
      attempts: wrongCount + 1,
      minute: Math.floor(millisAt(bestScoreAt) / minuteMs),
    };
  },
};
