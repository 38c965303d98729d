/** The one list of languages: a language of the contract has a line here, and a file beside this one. */

import type { LanguageId } from '#contract/programs.ts';
import { cpp } from './cpp.ts';
import type { InstalledLanguage, Language } from './language.ts';

const catalogue: Readonly<Record<LanguageId, Language>> = { cpp };

export type OpenLanguage = Language & InstalledLanguage;
export type OpenLanguages = Readonly<Record<LanguageId, OpenLanguage>>;

/** All of them, as they are on this machine. */
export async function openLanguages(cacheFolder: string): Promise<OpenLanguages> {
  const open = async ([id, language]: [string, Language]) =>
    [id, { ...language, ...(await language.open(cacheFolder)) }] as const;
  return Object.fromEntries(await Promise.all(Object.entries(catalogue).map(open))) as OpenLanguages;
}
