import { z } from 'zod';
import { fullScore } from './scores.ts';

/** At most two decimals. A whole score is a whole number, and what has decimals shows only those that it has. */
export const totalScoreSchema = z.number().min(0).multipleOf(0.01);
export const scoreSchema = totalScoreSchema.max(fullScore);
