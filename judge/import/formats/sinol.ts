/**
 * sinol, of SIO2: in/abc1a.in is test a of group 1 of the task abc, and out/abc1a.out its answer. Group 0 and tests
 * whose names end in `ocen` are shown and count for nothing. What config.yml leaves open has defaults.
 */

import { basename } from 'node:path';
import { z } from 'zod';
import { findCheckerLanguage, findSolutionLanguage } from '#contract/program-files.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type {
  Expectation,
  JurySolution,
  PartExpectation,
  PlannedTest,
  TestGroup,
} from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import {
  collectLimits,
  findLanguages,
  sinolLanguages,
  toOwnMemory,
  toOwnTime,
} from '../foreign-languages.ts';
import { chooseDecimals, groupsMax, orderTests, shareOut } from '../package-groups.ts';
import { comparePaths } from '../path-order.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { KeyPath, YamlFile } from '../yaml-file.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import { type CheckerPlan, planProgram, withoutFiles } from './package-checker.ts';
import { openPackageFiles, type PackageFiles, refuseFeature } from './package-files.ts';
import { amount, optional, readMemoryLimit, readSettings, readTimeLimit, text } from './package-settings.ts';

const configName = 'config.yml';

export const sinol: PackageFormat = {
  name: 'sinol',
  matches({ entries }) {
    const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
    return has(/^in\/[^/\d]+\d+[a-z0-9]*\.in$/) && (has(/^config\.yml$/) || has(/^prog\/./));
  },
  plan: planSinol,
};

const amounts = optional(z.record(z.string(), amount));

/** At first a status alone. */
const expectedOfGroup = z.preprocess(
  (value) => (typeof value === 'string' ? { status: value } : value),
  z.looseObject({ status: optional(text), points: optional(amount) }),
);

const configSchema = z.looseObject({
  title: optional(text),
  sinol_task_id: optional(text),
  sinol_contest_type: optional(text),
  time_limit: optional(amount),
  time_limits: amounts,
  memory_limit: optional(amount),
  memory_limits: amounts,
  scores: amounts,
  override_limits: optional(
    z.record(
      z.string(),
      z.strictObject({
        time_limit: optional(amount),
        memory_limit: optional(amount),
        time_limits: amounts,
        memory_limits: amounts,
      }),
    ),
  ),
  extra_compilation_files: z.unknown().optional(),
  extra_compilation_args: z.unknown().optional(),
  extra_execution_files: z.unknown().optional(),
  library: z.unknown().optional(),
  interactive_num_processes: z.unknown().optional(),
  sinol_expected_scores: optional(
    z.record(
      z.string(),
      z.looseObject({ points: optional(amount), expected: optional(z.record(z.string(), expectedOfGroup)) }),
    ),
  ),
});

type Config = z.output<typeof configSchema>;
type ConfigFile = YamlFile<Config>;

async function planSinol(archive: Archive): Promise<PackagePlan> {
  const files = openPackageFiles(archive);
  const config = await readSettings(files, configName, configSchema);
  const found = findTests(files, config.value.sinol_task_id);
  refuseOtherKinds(files, config, found.task);
  const checked = await planChecker(files, found.task);
  const groups = planGroups(found.tests, config);
  const { timeLimitMs, memoryLimitMb } = findLimits(config, found.tests);
  const scored = groups
    .filter(({ rule, within }) => rule !== 'ignore' && !within)
    .map(({ points }) => points);
  const total = scored.reduce((sum, points) => sum + points, 0);
  const decimals = chooseDecimals(scored);
  return {
    ...checked,
    ...findStatement(files, found.task),
    tests: orderTests(
      found.tests.map((test) => planTest(test, config, { timeLimitMs, memoryLimitMb })),
      groups,
    ),
    groups,
    scoreDecimals: decimals,
    solutions: findSolutions(files, found.task, config.value, { groups, total, decimals }),
    groupCount: groups.length,
    stopAtFirstFailure: false,
    title: findTitle(config.value),
    name: found.task,
    timeLimit: timeLimitMs === null ? null : { ms: timeLimitMs },
    memoryLimitMb,
    ...planLanguageLimits(config, { timeLimitMs, memoryLimitMb }),
    ignored: files.account([
      [/^prog\/\w*inwer\d*\./, 'ignored_validator'],
      [/^prog\/\w*ingen\d*\./, 'ignored_generator'],
      [/^(?:attachments|dlazaw|public)\//, 'ignored_attachment'],
      [/^(?:makefile\.in|\.?makefile|in\/\.md5sums)$/i, 'ignored_not_used'],
    ]),
  };
}

/** The task's own; else the English one, or the first in any language. */
function findTitle(config: Config): string | null {
  const translated = Object.entries(config).flatMap(([key, value]) =>
    /^title_\w+$/.test(key) && typeof value === 'string' && value.trim() !== '' ? [[key, value.trim()]] : [],
  );
  const english = translated.find(([key]) => key === 'title_en');
  return config.title ?? (english ?? translated[0])?.[1] ?? null;
}

const isSaid = (value: unknown) =>
  value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0);

function refuseOtherKinds(files: PackageFiles, { value, lineOf }: ConfigFile, task: string): void {
  const refuse = (key: string, feature: Parameters<typeof refuseFeature>[2]) =>
    refuseFeature(configName, lineOf([key]), feature);
  for (const key of ['extra_compilation_files', 'library'] as const)
    if (isSaid(value[key])) throw refuse(key, words('feature_linked_files'));
  for (const key of ['extra_compilation_args', 'extra_execution_files'] as const)
    if (isSaid(value[key]))
      throw refusedPackage(configName, lineOf([key]), words('package_setting', { key }));
  const hasInteractor = files.all.some(({ name }) => name.startsWith(`prog/${task}soc.`));
  if (hasInteractor || isSaid(value.interactive_num_processes))
    throw refuse('interactive_num_processes', words('feature_interactive'));
  const type = value.sinol_contest_type ?? 'default';
  if (type === 'oi') throw refuse('sinol_contest_type', words('feature_time_scores'));
  if (type !== 'default' && type !== 'icpc') {
    const mistake = words('package_value', { key: 'sinol_contest_type', value: cutName(type) });
    throw refusedPackage(configName, lineOf(['sinol_contest_type']), mistake);
  }
}

interface FoundTest {
  /** What follows the task's name: `1a`. */
  readonly name: string;
  readonly group: string;
  readonly isFree: boolean;
  readonly isSample: boolean;
  readonly input: ArchiveEntry;
  readonly answer: ArchiveEntry;
}

const freeGroup = 'ocen';

/** The task's short name is written in its settings, or is what the names of all tests begin with. */
function findTests(files: PackageFiles, written: string | undefined): { task: string; tests: FoundTest[] } {
  const inputs = files.all.filter(({ name }) => /^in\/[^/]+\.in$/.test(name));
  const first = /^in\/([^/\d]+)\d/.exec(inputs[0]?.name ?? '')?.[1] ?? '';
  const task = written ?? first;
  const tests = inputs.map((input): FoundTest => {
    const base = basename(input.name).slice(0, -'.in'.length);
    const name = base.startsWith(task) ? base.slice(task.length) : '';
    const [, number, suffix = ''] = /^(\d{1,9})([a-z]?[a-z0-9]*)$/.exec(name) ?? [];
    if (number === undefined)
      throw refusedPackage(input.name, null, words('package_value', { key: 'in', value: cutName(base) }));
    const answer = files.use(files.find(`out/${base}.out`));
    if (!answer)
      throw refusedPackage(input.name, null, words('package_answer_missing', { input: cutName(input.name) }));
    const isSample = number === '0';
    const isFree = isSample || suffix.endsWith('ocen');
    const group = isSample ? '0' : isFree ? freeGroup : number;
    return { name, group, isSample, isFree, input: files.use(input), answer };
  });
  return { task, tests: tests.toSorted((a, b) => comparePaths(a.name, b.name)) };
}

/** Groups that are worth something must be there: a package whose tests are yet to be generated lacks them. */
function planGroups(tests: readonly FoundTest[], { value, lineOf }: ConfigFile): TestGroup[] {
  const scored = [...new Set(tests.filter(({ isFree }) => !isFree).map(({ group }) => group))];
  const free = [...new Set(tests.filter(({ isFree }) => isFree).map(({ group }) => group))];
  if (scored.length === 0) throw refusedPackage(configName, null, words('package_no_tests'));
  if (scored.length > groupsMax)
    throw refusedPackage(configName, null, words('package_too_many_groups', { most: groupsMax }));
  const { scores } = value;
  for (const [group, points] of Object.entries(scores ?? {})) {
    if (points > 0 && !scored.includes(group))
      throw refusedPackage(
        configName,
        lineOf(['scores', group]),
        words('package_group_unknown', { group: cutName(group) }),
      );
  }
  const shared = shareOut(100, scored.length);
  const groups = scored.map((name, index): TestGroup => {
    const points = scores ? scores[name] : shared[index];
    if (points === undefined) {
      const mistake = words('package_value', { key: `scores: ${cutName(name)}`, value: '' });
      throw refusedPackage(configName, lineOf(['scores']), mistake);
    }
    return { name, points, dependsOn: [] };
  });
  if (groups.every(({ points }) => points === 0))
    throw refusedPackage(configName, lineOf(['scores']), words('manifest_worthless'));
  const whole: TestGroup = { name: 'tests', points: 100, dependsOn: [], rule: 'all' };
  const inside =
    value.sinol_contest_type === 'icpc'
      ? [whole, ...groups.map((group) => ({ ...group, within: 'tests' }))]
      : groups;
  return [...free.map((name): TestGroup => ({ name, points: 0, dependsOn: [], rule: 'ignore' })), ...inside];
}

interface Limits {
  readonly timeLimitMs: number | null;
  readonly memoryLimitMb: number | null;
}

/** Said of a test, of its group or of all; times in ms, memory in KB. */
function readLimits(
  { value, lineOf }: ConfigFile,
  { name, group }: Pick<FoundTest, 'name' | 'group'>,
): Limits {
  const find = (all: 'time_limit' | 'memory_limit') => {
    const key = `${all}s` as const;
    const some = value[key] ?? {};
    const own = [name, group].find((each) => Object.hasOwn(some, each));
    const place: KeyPath = own === undefined ? [all] : [key, own];
    return {
      said: own === undefined ? value[all] : some[own],
      at: { file: configName, line: lineOf(place), key: all },
    };
  };
  const [time, memory] = [find('time_limit'), find('memory_limit')];
  return {
    timeLimitMs: time.said === undefined ? null : readTimeLimit(time.said, time.at),
    memoryLimitMb: memory.said === undefined ? null : readMemoryLimit(memory.said / 1024, memory.at),
  };
}

/** The problem's own: what is said of all tests, else the most that any of them has. */
function findLimits(config: ConfigFile, tests: readonly FoundTest[]): Limits {
  const ofAll = readLimits(config, { name: '', group: '' });
  const each = tests.map((test) => readLimits(config, test));
  const most = (values: readonly (number | null)[]) =>
    values.reduce<number | null>((so, value) => (value === null ? so : Math.max(so ?? 0, value)), null);
  return {
    timeLimitMs: ofAll.timeLimitMs ?? most(each.map(({ timeLimitMs }) => timeLimitMs)),
    memoryLimitMb: ofAll.memoryLimitMb ?? most(each.map(({ memoryLimitMb }) => memoryLimitMb)),
  };
}

/**
 * Limits of a language's own instead of the problem's, as what it gets over them. Those of single tests, and those of a
 * problem whose tests differ, cannot be said so; those of languages that are not judged here change nothing.
 */
function planLanguageLimits(
  { value, lineOf }: ConfigFile,
  ofProblem: Limits,
): Pick<PackagePlan, 'languageLimits'> {
  const said = Object.entries(value.override_limits ?? {}).filter(
    ([name]) => findLanguages(sinolLanguages, name).length > 0,
  );
  if (said.length === 0) return {};
  const some = { ...value.time_limits, ...value.memory_limits };
  const limits = said.map(([name, { time_limit, memory_limit, ...ofTests }]) => {
    const refuse = () =>
      refusedPackage(
        configName,
        lineOf(['override_limits', name]),
        words('package_setting', { key: 'override_limits' }),
      );
    const isOfTests = Object.values(ofTests).some(isSaid) || Object.keys(some).length > 0;
    const { timeLimitMs, memoryLimitMb } = ofProblem;
    const time =
      time_limit === undefined ? {} : timeLimitMs === null ? null : toOwnTime(time_limit, timeLimitMs);
    const memory =
      memory_limit === undefined
        ? {}
        : memoryLimitMb === null
          ? null
          : toOwnMemory(memory_limit / 1024, memoryLimitMb);
    if (isOfTests || !time || !memory) throw refuse();
    return [name, { ...time, ...memory }] as const;
  });
  return { languageLimits: collectLimits(sinolLanguages, limits) };
}

function planTest(test: FoundTest, config: ConfigFile, ofProblem: Limits): PlannedTest<ArchiveEntry> {
  const { name, group, isSample, input, answer } = test;
  const { timeLimitMs, memoryLimitMb } = readLimits(config, test);
  return {
    name,
    input,
    answer,
    isSample,
    groups: [group],
    ...(timeLimitMs !== null && timeLimitMs !== ofProblem.timeLimitMs && { timeLimitMs }),
    ...(memoryLimitMb !== null && memoryLimitMb !== ofProblem.memoryLimitMb && { memoryLimitMb }),
  };
}

/** Without one of its own words are compared line by line. */
async function planChecker(files: PackageFiles, task: string): Promise<CheckerPlan> {
  const sources = files.all.filter(({ name }) => name.startsWith(`prog/${task}chk.`));
  const source = sources.find(({ name }) => findCheckerLanguage(name) !== null) ?? sources[0];
  if (!source) return withoutFiles({ name: 'lines', ignore_spaces: true });
  return planProgram(files, source, { protocol: 'sinol', namedIn: { file: configName, line: null } });
}

function findStatement(files: PackageFiles, task: string): Pick<PackagePlan, 'statement' | 'texts'> {
  const statement = files.find(`doc/${task}zad.pdf`) ?? files.find(`doc/${task}zad-en.pdf`);
  const texts = files.all.filter(({ name }) => /^doc\/[^/]*zad[^/]*\.(?:tex|md|html)$/.test(name));
  for (const each of texts) files.use(each, 'ignored_statement_text');
  return { statement: files.use(statement, 'ignored_statement'), texts };
}

const expectations: Readonly<Record<string, Expectation>> = {
  '': { permitted: ['Accepted'] },
  s: {
    permitted: ['Accepted', 'Time Limit Exceeded', 'Memory Limit Exceeded'],
    required: ['Time Limit Exceeded', 'Memory Limit Exceeded'],
  },
  b: { required: ['Wrong Answer', 'Runtime Error', 'Time Limit Exceeded', 'Memory Limit Exceeded'] },
};

/** abc.cpp and abc2.cpp are right, abcs1.cpp is slow, abcb1.cpp is wrong; their points may be written down. */
function findSolutions(
  files: PackageFiles,
  task: string,
  { sinol_expected_scores: scores = {} }: Config,
  { groups, total, decimals }: { groups: readonly TestGroup[]; total: number; decimals: number },
): JurySolution<ArchiveEntry>[] {
  return files.all.flatMap((file) => {
    const name = basename(file.name);
    if (file.name !== `prog/${name}` || !name.startsWith(task)) return [];
    const [, kind] =
      /^\d*([sb]?)\d*(?:_\w*)?\.(?:cpp|cc|cxx|c|py|java|pas|rs|go)$/.exec(name.slice(task.length)) ?? [];
    const expected = kind === undefined ? undefined : expectations[kind];
    if (!expected) return [];
    files.use(file, 'ignored_solution');
    const said = Object.hasOwn(scores, name) ? scores[name] : undefined;
    const points = said?.points;
    const parts = planParts(said?.expected ?? {}, groups);
    const score = points === undefined ? null : roundDown((Math.min(points, total) / total) * 100, decimals);
    // What is written of a group may be more than the name of the file tells.
    const permitted = expected.permitted && [
      ...new Set([...expected.permitted, ...parts.flatMap(({ required = [] }) => required)]),
    ];
    const more = {
      ...(permitted && { permitted }),
      ...(score !== null && { score: [score, score] as const }),
      ...(parts.length > 0 && { parts }),
    };
    return [{ name, file, language: findSolutionLanguage(name), expected: { ...expected, ...more } }];
  });
}

const statuses: Readonly<Record<string, TestStatus>> = {
  WA: 'Wrong Answer',
  TL: 'Time Limit Exceeded',
  ML: 'Memory Limit Exceeded',
  RE: 'Runtime Error',
};

/** What is written of each group. Groups within another have no points of their own. */
function planParts(
  expected: Readonly<Record<string, z.output<typeof expectedOfGroup>>>,
  groups: readonly TestGroup[],
): PartExpectation[] {
  return Object.entries(expected).flatMap(([name, { status = '', points }]) => {
    const group = groups.find((each) => each.name === name);
    if (!group) return [];
    const ending = Object.hasOwn(statuses, status) ? statuses[status] : undefined;
    const part = {
      ...(status === 'OK' && { permitted: ['Accepted'] as const }),
      ...(ending && { required: [ending] }),
      ...(points !== undefined && !group.within && group.points > 0 && { score: [points, points] as const }),
    };
    return Object.keys(part).length > 0 ? [{ group: name, ...part }] : [];
  });
}

/** As scores are, but for what binary fractions miss. */
function roundDown(score: number, decimals: number): number {
  const unit = 10 ** decimals;
  return Math.floor(score * unit + 1e-6) / unit;
}
