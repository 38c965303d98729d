/** What a problem says of the limits of single languages, as it is typed. */

import { languageLimitsSent } from '#contract/language-limit-schemas.ts';
import { type Allowance, giveLimits, type LanguageLimits } from '#contract/language-limits.ts';
import { type LanguageId, languageIds } from '#contract/programs.ts';
import { readRule } from '#contract/words.ts';
import { sayOr } from '../../lib/messages.ts';

export const allowanceParts = ['time_factor', 'time_allowance_ms', 'memory_allowance_mb'] as const;
type Part = (typeof allowanceParts)[number];

export type TypedAllowance = Partial<Record<Part, string>>;
export type TypedLimits = Partial<Record<LanguageId, TypedAllowance>>;

export function toTyped(limits: LanguageLimits): TypedLimits {
  return Object.fromEntries(
    languageIds.flatMap((id) => {
      const own = limits[id];
      if (!own) return [];
      const parts = allowanceParts.flatMap((part) =>
        own[part] === undefined ? [] : [[part, String(own[part])]],
      );
      return [[id, Object.fromEntries(parts)]];
    }),
  );
}

/** Without what is empty. The server decides what is right: values travel as they were typed. */
export function toSent(typed: TypedLimits): TypedLimits {
  return Object.fromEntries(
    languageIds.flatMap((id) => {
      const parts = Object.entries(typed[id] ?? {}).filter(([, value]) => value.trim() !== '');
      return parts.length === 0 ? [] : [[id, Object.fromEntries(parts)]];
    }),
  );
}

/** The fields at fault, as `cpp-time_factor`, and the rule that each breaks: of a refusal the server tells only the rules. */
export function findRefused(typed: TypedLimits): ReadonlyMap<string, string> {
  const { error } = languageLimitsSent.safeParse(toSent(typed));
  return new Map(
    error?.issues.map(({ path, message }) => [path.join('-'), sayOr(readRule(message), message)]),
  );
}

/** What a program would be given by what is typed so far, or null while that is no number. */
export function preview(
  typed: TypedAllowance,
  usual: Allowance,
  problem: { timeLimitMs: string; memoryLimitMb: string },
): { timeLimitMs: number; memoryLimitMb: number } | null {
  const part = (name: Part) => (typed[name]?.trim() ? Number(typed[name]) : usual[name]);
  const given = giveLimits(
    {
      time_factor: part('time_factor'),
      time_allowance_ms: part('time_allowance_ms'),
      memory_allowance_mb: part('memory_allowance_mb'),
    },
    { timeLimitMs: Number(problem.timeLimitMs), memoryLimitMb: Number(problem.memoryLimitMb) },
  );
  return Number.isFinite(given.timeLimitMs) && Number.isFinite(given.memoryLimitMb) ? given : null;
}
