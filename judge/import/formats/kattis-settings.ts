/** What `problem.yaml` of a Kattis package says, whichever version of the format it is written in. */

import { z } from 'zod';
import type { PackageFeatures } from '#contract/import-words.ts';
import { limits } from '#contract/limits.ts';
import { rule, type Words, words } from '#contract/words.ts';
import type { Archive, ArchiveEntry } from '../archive.ts';
import { wholeNumber } from '../manifest-schema.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { toTitle } from '../title.ts';
import { type KeyPath, readYamlEntry, type YamlFile } from '../yaml-file.ts';

/** `draft` is what 2023-07 became before it was 2025-09: groups may lie in groups, and their settings have other names. */
export type KattisFamily = 'legacy' | 'draft' | '2025-09';

const families: Readonly<Record<string, KattisFamily>> = {
  legacy: 'legacy',
  'legacy-icpc': 'legacy',
  '2023-07-draft': 'draft',
  '2025-09': '2025-09',
};

export interface KattisProblem {
  readonly family: KattisFamily;
  readonly file: string;
  readonly title: string | null;
  readonly isScoring: boolean;
  /** Legacy: null where the presence of a validator decides. */
  readonly hasOwnValidator: boolean | null;
  /** Whether its own validator may give scores. */
  readonly validatorScores: boolean;
  /** For every test, before those of its group. */
  readonly validatorFlags: readonly string[];
  readonly timeLimitMs: number | null;
  /** Where there is none. */
  readonly derivedLimit: { readonly factor: number; readonly resolutionMs: number };
  readonly memoryLimitMb: number | null;
  readonly constants: readonly string[];
  /** From before there were groups: for all of them. */
  readonly grading: LegacyGrading;
}

export interface LegacyGrading {
  readonly accept_score?: string | undefined;
  readonly reject_score?: string | undefined;
  readonly range?: string | undefined;
  readonly on_reject?: string | undefined;
}

export const text = z.string(rule('manifest_needs_text'));
const anything = z.unknown();

export const number = z
  .string(rule('manifest_needs_number'))
  .regex(/^\+?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d{1,2})?$/i, rule('manifest_needs_number'))
  .transform(Number);

export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices, rule('manifest_needs_one_of', { choices }));

const boolean = oneOf(['true', 'false', 'yes', 'no', 'True', 'False', 'on', 'off']).transform((value) =>
  /^(?:true|yes|on)$/i.test(value),
);

/** `key:` with nothing behind it says nothing. */
const orNothing = <Schema extends z.ZodType>(schema: Schema) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional());

const seconds = number.refine(
  (value) => value * 1000 >= limits.timeLimitMinMs && value * 1000 <= limits.timeLimitMaxMs,
  rule('manifest_number_too_large', { most: limits.timeLimitMaxMs / 1000 }),
);

/** Keys that change nothing about how a submission is judged. */
const aboutTheProblem = Object.fromEntries(
  ['uuid', 'version', 'author', 'credits', 'source', 'source_url', 'license', 'rights_owner', 'keywords']
    .concat(['embargo_until', 'libraries', 'show_test_data_groups'])
    .map((key) => [key, anything.optional()]),
);

const systemLimits = Object.fromEntries(
  ['code', 'compilation_time', 'compilation_memory', 'validation_time', 'validation_memory']
    .concat(['validation_output', 'validation_passes', 'time_safety_margin'])
    .map((key) => [key, anything.optional()]),
);

/** A time is multiplied by it: nothing, or more than the longest limit there is, is no multiplier. */
const multiplier = number.refine(
  (value) => value > 0 && value <= limits.timeLimitMaxMs,
  rule('manifest_needs_factor', { most: limits.timeLimitMaxMs }),
);

const limitsSchema = z.strictObject({
  ...systemLimits,
  time_multiplier: orNothing(multiplier),
  time_multipliers: orNothing(
    z.strictObject({ ac_to_time_limit: orNothing(multiplier), time_limit_to_tle: anything.optional() }),
  ),
  time_resolution: orNothing(number.refine((value) => value > 0, rule('manifest_needs_number'))),
  time_limit: orNothing(seconds),
  memory: orNothing(wholeNumber(limits.memoryLimitMinMb, limits.memoryLimitMaxMb)),
  output: orNothing(number),
});

const problemSchema = z.strictObject({
  ...aboutTheProblem,
  problem_format_version: text.optional(),
  name: orNothing(z.union([text, z.record(text, text)], rule('manifest_needs_text'))),
  type: orNothing(z.union([text, z.array(text)], rule('manifest_needs_text'))),
  validation: orNothing(text),
  validator_flags: orNothing(text),
  limits: orNothing(limitsSchema),
  grading: orNothing(
    z.strictObject({
      objective: orNothing(oneOf(['max', 'min'])),
      show_test_data_groups: anything.optional(),
      accept_score: orNothing(text),
      reject_score: orNothing(text),
      range: orNothing(text),
      on_reject: orNothing(text),
    }),
  ),
  languages: orNothing(z.union([text, z.array(text)], rule('manifest_needs_text'))),
  allow_file_writing: orNothing(boolean),
  constants: orNothing(z.record(text, anything)),
});

type ProblemFile = YamlFile<z.output<typeof problemSchema>>;

/** What our own programs may write: more than packages ask for unless they say so. */
const outputMegabytes = 64;

export async function readKattisProblem(archive: Archive, entry: ArchiveEntry): Promise<KattisProblem> {
  const family = await readFamily(archive, entry);
  const file: ProblemFile = await readYamlEntry(archive, entry, problemSchema, entry.name);
  const { value } = file;
  const refuse = (place: KeyPath, feature: Words<keyof PackageFeatures>) =>
    refusedPackage(entry.name, file.lineOf(place), words('package_feature', { feature }));

  if (value.grading?.objective === 'min')
    throw refuse(['grading', 'objective'], words('feature_minimised_score'));
  if (value.allow_file_writing) throw refuse(['allow_file_writing'], words('feature_file_writing'));
  if ((value.limits?.output ?? 0) > outputMegabytes)
    throw refuse(['limits', 'output'], words('feature_large_output', { megabytes: outputMegabytes }));
  if (!mayBeCpp(value.languages)) throw refuse(['languages'], words('feature_other_languages'));

  const types = readTypes(entry.name, file);
  const validation = readValidation(entry.name, family, file);
  const resolutionMs = Math.round((value.limits?.time_resolution ?? 1) * 1000);
  const factor =
    family === 'legacy'
      ? (value.limits?.time_multiplier ?? 5)
      : (value.limits?.time_multipliers?.ac_to_time_limit ?? 2);
  const seconds = value.limits?.time_limit;
  return {
    family,
    file: entry.name,
    title: chooseName(value.name),
    isScoring: types.includes('scoring'),
    ...validation,
    validatorFlags: splitFlags(value.validator_flags),
    timeLimitMs: seconds === undefined ? null : Math.round(seconds * 1000),
    derivedLimit: { factor, resolutionMs: Math.max(1, resolutionMs) },
    memoryLimitMb: value.limits?.memory ?? null,
    constants: Object.keys(value.constants ?? {}),
    grading: value.grading ?? {},
  };
}

async function readFamily(archive: Archive, entry: ArchiveEntry): Promise<KattisFamily> {
  const key = 'problem_format_version';
  const schema = z.looseObject({ [key]: text.optional() });
  const { value, lineOf } = await readYamlEntry(archive, entry, schema, entry.name);
  const version = (value[key] as string | undefined) || 'legacy';
  const family = Object.hasOwn(families, version) ? families[version] : undefined;
  if (family === undefined)
    throw refusedPackage(entry.name, lineOf([key]), words('kattis_version', { version: cutName(version) }));
  return family;
}

const refusedTypes: Readonly<Record<string, Words<keyof PackageFeatures>>> = {
  interactive: words('feature_interactive'),
  'multi-pass': words('feature_multi_pass'),
  'submit-answer': words('feature_submit_answer'),
};

function readTypes(name: string, { value: { type = 'pass-fail' }, lineOf }: ProblemFile): readonly string[] {
  const types = typeof type === 'string' ? [type] : type;
  for (const each of types) {
    const feature = Object.hasOwn(refusedTypes, each) ? refusedTypes[each] : undefined;
    if (feature) throw refusedPackage(name, lineOf(['type']), words('package_feature', { feature }));
    if (each !== 'pass-fail' && each !== 'scoring') throw unknownValue(name, lineOf, 'type', each);
  }
  return types;
}

function readValidation(
  name: string,
  family: KattisFamily,
  { value, lineOf }: ProblemFile,
): Pick<KattisProblem, 'hasOwnValidator' | 'validatorScores'> {
  if (family !== 'legacy') return { hasOwnValidator: null, validatorScores: true };
  const [kind = 'default', ...extras] = splitFlags(value.validation);
  if (kind !== 'default' && kind !== 'custom') throw unknownValue(name, lineOf, 'validation', kind);
  for (const extra of extras) {
    const feature = Object.hasOwn(refusedTypes, extra) ? refusedTypes[extra] : undefined;
    if (feature) throw refusedPackage(name, lineOf(['validation']), words('package_feature', { feature }));
    if (extra !== 'score') throw unknownValue(name, lineOf, 'validation', extra);
  }
  return { hasOwnValidator: kind === 'custom', validatorScores: extras.includes('score') };
}

function unknownValue(name: string, lineOf: YamlFile<unknown>['lineOf'], key: string, value: string) {
  return refusedPackage(name, lineOf([key]), words('package_value', { key, value: cutName(value) }));
}

function mayBeCpp(languages: string | readonly string[] | undefined): boolean {
  if (languages === undefined) return true;
  const list = typeof languages === 'string' ? languages.split(/[\s,]+/) : languages;
  return list.some((language) => /^(?:all|cpp|c\+\+)$/i.test(language));
}

/** English if there is an English one. */
function chooseName(name: string | Readonly<Record<string, string>> | undefined): string | null {
  if (name === undefined) return null;
  if (typeof name === 'string') return toTitle(name);
  const [language] = chooseLanguage(Object.keys(name));
  return language === undefined ? null : toTitle(name[language] ?? '');
}

/** English first, the rest as they are. */
export function chooseLanguage<Language extends string>(languages: readonly Language[]): Language[] {
  const rank = (language: string) => (language === '' ? 0 : /^en(?:-|$)/i.test(language) ? 1 : 2);
  return languages.toSorted((a, b) => rank(a) - rank(b));
}

export function splitFlags(flags: string | undefined): string[] {
  return flags?.trim() ? flags.trim().split(/\s+/) : [];
}
