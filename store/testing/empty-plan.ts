import type { TestSetPlan } from '#contract/test-set-plan.ts';

/** For test sets of which a test needs no more than that they are there. */
export const emptyPlan: TestSetPlan = {
  tests: [],
  groups: [],
  stopAtFirstFailure: false,
  scoreDecimals: 0,
  checker: { name: 'tokens' },
  checkerFiles: {},
};
