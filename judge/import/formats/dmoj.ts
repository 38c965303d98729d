/**
 * DMOJ: init.yml lists the tests, one by one or in batches, in the package's folder or in an archive within it. Python
 * in the settings is never executed, and time and memory are said elsewhere but for tests that differ.
 */

import { z } from 'zod';
import type { Checker } from '#contract/checkers.ts';
import type { PackageFeatures } from '#contract/import-words.ts';
import type { TestGroup } from '#contract/test-set-plan.ts';
import { rule, type Words, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { chooseDecimals, groupsMax, mergeTests, orderGroups, orderTests } from '../package-groups.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import type { KeyPath, YamlFile } from '../yaml-file.ts';
import { findByPatterns } from './dmoj-patterns.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import { type CheckerPlan, planProgram, withoutFiles } from './package-checker.ts';
import { openPackageFiles, type PackageFiles, refuseFeature } from './package-files.ts';
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

const initName = 'init.yml';

export const dmoj: PackageFormat = {
  name: 'DMOJ',
  matches: ({ entries }) => entries.some(({ name }) => name === initName),
  plan: planDmoj,
};

/** What changes how tests are judged, and is not judged here. */
const features: Readonly<Record<string, Words<keyof PackageFeatures>>> = {
  generator: words('feature_generator'),
  generator_args: words('feature_generator'),
  interactive: words('feature_interactive'),
  signature_grader: words('feature_linked_files'),
  custom_judge: words('feature_custom_grader'),
  grader: words('feature_custom_grader'),
  file_io: words('feature_file_names'),
  io_redirects: words('feature_file_names'),
};

const ofTests = {
  points: optional(amount),
  time_limit: optional(amount),
  memory_limit: optional(amount),
};

/** How much of an output is shown, and what a program may do beside: nothing that changes a verdict here. */
const ofNoConcern = {
  output_limit_length: z.unknown().optional(),
  output_prefix_length: z.unknown().optional(),
  wall_time_factor: z.unknown().optional(),
  unbuffered: z.unknown().optional(),
  hints: z.unknown().optional(),
  meta: z.unknown().optional(),
  pretest_test_cases: z.unknown().optional(),
  binary_data: optional(flag),
};

const single = z.strictObject({ in: optional(text), out: optional(text), ...ofTests, ...ofNoConcern });

const batch = z.strictObject({
  batched: listOf(single),
  dependencies: optional(listOf(text)),
  ...ofTests,
  ...ofNoConcern,
});

/** Tests are found by the names of their files. */
const patterns = z.strictObject({
  input_format: optional(text),
  output_format: optional(text),
  case_points: optional(listOf(amount)),
});

const initSchema = z.strictObject({
  archive: optional(text),
  test_cases: optional(
    z.union([listOf(z.union([batch, single])).min(1, rule('manifest_empty_value')), patterns]),
  ),
  checker: z
    .union([text, z.strictObject({ name: text, args: z.record(z.string(), z.unknown()).default({}) })])
    .default('standard')
    .transform((value) => (typeof value === 'string' ? { name: value || 'standard', args: {} } : value)),
  ...ofTests,
  ...ofNoConcern,
});

type Init = z.output<typeof initSchema>;
type Single = z.output<typeof single>;
type Batch = z.output<typeof batch>;
type Cases = readonly (Single | Batch)[];
type InitFile = YamlFile<Init>;

/** Where the files of the tests are. */
interface Data {
  readonly find: (name: string) => ArchiveEntry | null;
  readonly names: readonly string[];
}

async function planDmoj(archive: Archive): Promise<PackagePlan> {
  const files = openPackageFiles(archive);
  await refuseFeatures(files);
  const init = await readSettings(files, initName, initSchema);
  const data = await openData(files, init);
  const { plan: checked, givesPoints } = await planChecker(files, init);
  const { tests, groups } = planScoring(init, listCases(init, data), data.find, givesPoints);
  const texts = files.all.filter(({ name }) => /^[^/]+\.(?:md|tex|html)$/i.test(name));
  for (const each of texts) files.use(each, 'ignored_statement_text');
  const pdfs = files.all.filter(({ name }) => /^[^/]+\.pdf$/i.test(name));
  const worth =
    groups.length > 0 ? groups.map(({ points }) => points) : tests.map(({ points = 0 }) => points);
  if (worth.every((points) => points === 0))
    throw refusedPackage(initName, null, words('manifest_worthless'));
  const { time_limit: time, memory_limit: memory } = init.value;
  return {
    tests,
    groups,
    ...checked,
    scoreDecimals: chooseDecimals(worth),
    groupCount: groups.length,
    stopAtFirstFailure: false,
    title: null,
    name: null,
    timeLimit: time === undefined ? null : { ms: readTime(init, time, ['time_limit']) },
    memoryLimitMb: memory === undefined ? null : readMemory(init, memory, ['memory_limit']),
    statement: files.use(pdfs.length === 1 ? (pdfs[0] ?? null) : null, 'ignored_statement'),
    texts,
    solutions: [],
    ignored: files.account([]),
  };
}

/** Looked for anywhere, since settings may stand with a test, with a batch or above all of them. */
async function refuseFeatures(files: PackageFiles): Promise<void> {
  const { value, lineOf } = await readSettings(files, initName, z.unknown());
  const look = (at: unknown, place: KeyPath): void => {
    if (typeof at !== 'object' || at === null) return;
    for (const [index, inner] of Array.isArray(at) ? at.entries() : []) look(inner, [...place, index]);
    for (const [key, inner] of Array.isArray(at) ? [] : Object.entries(at)) {
      const line = () => lineOf([...place, key]);
      if (key.endsWith('+')) throw refuseFeature(initName, line(), words('feature_embedded_code'));
      const feature = Object.hasOwn(features, key) ? features[key] : undefined;
      if (feature && inner !== '' && inner !== 'false') throw refuseFeature(initName, line(), feature);
      // One that only some tests have.
      if (key === 'checker' && place.length > 0)
        throw refusedPackage(initName, line(), words('package_setting', { key }));
      if (key === 'binary_data' && inner === 'true')
        throw refusedPackage(initName, line(), words('package_setting', { key }));
      look(inner, [...place, key]);
    }
  };
  look(value, []);
}

/** Files lie beside init.yml or in the archive that it names. */
async function openData(files: PackageFiles, { value, lineOf }: InitFile): Promise<Data> {
  if (value.archive === undefined)
    return { find: (name) => files.use(files.find(name)), names: files.all.map(({ name }) => name) };
  const entry = files.find(value.archive);
  if (!entry) {
    const mistake = words('package_file_missing', { file: cutName(value.archive) });
    throw refusedPackage(initName, lineOf(['archive']), mistake);
  }
  const inside = await files.archive.openWithin(files.use(entry));
  const byName = new Map(inside.filter(({ isFolder }) => !isFolder).map((each) => [each.name, each]));
  return {
    find: (name) => files.use(files.find(name)) ?? byName.get(name.normalize('NFC')) ?? null,
    names: [...byName.keys()],
  };
}

/** Those that are listed, or what the names of the files make of the patterns. */
function listCases(init: InitFile, { names }: Data): Cases {
  const { test_cases: written = {}, points: ofEach } = init.value;
  if (Array.isArray(written)) return written;
  const said = written as z.output<typeof patterns>;
  const found = findByPatterns(said, names, (key, format) => {
    const mistake = words('package_value', { key, value: cutName(format) });
    throw refusedPackage(initName, init.lineOf(['test_cases', key]), mistake);
  });
  if (found.length === 0)
    throw refusedPackage(initName, init.lineOf(['test_cases']), words('package_no_tests'));
  const { case_points: points } = said;
  if (points && points.length < found.length) {
    const mistake = words('package_test_count', { said: points.length, found: found.length });
    throw refusedPackage(initName, init.lineOf(['test_cases', 'case_points']), mistake);
  }
  return found.map(({ isBatch, tests }, index): Single | Batch => {
    const worth = { points: points?.[index] ?? ofEach };
    return isBatch ? { batched: [...tests], ...worth } : { ...tests[0], ...worth };
  });
}

const standard: Checker = { name: 'lines', ignore_spaces: true, ignore_blank_lines: true };

/** Its numbers are 10 to the power of minus `precision` apart at most. */
function planFloats(mode: string, precision: unknown): Checker | null {
  const digits = precision === undefined ? 6 : Number(precision);
  if (!Number.isInteger(digits) || digits < 0 || digits > 18) return null;
  const tolerance = Number(`1e-${digits}`);
  const tolerances: Readonly<Record<string, readonly [absolute: number, relative: number]>> = {
    default: [tolerance, tolerance],
    absolute: [tolerance, 0],
    relative: [0, tolerance],
  };
  const [absolute, relative] = (Object.hasOwn(tolerances, mode) && tolerances[mode]) || [];
  return absolute === undefined || relative === undefined
    ? null
    : { name: 'floats', absolute, relative, by_lines: true };
}

/** The judge's own checkers, as far as they give the verdicts of ours. */
function findStandardChecker(name: string, args: Readonly<Record<string, unknown>>): Checker | null {
  const unknown = Object.keys(args).filter((key) => !['precision', 'error_mode', 'pe_allowed'].includes(key));
  if (unknown.length > 0) return null;
  switch (name) {
    case 'standard':
      return standard;
    case 'identical':
      return { name: 'exact' };
    case 'floats':
      return planFloats(String(args.error_mode ?? 'default'), args.precision);
    case 'floatsabs':
      return planFloats('absolute', args.precision);
    case 'floatsrel':
      return planFloats('relative', args.precision);
    default:
      return null;
  }
}

async function planChecker(
  files: PackageFiles,
  { value: { checker }, lineOf }: InitFile,
): Promise<{ plan: CheckerPlan; givesPoints: boolean }> {
  const { name, args } = checker;
  const line = lineOf(['checker']);
  if (name !== 'bridged') {
    const same = findStandardChecker(name, args);
    if (same) return { plan: withoutFiles(same), givesPoints: false };
    throw refuseFeature(
      initName,
      line,
      /\.\w+$/.test(name)
        ? words('feature_checker_module', { file: cutName(name) })
        : words('feature_standard_checker', { name: cutName(name) }),
    );
  }
  const type = args.type ?? 'default';
  if (type !== 'default' && type !== 'testlib')
    throw refuseFeature(initName, line, words('feature_checker_convention', { name: cutName(String(type)) }));
  for (const key of ['flags', 'args'])
    if (key in args) throw refusedPackage(initName, line, words('package_setting', { key }));
  const [file, ...others] = [args.files ?? []].flat().map(String);
  const sources = others.filter((each) => !/\.(?:h|hh|hpp)$/.test(each));
  if (file === undefined || sources.length > 0) {
    const named = cutName(file ?? 'checker');
    throw refuseFeature(initName, line, words('feature_several_sources', { file: named }));
  }
  const source = files.find(file);
  if (!source) throw refusedPackage(initName, line, words('package_file_missing', { file: cutName(file) }));
  // Points are out of what a test or its batch is worth.
  const plan = await planProgram(files, source, { points: 'absolute', namedIn: { file: initName, line } });
  return { plan, givesPoints: type === 'testlib' };
}

/**
 * A batch is worth its weakest test. What is worth nothing must pass for anything behind it to run. The points of a
 * checker are out of what a test is worth in its group, so that there must be one.
 */
function planScoring(
  init: InitFile,
  cases: Cases,
  findData: Data['find'],
  givesPoints: boolean,
): Pick<PackagePlan, 'tests' | 'groups'> {
  const { lineOf } = init;
  const isPlain = !givesPoints && cases.every((each) => !('batched' in each) && readPoints(init, each) !== 0);
  const groups: TestGroup[] = [];
  const members: Parameters<typeof mergeTests>[0][number][] = [];
  const lineOfGroup = new Map<string, number>();
  const mustPass: string[] = [];
  let batches = 0;
  let row: { name: string; points: number } | null = null;

  const open = (group: TestGroup, place: KeyPath) => {
    // Here, since each of them names all that must pass before it.
    if (groups.length === groupsMax)
      throw refusedPackage(initName, lineOf(place), words('package_too_many_groups', { most: groupsMax }));
    groups.push(group);
    lineOfGroup.set(group.name, lineOf(place));
    if (group.points === 0) mustPass.push(group.name);
  };
  cases.forEach((each, index) => {
    const place = ['test_cases', index];
    const points = readPoints(init, each);
    if ('batched' in each) {
      batches++;
      row = null;
      const name = `batch ${batches}`;
      const needed = (each.dependencies ?? []).map((number) => `batch ${Number(number)}`);
      open({ name, points, dependsOn: [...new Set([...mustPass, ...needed])] }, place);
      each.batched.forEach((one, inner) => {
        members.push(planTest(init, one, each, [...place, 'batched', inner], findData, { group: name }));
      });
      if (each.batched.length === 0) throw refusedPackage(initName, lineOf(place), words('package_no_tests'));
      return;
    }
    if (!isPlain && (row === null || points === 0)) {
      row = { name: `test ${index + 1}`, points: 0 };
      open({ name: row.name, points, dependsOn: [...mustPass], ...(points > 0 && { rule: 'sum' }) }, place);
    } else if (row !== null) {
      const at = groups.findIndex(({ name }) => name === row?.name);
      groups[at] = { ...(groups[at] as TestGroup), points: (groups[at]?.points ?? 0) + points };
    }
    members.push(planTest(init, each, null, place, findData, { group: row?.name ?? null, points }));
    if (points === 0) row = null;
  });
  const ordered = orderGroups(groups, (mistake, group) => {
    throw refusedPackage(initName, lineOfGroup.get(group?.name ?? '') ?? null, mistake);
  });
  return { tests: orderTests(mergeTests(members, ordered), ordered), groups: ordered };
}

function readPoints({ value }: InitFile, each: Single | Batch): number {
  return each.points ?? value.points ?? 1;
}

function planTest(
  init: InitFile,
  one: Single,
  around: Batch | null,
  place: KeyPath,
  findData: Data['find'],
  scored: { group: string | null; points?: number },
): Parameters<typeof mergeTests>[0][number] {
  const refuse = (key: string, mistake: Parameters<typeof refusedPackage>[2]) =>
    refusedPackage(initName, init.lineOf([...place, key]), mistake);
  const { in: inputName = '', out: answerName } = one;
  const input = findData(inputName);
  if (inputName === '' && answerName !== undefined)
    throw refuse('in', words('kattis_input_missing', { answer: cutName(answerName) }));
  if (!input) throw refuse('in', words('package_file_missing', { file: cutName(inputName) }));
  if (answerName === undefined)
    throw refuse('out', words('package_answer_missing', { input: cutName(inputName) }));
  const answer = findData(answerName);
  if (!answer) throw refuse('out', words('package_file_missing', { file: cutName(answerName) }));
  const time = one.time_limit ?? around?.time_limit;
  const memory = one.memory_limit ?? around?.memory_limit;
  return {
    name: inputName.replace(/\.(?:in|txt)$/, ''),
    input,
    answer,
    isSample: false,
    ...scored,
    ...(time !== undefined && { timeLimitMs: readTime(init, time, place) }),
    ...(memory !== undefined && { memoryLimitMb: readMemory(init, memory, place) }),
  };
}

/** In seconds. */
function readTime({ lineOf }: InitFile, seconds: number, place: KeyPath): number {
  return readTimeLimit(seconds * 1000, { file: initName, line: lineOf(place), key: 'time_limit' });
}

/** In kilobytes. */
function readMemory({ lineOf }: InitFile, kilobytes: number, place: KeyPath): number {
  return readMemoryLimit(kilobytes / 1024, { file: initName, line: lineOf(place), key: 'memory_limit' });
}
