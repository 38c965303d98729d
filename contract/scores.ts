export const fullScore = 100;

export type ScoreStyle = 'full' | 'partial' | 'zero';

/** How a score bar is drawn: full at 100, partial above 0, zero at 0. */
export function scoreStyle(score: number): ScoreStyle {
  if (score >= fullScore) return 'full';
  return score > 0 ? 'partial' : 'zero';
}
