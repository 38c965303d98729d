/** A cell tells whether the problem is solved and in which minute, and a total is how many are. */
import { fullScore } from '#contract/scores.ts';
import type { FormatLook, PenaltySetting } from './format-look.ts';

/** What a solved problem adds to the penalty. */
function costOf(minute: number, attempts: number, { penalty_minutes }: PenaltySetting): number {
  return minute + (attempts - 1) * penalty_minutes;
}

export const icpc: FormatLook = {
  hasPenalty: true,
  sharesPlaces: true,
  cell: 'solved',

  fullMarksOf: () => fullScore,

  addUp(cells, contest) {
    const solved = cells.filter(({ score }) => score === fullScore);
    const costs = solved.map(({ minute = 0, attempts }) => costOf(minute, attempts, contest));
    return { total_score: solved.length, penalty: costs.reduce((sum, cost) => sum + cost, 0) };
  },

  reportColumns: ({ contests: { noAttempt }, contestFormat: texts }, contest) => [
    {
      head: texts.solved,
      tell: ({ minute }) => (minute === undefined ? noAttempt : texts.inMinute(minute)),
    },
    {
      head: texts.penaltyColumn,
      tell: ({ minute, attempts }) => (minute === undefined ? noAttempt : costOf(minute, attempts, contest)),
    },
    { head: texts.triesColumn, tell: ({ attempts }) => attempts },
  ],

  textsIn: ({ contestFormat: texts, contestAfter }) => ({
    total: texts.solved,
    ownTotal: texts.ownSolved,
    legend: () => [texts.icpcLegend, texts.moveLegend],
    progressTitle: texts.progressTitle,
    progressChart: texts.progressChart,
    distribution: contestAfter.solvedDistribution,
    distributionHead: contestAfter.solves,
    totalRange: (from) => contestAfter.scoreRange(from, null),
  }),
};
