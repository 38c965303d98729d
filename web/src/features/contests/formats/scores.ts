/** A cell tells the score, and a total is their sum. */
import type { FormatLook } from './format-look.ts';

export const scores: FormatLook = {
  hasPenalty: false,
  sharesPlaces: false,
  cell: 'score',

  fullMarksOf: ({ points }) => points,

  addUp(cells) {
    const hundredths = cells.reduce((sum, { score = 0 }) => sum + Math.round(score * 100), 0);
    return { total_score: hundredths / 100 };
  },

  reportColumns: ({ contests: texts }) => [
    { head: texts.columnScore, tell: ({ score }) => score ?? texts.noAttempt },
    { head: texts.columnPoints, tell: ({ points }) => points },
    { head: texts.columnTries, tell: ({ attempts }) => attempts },
  ],

  textsIn: ({ contests: texts, contestAfter }) => ({
    total: texts.totalScore,
    ownTotal: texts.ownScore,
    legend: (isScoreWithheld) => [texts.boardLegend(isScoreWithheld)],
    progressTitle: texts.progressTitle,
    progressChart: texts.progressChart,
    distribution: contestAfter.distribution,
    distributionHead: contestAfter.score,
    totalRange: contestAfter.scoreRange,
  }),
};
