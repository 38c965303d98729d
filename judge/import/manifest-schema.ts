/**
 * What a manifest may say. YAML's own types are switched off, so every value arrives as text, a list or a map:
 * otherwise the test `01` would become the number 1, and a group called `no` false.
 */

import { z } from 'zod';
import { checkerSchema, decimal, nameList, shortText } from '#contract/checkers.ts';

const yesOrNo = z.enum(['true', 'false'], 'must be true or false').transform((value) => value === 'true');

const decimals = z.enum(['0', '1', '2'], 'must be 0, 1 or 2').transform(Number);

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
    checker: checkerSchema.default({ name: 'tokens' }),
    stop_at_first_failure: yesOrNo.default(false),
    score_decimals: decimals.default(0),
    groups: z.array(group, 'must be a list of groups').min(1, 'must not be empty').default([]),
  },
  'must be a map of settings',
);

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestGroup = Manifest['groups'][number];
