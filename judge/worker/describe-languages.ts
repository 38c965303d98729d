/** What a worker tells of its languages in the list of judge machines. */
import type { MachineWords } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import type { WorkerLanguages } from '#store/schema.ts';
import type { Languages } from '../languages/catalogue.ts';
import { tellVersion } from '../languages/language.ts';
import type { AheadBuilder } from './ahead-builder.ts';
import type { UnprovedLanguages } from './gate.ts';
import type { LanguagesNow } from './judged-languages.ts';

/** What staff should know of a machine that takes work: the worst alone. */
export function tellShortcoming(
  { proved, waiting, failing }: LanguagesNow,
  slowBecause: AheadBuilder['slowBecause'],
): Words<keyof MachineWords> | null {
  const failures = [...failing].map(([language, fault]) => words('language_unusable', { language, fault }));
  if (failures.length > 0) return words('languages_unproved', { failures });
  if (waiting.length > 0) return words('proving_languages', { languages: waiting });
  return proved.map(slowBecause).find((reason) => reason !== null) ?? null;
}

/** Of what compiles and runs what it has, on or off, one a line: trials made with others are made anew. */
export function listVersions({ installed }: Languages): string {
  return [...new Set(Object.values(installed).map(tellVersion))].sort().join('\n');
}

/** For the table of languages and machines. */
export function describeLanguages(
  { installed, missing }: Languages,
  failing: UnprovedLanguages = new Map(),
): WorkerLanguages {
  const found = Object.entries(installed).map(([id, { version, flags, commands, packages = [] }]) => [
    id,
    {
      version,
      flags,
      ...commands,
      packages: Object.fromEntries(packages.map((each) => [each.id, each.found])),
    },
  ]);
  const faults = [...missing].map(([id, { said }]) => [id, { missing: said }]);
  const failed = [...failing].map(([id, fault]) => [id, { missing: fault }]);
  return Object.fromEntries([...found, ...faults, ...failed]);
}
