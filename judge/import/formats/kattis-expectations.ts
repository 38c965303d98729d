/**
 * What `submissions.yaml` may say of solutions: of all tests, or of single groups and tests. Several such rules that are
 * about the same solution all hold.
 */

import { z } from 'zod';
import { fullScore } from '#contract/scores.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type { Expectation, PartExpectation } from '#contract/test-set-plan.ts';
import { rule, words } from '#contract/words.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { matches } from '../test-groups.ts';
import type { YamlFile } from '../yaml-file.ts';
import { number, oneOf, text } from './kattis-settings.ts';
import { type KattisGroups, nameGroup } from './kattis-tests.ts';
import { flag } from './package-settings.ts';

const verdicts = ['AC', 'WA', 'TLE', 'RTE'] as const;
export type KattisVerdict = (typeof verdicts)[number];

const statusesOf: Record<KattisVerdict, readonly TestStatus[]> = {
  AC: ['Accepted'],
  WA: ['Wrong Answer'],
  TLE: ['Time Limit Exceeded'],
  RTE: ['Runtime Error', 'Memory Limit Exceeded'],
};

export interface Rule {
  readonly permitted?: readonly KattisVerdict[] | undefined;
  readonly required?: readonly KattisVerdict[] | undefined;
  readonly score?: readonly [number, number] | undefined;
  readonly message?: string | undefined;
  readonly use_for_time_limit?: 'lower' | 'upper' | boolean | undefined;
}

const verdictList = z.preprocess(
  (value) => (typeof value === 'string' ? [value] : value),
  z.array(oneOf(verdicts)),
);

const ruleKeys = {
  permitted: verdictList.optional(),
  required: verdictList.optional(),
  score: z
    .union([number.transform((score) => [score, score] as const), z.tuple([number, number])])
    .refine(([least, most]) => least <= most, rule('manifest_needs_number'))
    .optional(),
  message: text.optional(),
  use_for_time_limit: z.union([oneOf(['lower', 'upper']), flag], rule('manifest_needs_boolean')).optional(),
};

/** Keys that are no such setting name groups and tests, and what is asked of these. */
export const ruleSchema = z
  .object({
    ...ruleKeys,
    language: text.optional(),
    entrypoint: z.unknown().optional(),
    authors: z.unknown().optional(),
    model_solution: z.unknown().optional(),
  })
  .catchall(z.strictObject(ruleKeys, rule('manifest_key_unknown')));

export type WrittenRule = z.output<typeof ruleSchema>;
export type SettingsFile = YamlFile<Record<string, WrittenRule>>;

export interface ScoreScale {
  /** What the package calls full marks. */
  readonly total: number;
  readonly decimals: number;
}

/** All of them hold. */
export function toExpectation(
  said: readonly Rule[],
  scale: ScoreScale | null,
  parts: readonly PartExpectation[],
): Expectation {
  const rules = said.map(withTiming);
  const score = rules.findLast(({ score }) => score !== undefined)?.score;
  const permitted = intersect(rules.map(({ permitted }) => permitted));
  const [required, ...others] = findRequired(rules.map(({ required }) => required)).map(toStatuses);
  const allParts = [...others.map((required) => ({ required })), ...parts];
  return {
    ...(permitted && { permitted: toStatuses(permitted) }),
    ...(required && { required }),
    ...(isLeftOut(rules) && { timed: false as const }),
    ...(score && scale && { score: [toScore(score[0], scale), toScore(score[1], scale)] as const }),
    ...(allParts.length > 0 && { parts: allParts }),
  };
}

const toStatuses = (list: readonly KattisVerdict[]) => list.flatMap((verdict) => statusesOf[verdict]);

/** Those that do not follow from others: of any verdict at all, or of more of them. */
function findRequired(lists: readonly (readonly KattisVerdict[] | undefined)[]): KattisVerdict[][] {
  const sets = lists
    .filter((list) => list !== undefined && list.length < verdicts.length)
    .map((list) => new Set(list));
  return sets
    .filter(
      (one, index) =>
        !sets.some(
          (other, at) => at !== index && other.isSubsetOf(one) && (other.size < one.size || at < index),
        ),
    )
    .map((one) => verdicts.filter((verdict) => one.has(verdict)));
}

/** To bound the limit from below is not to be too slow, and from above to be. */
function withTiming(said: Rule): Rule {
  const { permitted = verdicts, use_for_time_limit: timing } = said;
  if (timing === 'lower') return { ...said, permitted: permitted.filter((verdict) => verdict !== 'TLE') };
  return timing === 'upper' ? { ...said, required: ['TLE'] } : said;
}

/** When every rule that would bound the limit says so; one that says nothing else says it of all of them. */
function isLeftOut(rules: readonly Rule[]): boolean {
  const isOut = ({ use_for_time_limit: timing }: Rule) => timing === false;
  const bounding = rules.filter(
    ({ permitted, required }) =>
      (permitted && !permitted.includes('TLE')) || (required?.length === 1 && required[0] === 'TLE'),
  );
  const bare = rules.some((each) => isOut(each) && !each.permitted && !each.required);
  return rules.some(isOut) && (bare || bounding.every(isOut));
}

/** What it earns is the score itself. */
export const wholeOf = 'secret';

const partsMax = 200;
const membershipsMax = 20_000;

interface FoundPart {
  /** A group of the plan where it is one, else its tests. */
  readonly which: { readonly group: string } | { readonly tests: readonly string[] };
  readonly groups: readonly string[];
}

/** What is asked of single groups and tests, as the plan has them. */
export function createPartFinder({ groups, tests }: KattisGroups, file: string, { lineOf }: SettingsFile) {
  const known = new Map<string, FoundPart>();
  const paths = tests.map(({ name }) => name.split('/'));
  const planned = new Set(groups.map(({ name }) => name));
  let memberships = 0;

  const findPart = (glob: string): FoundPart => {
    const patterns = expandBraces(glob);
    const folders = new Set<string>();
    const matching = paths.filter((path) => {
      const found = patterns.filter((pattern) => matchesPath(pattern, path));
      for (const { length } of found) folders.add(path.slice(0, length).join('/'));
      return found.length > 0;
    });
    const inPlan = [...folders].map(nameGroup).filter((name) => planned.has(name));
    const [group] = inPlan;
    const isGroup = group !== undefined && folders.size === 1;
    return {
      which: isGroup ? { group } : { tests: matching.map((path) => path.join('/')) },
      groups: inPlan,
    };
  };

  return ({ glob, rule: { message, ...said } }: { glob: string; rule: WrittenRule }): PartExpectation[] => {
    const ofAll = message === undefined ? [] : [{ message }];
    const inParts = Object.entries(said).filter(([key]) => !Object.hasOwn(ruleSchema.shape, key));
    const ofParts = (inParts as [string, Rule][]).flatMap(([key, { score, message, ...rest }]) => {
      const refuse = (mistake: Parameters<typeof refusedPackage>[2]) =>
        refusedPackage(file, lineOf([glob, key]), mistake);
      const found = known.get(key) ?? findPart(key);
      known.set(key, found);
      if (known.size > partsMax) throw refuse(words('manifest_list_too_long', { most: partsMax }));
      const count = 'tests' in found.which ? found.which.tests.length : 1;
      if (count === 0 && key !== 'sample')
        throw refuse(words('kattis_no_such_tests', { tests: cutName(key) }));
      memberships += count;
      if (memberships > membershipsMax)
        throw refuse(words('manifest_too_many_memberships', { most: membershipsMax }));
      const asked = { ...toExpectation([rest], null, []), ...(message !== undefined && { message }) };
      return [
        ...(count > 0 && Object.keys(asked).length > 0 ? [{ ...found.which, ...asked }] : []),
        ...(score && key !== wholeOf ? found.groups.map((group) => ({ group, score })) : []),
      ];
    });
    return [...ofAll, ...ofParts];
  };
}

/** Undefined: none of them says anything. */
function intersect(
  lists: readonly (readonly KattisVerdict[] | undefined)[],
): readonly KattisVerdict[] | undefined {
  const said = lists.filter((list) => list !== undefined);
  return said.length === 0
    ? undefined
    : verdicts.filter((verdict) => said.every((list) => list.includes(verdict)));
}

/** Out of 100, rounded as scores are. */
function toScore(score: number, { total, decimals }: ScoreScale): number {
  const unit = 10 ** decimals;
  // Far above what floating point is wrong by, far below what a score is shown by.
  return Math.min(fullScore, Math.floor((score * fullScore * unit) / total + 1e-6) / unit);
}

export function justBelow(score: number, scale: ScoreScale | null): number {
  return score - 10 ** -(scale?.decimals ?? 0);
}

/** A glob takes a solution, or a folder around it. `*` does not go beyond a folder's name, `{a,b}` is either. */
export function matchesPath(pattern: readonly string[], path: readonly string[]): boolean {
  return pattern.length <= path.length && pattern.every((part, index) => matches(part, path[index] ?? ''));
}

const alternativesMax = 64;

/** Each way to read it, as the names of folders and, last, of a file. */
export function expandBraces(glob: string): string[][] {
  let open = [glob];
  for (let depth = 0; depth < 4; depth++) {
    open = open.flatMap((pattern) => {
      const [whole, choices] = /\{([^{}]*)\}/.exec(pattern) ?? [];
      if (whole === undefined || choices === undefined) return [pattern];
      return choices.split(',').map((choice) => pattern.replace(whole, () => choice));
    });
    open = open.slice(0, alternativesMax);
  }
  return open.map((pattern) => pattern.replace(/\/$/, '').split('/'));
}
