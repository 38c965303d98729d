/** Which language a file of a package is written in, by the ending of its name. */

import type { LanguageId } from './programs.ts';

const endings: readonly (readonly [RegExp, LanguageId])[] = [
  // For GNU's compiler a capital C is C++.
  [/\.(?:cpp|cc|cxx|c\+\+)$/i, 'cpp'],
  [/\.C$/, 'cpp'],
  [/\.c$/, 'c'],
  [/\.py3?$/i, 'python'],
  [/\.java$/i, 'java'],
  [/\.kt$/i, 'kotlin'],
  [/\.rs$/i, 'rust'],
  [/\.go$/i, 'go'],
  [/\.(?:js|mjs|cjs)$/i, 'javascript'],
  [/\.(?:pas|pp|dpr)$/i, 'pascal'],
];

/** Null: none that Minos knows. */
export function findSolutionLanguage(name: string): LanguageId | null {
  return endings.find(([ending]) => ending.test(name))?.[1] ?? null;
}

/** Of a checker: a program that every judge machine must be able to run, whatever contestants may use. */
export type CheckerLanguage = Extract<LanguageId, 'cpp' | 'python'>;

export function findCheckerLanguage(name: string): CheckerLanguage | null {
  const language = findSolutionLanguage(name);
  return language === 'cpp' || language === 'python' ? language : null;
}
