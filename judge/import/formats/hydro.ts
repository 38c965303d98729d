/**
 * Hydro: testdata/config.yaml with the tests beside it, and problem.yaml above; also a folder of tests with a config.yaml
 * alone. What the settings leave open Hydro finds by the names of the files, and so do we.
 */

import { basename } from 'node:path';
import { findSolutionLanguage } from '#contract/program-files.ts';
import type { GroupRule, JurySolution, TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { chooseDecimals, mergeTests, orderGroups, orderTests, shareOut } from '../package-groups.ts';
import { pairTests } from '../pair-tests.ts';
import { comparePaths } from '../path-order.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import { type ConfigFile, configSchema, problemSchema, type Subtask, type TestCase } from './hydro-config.ts';
import { planLanguages, readMemory, readTime } from './hydro-limits.ts';
import { type CheckerPlan, findTestlibChecker, planProgram, withoutFiles } from './package-checker.ts';
import { openPackageFiles, type PackageFiles, refuseFeature } from './package-files.ts';
import { readSettings } from './package-settings.ts';

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
  return withTests.toSorted((a, b) => comparePaths(a.id, b.id));
}

function findCases(
  files: PackageFiles,
  { file, lineOf }: ConfigFile,
  folder: string,
  cases: readonly TestCase[],
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
  const base = basename(name).replace(/\.txt$/i, '');
  const dot = base.lastIndexOf('.');
  return dot > 0 ? base.slice(0, dot) : base;
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
      return { name: basename(file.name), file, language, expected: { permitted: ['Accepted'] } };
    });
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
