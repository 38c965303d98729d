/** The one list of languages: a language of the contract has a line here, and a file beside this one. */

import { type LanguageId, languageIds, type PackageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { explainFault, JudgeFault } from '../sandbox/fault.ts';
import { removeUnusedFolders } from './ahead-folder.ts';
import { c } from './c.ts';
import { cpp, cpp17 } from './cpp.ts';
import { go } from './go.ts';
import { java } from './java.ts';
import { javascript } from './javascript.ts';
import { kotlin } from './kotlin.ts';
import type { InstalledLanguage, Language } from './language.ts';
import { pascal } from './pascal.ts';
import { pypy } from './pypy.ts';
import { python } from './python.ts';
import { rust } from './rust.ts';

const catalogue: Readonly<Record<LanguageId, Language>> = {
  cpp,
  cpp17,
  c,
  python,
  pypy,
  java,
  kotlin,
  rust,
  go,
  javascript,
  pascal,
};

export type OpenLanguage = Language & InstalledLanguage;

/** As they are on this machine. */
export interface Languages {
  readonly installed: Readonly<Partial<Record<LanguageId, OpenLanguage>>>;
  /** Why it has not the others. */
  readonly missing: ReadonlyMap<LanguageId, JudgeFault>;
  /** Looks for one anew, with other packages. */
  readonly reopen: (id: LanguageId, allowed: readonly PackageId[]) => Promise<void>;
}

/** `allowed`: packages that programs may import. */
export async function openLanguages(
  cacheFolder: string,
  allowed: readonly PackageId[] = [],
): Promise<Languages> {
  const installed: Partial<Record<LanguageId, OpenLanguage>> = {};
  const missing = new Map<LanguageId, JudgeFault>();
  const reopen: Languages['reopen'] = async (id, packages) => {
    try {
      installed[id] = await openLanguage(id, cacheFolder, packages);
      missing.delete(id);
    } catch (error) {
      delete installed[id];
      // One that is broken is as good as missing, and no reason to judge nothing in the others.
      missing.set(id, error instanceof JudgeFault ? error : brokenLanguage(error));
    }
  };
  await Promise.all(languageIds.map((id) => reopen(id, allowed)));
  await removeUnusedFolders(cacheFolder);
  return { installed, missing, reopen };
}

function brokenLanguage(error: unknown): JudgeFault {
  return new JudgeFault(
    words('fault_caused', { fault: words('language_broken'), cause: explainFault(error) }),
  );
}

/** Throws a JudgeFault that says what is missing. */
export async function openLanguage(
  id: LanguageId,
  cacheFolder: string,
  allowed: readonly PackageId[] = [],
): Promise<OpenLanguage> {
  const language = catalogue[id];
  return { ...language, ...(await language.open(cacheFolder, allowed)) };
}

/** For work in it, which another machine may be able to do. */
export function getLanguage(
  { installed, missing }: Pick<Languages, 'installed' | 'missing'>,
  id: LanguageId,
): OpenLanguage {
  const language = installed[id];
  if (!language) throw missing.get(id) ?? new JudgeFault(words('judging_failed'));
  return language;
}
