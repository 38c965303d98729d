/**
 * Hydro: testdata/config.yaml with the tests beside it, and problem.yaml above; also a folder of tests with a config.yaml
 * alone. What the settings leave open Hydro finds by the names of the files, and so do we.
 */

import { z } from 'zod';
import { findSolutionLanguage } from '#contract/program-files.ts';
import type { GroupRule, JurySolution, TestGroup } from '#contract/test-set-plan.ts';
import { rule, words } from '#contract/words.ts';
import type { Archive, ArchiveEntry } from '../archive.ts';
import {
  collectLimits,
  findAllowed,
  findLanguages,
  hydroLanguages,
  toOwnMemory,
  toTimeFactor,
} from '../foreign-languages.ts';
import { compareNaturally } from '../natural-order.ts';
import { pairTests } from '../pair-tests.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { YamlFile } from '../yaml-file.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import {
  baseName,
  type CheckerPlan,
  findTestlibChecker,
  planProgram,
  withoutFiles,
} from './package-checker.ts';
import { openPackageFiles, type PackageFiles, refuseFeature } from './package-files.ts';
import { chooseDecimals, mergeTests, orderGroups, orderTests, shareOut } from './package-groups.ts';
import {
  amount,
  flag,
  listOf,
  optional,
  readMemoryLimit,
  readSettings,
  readTimeLimit,
  text,
} from './package-settings.ts';

const configName = /^(?:testdata\/)?config\.ya?ml$/;

export const hydro: PackageFormat = {
  name: 'Hydro',
  matches({ entries }) {
    const has = (pattern: RegExp) => entries.some(({ name }) => pattern.test(name));
    if (has(/^(?:data|in|prog)\//)) return false;
    return has(configName) || (has(/^problem\.ya?ml$/) && has(/^testdata\//));
  },
  plan: planHydro,
};

const subtaskTypes = ['min', 'max', 'sum'] as const;

const testCase = z.strictObject({
  input: text,
  output: text,
  time: optional(text),
  memory: optional(text),
  score: optional(amount),
  id: optional(text),
});

const subtask = z.strictObject({
  id: optional(text),
  score: optional(amount),
  type: optional(z.enum(subtaskTypes, rule('manifest_needs_one_of', { choices: subtaskTypes }))),
  if: optional(listOf(text)),
  time: optional(text),
  memory: optional(text),
  cases: optional(listOf(testCase)),
});

const program = z
  .union([text, z.object({ file: text })])
  .transform((value) => (typeof value === 'string' ? value : value.file));

const configSchema = z.strictObject({
  type: optional(text),
  subType: optional(text),
  target: optional(text),
  time: optional(text),
  memory: optional(text),
  score: optional(amount),
  filename: optional(text),
  checker_type: optional(text),
  checker: optional(program),
  interactor: optional(program),
  manager: optional(program),
  validator: optional(program),
  num_processes: optional(text),
  user_extra_files: optional(listOf(text)),
  judge_extra_files: optional(listOf(text)),
  detail: optional(text),
  key: optional(text),
  redirect: optional(text),
  cases: optional(listOf(testCase)),
  subtasks: optional(listOf(subtask)),
  langs: optional(listOf(text)),
  answers: z.unknown().optional(),
  time_limit_rate: optional(z.record(z.string(), amount)),
  memory_limit_rate: optional(z.record(z.string(), amount)),
});

const problemSchema = z.looseObject({ title: optional(text), pid: optional(text), hidden: optional(flag) });

type Config = z.output<typeof configSchema>;
type Subtask = z.output<typeof subtask>;
type ConfigFile = YamlFile<Config> & { readonly file: string };

async function planHydro(archive: Archive): Promise<PackagePlan> {
  const files = openPackageFiles(archive);
  const folder = files.all.some(({ name }) => name.startsWith('testdata/')) ? 'testdata/' : '';
  const configs = [`${folder}config.yaml`, `${folder}config.yml`];
  const file = configs.find((name) => files.find(name)) ?? `${folder}config.yaml`;
  const config: ConfigFile = { ...(await readSettings(files, file, configSchema)), file };
  refuseOtherKinds(config);
  const about = files.find('problem.yml') ? 'problem.yml' : 'problem.yaml';
  const { value: problem } = await readSettings(files, about, problemSchema);
  const checked = await planChecker(files, config, folder);
  const scored = planScoring(files, config, folder);
  const memoryLimitMb = readMemory(config, config.value.memory ?? '256m', ['memory']);
  const hasOwnMemory = scored.tests.some((test) => test.memoryLimitMb !== undefined);
  return {
    ...scored,
    ...checked,
    ...findStatement(files),
    solutions: findSolutions(files, folder),
    groupCount: scored.groups.length,
    stopAtFirstFailure: false,
    title: problem.title ?? null,
    name: problem.pid ?? null,
    timeLimit: { ms: readTime(config, config.value.time ?? '1000ms', ['time']) },
    memoryLimitMb,
    ...planLanguages(config, hasOwnMemory ? null : memoryLimitMb),
    ignored: files.account([
      [/^additional_file\//, 'ignored_attachment'],
      [/(?:^|\/)val(?:idator)?\.\w+$/, 'ignored_validator'],
      [/(?:^|\/)gen(?:erator)?\.\w+$/, 'ignored_generator'],
    ]),
  };
}

const featuresOfTypes = {
  interactive: 'feature_interactive',
  communication: 'feature_communication',
  submit_answer: 'feature_submit_answer',
} as const;

function refuseOtherKinds({ value, file, lineOf }: ConfigFile): void {
  const { type = 'default', filename, user_extra_files = [] } = value;
  if (type in featuresOfTypes) {
    const feature = featuresOfTypes[type as keyof typeof featuresOfTypes];
    throw refuseFeature(file, lineOf(['type']), words(feature));
  }
  if (type !== 'default')
    throw refusedPackage(
      file,
      lineOf(['type']),
      words('package_value', { key: 'type', value: cutName(type) }),
    );
  if (filename !== undefined) throw refuseFeature(file, lineOf(['filename']), words('feature_file_names'));
  if (user_extra_files.length > 0)
    throw refuseFeature(file, lineOf(['user_extra_files']), words('feature_linked_files'));
}

/** Those of languages that are not judged here change nothing. `memoryLimitMb`: null where tests have their own. */
function planLanguages(
  { value, file, lineOf }: ConfigFile,
  memoryLimitMb: number | null,
): Pick<PackagePlan, 'allowedLanguages' | 'languageLimits'> {
  const refuse = (key: string, name: string) =>
    refusedPackage(file, lineOf([key, name]), words('package_setting', { key }));
  const rates = (key: 'time_limit_rate' | 'memory_limit_rate') =>
    Object.entries(value[key] ?? {}).filter(([name]) => findLanguages(hydroLanguages, name).length > 0);
  const times = rates('time_limit_rate').map(([name, rate]) => {
    const own = toTimeFactor(rate);
    if (!own) throw refuse('time_limit_rate', name);
    return [name, own] as const;
  });
  const memories = rates('memory_limit_rate').flatMap(([name, rate]) => {
    if (rate === 1) return [];
    const own = memoryLimitMb === null ? null : toOwnMemory(memoryLimitMb * rate, memoryLimitMb);
    if (!own) throw refuse('memory_limit_rate', name);
    return [[name, own] as const];
  });
  const languageLimits = collectLimits(hydroLanguages, [...times, ...memories]);
  const allowedLanguages = value.langs && findAllowed(hydroLanguages, value.langs);
  if (allowedLanguages?.length === 0)
    throw refuseFeature(file, lineOf(['langs']), words('feature_other_languages'));
  return {
    ...(allowedLanguages && { allowedLanguages }),
    ...(Object.keys(languageLimits).length > 0 && { languageLimits }),
  };
}

async function planChecker(files: PackageFiles, config: ConfigFile, folder: string): Promise<CheckerPlan> {
  const { checker_type: type = 'default', checker, judge_extra_files = [] } = config.value;
  const line = config.lineOf([checker === undefined ? 'checker_type' : 'checker']);
  if (type === 'default' || type === 'strict') {
    if (checker !== undefined)
      throw refusedPackage(config.file, line, words('package_setting', { key: 'checker' }));
    return withoutFiles(type === 'strict' ? { name: 'exact' } : { name: 'lines', ignore_blank_lines: true });
  }
  if (type !== 'testlib' && type !== 'kattis')
    throw refuseFeature(config.file, line, words('feature_checker_convention', { name: cutName(type) }));
  const name = checker ?? '';
  const source = files.find(`${folder}${name}`);
  for (const extra of judge_extra_files) files.use(files.find(`${folder}${extra}`), 'ignored_checker');
  if (source) return planProgram(files, source, { protocol: type, namedIn: { file: config.file, line } });
  const same = type === 'testlib' && !name.includes('.') ? findTestlibChecker(name) : null;
  if (same) return withoutFiles(same);
  throw name === '' || name.includes('.')
    ? refusedPackage(config.file, line, words('package_file_missing', { file: cutName(name) }))
    : refuseFeature(config.file, line, words('feature_standard_checker', { name: cutName(name) }));
}

interface FoundSubtask extends Omit<Subtask, 'cases' | 'id'> {
  readonly id: string;
  readonly place: readonly PropertyKey[];
  readonly cases: readonly FoundCase[];
}

interface FoundCase {
  readonly input: ArchiveEntry;
  readonly answer: ArchiveEntry;
  readonly score?: number | undefined;
  readonly time?: string | undefined;
  readonly memory?: string | undefined;
  readonly place: readonly PropertyKey[];
}

function planScoring(
  files: PackageFiles,
  config: ConfigFile,
  folder: string,
): Pick<PackagePlan, 'tests' | 'groups' | 'scoreDecimals'> {
  const subtasks = findSubtasks(files, config, folder);
  const rest = Math.max(100 - sumOf(subtasks.map(({ score = 0 }) => score)), 0);
  const shared = shareOut(Math.floor(rest), subtasks.filter(({ score }) => !score).length);
  const worth = subtasks.map(({ score }) => score || (shared.shift() ?? 0));
  const [only] = subtasks;
  // One that adds its tests up is what a problem without groups is.
  const isPlain = subtasks.length === 1 && only?.type === 'sum' && (only.if ?? []).length === 0;
  const members = subtasks.flatMap((each, index) => planCases(each, worth[index] ?? 0, config, isPlain));
  const groups = subtasks.map((each, index): TestGroup => {
    const type: GroupRule = each.type ?? 'min';
    return {
      name: each.id,
      points: worth[index] ?? 0,
      dependsOn: each.if ?? [],
      ...(type !== 'min' && { rule: type }),
    };
  });
  const placeOf = new Map(subtasks.map(({ id, place }) => [id, place]));
  const ordered = orderGroups(groups, (mistake, group) => {
    throw refusedPackage(config.file, config.lineOf(placeOf.get(group?.name ?? '') ?? ['subtasks']), mistake);
  });
  const tests = mergeTests(members, ordered);
  const points = isPlain ? tests.map((test) => test.points ?? 0) : worth;
  if (sumOf(points) === 0) throw refusedPackage(config.file, null, words('manifest_worthless'));
  if (isPlain) return { tests, groups: [], scoreDecimals: chooseDecimals(points) };
  return { tests: orderTests(tests, ordered), groups: ordered, scoreDecimals: chooseDecimals(points) };
}

function planCases(
  { id, type = 'min', cases, time, memory }: FoundSubtask,
  worth: number,
  config: ConfigFile,
  isPlain: boolean,
): Parameters<typeof mergeTests>[0] {
  const rest = Math.max(worth - sumOf(cases.map(({ score = 0 }) => score)), 0);
  const shared = shareOut(Math.floor(rest), cases.filter(({ score }) => !score).length);
  return cases.map((each) => {
    if (type !== 'sum' && each.score && each.score !== worth) {
      const mistake = words('package_value', { key: 'score', value: String(each.score) });
      throw refusedPackage(config.file, config.lineOf([...each.place, 'score']), mistake);
    }
    const ownTime = each.time ?? time;
    const ownMemory = each.memory ?? memory;
    return {
      name: stemOf(each.input.name),
      input: each.input,
      answer: each.answer,
      isSample: false,
      group: isPlain ? null : id,
      ...(type === 'sum' && { points: each.score || (shared.shift() ?? 0) }),
      ...(ownTime !== undefined && { timeLimitMs: readTime(config, ownTime, each.place) }),
      ...(ownMemory !== undefined && { memoryLimitMb: readMemory(config, ownMemory, each.place) }),
    };
  });
}

/** Those that are written with their tests, else what the names of the files say. In the order of their numbers. */
function findSubtasks(files: PackageFiles, config: ConfigFile, folder: string): FoundSubtask[] {
  const { cases = [], subtasks = [] } = config.value;
  const written: FoundSubtask[] = subtasks.map((each, index) => ({
    ...each,
    id: each.id ?? String(index + 1),
    place: ['subtasks', index],
    cases: findCases(files, config, folder, each.cases ?? [], ['subtasks', index, 'cases']),
  }));
  if (cases.length > 0) {
    const found = findCases(files, config, folder, cases, ['cases']);
    return [{ id: '1', type: 'sum', place: ['cases'], cases: found }];
  }
  const found = written.some((each) => each.cases.length > 0) ? written : findByNames(files, written, folder);
  const withTests = found.filter((each) => each.cases.length > 0);
  if (withTests.length === 0) throw refusedPackage(config.file, null, words('package_no_tests'));
  for (const each of found) {
    if (each.cases.length === 0)
      throw refusedPackage(config.file, config.lineOf(each.place), words('package_no_tests'));
  }
  return withTests.toSorted((a, b) => compareNaturally(a.id, b.id));
}

function findCases(
  files: PackageFiles,
  { file, lineOf }: ConfigFile,
  folder: string,
  cases: readonly z.output<typeof testCase>[],
  place: readonly PropertyKey[],
): FoundCase[] {
  return cases.map((each, index) => {
    const find = (key: 'input' | 'output') => {
      const found = files.use(files.find(`${folder}${each[key]}`));
      if (found) return found;
      const mistake = words('package_file_missing', { file: cutName(each[key]) });
      throw refusedPackage(file, lineOf([...place, index, key]), mistake);
    };
    return { ...each, input: find('input'), answer: find('output'), place: [...place, index] };
  });
}

/** `data1-3.in` is a test of subtask 1; without such a number it is one of subtask 1 where tests are added up. */
function findByNames(files: PackageFiles, written: readonly FoundSubtask[], folder: string): FoundSubtask[] {
  const inside = files.all.filter(
    ({ name }) => name.startsWith(folder) && !name.startsWith('additional_file/'),
  );
  const { tests } = pairTests(inside.filter(({ name }) => !/\.(?:ya?ml|cpp|cc|h|md|pdf)$/i.test(name)));
  const byId = new Map(written.map((each) => [each.id, { ...each, cases: [...each.cases] }]));
  for (const { input, answer } of tests) {
    files.use(input);
    files.use(answer);
    const number = readSubtaskNumber(stemOf(input.name));
    const id = String(number ?? 1);
    const found = byId.get(id) ?? {
      id,
      type: number === null ? ('sum' as const) : ('min' as const),
      place: ['subtasks'],
      cases: [] as FoundCase[],
    };
    found.cases.push({ input, answer, place: found.place });
    byId.set(id, found);
  }
  return [...byId.values()];
}

/** The number before the last one and a hyphen: 1 in `data1-3`. Null: there is none. */
function readSubtaskNumber(stem: string): number | null {
  const isDigit = (at: number) => /\d/.test(stem[at] ?? '');
  let at = stem.length;
  while (isDigit(at - 1)) at--;
  if (at === stem.length || !/[-_]/.test(stem[at - 1] ?? '')) return null;
  const end = at - 1;
  let start = end;
  while (isDigit(start - 1)) start--;
  return start === end ? null : Number(stem.slice(start, Math.min(end, start + 9)));
}

function stemOf(name: string): string {
  const base = baseName(name).replace(/\.txt$/i, '');
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
}

const timeUnits: Readonly<Record<string, number>> = { '': 1000, m: 1, u: 0.001 };
const memoryUnits: Readonly<Record<string, number>> = { k: 1 / 1024, m: 1, g: 1024 };

function readTime({ file, lineOf }: ConfigFile, said: string, place: readonly PropertyKey[]): number {
  const [, value, unit = ''] = /^(\d{1,9}(?:\.\d{0,9})?)([mu]?)s?$/i.exec(said) ?? [];
  const line = lineOf(place);
  if (value === undefined)
    throw refusedPackage(file, line, words('package_value', { key: 'time', value: cutName(said) }));
  return readTimeLimit(Number(value) * (timeUnits[unit.toLowerCase()] ?? 0), { file, line, key: 'time' });
}

function readMemory({ file, lineOf }: ConfigFile, said: string, place: readonly PropertyKey[]): number {
  const [, value, unit = ''] = /^(\d{1,9}(?:\.\d{0,9})?)([kmg])b?$/i.exec(said) ?? [];
  const line = lineOf(place);
  if (value === undefined)
    throw refusedPackage(file, line, words('package_value', { key: 'memory', value: cutName(said) }));
  return readMemoryLimit(Number(value) * (memoryUnits[unit.toLowerCase()] ?? 0), {
    file,
    line,
    key: 'memory',
  });
}

/** The only PDF that contestants are given, and what is written in Markdown. */
function findStatement(files: PackageFiles): Pick<PackagePlan, 'statement' | 'texts'> {
  const pdfs = files.all.filter(({ name }) => /^(?:additional_file\/)?[^/]+\.pdf$/i.test(name));
  const texts = files.all.filter(({ name }) => /^problem(?:_\w+)?\.(?:md|html|tex)$/i.test(name));
  for (const each of texts) files.use(each, 'ignored_statement_text');
  const statement = pdfs.length === 1 ? (pdfs[0] ?? null) : null;
  return { statement: files.use(statement, 'ignored_statement'), texts };
}

function findSolutions(files: PackageFiles, folder: string): JurySolution<ArchiveEntry>[] {
  return files.all
    .filter(({ name }) => name.startsWith(folder) && /(?:^|\/)std\.\w+$/.test(name))
    .map((file) => {
      files.use(file, 'ignored_solution');
      const language = findSolutionLanguage(file.name);
      return { name: baseName(file.name), file, language, expected: { permitted: ['Accepted'] } };
    });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
