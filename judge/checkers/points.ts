import { JudgeFault } from '../sandbox/fault.ts';

export const pointsScales = ['share', 'percent', 'absolute'] as const;
/** What the points of an author's program are out of: 1, 100, or what the test's group is worth. */
export type PointsScale = (typeof pointsScales)[number];

export interface PointsRule {
  /** Null: the manifest does not say. The number alone cannot tell whether 1 is all of it or a hundredth. */
  readonly scale: PointsScale | null;
  /** The points of the test's group, or null where there are no groups. */
  readonly groupPoints: number | null;
}

/** The part of a test's worth that a checker's words give: 1 for full points and for nothing less. */
export function readShare(words: string, { scale, groupPoints }: PointsRule): number {
  if (scale === null) {
    throw new JudgeFault(
      'the checker gave points, but minos.yaml does not say on which scale: add points: share, points: percent or ' +
        'points: absolute to the checker and import the tests again',
    );
  }
  const full = Math.round({ share: 1, percent: 100, absolute: groupPoints ?? 0 }[scale] * billion);
  if (full === 0) {
    throw new JudgeFault(`the checker gave points in a group that is worth none: ${words}`);
  }
  const given = readBillionths(words);
  if (!(given <= full)) {
    throw new JudgeFault(`the checker gave points, but no number from 0 to ${full / billion}: ${words}`);
  }
  return given / full;
}

const billion = 1e9;

/**
 * Whole numbers, so that a fraction is what was printed and not its neighbour in binary; beyond nine digits it is
 * rounded down. NaN when the words do not begin with a plain number.
 */
function readBillionths(words: string): number {
  const match = /^(?:points\s+)?(\d+)(?:\.(\d+))?(?![\w.])/.exec(words);
  if (!match) return Number.NaN;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * billion + Number(fraction.slice(0, 9).padEnd(9, '0'));
}
