/**
 * What a manifest may say. YAML's own types are switched off, so every value arrives as text, a list or a map:
 * otherwise the test `01` would become the number 1, and a group called `no` false.
 */

import { z } from 'zod';
import { checkerArgs, checkerSchema, decimal, nameList, shortText, yesOrNo } from '#contract/checkers.ts';
import { feedbacks } from '#contract/feedback.ts';
import { isTimeFactor } from '#contract/language-limit-schemas.ts';
import { limits } from '#contract/limits.ts';
import { languageIds } from '#contract/programs.ts';
import { testStatuses } from '#contract/statuses.ts';
import { groupRules } from '#contract/test-set-plan.ts';
import { rule } from '#contract/words.ts';
import { groupsMax } from './package-groups.ts';

const decimals = z.enum(['0', '1', '2'], rule('manifest_needs_decimals')).transform(Number);

export const wholeNumber = (least: number, most: number) =>
  z
    .string(rule('manifest_needs_number'))
    .regex(/^\d{1,9}$/, rule('manifest_needs_whole_number', { least, most }))
    .transform(Number)
    .refine((value) => value >= least && value <= most, rule('manifest_needs_whole_number', { least, most }));

/** What may be said of the tests of a group, or of some tests. */
const ofTests = {
  time_limit_ms: wholeNumber(limits.timeLimitMinMs, limits.timeLimitMaxMs).optional(),
  memory_limit_mb: wholeNumber(limits.memoryLimitMinMb, limits.memoryLimitMaxMb).optional(),
  checker_args: checkerArgs.optional(),
};

const group = z.strictObject(
  {
    name: shortText,
    points: decimal,
    depends_on: nameList.default([]),
    tests: nameList.optional(),
    within: shortText.optional(),
    rule: z.enum(groupRules, rule('manifest_needs_one_of', { choices: groupRules })).default('min'),
    stop_at_first_failure: yesOrNo.default(false),
    only_if_passed: yesOrNo.default(false),
    ...ofTests,
  },
  rule('manifest_needs_group'),
);

const someTests = z.strictObject(
  { tests: nameList, points: decimal.optional(), ...ofTests, same_as: shortText.optional() },
  rule('manifest_needs_tests'),
);

const status = z.enum(testStatuses, rule('manifest_needs_one_of', { choices: testStatuses }));
const score = z
  .string(rule('manifest_needs_number'))
  .regex(/^\d{1,3}(?:\.\d{1,2})?$/, rule('manifest_needs_number'))
  .transform(Number);

const statuses = z.array(status, rule('manifest_needs_list'));

/** `timed`: whether its time says something about the limit. */
const demand = {
  permitted: statuses.optional(),
  required: statuses.optional(),
  timed: yesOrNo.default(true),
};

const partsMax = 1000;

/** Of some tests, of a group, or of all. */
const solutionPart = z.strictObject(
  {
    ...demand,
    tests: nameList.optional(),
    group: shortText.optional(),
    score: z.tuple([decimal, decimal], rule('manifest_needs_scores')).optional(),
    message: z.string(rule('manifest_needs_text')).optional(),
  },
  rule('manifest_needs_part'),
);

const language = z.enum(languageIds, rule('manifest_needs_one_of', { choices: languageIds }));

const languagesOfSolutions = [...languageIds, 'none'] as const;

/** What must come out when it is judged. */
const solution = z.strictObject(
  {
    file: shortText,
    language: z
      .enum(languagesOfSolutions, rule('manifest_needs_one_of', { choices: languagesOfSolutions }))
      .optional(),
    ...demand,
    score: z.tuple([score, score], rule('manifest_needs_scores')).optional(),
    parts: z
      .array(solutionPart, rule('manifest_needs_part'))
      .max(partsMax, rule('manifest_list_too_long', { most: partsMax }))
      .default([]),
  },
  rule('manifest_needs_solution'),
);

const factorRule = rule('manifest_needs_time_factor', {
  least: limits.timeFactorMin,
  most: limits.timeFactorMax,
});
const timeFactor = z
  .string(factorRule)
  .regex(/^\d+(?:\.\d+)?$/, factorRule)
  .transform(Number)
  .refine(isTimeFactor, factorRule);

const ofLanguage = z.strictObject({
  time_factor: timeFactor.optional(),
  time_allowance_ms: wholeNumber(0, limits.timeAllowanceMaxMs).optional(),
  memory_allowance_mb: wholeNumber(0, limits.memoryAllowanceMaxMb).optional(),
});

/** As an object, so that a language that there is not is an unknown key. */
const languageLimits = z.strictObject(
  Object.fromEntries(languageIds.map((id) => [id, ofLanguage.optional()])),
);

export const manifestSchema = z.strictObject(
  {
    title: shortText.optional(),
    name: shortText.optional(),
    feedback: z.enum(feedbacks, rule('manifest_needs_one_of', { choices: feedbacks })).optional(),
    time_limit_ms: ofTests.time_limit_ms,
    memory_limit_mb: ofTests.memory_limit_mb,
    languages: z
      .array(language, rule('manifest_needs_list'))
      .min(1, rule('manifest_empty_value'))
      .transform((said) => languageIds.filter((id) => said.includes(id)))
      .optional(),
    language_limits: languageLimits.optional(),
    statement: shortText.optional(),
    texts: nameList.default([]),
    solutions: z.array(solution, rule('manifest_needs_solution')).default([]),
    checker: checkerSchema.default({ name: 'tokens' }),
    stop_at_first_failure: yesOrNo.default(false),
    score_decimals: decimals.default(0),
    groups: z
      .array(group, rule('manifest_needs_groups'))
      .min(1, rule('manifest_empty_value'))
      .max(groupsMax, rule('manifest_list_too_long', { most: groupsMax }))
      .default([]),
    tests: z.array(someTests, rule('manifest_needs_tests')).default([]),
  },
  rule('manifest_needs_settings'),
);

export type Manifest = z.infer<typeof manifestSchema>;
export type ManifestGroup = Manifest['groups'][number];
export type ManifestSolution = Manifest['solutions'][number];
export type ManifestPart = ManifestSolution['parts'][number];
export type ManifestTests = Manifest['tests'][number];
