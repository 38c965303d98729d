/** What other systems call languages, and what they say of their limits, in our own terms. */
import { kattisNames } from '#contract/kattis-languages.ts';
import { isTimeFactor } from '#contract/language-limit-schemas.ts';
import type { Allowance, LanguageLimits, OwnAllowance } from '#contract/language-limits.ts';
import { limits } from '#contract/limits.ts';
import { type LanguageId, languageIds } from '#contract/programs.ts';

type Names = Readonly<Record<string, readonly LanguageId[] | undefined>>;

const ofKattis: Names = Object.groupBy(languageIds, (id) => kattisNames[id]);

export const kattisLanguages: Names = {
  ...ofKattis,
  // As older packages have it.
  'c++': ofKattis.cpp,
  python: ofKattis.python3,
};

/** Behind the point stands which of a family; those of old standards are not judged here. */
export const hydroLanguages: Names = {
  c: ['c'],
  cc: ['cpp', 'cpp17'],
  'cc.cc17': ['cpp17'],
  'cc.cc17o2': ['cpp17'],
  'cc.cc20': ['cpp'],
  'cc.cc20o2': ['cpp'],
  java: ['java'],
  kt: ['kotlin'],
  'kt.jvm': ['kotlin'],
  py: ['python', 'pypy'],
  'py.py3': ['python'],
  'py.pypy3': ['pypy'],
  rs: ['rust'],
  go: ['go'],
  js: ['javascript'],
  'js.node': ['javascript'],
  pas: ['pascal'],
};

/** By the endings of files. */
export const sinolLanguages: Names = {
  c: ['c'],
  cpp: ['cpp', 'cpp17'],
  java: ['java'],
  py: ['python', 'pypy'],
  pas: ['pascal'],
};

export function findLanguages(names: Names, name: string): readonly LanguageId[] {
  const known = name.toLowerCase();
  return (Object.hasOwn(names, known) && names[known]) || [];
}

/** In our order; empty: none of them is judged here. */
export function findAllowed(names: Names, said: readonly string[]): LanguageId[] {
  const allowed = new Set(said.flatMap((name) => findLanguages(names, name)));
  return languageIds.filter((id) => allowed.has(id));
}

/** What is said of a family first, so that what is said of one of it counts. */
export function collectLimits(
  names: Names,
  said: readonly (readonly [name: string, own: OwnAllowance])[],
): LanguageLimits {
  const collected: Partial<Record<LanguageId, OwnAllowance>> = {};
  for (const [name, own] of said.toSorted(([a], [b]) => a.length - b.length))
    for (const id of findLanguages(names, name)) collected[id] = { ...collected[id], ...own };
  return collected;
}

/** Null: no factor that can be kept. */
export function toTimeFactor(factor: number): Pick<Allowance, 'time_factor'> | null {
  return isTimeFactor(factor) ? { time_factor: Math.round(factor * 100) / 100 } : null;
}

/** A time limit of the language's own beside the problem's: as many times as that is, and the rest on top. */
export function toOwnTime(
  ms: number,
  ofProblemMs: number,
): Pick<Allowance, 'time_factor' | 'time_allowance_ms'> | null {
  const hundredths = Math.min(Math.floor((ms * 100) / ofProblemMs), limits.timeFactorMax * 100);
  const time_allowance_ms = Math.round(ms - (ofProblemMs * hundredths) / 100);
  const time_factor = hundredths / 100;
  const isKept =
    isTimeFactor(time_factor) &&
    time_allowance_ms <= limits.timeAllowanceMaxMs &&
    ms <= limits.givenTimeLimitMaxMs;
  return isKept ? { time_factor, time_allowance_ms } : null;
}

/** Less memory than the problem has cannot be said. */
export function toOwnMemory(
  megabytes: number,
  ofProblemMb: number,
): Pick<Allowance, 'memory_allowance_mb'> | null {
  const memory_allowance_mb = Math.ceil(megabytes) - ofProblemMb;
  const isKept = memory_allowance_mb >= 0 && memory_allowance_mb <= limits.memoryAllowanceMaxMb;
  return isKept ? { memory_allowance_mb } : null;
}
