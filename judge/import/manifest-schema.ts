/**
 * What a manifest may say. YAML's own types are switched off, so every value arrives as text, a list or a map:
 * otherwise the test `01` would become the number 1, and a group called `no` false.
 */

import { z } from 'zod';
import { rule } from '#contract/words.ts';
import { pointsScales } from '../checkers/points.ts';

const nameMax = 200;
const pointsMax = 1_000_000;

const shortText = z
  .string(rule('manifest_needs_text'))
  .trim()
  .min(1, rule('manifest_empty_value'))
  .max(nameMax, rule('manifest_text_too_long', { most: nameMax }));

const decimal = z
  .string(rule('manifest_needs_number'))
  .regex(/^\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/i, rule('manifest_needs_number'))
  .transform(Number)
  .refine((value) => value <= pointsMax, rule('manifest_number_too_large', { most: pointsMax }));

const yesOrNo = z
  .enum(['true', 'false'], rule('manifest_needs_boolean'))
  .transform((value) => value === 'true');

/** One name may stand without the brackets of a list. */
const nameList = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? [value] : value),
  z.array(shortText, rule('manifest_needs_names')).min(1, rule('manifest_empty_value')),
);

const floats = z
  .strictObject({ name: z.literal('floats'), absolute: decimal.default(0), relative: decimal.default(0) })
  .refine(({ absolute, relative }) => absolute > 0 || relative > 0, {
    error: rule('manifest_needs_tolerance'),
  });

const program = z.strictObject({
  name: z.literal('program'),
  source: z.string(rule('manifest_needs_source')).min(1).max(nameMax),
  headers: nameList.default([]),
  points: z.enum(pointsScales, rule('manifest_needs_one_of', { choices: pointsScales })).optional(),
});

const checker = z.preprocess(
  (value) => (typeof value === 'string' ? { name: value } : value),
  z.discriminatedUnion(
    'name',
    [
      z.strictObject({ name: z.literal('tokens') }),
      z.strictObject({ name: z.literal('exact') }),
      z.strictObject({ name: z.literal('lines') }),
      floats,
      program,
    ],
    rule('manifest_needs_one_of', { choices: ['tokens', 'exact', 'lines', 'floats', 'program'] }),
  ),
);

const group = z.strictObject(
  {
    name: shortText,
    points: decimal,
    depends_on: nameList.default([]),
    tests: nameList.optional(),
  },
  rule('manifest_needs_group'),
);

export const manifestSchema = z.strictObject(
  {
    checker: checker.default({ name: 'tokens' }),
    stop_at_first_failure: yesOrNo.default(false),
    groups: z.array(group, rule('manifest_needs_groups')).min(1, rule('manifest_empty_value')).default([]),
  },
  rule('manifest_needs_settings'),
);

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestGroup = Manifest['groups'][number];
