import { z } from 'zod';
import type { LanguageLimits } from './language-limits.ts';
import { limits } from './limits.ts';
import { type LanguageId, languageIds } from './programs.ts';
import { rule } from './words.ts';

const factorRule = rule('time_factor_range');
const hasTwoDecimals = (value: number) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6;

const whole = (most: number, message: string) =>
  z.coerce.number(message).int(message).min(0, message).max(most, message);

/** A form sends them as they were typed. */
const parts = {
  time_factor: z.coerce
    .number(factorRule)
    .min(limits.timeFactorMin, factorRule)
    .max(limits.timeFactorMax, factorRule)
    .refine(hasTwoDecimals, factorRule),
  time_allowance_ms: whole(limits.timeAllowanceMaxMs, rule('time_allowance_range')),
  memory_allowance_mb: whole(limits.memoryAllowanceMaxMb, rule('memory_allowance_range')),
};

/** Whether a factor from elsewhere can be kept. */
export function isTimeFactor(factor: number): boolean {
  return parts.time_factor.safeParse(factor).success;
}

/** All of them, as they are in force. */
export const allowanceSchema = z.object({
  time_factor: z.number(),
  time_allowance_ms: z.int(),
  memory_allowance_mb: z.int(),
});

/** Null: as it comes. */
export const allowanceChange = z.object({
  time_factor: parts.time_factor.nullable().optional(),
  time_allowance_ms: parts.time_allowance_ms.nullable().optional(),
  memory_allowance_mb: parts.memory_allowance_mb.nullable().optional(),
});

/** What a problem says of some languages, as it is told. */
export const languageLimitsTold = z.partialRecord(z.enum(languageIds), allowanceSchema.partial());

/** The same as it is sent. Languages of which nothing is said are left out. */
export const languageLimitsSent = z
  .partialRecord(z.enum(languageIds), z.object(parts).partial())
  .transform(
    (said): LanguageLimits => Object.fromEntries(Object.entries(said).filter(([, own]) => isSaid(own))),
  );

function isSaid(own: object | undefined): boolean {
  return Object.values(own ?? {}).some((value) => value !== undefined);
}

/** Null: all that are judged here. In the order in which they are offered. */
export const allowedLanguagesSchema = z
  .array(z.enum(languageIds, rule('language_unknown')), rule('allowed_languages_required'))
  .min(1, rule('allowed_languages_required'))
  .transform((chosen): LanguageId[] => languageIds.filter((id) => chosen.includes(id)))
  .nullable();
