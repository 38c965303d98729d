import { words } from '#contract/words.ts';
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
export function readShare(said: string, { scale, groupPoints }: PointsRule): number {
  if (scale === null) {
    throw new JudgeFault(words('points_without_scale'));
  }
  const full = Math.round({ share: 1, percent: 100, absolute: groupPoints ?? 0 }[scale] * billion);
  if (full === 0) {
    throw new JudgeFault(words('points_in_worthless_group', { said }));
  }
  const given = readBillionths(said);
  if (!(given <= full)) {
    throw new JudgeFault(words('points_out_of_range', { most: full / billion, said }));
  }
  return given / full;
}

const billion = 1e9;

/**
 * Whole numbers, so that a fraction is what was printed and not its neighbour in binary; beyond nine digits it is
 * rounded down. NaN when the words do not begin with a plain number.
 */
function readBillionths(said: string): number {
  const match = /^(?:points\s+)?(\d+)(?:\.(\d+))?(?![\w.])/.exec(said);
  if (!match) return Number.NaN;
  const [, whole = '', fraction = ''] = match;
  return Number(whole) * billion + Number(fraction.slice(0, 9).padEnd(9, '0'));
}
