import type { Judgement } from '#contract/submissions.ts';

/** What the judgement in force has replaced, where its status or score was another; null where it has changed nothing. */
export function findReplaced(judgements: readonly Judgement[]): Judgement | null {
  const at = judgements.findIndex((judgement) => judgement.is_in_force);
  const inForce = judgements[at];
  // One that the judge failed at was never in force, unless it was the first.
  const before = judgements.slice(at + 1).find(({ is_rejudge, fault }) => !(is_rejudge && fault !== null));
  if (!inForce || !before) return null;
  return before.status === inForce.status && before.score === inForce.score ? null : before;
}
