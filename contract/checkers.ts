/**
 * How a test's output is judged: the one definition, from the manifest of an archive through the stored plan to the
 * judge. The files of an author's program are named here as its archive names them; where their bytes are is said
 * beside it (`TestSetPlan.checkerFiles`).
 */
import { z } from 'zod';
import { hasUnseen } from './texts.ts';
import { rule } from './words.ts';

const nameMax = 200;
const decimalMax = 1_000_000;

/** Texts, since that is what a manifest's values arrive as. */
export const shortText = z
  .string(rule('manifest_needs_text'))
  .trim()
  .min(1, rule('manifest_empty_value'))
  .max(nameMax, rule('manifest_text_too_long', { most: nameMax }))
  .refine((text) => !hasUnseen(text) && text.isWellFormed(), rule('manifest_text_unseen'));

export const decimal = z
  .string(rule('manifest_needs_number'))
  .regex(/^\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/i, rule('manifest_needs_number'))
  .transform(Number)
  .refine((value) => value <= decimalMax, rule('manifest_number_too_large', { most: decimalMax }));

export const yesOrNo = z
  .enum(['true', 'false'], rule('manifest_needs_boolean'))
  .transform((value) => value === 'true');

const argumentMax = 1000;
const argumentsMax = 100;

/** Beyond the names of the files, in this order. No program can be given a NUL, nor half a character. */
export const checkerArgs = z
  .array(
    z
      .string(rule('manifest_needs_text'))
      .max(argumentMax, rule('manifest_text_too_long', { most: argumentMax }))
      .refine((text) => !text.includes('\0') && text.isWellFormed(), rule('manifest_needs_text')),
    rule('manifest_needs_list'),
  )
  .max(argumentsMax, rule('manifest_list_too_long', { most: argumentsMax }));

/** One name may stand without the brackets of a list. */
export const nameList = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? [value] : value),
  z.array(shortText, rule('manifest_needs_names')).min(1, rule('manifest_empty_value')),
);

const pointsScales = ['share', 'percent', 'absolute'] as const;
/** What the points of an author's program are out of: 1, 100, or what the test is worth in its group. */
export type PointsScale = (typeof pointsScales)[number];

/** Default: spaces within a line count but for those at its end, and so do blank lines but for those at the end. */
const lines = z.strictObject({
  name: z.literal('lines'),
  /** Spaces only separate words. */
  ignore_spaces: yesOrNo.optional(),
  ignore_blank_lines: yesOrNo.optional(),
});

const floats = z
  .strictObject({
    name: z.literal('floats'),
    absolute: decimal.default(0),
    relative: decimal.default(0),
    /** The same words in each line, blank lines apart. Default: line breaks only separate. */
    by_lines: yesOrNo.optional(),
  })
  .refine(({ absolute, relative }) => absolute > 0 || relative > 0, {
    error: rule('manifest_needs_tolerance'),
  });

/** The comparison that a Kattis package has unless it brings its own. */
const kattis = z.strictObject({
  name: z.literal('kattis'),
  case_sensitive: yesOrNo.default(false),
  space_change_sensitive: yesOrNo.default(false),
  absolute: decimal.optional(),
  relative: decimal.optional(),
});

/** How an author's program is called and answers (judge/checkers/program.ts). Default: testlib. */
const checkerProtocols = ['testlib', 'cms', 'sinol', 'kattis'] as const;
export type CheckerProtocol = (typeof checkerProtocols)[number];

const program = z.strictObject({
  name: z.literal('program'),
  protocol: z.enum(checkerProtocols, rule('manifest_needs_one_of', { choices: checkerProtocols })).optional(),
  source: z.string(rule('manifest_needs_source')).min(1).max(nameMax),
  headers: nameList.default([]),
  /** Null: not declared, so the program must accept or reject. */
  points: z
    .enum(pointsScales, rule('manifest_needs_one_of', { choices: pointsScales }))
    .nullable()
    .default(null),
});

export type KattisRules = Omit<z.output<typeof kattis>, 'name'>;

/**
 * What `args` change about the comparison of Kattis, in its own words: `case_sensitive`, `float_tolerance 1e-6` and so
 * on. Null when they are none of its words. Said twice, the last counts.
 */
export function readKattisFlags(args: readonly string[]): Partial<KattisRules> | null {
  const flags: Partial<KattisRules> = {};
  for (let at = 0; at < args.length; at++) {
    const flag = args[at];
    if (flag === 'case_sensitive' || flag === 'space_change_sensitive') {
      flags[flag] = true;
      continue;
    }
    const tolerance = decimal.safeParse(args[++at]);
    if (!tolerance.success || !/^float_(?:absolute_|relative_)?tolerance$/.test(flag ?? '')) return null;
    if (flag !== 'float_relative_tolerance') flags.absolute = tolerance.data;
    if (flag !== 'float_absolute_tolerance') flags.relative = tolerance.data;
  }
  return flags;
}

export const checkerSchema = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  z.discriminatedUnion(
    'name',
    [
      z.strictObject({ name: z.literal('tokens') }),
      z.strictObject({ name: z.literal('exact') }),
      lines,
      floats,
      kattis,
      program,
    ],
    rule('manifest_needs_one_of', { choices: ['tokens', 'exact', 'lines', 'floats', 'kattis', 'program'] }),
  ),
);

export type Checker = z.output<typeof checkerSchema>;
export type CheckerNamed<Name extends Checker['name']> = Extract<Checker, { name: Name }>;
