/** For tests of scores. Not used by the product. */
import type { TestStatus } from '#contract/statuses.ts';

/** How a test that ran would end, by its letter in a result. */
export const statusByLetter: Record<string, TestStatus> = {
  P: 'Accepted',
  '-': 'Wrong Answer',
  T: 'Time Limit Exceeded',
  R: 'Runtime Error',
  M: 'Memory Limit Exceeded',
};
