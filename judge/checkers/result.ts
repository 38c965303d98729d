import type { CheckerWords, Words } from '#contract/words.ts';
import { type Fraction, one, zero } from './fraction.ts';

export interface CheckResult {
  /** What part of the test's worth the output earns: 1 is Accepted, anything less is Wrong Answer. */
  share: Fraction;
  /** Words for staff: never shown to contestants, since a checker may quote the secret answer. */
  said: Words<keyof CheckerWords> | null;
}

export const accepted: CheckResult = { share: one, said: null };

export function wrong(said: Words<keyof CheckerWords> | null): CheckResult {
  return { share: zero, said };
}
