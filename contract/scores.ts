import { z } from 'zod';

export const fullScore = 100;

/** At most two decimals. A whole score is a whole number, and what has decimals shows only those that it has. */
export const totalScoreSchema = z.number().min(0).multipleOf(0.01);
export const scoreSchema = totalScoreSchema.max(fullScore);

export type ScoreStyle = 'full' | 'partial' | 'zero';

/** How a score bar is drawn: full at 100, partial above 0, zero at 0. */
export function scoreStyle(score: number): ScoreStyle {
  if (score >= fullScore) return 'full';
  return score > 0 ? 'partial' : 'zero';
}
