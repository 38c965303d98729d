import type { LanguageId } from '#contract/programs.ts';
import { useRemembered } from '../../lib/remembered.ts';

/** By the ending of a file's name; where two languages share it, the first is the one that is meant. */
const languagesOfEndings: Readonly<Record<string, readonly LanguageId[]>> = {
  c: ['c'],
  py: ['python', 'pypy'],
  java: ['java'],
  kt: ['kotlin'],
  rs: ['rust'],
  go: ['go'],
  js: ['javascript'],
  mjs: ['javascript'],
  cjs: ['javascript'],
  pas: ['pascal'],
  pp: ['pascal'],
  cpp: ['cpp', 'cpp17'],
  cc: ['cpp', 'cpp17'],
  cxx: ['cpp', 'cpp17'],
  'c++': ['cpp', 'cpp17'],
};

/** The languages that a file may be written in by its name, offered or not; none when the name says nothing. */
export function findLanguagesOf(fileName: string): readonly LanguageId[] {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  return languagesOfEndings[ending] ?? [];
}

/** The language that a file is written in by its name; `chosen` when that fits, null when the name says nothing. */
export function guessLanguage(
  fileName: string,
  chosen: LanguageId,
  offered: readonly LanguageId[],
): LanguageId | null {
  const meant = findLanguagesOf(fileName).filter((id) => offered.includes(id));
  return meant.includes(chosen) ? chosen : (meant[0] ?? null);
}

/** The one that this person chose last on this device, if it is still offered. */
export function useProgramLanguage(userId: number, offered: readonly LanguageId[]) {
  const [remembered, choose] = useRemembered<LanguageId | null>(
    `language-${userId}`,
    null,
    // Whether it is one is for `offered` to say.
    (stored) => stored as LanguageId,
  );
  const language = offered.find((id) => id === remembered) ?? offered[0] ?? 'cpp';
  return { language, offered, choose };
}
