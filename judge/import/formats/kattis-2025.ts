/**
 * Groups of the format's version 2025-09 and of the draft before it: `secret` is worth its score, a group in it its
 * share of that, and samples nothing. A pass-fail problem is one group.
 */

import { z } from 'zod';
import { checkerArgs } from '#contract/checkers.ts';
import type { GroupRule, TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { type KeyPath, readYamlEntry } from '../yaml-file.ts';
import { type KattisProblem, oneOf, splitFlags, text } from './kattis-settings.ts';
import {
  isFolder,
  type KattisGroups,
  listTests,
  nameGroup,
  type TestFiles,
  type TestFolder,
} from './kattis-tests.ts';

const anything = z.unknown();
const names = z.preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(text));
const aggregations = ['pass-fail', 'sum', 'min'] as const;
type Aggregation = (typeof aggregations)[number];

/** In the draft arguments are a text, to be split into words. */
const draftArgs = z.preprocess(
  (value) => (typeof value === 'string' ? splitFlags(value) : value),
  checkerArgs.optional(),
);

/** What may be said of a test, and of all tests of a folder. */
const ofTests = {
  args: z.array(text).optional(),
  output_validator_args: checkerArgs.optional(),
  input_validator_args: anything.optional(),
  input_visualizer_args: anything.optional(),
  output_visualizer_args: anything.optional(),
  full_feedback: anything.optional(),
  hint: anything.optional(),
  description: anything.optional(),
};

const testSchema = z.strictObject(ofTests);

const groupSchema = z.strictObject({
  ...ofTests,
  max_score: text.optional(),
  score_aggregation: oneOf(aggregations).optional(),
  require_pass: names.optional(),
  static_validation_score: anything.optional(),
  static_validator_args: anything.optional(),
  /** The draft's, with the same three inside. */
  static_validation: anything.optional(),
  scoring: z
    .strictObject({
      score: text.optional(),
      aggregation: oneOf(aggregations).optional(),
      require_pass: names.optional(),
    })
    .optional(),
});

const schemas = {
  '2025-09': { ofTest: testSchema, ofGroup: groupSchema },
  draft: {
    ofTest: testSchema.extend({ output_validator_args: draftArgs }),
    ofGroup: groupSchema.extend({ output_validator_args: draftArgs }),
  },
} as const;

interface Settings {
  readonly maxScore: string | undefined;
  readonly aggregation: Aggregation | undefined;
  readonly needs: readonly string[];
  readonly flags: readonly string[];
  readonly refuse: (place: KeyPath, mistake: Parameters<typeof refusedPackage>[2]) => Error;
}

export async function planGroups(
  archive: Archive,
  problem: KattisProblem,
  root: TestFolder,
): Promise<KattisGroups> {
  const planner = new Planner(archive, problem);
  return problem.isScoring ? planner.planScoring(root) : planner.planPassFail(root);
}

class Planner {
  readonly #archive: Archive;
  readonly #problem: KattisProblem;
  readonly #groups: TestGroup[] = [];
  readonly #tests: KattisGroups['tests'][number][] = [];
  /** By the path that `require_pass` names; whether others may require it. */
  readonly #planned = new Map<string, { name: string; isPassFail: boolean }>();
  readonly #schemas: (typeof schemas)[keyof typeof schemas];

  constructor(archive: Archive, problem: KattisProblem) {
    this.#archive = archive;
    this.#problem = problem;
    this.#schemas = schemas[problem.family === 'draft' ? 'draft' : '2025-09'];
  }

  async planPassFail(root: TestFolder): Promise<KattisGroups> {
    const name = nameGroup('');
    this.#groups.push({ name, points: 100, dependsOn: [], rule: 'all' });
    await this.#takeAll(root, name, (await this.#readFolder(root, this.#problem.validatorFlags)).flags, null);
    return this.#finish(100);
  }

  async planScoring(root: TestFolder): Promise<KattisGroups> {
    const outermost = await this.#readFolder(root, this.#problem.validatorFlags);
    for (const item of root.items) {
      if (!isFolder(item) || item.path !== 'sample') continue;
      const { flags } = await this.#readFolder(item, outermost.flags);
      const name = nameGroup(item.path);
      this.#groups.push({ name, points: 0, dependsOn: [], rule: 'ignore' });
      this.#planned.set(item.path, { name, isPassFail: true });
      await this.#takeAll(item, name, flags, null);
    }
    const secret = root.items.find((item) => isFolder(item) && item.path === 'secret') as TestFolder;
    const settings = await this.#readFolder(secret, outermost.flags);
    const total = this.#readScore(settings, 100);
    await this.#planSecret(secret, settings, total);
    return this.#finish(total);
  }

  /** Where scores of groups are added up they stand for themselves; otherwise there is one group around them. */
  async #planSecret(secret: TestFolder, settings: Settings, total: number): Promise<void> {
    const folders = secret.items.filter(isFolder);
    const { aggregation = 'sum' } = settings;
    const holdsTests = folders.length < secret.items.length;
    if (holdsTests && folders.length > 0 && this.#problem.family === '2025-09')
      throw refusedPackage(
        'data/secret',
        null,
        words('kattis_tests_beside_groups', { folder: 'data/secret' }),
      );
    if (aggregation !== 'sum' || holdsTests) return this.#planGroup(secret, settings, total, null, 'sum');
    const { inner } = await this.#shareScore(secret, settings, total, aggregation);
    const dependsOn = this.#findNeeded(settings);
    for (const { folder, settings: own, score } of inner)
      await this.#planGroup(folder, own, score, null, 'pass-fail', dependsOn);
  }

  async #planGroup(
    folder: TestFolder,
    settings: Settings,
    score: number,
    within: string | null,
    defaultAggregation: Aggregation,
    needed: readonly string[] = [],
  ): Promise<void> {
    const { aggregation = defaultAggregation } = settings;
    const name = nameGroup(folder.path);
    this.#groups.push({
      name,
      points: score,
      dependsOn: [...new Set([...needed, ...this.#findNeeded(settings)])],
      rule: ({ 'pass-fail': 'all', sum: 'sum', min: 'min' } satisfies Record<Aggregation, GroupRule>)[
        aggregation
      ],
      ...(within !== null && { within }),
    });
    this.#planned.set(folder.path, { name, isPassFail: aggregation === 'pass-fail' });
    const holdsGroups = this.#mayHoldGroups(folder);
    if (aggregation === 'pass-fail' || !holdsGroups) {
      await this.#takeAll(folder, name, settings.flags, aggregation === 'sum' ? score : null);
      return;
    }
    const { inner, ofTest } = await this.#shareScore(folder, settings, score, aggregation);
    for (const item of folder.items)
      if (!isFolder(item)) await this.#take(item, name, settings.flags, ofTest);
    for (const each of inner)
      await this.#planGroup(each.folder, each.settings, each.score, name, 'pass-fail');
  }

  /** Folders in a group are groups in the draft; later they only hold tests of it. In `secret` they are groups in both. */
  #mayHoldGroups(folder: TestFolder): boolean {
    return this.#problem.family === 'draft' || folder.path === 'secret';
  }

  /** What each group in a folder is worth, and each of its tests. In the draft what is not said is shared. */
  async #shareScore(
    folder: TestFolder,
    { flags, refuse }: Settings,
    score: number,
    aggregation: Aggregation,
  ): Promise<{ inner: { folder: TestFolder; settings: Settings; score: number }[]; ofTest: number }> {
    const folders = folder.items.filter(isFolder);
    const said = new Map<TestFolder, { settings: Settings; score: number | null }>();
    for (const each of folders) {
      const settings = await this.#readFolder(each, flags);
      const isShared = settings.maxScore === undefined && this.#problem.family === 'draft';
      said.set(each, { settings, score: isShared ? null : this.#readScore(settings, null) });
    }
    const sum = [...said.values()].reduce((all, each) => all + (each.score ?? 0), 0);
    const sharing = folder.items.length - [...said.values()].filter((each) => each.score !== null).length;
    const share = aggregation === 'min' ? score : sharing === 0 ? 0 : (score - sum) / sharing;
    const inner = [...said].map(([each, own]) => ({ ...own, folder: each, score: own.score ?? share }));
    if (aggregation === 'min') {
      if (inner.some((each) => each.score !== score))
        throw refuse(['score_aggregation'], words('kattis_unlike_worths', { aggregation }));
    } else if (share < 0 || (sharing === 0 && sum !== score)) {
      throw refuse(['max_score'], words('kattis_scores_do_not_add_up', { sum, declared: score }));
    }
    return { inner, ofTest: share };
  }

  #readScore({ maxScore, refuse }: Settings, byDefault: number | null): number {
    if (maxScore === undefined && byDefault !== null) return byDefault;
    const place = ['max_score'];
    if (maxScore === undefined) throw refuse(place, words('kattis_score_missing', { key: 'max_score' }));
    if (maxScore === 'unbounded')
      throw refuse(place, words('package_feature', { feature: words('feature_unbounded_score') }));
    if (!/^\d{1,6}$/.test(maxScore))
      throw refuse(place, words('manifest_needs_whole_number', { least: 0, most: 999_999 }));
    return Number(maxScore);
  }

  #findNeeded({ needs, refuse }: Settings): string[] {
    return needs.map((path) => {
      const needed = this.#planned.get(path);
      const group = cutName(path);
      if (!needed) throw refuse(['require_pass'], words('kattis_no_such_group', { group }));
      if (!needed.isPassFail) throw refuse(['require_pass'], words('kattis_needed_group', { group }));
      return needed.name;
    });
  }

  async #readFolder({ settings: entry, path }: TestFolder, inherited: readonly string[]): Promise<Settings> {
    const file = entry?.name ?? `data/${path}`;
    const { value, lineOf } = await readYamlEntry(this.#archive, entry, this.#schemas.ofGroup, file);
    const { scoring = {}, args = [] } = value;
    const refuse: Settings['refuse'] = (place, mistake) =>
      refusedPackage(file, entry ? lineOf(place) : null, mistake);
    if (args.length > 0)
      throw refuse(['args'], words('package_feature', { feature: words('feature_program_arguments') }));
    for (const key of ['static_validation_score', 'static_validation'] as const) {
      if (value[key] !== undefined && value[key] !== 'false')
        throw refuse([key], words('package_feature', { feature: words('feature_static_validator') }));
    }
    return {
      maxScore: value.max_score ?? scoring.score,
      aggregation: value.score_aggregation ?? scoring.aggregation,
      needs: value.require_pass ?? scoring.require_pass ?? [],
      flags: value.output_validator_args ?? inherited,
      refuse,
    };
  }

  /** All tests below a folder, whatever folders they lie in; `score` is what they are worth together. */
  async #takeAll(
    folder: TestFolder,
    group: string,
    flags: readonly string[],
    score: number | null,
  ): Promise<void> {
    const each = score === null ? null : score / listTests(folder).length;
    for (const item of folder.items) {
      if (!isFolder(item)) {
        await this.#take(item, group, flags, each);
        continue;
      }
      const isGroup = this.#problem.family === 'draft' || item.path.split('/').length <= 2;
      if (item.settings && !isGroup)
        throw refusedPackage(item.settings.name, null, words('kattis_group_settings_here'));
      const settings = await this.#readFolder(item, flags);
      await this.#takeAll(item, group, settings.flags, each === null ? null : each * listTests(item).length);
    }
  }

  async #take(
    test: TestFiles,
    group: string,
    inherited: readonly string[],
    points: number | null,
  ): Promise<void> {
    const { name, input, answer, settings } = test;
    const own = settings && (await this.#readTest(settings));
    this.#tests.push({
      name,
      input,
      answer,
      groups: [group],
      isSample: name.startsWith('sample/'),
      ...(points !== null && { points }),
      flags: own?.output_validator_args ?? inherited,
    });
  }

  async #readTest(entry: ArchiveEntry): Promise<z.output<typeof testSchema>> {
    const { value, lineOf } = await readYamlEntry(this.#archive, entry, this.#schemas.ofTest, entry.name);
    if (!value.args || value.args.length === 0) return value;
    const feature = words('feature_program_arguments');
    throw refusedPackage(entry.name, lineOf(['args']), words('package_feature', { feature }));
  }

  #finish(total: number): KattisGroups {
    if (total === 0) throw refusedPackage('data/secret', null, words('kattis_worthless'));
    return { groups: this.#groups, tests: this.#tests, total };
  }
}
