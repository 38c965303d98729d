/** Time, memory and languages in the settings of a package of Hydro. */

import { words } from '#contract/words.ts';
import {
  collectLimits,
  findAllowed,
  findLanguages,
  hydroLanguages,
  toOwnMemory,
  toTimeFactor,
} from '../foreign-languages.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { PackagePlan } from './format.ts';
import type { ConfigFile } from './hydro-config.ts';
import { refuseFeature } from './package-files.ts';
import { readMemoryLimit, readTimeLimit } from './package-settings.ts';

const timeUnits: Readonly<Record<string, number>> = { '': 1000, m: 1, u: 0.001 };
const memoryUnits: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024 };

export function readTime({ file, lineOf }: ConfigFile, said: string, place: readonly PropertyKey[]): number {
  const [, value, unit = ''] = /^(\d{1,9}(?:\.\d{0,9})?)([mu]?)s?$/i.exec(said) ?? [];
  const line = lineOf(place);
  if (value === undefined)
    throw refusedPackage(file, line, words('package_value', { key: 'time', value: cutName(said) }));
  return readTimeLimit(Number(value) * (timeUnits[unit.toLowerCase()] ?? 0), { file, line, key: 'time' });
}

export function readMemory(
  { file, lineOf }: ConfigFile,
  said: string,
  place: readonly PropertyKey[],
): number {
  const [, value, unit = ''] = /^(\d{1,9}(?:\.\d{0,9})?)([kmg])b?$/i.exec(said) ?? [];
  const line = lineOf(place);
  if (value === undefined)
    throw refusedPackage(file, line, words('package_value', { key: 'memory', value: cutName(said) }));
  return readMemoryLimit(Number(value) * (memoryUnits[unit.toLowerCase()] ?? 0), {
    file,
    line,
    key: 'memory',
  });
}

/** Those of languages that are not judged here change nothing. `memoryLimitMb`: null where tests have their own. */
export function planLanguages(
  { value, file, lineOf }: ConfigFile,
  memoryLimitMb: number | null,
): Pick<PackagePlan, 'allowedLanguages' | 'languageLimits'> {
  const refuse = (key: string, name: string) =>
    refusedPackage(file, lineOf([key, name]), words('package_setting', { key }));
  const rates = (key: 'time_limit_rate' | 'memory_limit_rate') =>
    Object.entries(value[key] ?? {}).filter(([name]) => findLanguages(hydroLanguages, name).length > 0);
  const times = rates('time_limit_rate').map(([name, rate]) => {
    const own = toTimeFactor(rate);
    if (!own) throw refuse('time_limit_rate', name);
    return [name, own] as const;
  });
  const memories = rates('memory_limit_rate').flatMap(([name, rate]) => {
    if (rate === 1) return [];
    const own = memoryLimitMb === null ? null : toOwnMemory(memoryLimitMb * rate, memoryLimitMb);
    if (!own) throw refuse('memory_limit_rate', name);
    return [[name, own] as const];
  });
  const languageLimits = collectLimits(hydroLanguages, [...times, ...memories]);
  const allowedLanguages = value.langs && findAllowed(hydroLanguages, value.langs);
  if (allowedLanguages?.length === 0)
    throw refuseFeature(file, lineOf(['langs']), words('feature_other_languages'));
  return {
    ...(allowedLanguages && { allowedLanguages }),
    ...(Object.keys(languageLimits).length > 0 && { languageLimits }),
  };
}
