import { z } from 'zod';
import type { Words } from './words.ts';

/** In an answer beside its text, for whoever says it in a language of their own; null where only the text can be had. */
export const wordsBeside = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()) })
  .nullable() as unknown as z.ZodType<Words | null>;
