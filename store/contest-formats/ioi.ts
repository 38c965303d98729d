/**
 * Of each problem the best of each of its groups counts, whichever submissions earned them; where it has no groups, the
 * best score. The sum ranks, and whoever has the same shares the place: when it was reached decides nothing.
 */
import { fullScore } from '#contract/scores.ts';
import { BestTry, rankByScore, showScore, standingByScore, sumOfPoints } from './best-score.ts';
import type { ContestFormat, Try } from './format.ts';
import type { Order } from './order.ts';

const order: Order = { criteria: ['total'], sharesPlaces: true };

interface BestGroup {
  readonly points: number;
  earned: number;
  isSolved: boolean;
}

/** By the groups' names: what they earned with one test set. Another may call another group the same. */
type BestOfSet = Map<string, BestGroup>;

function addGroups(best: BestOfSet, groups: NonNullable<Try['groups']>): void {
  // Those within another count in that one.
  for (const { name, points, earned, status, within } of groups) {
    if (within !== null) continue;
    const group = best.get(name) ?? { points, earned: 0, isSolved: false };
    group.earned = Math.max(group.earned, earned ?? 0);
    group.isSolved ||= status === 'Accepted';
    best.set(name, group);
  }
}

/** As a judgement is scored: rounded down to the hundredth, and 100 only where nothing is left to solve. */
function scoreOf(best: BestOfSet): number {
  const groups = [...best.values()];
  const hundredths = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + Math.round(value * 100), 0);
  const total = hundredths(groups.map(({ points }) => points));
  if (total === 0) return 0;
  if (groups.every(({ isSolved }) => isSolved)) return fullScore;
  const earned = hundredths(groups.map(({ earned }) => earned));
  return Math.min(Math.floor((earned * fullScore * 100) / total), fullScore * 100 - 1) / 100;
}

export const ioi: ContestFormat = {
  readsGroups: true,
  order,

  begin() {
    const bySet = new Map<number, BestOfSet>();
    const bestTry = new BestTry();
    let bestScore = 0;
    let bestScoreAt: Date | null = null;
    return {
      add(made) {
        const { submittedAt, score, groups, testSetId } = made;
        bestTry.add(made);
        const best: BestOfSet = bySet.get(testSetId ?? 0) ?? new Map();
        bySet.set(testSetId ?? 0, best);
        addGroups(best, groups ?? []);
        const reached = Math.max(score ?? 0, scoreOf(best));
        if (bestScoreAt && reached <= bestScore) return;
        bestScore = reached;
        bestScoreAt = submittedAt;
      },
      read() {
        const { bestSubmissionId } = bestTry.read();
        return { bestSubmissionId, bestScore, bestScoreAt, judgedCount: 0, wrongCount: 0 };
      },
    };
  },

  rank: (contest, audience, whose) => rankByScore({ contest, audience, whose }, order),
  standing: standingByScore,
  highestTotal: sumOfPoints,
  show: showScore,
};
