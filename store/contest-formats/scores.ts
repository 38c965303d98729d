/**
 * The best score of each problem counts, as a share of the problem's points, rounded down to the hundredth. Participants rank by the sum,
 * then by who reached it earlier in contest time, then by name. A cell shows its score and how many submissions were made; that of a
 * problem which keeps its scores to itself shows only the latter to all but staff, and counts nothing for them.
 */
import { BestSubmission } from '../best-submission.ts';
import { rankByScore, showScore, standingByScore, sumOfPoints } from './best-score.ts';
import type { ContestFormat } from './format.ts';
import type { Order } from './order.ts';

const order: Order = { criteria: ['total', 'reachedAt'], sharesPlaces: false };

export const scores: ContestFormat = {
  readsGroups: false,
  order,
  begin() {
    const best = new BestSubmission();
    return {
      add: (made) => best.add(made),
      read: () => ({ ...best.read(), judgedCount: 0, wrongCount: 0 }),
    };
  },
  rank: (contest, audience, whose) => rankByScore({ contest, audience, whose }, order),
  standing: standingByScore,
  highestTotal: sumOfPoints,
  show: showScore,
};
