/**
 * What contestants see of their submissions to a problem: everything; score and groups, and of the tests only the samples;
 * or the samples alone.
 */
export const feedbacks = ['full', 'groups', 'samples'] as const;
export type Feedback = (typeof feedbacks)[number];

/** The same of a contest until it has finished, or nothing at all. From the least that is kept back to the most. */
export const contestFeedbacks = [...feedbacks, 'nothing'] as const;
export type ContestFeedback = (typeof contestFeedbacks)[number];

/** Whoever keeps back more decides. */
export function narrowFeedback(one: ContestFeedback, other: ContestFeedback): ContestFeedback {
  return contestFeedbacks.indexOf(one) > contestFeedbacks.indexOf(other) ? one : other;
}
