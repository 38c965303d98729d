import type { PointsScale } from '#contract/checkers.ts';
import { type Fraction, fraction } from '#contract/fractions.ts';
import { words } from '#contract/words.ts';
import { CheckerFault } from '../sandbox/fault.ts';

export interface PointsRule {
  /** Null: the manifest does not say. The number alone cannot tell whether 1 is all of it or a hundredth. */
  readonly scale: PointsScale | null;
  /** What the test is worth in its group, or null where there are no groups. */
  readonly worth: number | null;
}

/** The part of a test's worth that a checker's words give: 1 for full points and for nothing less. */
export function readShare(said: string, { scale, worth }: PointsRule): Fraction {
  if (scale === null) {
    throw new CheckerFault(words('points_without_scale'));
  }
  const most = { share: 1, percent: 100, absolute: worth ?? 0 }[scale];
  const full = BigInt(Math.round(most * billion));
  if (full === 0n) {
    throw new CheckerFault(words('points_in_worthless_group', { said }));
  }
  const given = readBillionths(said);
  if (given === null || given > full) {
    throw new CheckerFault(words('points_out_of_range', { most, said }));
  }
  return fraction(given, full);
}

const billion = 1e9;

/** Beyond nine digits it is rounded down. Null when the words do not begin with a plain number. */
function readBillionths(said: string): bigint | null {
  const match = /^(?:points\s+)?(\d+)(?:\.(\d+))?(?![\w.])/.exec(said);
  if (!match) return null;
  const [, whole = '', part = ''] = match;
  return BigInt(whole + part.slice(0, 9).padEnd(9, '0'));
}
