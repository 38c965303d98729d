import type { LanguageId } from '#contract/programs.ts';

/** By the ending of its name. Null: none that is judged here. */
export function findSolutionLanguage(name: string): LanguageId | null {
  return /\.(?:cpp|cc|cxx|c\+\+)$/i.test(name) || name.endsWith('.C') ? 'cpp' : null;
}
