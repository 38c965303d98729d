/**
 * Groups of the format's old version: each folder of tests makes a verdict and a score of what lies in it, by the flags
 * of its grader, and the folder around it goes on with those. A score counts only if the verdict of all of it is
 * Accepted. What of that cannot be said by our groups is refused.
 *
 * | `grader_flags`                        | verdict of the group                                                    |
 * |---------------------------------------|-------------------------------------------------------------------------|
 * | none, `worst_error`, `first_error`    | strict: accepted if all in it is                                        |
 * | `accept_if_any_accepted`              | loose: accepted if anything in it is                                    |
 * | `always_accept`                       | loose: always accepted                                                  |
 */

import { z } from 'zod';
import type { KattisMistakes, PackageFeatures } from '#contract/import-words.ts';
import type { GroupRule, TestGroup } from '#contract/test-set-plan.ts';
import { type Words, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { type KeyPath, readYamlEntry } from '../yaml-file.ts';
import { type KattisProblem, number, splitFlags, text } from './kattis-settings.ts';
import { isFolder, type KattisGroups, nameGroup, type TestFiles, type TestFolder } from './kattis-tests.ts';

const flagsSchema = z.union([text, z.strictObject({ name: text.optional(), flags: text.optional() })]);

const groupSchema = z.strictObject({
  on_reject: text.optional(),
  grading: text.optional(),
  grader_flags: text.optional(),
  input_validator_flags: z.unknown().optional(),
  output_validator_flags: flagsSchema.optional(),
  accept_score: text.optional(),
  reject_score: text.optional(),
  range: text.optional(),
});

type Settings = z.output<typeof groupSchema>;

/** Whether a file of this name says anything in the words of the old version. */
export async function hasLegacySettings(archive: Archive, entry: ArchiveEntry): Promise<boolean> {
  const { value } = await readYamlEntry(archive, entry, z.looseObject({}), entry.name);
  return Object.keys(value).some((key) => Object.hasOwn(groupSchema.shape, key));
}

interface Group {
  readonly path: string;
  readonly items: readonly (TestFiles | Group)[];
  readonly verdict: 'strict' | 'any' | 'always';
  readonly aggregation: 'sum' | 'avg' | 'min' | 'max';
  readonly ignoresSample: boolean;
  readonly stopsAtFailure: boolean;
  readonly acceptScore: number;
  /** Null: without a bound. */
  readonly maxScore: number | null;
  readonly flags: readonly string[];
  readonly refuse: (key: string, mistake: Words<keyof KattisMistakes | 'package_feature'>) => Error;
}

const isGroup = (item: TestFiles | Group): item is Group => 'items' in item;

export async function planLegacyGroups(
  archive: Archive,
  problem: KattisProblem,
  root: TestFolder,
): Promise<KattisGroups> {
  const group = await readGroup(archive, problem, root, {}, root.path);
  return new Planner(problem).plan(group);
}

async function readGroup(
  archive: Archive,
  problem: KattisProblem,
  folder: TestFolder,
  inherited: Settings,
  inheritedFrom: string,
): Promise<Group> {
  const { settings: entry, path } = folder;
  const file = entry?.name ?? inheritedFrom;
  const { value, lineOf } = await readYamlEntry(archive, entry, groupSchema, file);
  const settings = { ...inherited, ...value, ...dropAbsent(readOldGrading(problem)) };
  const refuse: Group['refuse'] = (key, mistake) =>
    refusedPackage(file || 'data', entry && key in value ? lineOf([key] as KeyPath) : null, mistake);
  const refuseValue = (key: string, value: string) =>
    refusedPackage(
      file || 'data',
      entry ? lineOf([key]) : null,
      words('package_value', { key, value: cutName(value) }),
    );
  const refuseFeature = (key: string, feature: Words<keyof PackageFeatures>) =>
    refuse(key, words('package_feature', { feature }));

  const { on_reject = 'break', grading = 'default' } = settings;
  if (on_reject !== 'break' && on_reject !== 'continue') throw refuseValue('on_reject', on_reject);
  if (grading === 'custom') throw refuseFeature('grading', words('feature_custom_grader'));
  if (grading !== 'default') throw refuseValue('grading', grading);
  const rejectScore = problem.isScoring ? (settings.reject_score ?? '0') : '0';
  if (Number(rejectScore) !== 0) throw refuseFeature('reject_score', words('feature_reject_score'));
  const acceptScore = number.safeParse(settings.accept_score ?? '1');
  if (!acceptScore.success) throw refuseValue('accept_score', settings.accept_score ?? '');
  const flags = settings.output_validator_flags;
  const own = {
    path,
    ...readGraderFlags(settings.grader_flags, path, (value) => refuseValue('grader_flags', value)),
    stopsAtFailure: on_reject === 'break',
    acceptScore: acceptScore.data,
    maxScore: readMaxScore(settings.range, (value) => refuseValue('range', value)),
    flags: [...problem.validatorFlags, ...splitFlags(typeof flags === 'string' ? flags : flags?.flags)],
    refuse,
  };
  const items: (TestFiles | Group)[] = [];
  for (const item of folder.items)
    items.push(isFolder(item) ? await readGroup(archive, problem, item, settings, file) : item);
  return { ...own, items };
}

/** From before there were settings of groups; it counts for all of them. */
function readOldGrading({ grading }: KattisProblem): Partial<Settings> {
  const { accept_score, reject_score, range, on_reject } = grading;
  const old = { first_error: 'break', grade: 'continue', worst_error: 'continue' } as const;
  const known = on_reject !== undefined && Object.hasOwn(old, on_reject);
  return {
    accept_score,
    reject_score,
    range,
    on_reject: known ? old[on_reject as keyof typeof old] : on_reject,
  };
}

function dropAbsent(settings: Partial<Settings>): Partial<Settings> {
  return Object.fromEntries(Object.entries(settings).filter(([, value]) => value !== undefined));
}

function readGraderFlags(
  flags: string | undefined,
  path: string,
  refuse: (flag: string) => Error,
): Pick<Group, 'verdict' | 'aggregation' | 'ignoresSample'> {
  let [mode, aggregation, ignoresSample, acceptsAny] = ['strict', 'sum', false, false];
  for (const flag of splitFlags(flags)) {
    if (/^(?:worst_error|no_errors|first_error)$/.test(flag)) mode = 'strict';
    else if (flag === 'always_accept') mode = 'always';
    else if (/^(?:sum|avg|min|max)$/.test(flag)) aggregation = flag;
    // Elsewhere it is only inherited: there is no sample to be ignored.
    else if (flag === 'ignore_sample') ignoresSample = path === '';
    else if (flag === 'accept_if_any_accepted') acceptsAny = true;
    else throw refuse(flag);
  }
  const verdict = mode === 'strict' && acceptsAny ? 'any' : mode;
  return { verdict, aggregation, ignoresSample } as ReturnType<typeof readGraderFlags>;
}

function readMaxScore(range: string | undefined, refuse: (range: string) => Error): number | null {
  if (range === undefined) return null;
  const [least = '', most = '', ...rest] = splitFlags(range);
  const isNumber = (text: string) => /^[-+]?(?:inf(?:inity)?|\d+(?:\.\d*)?(?:e[-+]?\d{1,2})?)$/i.test(text);
  if (rest.length > 0 || !isNumber(least) || !isNumber(most)) throw refuse(range);
  return /inf/i.test(most) || /^-(?!0+(?:\.0*)?$)/.test(least) ? null : Number(most);
}

class Planner {
  readonly #problem: KattisProblem;
  readonly #groups: TestGroup[] = [];
  readonly #tests: KattisGroups['tests'][number][] = [];

  constructor(problem: KattisProblem) {
    this.#problem = problem;
  }

  plan(root: Group): KattisGroups {
    const find = (path: string) =>
      root.items.find((item): item is Group => isGroup(item) && item.path === path);
    const sample = find('sample');
    const secret = find('secret') as Group;
    const isIgnored = root.ignoresSample || !sample;
    const top = isIgnored ? secret : root;
    if (isIgnored && sample) this.#planIgnored(sample);
    // After a sample that fails nothing more is judged, and the verdict is that of the sample.
    const needed = isIgnored && sample && root.stopsAtFailure ? listNeeded(sample) : [];
    const total = this.#problem.isScoring ? this.#planScoring(top, needed) : this.#planPassFail(top, needed);
    if (total === 0) throw root.refuse('accept_score', words('kattis_worthless'));
    return { groups: this.#groups, tests: this.#tests, total };
  }

  #planIgnored(sample: Group): void {
    this.#groups.push({ name: nameGroup(sample.path), points: 0, dependsOn: [], rule: 'ignore' });
    this.#takeAll(sample, nameGroup(sample.path));
  }

  /** Where all must be accepted, one group says it; otherwise each folder is a group. */
  #planPassFail(top: Group, dependsOn: readonly string[]): number {
    const points = 100;
    if (listGroups(top).every(({ verdict }) => verdict === 'strict')) {
      this.#planAllOrNothing(top, points, dependsOn);
    } else {
      if (top.verdict === 'always') throw top.refuse('grader_flags', words('kattis_always_accepted'));
      const always = listGroups(top).find(({ verdict }) => verdict === 'always');
      if (always) throw always.refuse('grader_flags', words('kattis_mixed_verdicts'));
      this.#planVerdicts(top, points, dependsOn, null);
    }
    return points;
  }

  #planVerdicts(group: Group, points: number, dependsOn: readonly string[], within: string | null): void {
    const name = nameGroup(group.path);
    this.#groups.push({
      name,
      points,
      dependsOn,
      rule: group.verdict === 'any' ? 'max' : 'all',
      ...(within !== null && { within }),
      ...(group.stopsAtFailure && group.verdict === 'any' && { stopAtFirstFailure: true }),
    });
    for (const item of group.items) {
      if (isGroup(item)) this.#planVerdicts(item, 1, [], name);
      else this.#take(item, group, name);
    }
  }

  #planScoring(top: Group, dependsOn: readonly string[]): number {
    const [first, second] = top.items;
    if (top.verdict === 'strict') {
      const isAllStrict = listGroups(top).every(({ verdict }) => verdict === 'strict');
      if (!isAllStrict) {
        if (top.path !== '' || !first || !second)
          throw top.refuse('grader_flags', words('kattis_mixed_verdicts'));
        return this.#planAfterSample(top, first as Group, second as Group);
      }
      if (!this.#problem.validatorScores) {
        const total = this.#weigh(top);
        this.#planAllOrNothing(top, total, dependsOn);
        return total;
      }
      return this.#planGroup(top, null, dependsOn, true);
    }
    if (top.verdict === 'any' && top.items.some((item) => isGroup(item) && mayEarnAPart(item)))
      throw top.refuse('grader_flags', words('kattis_any_of_parts'));
    return this.#planLoose(top, dependsOn);
  }

  /** The samples must be accepted, and whatever the tests are worth is earned then. */
  #planAfterSample(root: Group, sample: Group, secret: Group): number {
    const isLoose = sample.verdict !== 'strict' || secret.verdict === 'strict';
    // Where no test is accepted the samples are worth nothing either.
    const isAny = secret.verdict === 'any' && this.#weigh(sample) > 0;
    if (isLoose || isAny || root.aggregation !== 'sum')
      throw root.refuse('grader_flags', words('kattis_mixed_verdicts'));
    const total = this.#planGroup(sample, null, [], true);
    return total + this.#planScoring(secret, [nameGroup(sample.path)]);
  }

  /** Groups that are added up stand for themselves. */
  #planLoose(top: Group, dependsOn: readonly string[]): number {
    const inner = top.items.filter(isGroup);
    const isPlainSum = top.aggregation === 'sum' && inner.length === top.items.length;
    if (isPlainSum && top.path === '') return this.#planWithSample(top);
    if (!isPlainSum || stops(top)) return this.#planGroup(top, null, dependsOn, false);
    return inner.reduce((sum, group) => sum + this.#planGroup(group, null, dependsOn, false), 0);
  }

  #planWithSample({ items, stopsAtFailure }: Group): number {
    return items.filter(isGroup).reduce((sum, group) => {
      if (group.path === 'sample') {
        if (this.#weigh(group) > 0) return sum + this.#planGroup(group, null, [], false);
        this.#planIgnored(group);
        return sum;
      }
      const [sample] = items as readonly Group[];
      const needed = stopsAtFailure && sample && sample !== group ? listNeeded(sample) : [];
      const isLoose = group.verdict !== 'strict';
      return sum + (isLoose ? this.#planLoose(group, needed) : this.#planGroup(group, null, needed, false));
    }, 0);
  }

  /** Gives what it is worth. `mustPass`: everything in it, or it is worth nothing. */
  #planGroup(group: Group, within: string | null, dependsOn: readonly string[], mustPass: boolean): number {
    const name = nameGroup(group.path);
    const points = this.#weigh(group);
    if (group.aggregation === 'avg' && group.stopsAtFailure && !mustPass)
      throw group.refuse('grader_flags', words('kattis_average_of_a_part'));
    if (group.aggregation === 'avg' && this.#problem.validatorScores)
      throw group.refuse('grader_flags', words('kattis_average_of_scores'));
    const rules = { sum: 'sum', avg: 'sum', min: 'min', max: 'max' } as const satisfies Record<
      string,
      GroupRule
    >;
    this.#groups.push({
      name,
      points,
      dependsOn,
      rule: rules[group.aggregation],
      ...(within !== null && { within }),
      ...(stops(group) && { stopAtFirstFailure: true }),
      ...(mustPass && { onlyIfPassed: true }),
    });
    for (const item of group.items) {
      if (isGroup(item)) this.#planGroup(item, name, [], mustPass);
      else this.#take(item, group, name, this.#weighTest(group));
    }
    return points;
  }

  /** Everything below it, in one group. */
  #planAllOrNothing(top: Group, points: number, dependsOn: readonly string[]): void {
    const name = nameGroup(top.path);
    const isStopped = listGroups(top).every(({ stopsAtFailure }) => stopsAtFailure);
    const rule = isStopped ? ({ rule: 'all' } as const) : ({ rule: 'sum', onlyIfPassed: true } as const);
    this.#groups.push({ name, points, dependsOn, ...rule });
    this.#takeAll(top, name);
  }

  /** The most that it can be given. */
  #weigh(group: Group): number {
    const worths = group.items.map((item) => (isGroup(item) ? this.#weigh(item) : this.#weighTest(group)));
    const sum = worths.reduce((all, worth) => all + worth, 0);
    const { aggregation, maxScore } = group;
    if (aggregation === 'sum') {
      const isWhole = !this.#problem.validatorScores || maxScore === null || Math.abs(sum - maxScore) < 1e-9;
      if (isWhole || group.path === '') return sum;
      throw group.refuse('range', words('kattis_scores_do_not_add_up', { sum, declared: maxScore }));
    }
    if (aggregation === 'avg') return sum / worths.length;
    const [worth = 0] = worths;
    if (worths.some((other) => other !== worth))
      throw group.refuse('grader_flags', words('kattis_unlike_worths', { aggregation }));
    return worth;
  }

  /** A validator's score is out of the group's range; where scores are added up, each test has its share of it. */
  #weighTest(group: Group): number {
    if (!this.#problem.validatorScores) return group.acceptScore;
    if (group.maxScore === null) {
      const feature = words('feature_unbounded_score');
      throw group.refuse('range', words('package_feature', { feature }));
    }
    return group.aggregation === 'sum' ? group.maxScore / group.items.length : group.maxScore;
  }

  #takeAll(group: Group, name: string): void {
    for (const item of group.items) {
      if (isGroup(item)) this.#takeAll(item, name);
      else this.#take(item, group, name);
    }
  }

  #take({ name, input, answer }: TestFiles, { flags }: Group, group: string, points?: number): void {
    const isSample = name.startsWith('sample/');
    const worth = points === undefined ? {} : { points };
    this.#tests.push({ name, input, answer, groups: [group], isSample, ...worth, flags });
  }
}

function listGroups(group: Group): Group[] {
  return [group, ...group.items.filter(isGroup).flatMap(listGroups)];
}

/**
 * Whether what comes after a failure is not judged: a group that is always accepted never fails. Ours stop in the midst
 * of a group that fails, which must not change what that has earned.
 */
function stops({ items, stopsAtFailure, refuse }: Group): boolean {
  const canFail = items.slice(0, -1).some((item) => !isGroup(item) || item.verdict !== 'always');
  if (!stopsAtFailure || !canFail) return false;
  const goesOn = items
    .filter(isGroup)
    .some((group) => !failsByAny(group) || (!group.stopsAtFailure && group.aggregation !== 'min'));
  if (goesOn) throw refuse('on_reject', words('kattis_break_around_parts'));
  return true;
}

/** One failure is one of the group, here too: with the greatest of its scores ours passes by any of its tests. */
function failsByAny({ verdict, aggregation, items }: Group): boolean {
  return verdict === 'strict' && (aggregation !== 'max' || items.length === 1);
}

/** The samples, if nothing is judged after one of them that fails. */
function listNeeded(sample: Group): string[] {
  if (sample.verdict === 'always') return [];
  if (!listGroups(sample).every(failsByAny) && listTestsOf(sample).length > 1)
    throw sample.refuse('grader_flags', words('kattis_break_around_parts'));
  return [nameGroup(sample.path)];
}

function listTestsOf({ items }: Group): TestFiles[] {
  return items.flatMap((item) => (isGroup(item) ? listTestsOf(item) : [item]));
}

/** Without being accepted. */
function mayEarnAPart({ verdict, aggregation, items }: Group): boolean {
  if (verdict === 'always') return false;
  const addsUp = verdict === 'strict' && items.length > 1 && aggregation !== 'min';
  return addsUp || items.some((item) => isGroup(item) && mayEarnAPart(item));
}
