/** Values of the settings of other systems. They arrive as texts, since YAML's own types are switched off. */

import { z } from 'zod';
import { limits } from '#contract/limits.ts';
import { rule, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { readYamlEntry, type YamlFile } from '../yaml-file.ts';
import type { PackageFiles } from './package-files.ts';

/** Room for a line for each of some thousand tests. */
const settingsMaxBytes = 1024 * 1024;
const textMax = 1000;

export const text = z
  .string(rule('manifest_needs_text'))
  .trim()
  .max(textMax, rule('manifest_text_too_long', { most: textMax }));

/** Points, seconds: a number from zero up. */
export const amount = z
  .string(rule('manifest_needs_number'))
  .trim()
  .regex(/^\d{1,9}(?:\.\d{1,9})?$/, rule('manifest_needs_number'))
  .transform(Number);

export const flag = z
  .string(rule('manifest_needs_boolean'))
  .trim()
  .regex(/^(?:true|false|yes|no|on|off|)$/i, rule('manifest_needs_boolean'))
  .transform((value) => /^(?:true|yes|on)$/i.test(value));

/** `key:` with nothing behind it, or YAML's word for nothing, says as much as no key. */
export function optional<Schema extends z.ZodType>(schema: Schema) {
  const isNothing = (value: unknown) => typeof value === 'string' && /^(?:|~|null)$/i.test(value);
  return z.preprocess((value) => (isNothing(value) ? undefined : value), schema.optional());
}

export function listOf<Schema extends z.ZodType>(schema: Schema) {
  return z.array(schema, rule('manifest_needs_list'));
}

export function readSettings<Schema extends z.ZodType>(
  files: PackageFiles,
  name: string,
  schema: Schema,
): Promise<YamlFile<z.output<Schema>>> {
  const entry = files.use(files.find(name), 'ignored_package_settings');
  return readYamlEntry(files.archive as Archive, entry, schema, name, settingsMaxBytes);
}

interface LimitPlace {
  readonly file: string;
  readonly line: number;
  readonly key: string;
}

/** Rounded to whole milliseconds, and refused when it is none that can be kept. */
export function readTimeLimit(ms: number, place: LimitPlace): number {
  return readLimit(Math.round(ms), limits.timeLimitMinMs, limits.timeLimitMaxMs, place, `${ms} ms`);
}

/** Rounded up: whoever uses all of it must not be short. */
export function readMemoryLimit(megabytes: number, place: LimitPlace): number {
  const rounded = Math.max(Math.ceil(megabytes), limits.memoryLimitMinMb);
  return readLimit(rounded, 1, limits.memoryLimitMaxMb, place, `${megabytes} MB`);
}

function readLimit(value: number, least: number, most: number, place: LimitPlace, said: string): number {
  if (value >= least && value <= most) return value;
  const mistake = words('package_value', { key: place.key, value: cutName(said) });
  throw refusedPackage(place.file, place.line, mistake);
}
