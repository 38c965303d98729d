/**
 * Of each problem the best of each of its groups counts, whichever submissions earned them; where it has no groups, the
 * best score. What a problem comes to is rounded down once, to as many decimals as its submissions' scores have. The sum
 * ranks, and whoever has the same shares the place: when it was reached decides nothing.
 */
import {
  addUp,
  divide,
  type Fraction,
  isLess,
  readFraction,
  scoreOfShare,
  toFraction,
  zero,
} from '#contract/fractions.ts';
import { fullScore } from '#contract/scores.ts';
import { BestSubmission } from '../best-submission.ts';
import type { StoredGroup } from '../schema.ts';
import { rankByScore, showScore, standingByScore, sumOfPoints } from './best-score.ts';
import type { ContestFormat, Try } from './format.ts';
import type { Order } from './order.ts';

const order: Order = { criteria: ['total'], sharesPlaces: true };

interface BestGroup {
  readonly points: number;
  share: Fraction;
  isSolved: boolean;
}

/** By the groups' names: what they earned with one test set. Another may call another group the same. */
type BestOfSet = Map<string, BestGroup>;

function addGroups(best: BestOfSet, groups: NonNullable<Try['groups']>): void {
  for (const made of groups) {
    // Those within another count in that one.
    if (made.within !== null) continue;
    const group = best.get(made.name) ?? { points: made.points, share: zero, isSolved: false };
    const share = shareOf(made);
    if (isLess(group.share, share)) group.share = share;
    group.isSolved ||= made.status === 'Accepted';
    best.set(made.name, group);
  }
}

function shareOf({ share, earned, points }: StoredGroup): Fraction {
  if (share !== undefined) return readFraction(share);
  return points === 0 ? zero : divide(toFraction(earned ?? 0), toFraction(points));
}

/** As a judgement is scored: rounded down once, and 100 only where nothing is left to solve. */
function scoreOf(best: BestOfSet, decimals: number): number {
  const groups = [...best.values()];
  if (groups.some(({ points }) => points > 0) && groups.every(({ isSolved }) => isSolved)) return fullScore;
  return scoreOfShare(addUp(groups), decimals);
}

export const ioi: ContestFormat = {
  readsGroups: true,
  order,

  begin() {
    const bySet = new Map<number, BestOfSet>();
    const bestSubmission = new BestSubmission();
    let bestScore = 0;
    let bestScoreAt: Date | null = null;
    let bestScoreBy: number | null = null;
    return {
      add(made) {
        const { id, submittedAt, score, groups, testSetId, scoreDecimals } = made;
        bestSubmission.add(made);
        const best: BestOfSet = bySet.get(testSetId ?? 0) ?? new Map();
        bySet.set(testSetId ?? 0, best);
        addGroups(best, groups ?? []);
        const reached = Math.max(score ?? 0, scoreOf(best, scoreDecimals));
        if (bestScoreAt && reached <= bestScore) return;
        bestScore = reached;
        bestScoreAt = submittedAt;
        bestScoreBy = id;
      },
      read() {
        const { bestSubmissionId } = bestSubmission.read();
        return { bestSubmissionId, bestScore, bestScoreAt, bestScoreBy, judgedCount: 0, wrongCount: 0 };
      },
    };
  },

  rank: (contest, audience, whose) => rankByScore({ contest, audience, whose }, order),
  standing: standingByScore,
  highestTotal: sumOfPoints,
  show: showScore,
};
