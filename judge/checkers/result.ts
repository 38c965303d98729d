import type { CheckerWords, Words } from '#contract/words.ts';
import { type Fraction, one, zero } from './fraction.ts';

export interface CheckResult {
  /** What part of the test's worth the output earns: 1 is Accepted, anything less is Wrong Answer. */
  share: Fraction;
  /** Words for staff: never shown to contestants, since a checker may quote the secret answer. */
  said: Words<keyof CheckerWords> | null;
  /** Where it went wrong, for those that compare with the answer. A program may accept other answers than that. */
  differsAt?: DifferencePlace;
}

/** Bytes of the two contents. */
export interface DifferencePlace {
  outputAt: number;
  answerAt: number;
  /** Blanks at the end of a line make a difference. */
  countsBlanks: boolean;
}

export const accepted: CheckResult = { share: one, said: null };

export function wrong(said: Words<keyof CheckerWords> | null, differsAt?: DifferencePlace): CheckResult {
  return { share: zero, said, ...(differsAt && { differsAt }) };
}
