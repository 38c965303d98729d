import type { z } from 'zod';
import { readRule } from '#contract/words.ts';
import { sayOr } from './messages.ts';

export type FieldErrors<Name extends string> = Partial<Record<Name, string>>;

/** The first complaint about each field, all fields at once; null when there is none. */
export function findFieldErrors<Name extends string>(
  checked: z.ZodSafeParseResult<unknown>,
): FieldErrors<Name> | null {
  if (checked.success) return null;
  const errors: FieldErrors<Name> = {};
  for (const issue of checked.error.issues) {
    const name = issue.path[0] as Name;
    errors[name] ??= sayOr(readRule(issue.message), issue.message);
  }
  return errors;
}
