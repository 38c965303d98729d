/**
 * What a manifest may say. YAML's own types are switched off, so every value arrives as text, a list or a map:
 * otherwise the test `01` would become the number 1, and a group called `no` false.
 */

import { z } from 'zod';
import { pointsScales } from '../checkers/points.ts';

const nameMax = 200;
const pointsMax = 1_000_000;

const shortText = z
  .string('must be a text')
  .trim()
  .min(1, 'must not be empty')
  .max(nameMax, `must have at most ${nameMax} characters`);

const decimal = z
  .string('must be a number from zero up')
  .regex(/^\d+(?:\.\d+)?(?:e[-+]?\d{1,3})?$/i, 'must be a number from zero up')
  .transform(Number)
  .refine((value) => value <= pointsMax, `must be at most ${pointsMax}`);

const yesOrNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

/** One name may stand without the brackets of a list. */
const nameList = z.preprocess(
  (value) => (typeof value === 'string' && value !== '' ? [value] : value),
  z.array(shortText, 'must be a name or a list of names').min(1, 'must not be empty'),
);

const floats = z
  .strictObject({ name: z.literal('floats'), absolute: decimal.default(0), relative: decimal.default(0) })
  .refine(({ absolute, relative }) => absolute > 0 || relative > 0, {
    error: 'needs a tolerance: absolute, relative or both, such as {name: floats, absolute: 1e-6}',
  });

const program = z.strictObject({
  name: z.literal('program'),
  source: z.string('must name the C++ file, such as checker.cpp').min(1).max(nameMax),
  headers: nameList.default([]),
  points: z.enum(pointsScales, `must be one of ${pointsScales.join(', ')}`).optional(),
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
    'must be one of tokens, exact, lines, floats, program',
  ),
);

const group = z.strictObject(
  {
    name: shortText,
    points: decimal,
    depends_on: nameList.default([]),
    tests: nameList.optional(),
  },
  'must be a map with a name and points',
);

export const manifestSchema = z.strictObject(
  {
    checker: checker.default({ name: 'tokens' }),
    stop_at_first_failure: yesOrNo.default(false),
    groups: z.array(group, 'must be a list of groups').min(1, 'must not be empty').default([]),
  },
  'must be a map of settings',
);

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestGroup = Manifest['groups'][number];
