import { type Fraction, one, zero } from './fraction.ts';

export interface CheckResult {
  /** What part of the test's worth the output earns: 1 is Accepted, anything less is Wrong Answer. */
  share: Fraction;
  /** Words for staff: never shown to contestants, since a checker may quote the secret answer. */
  message: string;
}

export const accepted: CheckResult = { share: one, message: '' };

export function wrong(message: string): CheckResult {
  return { share: zero, message };
}
