/**
 * What a manifest may say. YAML's own types are switched off, so every value arrives as text, a list or a map:
 * otherwise the test `01` would become the number 1, and a group called `no` false.
 */

import { z } from 'zod';
import { checkerSchema, decimal, nameList, shortText, yesOrNo } from '#contract/checkers.ts';
import { rule } from '#contract/words.ts';

const decimals = z.enum(['0', '1', '2'], rule('manifest_needs_decimals')).transform(Number);

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
    checker: checkerSchema.default({ name: 'tokens' }),
    stop_at_first_failure: yesOrNo.default(false),
    score_decimals: decimals.default(0),
    groups: z.array(group, rule('manifest_needs_groups')).min(1, rule('manifest_empty_value')).default([]),
  },
  rule('manifest_needs_settings'),
);

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestGroup = Manifest['groups'][number];
