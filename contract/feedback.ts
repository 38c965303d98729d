/**
 * What contestants see of their submissions to a problem: everything; score and groups, and of the tests only the samples;
 * or the samples alone.
 */
export const feedbacks = ['full', 'groups', 'samples'] as const;
export type Feedback = (typeof feedbacks)[number];
