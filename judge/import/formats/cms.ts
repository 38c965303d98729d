/**
 * CMS in the Italian way: task.yaml, numbered files in input/ and output/, and gen/GEN, which says how many tests each
 * subtask has. Settings that CMS itself does not read are not read here either.
 */

import { basename } from 'node:path';
import { z } from 'zod';
import { findCheckerLanguage, findSolutionLanguage } from '#contract/program-files.ts';
import type { Expectation, JurySolution, TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { matchNames } from '../foreign-patterns.ts';
import { chooseDecimals, groupsMax, mergeTests, orderTests } from '../package-groups.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { YamlFile } from '../yaml-file.ts';
import { anyOutcome, type PackageFormat, type PackagePlan } from './format.ts';
import { type CheckerPlan, planProgram, withoutFiles } from './package-checker.ts';
import { openPackageFiles, type PackageFiles, readText, refuseFeature } from './package-files.ts';
import {
  amount,
  flag,
  optional,
  readMemoryLimit,
  readSettings,
  readTimeLimit,
  text,
} from './package-settings.ts';

const settingsName = 'task.yaml';
const genName = 'gen/GEN';

export const cms: PackageFormat = {
  name: 'CMS',
  matches: ({ entries }) => entries.some(({ name }) => name === settingsName),
  plan: planCms,
};

const taskSchema = z.looseObject({
  name: optional(text),
  nome_breve: optional(text),
  title: optional(text),
  nome: optional(text),
  time_limit: optional(amount),
  timeout: optional(amount),
  memory_limit: optional(amount),
  memlimit: optional(amount),
  infile: text.optional(),
  outfile: text.optional(),
  n_input: optional(amount),
  output_only: optional(flag),
  score_type: optional(text),
  score_type_parameters: z.unknown().optional(),
});

type TaskFile = YamlFile<z.output<typeof taskSchema>>;

async function planCms(archive: Archive): Promise<PackagePlan> {
  const files = openPackageFiles(archive);
  const task = await readSettings(files, settingsName, taskSchema);
  const { value } = task;
  refuseOtherKinds(files, task);
  const checked = await planChecker(files);
  const subtasks = readScoreType(files, task) ?? (await readGen(files)) ?? null;
  const { tests, groups, scoreDecimals } = planScoring(files, task, subtasks);
  const time = value.time_limit ?? value.timeout;
  const memory = value.memory_limit ?? value.memlimit;
  const place = (key: 'time_limit' | 'memory_limit') => ({
    file: settingsName,
    line: task.lineOf([key]),
    key,
  });
  return {
    tests,
    groups,
    scoreDecimals,
    ...checked,
    ...findStatement(files),
    solutions: findSolutions(files, value.name ?? value.nome_breve ?? ''),
    groupCount: groups.length,
    stopAtFirstFailure: false,
    title: value.title ?? value.nome ?? null,
    name: value.name ?? value.nome_breve ?? null,
    timeLimit: time === undefined ? null : { ms: readTimeLimit(time * 1000, place('time_limit')) },
    memoryLimitMb: memory === undefined ? null : readMemoryLimit(memory, place('memory_limit')),
    ignored: files.account([
      [/^gen\/val/, 'ignored_validator'],
      [/^gen\//, 'ignored_generator'],
      [/^att\//, 'ignored_attachment'],
      [/^(?:check|cor)\/(?:checker|correttore)$/, 'ignored_program'],
    ]),
  };
}

function refuseOtherKinds(files: PackageFiles, { value, lineOf }: TaskFile): void {
  const refuse = (key: string, feature: Parameters<typeof refuseFeature>[2]) =>
    refuseFeature(settingsName, lineOf([key]), feature);
  if (value.output_only) throw refuse('output_only', words('feature_submit_answer'));
  const has = (pattern: RegExp) => files.all.some(({ name }) => pattern.test(name));
  if (has(/^(?:check|cor)\/manager(?:\.\w+)?$/)) throw refuse('name', words('feature_communication'));
  if (has(/^sol\/(?:grader|stub)\.\w+$/)) throw refuse('name', words('feature_linked_files'));
  // Without these keys a task reads input.txt and writes output.txt.
  const usesFiles = (value.infile ?? 'input.txt') !== '' || (value.outfile ?? 'output.txt') !== '';
  if (usesFiles) throw refuse('infile', words('feature_file_names'));
}

/** Without a checker of its own CMS compares words line by line. */
async function planChecker(files: PackageFiles): Promise<CheckerPlan> {
  const own = files.all.filter(({ name }) => /^(?:check\/checker|cor\/correttore)(?:\.\w+)?$/.test(name));
  if (own.length === 0) return withoutFiles({ name: 'lines', ignore_spaces: true });
  const sources = own.filter(({ name }) => name.includes('.'));
  const source = sources.find(({ name }) => findCheckerLanguage(name) !== null) ?? sources[0];
  if (!source) {
    const file = `${own[0]?.name ?? ''}.cpp`;
    throw refusedPackage(settingsName, null, words('package_file_missing', { file: cutName(file) }));
  }
  return planProgram(files, source, { protocol: 'cms', namedIn: { file: settingsName, line: null } });
}

interface Subtask {
  readonly points: number;
  /** Positions of its tests, from 0. */
  readonly tests: readonly number[];
  readonly rule: 'min' | 'product';
}

const testsMax = 20_000;

/** `#ST: 20` opens a subtask; every other line that is not empty or a comment is a test. Null: no subtasks. */
async function readGen(files: PackageFiles): Promise<Subtask[] | number | null> {
  const entry = files.use(files.find(genName), 'ignored_package_settings');
  if (!entry) return null;
  const content = await readText(files.archive, entry, 1024 * 1024);
  if (content === null) throw refusedPackage(genName, null, words('manifest_too_large', { kilobytes: 1024 }));
  const subtasks: { points: number; tests: number[]; rule: 'min' }[] = [];
  let count = 0;
  content.split('\n').forEach((line, index) => {
    const hash = line.indexOf('#');
    const isTest = (hash === -1 ? line : line.slice(0, hash)).trim() !== '';
    const comment = hash === -1 ? '' : line.slice(hash + 1).trim();
    const said = comment.startsWith('ST:') ? comment.slice(3).trim() : null;
    const refuse = (value: string) =>
      refusedPackage(genName, index + 1, words('package_value', { key: '#ST', value: cutName(value) }));
    if (said !== null) {
      if (isTest || !/^\d{1,6}$/.test(said) || (count > 0 && subtasks.length === 0)) throw refuse(said);
      subtasks.push({ points: Number(said), tests: [], rule: 'min' });
      if (subtasks.length > groupsMax)
        throw refusedPackage(genName, index + 1, words('package_too_many_groups', { most: groupsMax }));
    } else if (isTest || comment.startsWith('COPY:')) {
      subtasks.at(-1)?.tests.push(count);
      count++;
    }
  });
  return subtasks.length > 0 ? subtasks : count;
}

const rules = { GroupMin: 'min', GroupMul: 'product' } as const;

/** Said in task.yaml, it replaces what gen/GEN says. Null: it is not said there. */
function readScoreType(files: PackageFiles, { value, lineOf }: TaskFile): Subtask[] | number | null {
  const { score_type: type, score_type_parameters: parameters, n_input: count } = value;
  if (type === undefined || parameters === undefined) return null;
  const line = lineOf(['score_type_parameters']);
  const refuse = (key: string, said: unknown) => {
    const shown = typeof said === 'string' ? said : (JSON.stringify(said) ?? '');
    return refusedPackage(settingsName, line, words('package_value', { key, value: cutName(shown) }));
  };
  if (type === 'Sum') {
    if (count === undefined) throw refuse('n_input', '');
    return count;
  }
  if (type !== 'GroupMin' && type !== 'GroupMul') throw refuse('score_type', type);
  if (!Array.isArray(parameters)) throw refuse('score_type_parameters', parameters);
  if (parameters.length > groupsMax)
    throw refusedPackage(settingsName, line, words('package_too_many_groups', { most: groupsMax }));
  let next = 0;
  return parameters.map((parameter: unknown) => {
    const [points, tests] = Array.isArray(parameter) ? parameter : [];
    if (typeof points !== 'string' || !/^\d{1,6}(?:\.\d{1,6})?$/.test(points))
      throw refuse('score_type_parameters', parameter);
    return { points: Number(points), tests: readTests(tests), rule: rules[type] };
  });

  /** How many follow, their numbers, or a pattern that their numbers of three digits match. */
  function readTests(tests: unknown): number[] {
    if (typeof tests === 'string' && /^\d{1,5}$/.test(tests) && next + Number(tests) <= testsMax) {
      const first = next;
      next += Number(tests);
      return Array.from({ length: Number(tests) }, (_, index) => first + index);
    }
    if (typeof tests === 'string') {
      const codeNames = Array.from({ length: countInputs(files) }, (_, number) =>
        String(number).padStart(3, '0'),
      );
      const matched = matchNames(tests, codeNames);
      if (matched === null) throw refuse('score_type_parameters', tests);
      return matched.flatMap((groups, number) => (groups === null ? [] : [number]));
    }
    const isList = Array.isArray(tests) && tests.every((each) => /^\d{1,5}$/.test(String(each)));
    if (!isList) throw refuse('score_type_parameters', tests);
    return tests.map(Number);
  }
}

function planScoring(
  files: PackageFiles,
  { value, lineOf }: TaskFile,
  said: readonly Subtask[] | number | null,
): Pick<PackagePlan, 'tests' | 'groups' | 'scoreDecimals'> {
  const count = countTests(files, value.n_input, said);
  if (value.n_input !== undefined && count !== value.n_input) {
    const mistake = words('package_test_count', { said: value.n_input, found: count });
    throw refusedPackage(settingsName, lineOf(['n_input']), mistake);
  }
  if (count === 0) throw refusedPackage(settingsName, null, words('package_no_tests'));
  const subtasks = Array.isArray(said) ? (said as readonly Subtask[]) : [];
  const names = subtasks.map((_, index) => String(index + 1));
  const given = findGiven(files);
  const found = Array.from({ length: count }, (_, number) => findTest(files, number, given));
  const members = subtasks.flatMap(({ tests }, index) =>
    tests.map((number) => {
      const test = found[number];
      if (!test) {
        const mistake = words('package_file_missing', { file: `input/input${number}.txt` });
        throw refusedPackage(settingsName, lineOf(['score_type_parameters']), mistake);
      }
      return { ...test, group: names[index] ?? '' };
    }),
  );
  if (subtasks.length === 0) {
    return {
      tests: mergeTests(
        found.map((test) => ({ ...test, group: null })),
        [],
      ),
      groups: [],
      scoreDecimals: 0,
    };
  }
  const groups = subtasks.map(({ points, rule }, index): TestGroup => {
    return { name: names[index] ?? '', points, dependsOn: [], ...(rule !== 'min' && { rule }) };
  });
  const empty = subtasks.findIndex((each) => each.tests.length === 0);
  if (empty !== -1) throw refusedPackage(genName, null, words('package_no_tests'));
  const points = groups.map((group) => group.points);
  if (points.every((each) => each === 0)) throw refusedPackage(genName, null, words('manifest_worthless'));
  const tests = orderTests(mergeTests(members, groups), groups);
  return { tests, groups, scoreDecimals: chooseDecimals(points) };
}

/** Without anything that says it there are as many as there are files, from 0. */
function countTests(
  files: PackageFiles,
  written: number | undefined,
  said: readonly Subtask[] | number | null,
): number {
  if (typeof said === 'number') return said;
  if (said !== null)
    return said.flatMap(({ tests }) => tests).reduce((most, each) => Math.max(most, each + 1), 0);
  return written !== undefined ? Math.min(written, testsMax) : countInputs(files);
}

function countInputs(files: PackageFiles): number {
  let count = 0;
  while (files.find(`input/input${count}.txt`)) count++;
  return count;
}

function findTest(files: PackageFiles, number: number, given: ReadonlySet<number>) {
  const inputName = `input/input${number}.txt`;
  const input = files.use(files.find(inputName));
  if (!input) throw refusedPackage(settingsName, null, words('package_file_missing', { file: inputName }));
  const answer = files.use(files.find(`output/output${number}.txt`));
  if (!answer)
    throw refusedPackage(settingsName, null, words('package_answer_missing', { input: inputName }));
  return { name: String(number), input, answer, isSample: given.has(number) };
}

/** The numbers of the tests that contestants are given with their answers: an input alone keeps its answer secret. */
function findGiven(files: PackageFiles): Set<number> {
  const find = (role: string) => {
    const pattern = new RegExp(`^att/(?:[^/]*[._])?${role}(\\d{1,9})\\.txt$`);
    return new Set(files.all.flatMap(({ name }) => pattern.exec(name)?.[1] ?? []).map(Number));
  };
  return find('input').intersection(find('output'));
}

function findStatement(files: PackageFiles): Pick<PackagePlan, 'statement' | 'texts'> {
  const names = ['statement/statement.pdf', 'testo/testo.pdf', 'statement/english.pdf'];
  const named = names.map(files.find).find((entry) => entry !== null);
  const first = files.all.find(({ name }) => /^(?:statement|testo)\/[^/]+\.pdf$/i.test(name));
  const texts = files.all.filter(({ name }) => /^(?:statement|testo)\/[^/]+\.(?:tex|md|html)$/i.test(name));
  for (const each of texts) files.use(each, 'ignored_statement_text');
  return { statement: files.use(named ?? first ?? null, 'ignored_statement'), texts };
}

/** Only the name of the right one is agreed on; of the others nothing is known. */
function findSolutions(files: PackageFiles, task: string): JurySolution<ArchiveEntry>[] {
  return files.all
    .filter(({ name }) => /^sol\/[^/]+\.\w+$/.test(name) && !/\.(?:h|hpp|txt|md|lib)$/i.test(name))
    .map((file) => {
      files.use(file, 'ignored_solution');
      const name = basename(file.name);
      const isRight = /^(?:solution|soluzione|sol)\.\w+$/.test(name) || name.startsWith(`${task}.`);
      const expected: Expectation = isRight ? { permitted: ['Accepted'] } : anyOutcome;
      return { name, file, language: findSolutionLanguage(name), expected };
    });
}
