/** What `problem.yaml` of a Kattis package says, whichever version of the format it is written in. */

import { z } from 'zod';
import type { PackageFeatures } from '#contract/import-words.ts';
import { limits } from '#contract/limits.ts';
import type { LanguageId } from '#contract/programs.ts';
import { rule, type Words, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { findAllowed, kattisLanguages } from '../foreign-languages.ts';
import { wholeNumber } from '../manifest-schema.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { toTitle } from '../title.ts';
import { type KeyPath, readYamlEntry, type YamlFile } from '../yaml-file.ts';
import type { DerivedLimit } from './format.ts';
import { flag, optional } from './package-settings.ts';

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
  /** That the title is written in, where that is said. */
  readonly language: string | null;
  readonly isScoring: boolean;
  /** Null: the presence of a validator decides. */
  readonly hasOwnValidator: boolean | null;
  /** Whether its own validator may give scores. */
  readonly validatorScores: boolean;
  /** For every test, before those of its group. */
  readonly validatorFlags: readonly string[];
  readonly timeLimitMs: number | null;
  /** Where there is none. */
  readonly derivedLimit: DerivedLimit;
  readonly memoryLimitMb: number | null;
  /** Null: all. */
  readonly allowedLanguages: readonly LanguageId[] | null;
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
  time_multiplier: optional(multiplier),
  time_multipliers: optional(
    z.strictObject({ ac_to_time_limit: optional(multiplier), time_limit_to_tle: optional(multiplier) }),
  ),
  time_resolution: optional(number.refine((value) => value > 0, rule('manifest_needs_number'))),
  time_limit: optional(seconds),
  memory: optional(wholeNumber(limits.memoryLimitMinMb, limits.memoryLimitMaxMb)),
  output: optional(number),
});

const gradingSchema = z.strictObject({
  objective: optional(oneOf(['max', 'min'])),
  show_test_data_groups: anything.optional(),
  accept_score: optional(text),
  reject_score: optional(text),
  range: optional(text),
  on_reject: optional(text),
});

const problemSchema = z.strictObject({
  ...aboutTheProblem,
  problem_format_version: text.optional(),
  name: optional(z.union([text, z.record(text, text)], rule('manifest_needs_text'))),
  type: optional(z.union([text, z.array(text)], rule('manifest_needs_text'))),
  validation: optional(text),
  validator_flags: optional(text),
  limits: optional(limitsSchema),
  grading: optional(gradingSchema),
  /** What the documents of the old version call it; its tools say `grading`. */
  scoring: optional(gradingSchema),
  languages: optional(z.union([text, z.array(text)], rule('manifest_needs_text'))),
  allow_file_writing: optional(flag),
  constants: optional(z.record(text, anything)),
});

type ProblemFile = YamlFile<z.output<typeof problemSchema>>;

/** What our own programs may write: more than packages ask for unless they say so. */
const outputMegabytes = 64;

/** Null: DOMjudge's own settings are all there is. */
export async function readKattisProblem(
  archive: Archive,
  entry: ArchiveEntry | null,
): Promise<KattisProblem> {
  const name = entry?.name ?? 'problem.yaml';
  const family = await readFamily(archive, entry, name);
  const file: ProblemFile = await readYamlEntry(archive, entry, problemSchema, name);
  const { value } = file;
  const refuse = (place: KeyPath, feature: Words<keyof PackageFeatures>) =>
    refusedPackage(name, file.lineOf(place), words('package_feature', { feature }));
  if (family === '2025-09') refuseFormerKeys(file);

  for (const key of ['grading', 'scoring'] as const)
    if (value[key]?.objective === 'min') throw refuse([key, 'objective'], words('feature_minimised_score'));
  if (value.allow_file_writing) throw refuse(['allow_file_writing'], words('feature_file_writing'));
  if ((value.limits?.output ?? 0) > outputMegabytes)
    throw refuse(['limits', 'output'], words('feature_large_output', { megabytes: outputMegabytes }));
  const allowedLanguages = readLanguages(value.languages);
  if (allowedLanguages?.length === 0) throw refuse(['languages'], words('feature_other_languages'));

  const types = readTypes(name, file);
  const validation = readValidation(name, family, file);
  const seconds = value.limits?.time_limit;
  return {
    family,
    file: name,
    ...chooseName(value.name),
    isScoring: types.includes('scoring'),
    ...validation,
    validatorFlags: splitFlags(value.validator_flags),
    timeLimitMs: seconds === undefined ? null : Math.round(seconds * 1000),
    derivedLimit: readDerivedLimit(family, value.limits ?? {}),
    memoryLimitMb: value.limits?.memory ?? null,
    allowedLanguages,
    constants: Object.keys(value.constants ?? {}),
    grading: value.grading ?? value.scoring ?? {},
  };
}

function readDerivedLimit(family: KattisFamily, said: z.output<typeof limitsSchema>): DerivedLimit {
  const resolutionMs = Math.max(1, Math.round((said.time_resolution ?? 1) * 1000));
  if (family === 'legacy') return { factor: said.time_multiplier ?? 5, resolutionMs };
  const { ac_to_time_limit: factor = 2, time_limit_to_tle: slowFactor = 1.5 } = said.time_multipliers ?? {};
  return { factor, resolutionMs, slowFactor };
}

async function readFamily(archive: Archive, entry: ArchiveEntry | null, name: string): Promise<KattisFamily> {
  const key = 'problem_format_version';
  const schema = z.looseObject({ [key]: text.optional() });
  const { value, lineOf } = await readYamlEntry(archive, entry, schema, name);
  const version = (value[key] as string | undefined) || 'legacy';
  const family = Object.hasOwn(families, version) ? families[version] : undefined;
  if (family === undefined)
    throw refusedPackage(name, lineOf([key]), words('kattis_version', { version: cutName(version) }));
  return family;
}

/** Gone by then: what they ask for would not be done. */
const formerKeys = ['validation', 'validator_flags', 'grading', 'scoring'] as const;

function refuseFormerKeys({ value, refuse }: ProblemFile): void {
  const said = formerKeys.filter((key) => value[key] !== undefined && value[key] !== 'default');
  refuse(said.map((key) => ({ place: [key], mistake: words('manifest_key_unknown') })));
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
  const [kind = 'default', ...extras] = splitFlags(value.validation);
  if (kind !== 'default' && kind !== 'custom') throw unknownValue(name, lineOf, 'validation', kind);
  for (const extra of extras) {
    const feature = Object.hasOwn(refusedTypes, extra) ? refusedTypes[extra] : undefined;
    if (feature) throw refusedPackage(name, lineOf(['validation']), words('package_feature', { feature }));
    if (extra !== 'score') throw unknownValue(name, lineOf, 'validation', extra);
  }
  if (family !== 'legacy') return { hasOwnValidator: kind === 'custom' || null, validatorScores: true };
  return { hasOwnValidator: kind === 'custom', validatorScores: extras.includes('score') };
}

function unknownValue(name: string, lineOf: YamlFile<unknown>['lineOf'], key: string, value: string) {
  return refusedPackage(name, lineOf([key]), words('package_value', { key, value: cutName(value) }));
}

function readLanguages(said: string | readonly string[] | undefined): LanguageId[] | null {
  if (said === undefined) return null;
  const names = typeof said === 'string' ? said.split(/[\s,]+/) : said;
  return names.some((name) => /^all$/i.test(name)) ? null : findAllowed(kattisLanguages, names);
}

/** English if there is an English one. */
function chooseName(
  name: string | Readonly<Record<string, string>> | undefined,
): Pick<KattisProblem, 'title' | 'language'> {
  if (name === undefined) return { title: null, language: null };
  if (typeof name === 'string') return { title: toTitle(name), language: null };
  const [language = null] = chooseLanguage(Object.keys(name));
  return { title: toTitle((language !== null && name[language]) || ''), language };
}

/** English first, then the preferred one, the rest as they are. */
export function chooseLanguage<Language extends string>(
  languages: readonly Language[],
  preferred: string | null = null,
): Language[] {
  const rank = (language: string) => {
    if (language === '') return 0;
    if (/^en(?:-|$)/i.test(language)) return 1;
    return language.toLowerCase() === preferred?.toLowerCase() ? 2 : 3;
  };
  return languages.toSorted((a, b) => rank(a) - rank(b));
}

export function splitFlags(flags: string | undefined): string[] {
  return flags?.trim() ? flags.trim().split(/\s+/) : [];
}
