export interface CheckResult {
  /** What part of the test's worth the output earns: 1 is Accepted, anything less is Wrong Answer. */
  share: number;
  /** Words for staff: never shown to contestants, since a checker may quote the secret answer. */
  message: string;
}

export const accepted: CheckResult = { share: 1, message: '' };

export function wrong(message: string): CheckResult {
  return { share: 0, message };
}
