/**
 * Polygon's full packages: problem.xml says everything, the tests lie where its patterns lead. Validators and
 * generators have done their work when the package was made.
 */

import { basename } from 'node:path';
import { limits } from '#contract/limits.ts';
import type { PlannedTest, TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { renameEntry } from '../entry-content.ts';
import { chooseDecimals, groupsMax, nameApart, orderGroups, orderTests } from '../package-groups.ts';
import { cutName } from '../refusal.ts';
import { findAll, findOne, readXmlEntry, type XmlElement } from '../xml-file.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import { type CheckerPlan, findTestlibChecker, planProgram, withoutFiles } from './package-checker.ts';
import { openPackageFiles, type PackageFiles, refuseFeature } from './package-files.ts';
import { descriptor, refuse } from './polygon-descriptor.ts';
import { findSolutions } from './polygon-solutions.ts';

export const polygon: PackageFormat = {
  name: 'Polygon',
  matches: ({ entries }) => entries.some(({ name }) => name === descriptor),
  plan: planPolygon,
};

async function planPolygon(archive: Archive): Promise<PackagePlan> {
  const files = openPackageFiles(archive);
  const entry = files.find(descriptor) as ArchiveEntry;
  const problem = await readXmlEntry(archive, files.use(entry, 'ignored_package_settings'));
  refuseUnknownKinds(problem);
  const testset = findTestset(problem);
  const tests = findTests(files, testset);
  const checked = await planChecker(files, problem);
  const statements = findStatements(files, problem);
  const scored = planScoring(tests, testset);
  const solutions = findSolutions(files, problem, scored.groups);
  nameByElements(files, findAll(problem, 'assets', 'validators', 'validator'), 'ignored_validator');
  nameByElements(files, findAll(problem, 'files', 'executables', 'executable'), 'ignored_generator');
  return {
    ...scored,
    ...checked,
    ...statements,
    solutions,
    groupCount: scored.groups.length,
    stopAtFirstFailure: false,
    title: findTitle(problem),
    name: problem.attributes['short-name'] || null,
    timeLimit: readTimeLimit(testset),
    memoryLimitMb: readMemoryLimit(testset),
    ignored: [...files.account(ignoredFiles), ...noteFeedback(testset)],
  };
}

const ignoredFiles = [
  [/^files\/tests\/validator-tests\//, 'ignored_validator'],
  [/^files\/.*\.(?:sty|ftl)$/, 'ignored_document'],
  [/^materials\//, 'ignored_attachment'],
  [/\.exe$/, 'ignored_program'],
  [
    /^(?:statements|statement-sections|documents|tutorial)\/.*\.(?:png|jpe?g|gif|svg|eps)$/i,
    'ignored_picture',
  ],
  [/^(?:statements|statement-sections|documents|tutorial)\//, 'ignored_document'],
] as const;

/** Problems of other kinds than programs that read standard input and write standard output. */
function refuseUnknownKinds(problem: XmlElement): void {
  if (problem.name !== 'problem')
    refuse(problem, words('package_value', { key: 'root', value: cutName(problem.name) }));
  const interactor = findOne(problem, 'assets', 'interactor');
  if (interactor) throw refuseFeature(descriptor, interactor.line, words('feature_interactive'));
  const linked = findAll(problem, 'files', 'resources', 'file').find(isLinked);
  if (linked) throw refuseFeature(descriptor, linked.line, words('feature_linked_files'));
  const judging = findOne(problem, 'judging') ?? refuse(problem, words('package_no_tests'));
  const {
    'input-file': input = '',
    'output-file': output = '',
    'run-count': runs = '1',
  } = judging.attributes;
  if (!['', 'stdin'].includes(input) || !['', 'stdout'].includes(output))
    throw refuseFeature(descriptor, judging.line, words('feature_file_names'));
  if (runs !== '1') throw refuseFeature(descriptor, judging.line, words('feature_multi_pass'));
}

/** A resource that is put beside submissions in C++, not only beside the jury's own programs. */
function isLinked(file: XmlElement): boolean {
  const assets = findAll(file, 'assets', 'asset').map(({ attributes }) => attributes.name?.toLowerCase());
  const types = file.attributes['for-types'] ?? '*';
  return assets.includes('solution') && /cpp|c\+\+|^\.?\*$/i.test(types);
}

/** The one called `tests`, or the only one. Others, such as pretests, repeat some of its tests. */
function findTestset(problem: XmlElement): XmlElement {
  const testsets = findAll(problem, 'judging', 'testset');
  const named = testsets.find(({ attributes }) => attributes.name === 'tests');
  const only = testsets.length === 1 ? testsets[0] : undefined;
  const value = cutName(testsets.map(({ attributes }) => attributes.name ?? '').join(', '));
  return (
    named ?? only ?? refuse(findOne(problem, 'judging'), words('package_value', { key: 'testset', value }))
  );
}

/** The languages of people who wrote it; English is preferred, then the one that is marked as the main one. */
function pickByLanguage(elements: readonly XmlElement[]): XmlElement | null {
  const english = elements.find(({ attributes }) => attributes.language === 'english');
  const main = elements.find(({ attributes }) => attributes.main === 'true');
  return english ?? main ?? elements[0] ?? null;
}

function findTitle(problem: XmlElement): string | null {
  const named = findAll(problem, 'names', 'name').filter(({ attributes }) => attributes.value?.trim());
  return pickByLanguage(named)?.attributes.value?.trim().slice(0, limits.problemTitleMax) ?? null;
}

function readTimeLimit(testset: XmlElement): PackagePlan['timeLimit'] {
  const element = findOne(testset, 'time-limit');
  return element && { ms: readWhole(element, limits.timeLimitMinMs, limits.timeLimitMaxMs) };
}

const mebibyte = 1024 * 1024;

/** In bytes, and often a round number of them: whoever uses all of that must not be a byte short. */
function readMemoryLimit(testset: XmlElement): number | null {
  const element = findOne(testset, 'memory-limit');
  if (!element) return null;
  const megabytes = Math.ceil(readWhole(element, 1, limits.memoryLimitMaxMb * mebibyte) / mebibyte);
  return Math.max(megabytes, limits.memoryLimitMinMb);
}

function readWhole(element: XmlElement, least: number, most: number): number {
  const text = element.text.trim();
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  return refuse(element, words('package_value', { key: element.name, value: cutName(text) }));
}

/** `points="12.5"`; absent where the problem has none. */
function readPoints({ attributes, ...element }: XmlElement): number | null {
  const text = attributes.points?.trim() ?? '';
  if (text === '') return null;
  if (/^\d{1,6}(?:\.\d{1,9})?$/.test(text)) return Number(text);
  return refuse({ ...element, attributes }, words('package_value', { key: 'points', value: cutName(text) }));
}

interface FoundTest extends Pick<PlannedTest<ArchiveEntry>, 'name' | 'input' | 'answer' | 'isSample'> {
  readonly group: string | null;
  readonly points: number | null;
  readonly element: XmlElement;
}

function findTests(files: PackageFiles, testset: XmlElement): FoundTest[] {
  const elements = findAll(testset, 'tests', 'test');
  if (elements.length === 0) refuse(testset, words('package_no_tests'));
  const [inputAt, answerAt] = [readPattern(testset, 'input'), readPattern(testset, 'answer')];
  const found = elements.map((element, index) => ({
    element,
    inputName: inputAt(index + 1),
    answerName: answerAt(index + 1),
  }));
  const isStandard = !found.some(({ answerName }) => files.find(answerName));
  return found.map(({ element, inputName, answerName }) => {
    const input = files.use(files.find(inputName));
    const answer = files.use(files.find(answerName));
    const isGenerated = element.attributes.method === 'generated';
    if ((!input || !answer) && (isStandard || (!input && isGenerated)))
      refuse(element, words('polygon_standard'));
    if (!input) return refuse(element, words('package_file_missing', { file: cutName(inputName) }));
    if (!answer) return refuse(element, words('package_answer_missing', { input: cutName(inputName) }));
    return {
      element,
      input,
      answer,
      name: basename(inputName),
      isSample: element.attributes.sample === 'true',
      group: element.attributes.group || null,
      points: readPoints(element),
    };
  });
}

/** As in `tests/%02d.a`. */
function readPattern(testset: XmlElement, role: 'input' | 'answer'): (number: number) => string {
  const element = findOne(testset, `${role}-path-pattern`);
  const pattern = element?.text.trim() ?? '';
  const [, before, width, after] = /^([^%]*)%0?(\d?)d([^%]*)$/.exec(pattern) ?? [];
  if (before === undefined || after === undefined) {
    const value = cutName(pattern);
    return refuse(element ?? testset, words('package_value', { key: `${role}-path-pattern`, value }));
  }
  return (number) => `${before}${String(number).padStart(Number(width), '0')}${after}`;
}

type Scoring = Pick<PackagePlan, 'tests' | 'groups' | 'scoreDecimals'>;

function planScoring(tests: readonly FoundTest[], testset: XmlElement): Scoring {
  const elements = findAll(testset, 'groups', 'group');
  if (elements.length > 0 || tests.some(({ group }) => group !== null)) return planGroups(tests, testset);
  const points = tests.map((test) => test.points ?? 0);
  if (points.some((each) => each > 0)) {
    return {
      tests: tests.map((test, index) => ({ ...planTest(test, []), points: points[index] ?? 0 })),
      groups: [],
      scoreDecimals: chooseDecimals(points),
    };
  }
  // Without points it is solved or not.
  const whole: TestGroup = { name: 'tests', points: 100, dependsOn: [], rule: 'all' };
  return { tests: tests.map((test) => planTest(test, [whole.name])), groups: [whole], scoreDecimals: 0 };
}

function planTest(
  { name, input, answer, isSample }: FoundTest,
  groups: readonly string[],
): PlannedTest<ArchiveEntry> {
  return { name, input, answer, isSample, groups };
}

/** Tests without a group count by themselves, as the tests of one group that is the sum of them. */
function planGroups(tests: readonly FoundTest[], testset: XmlElement): Scoring {
  const elements = findAll(testset, 'groups', 'group');
  if (elements.length > groupsMax) refuse(testset, words('package_too_many_groups', { most: groupsMax }));
  const elementOf = new Map(elements.map((element) => [element.attributes.name ?? '', element]));
  const names = new Set([...elementOf.keys(), ...tests.flatMap(({ group }) => group ?? [])]);
  const { name: rest } = nameApart('other', names);
  const byGroup = Map.groupBy(tests, ({ group }) => group ?? rest);
  const written = [
    ...new Set([...elements.map(({ attributes }) => attributes.name ?? ''), ...byGroup.keys()]),
  ];
  if (elementOf.size < elements.length) {
    const group = elements.find((element) => elementOf.get(element.attributes.name ?? '') !== element);
    refuse(group ?? testset, words('manifest_same_group', { group: cutName(group?.attributes.name ?? '') }));
  }
  const known = new Set(byGroup.keys());
  const groups = written
    .filter((name) => known.has(name))
    .map((name) => planGroup(name, elementOf.get(name) ?? null, byGroup.get(name) ?? []))
    // What has no tests cannot fail.
    .map((group) => ({
      ...group,
      dependsOn: group.dependsOn.filter((name) => known.has(name) || !elementOf.has(name)),
    }));
  const ordered = orderGroups(groups, (mistake, group) =>
    refuse(elementOf.get(group?.name ?? '') ?? testset, mistake),
  );
  if (ordered.every(({ points }) => points === 0)) refuse(testset, words('manifest_worthless'));
  const isSum = new Set(ordered.filter(({ rule }) => rule === 'sum').map(({ name }) => name));
  const planned = tests.map((test) => {
    const group = test.group ?? rest;
    const hasPoints = isSum.has(group) && byGroup.get(group)?.some(({ points }) => points);
    return { ...planTest(test, [group]), ...(hasPoints && { points: test.points ?? 0 }) };
  });
  return {
    tests: orderTests(planned, ordered),
    groups: ordered,
    scoreDecimals: chooseDecimals(ordered.map(({ points }) => points)),
  };
}

function planGroup(name: string, element: XmlElement | null, tests: readonly FoundTest[]): TestGroup {
  const policy = element?.attributes['points-policy'] ?? 'each-test';
  if (policy !== 'each-test' && policy !== 'complete-group')
    refuse(element, words('package_value', { key: 'points-policy', value: cutName(policy) }));
  const ofTests = tests.reduce((sum, { points }) => sum + (points ?? 0), 0);
  const own = element && readPoints(element);
  return {
    name,
    // Where each test counts by itself, a group is worth what they are worth together.
    points: policy === 'each-test' && ofTests > 0 ? ofTests : (own ?? ofTests),
    dependsOn: findAll(element, 'dependencies', 'dependency').map(({ attributes }) => attributes.group ?? ''),
    rule: policy === 'each-test' ? 'sum' : 'all',
  };
}

/** Words about them are kept with the import: what contestants see is decided for the whole problem. */
function noteFeedback(testset: XmlElement): PackagePlan['ignored'] {
  const policies = findAll(testset, 'groups', 'group').map(({ attributes }) => attributes['feedback-policy']);
  if (policies.every((policy) => policy === undefined || policy === 'complete')) return [];
  return [{ name: `${descriptor}: feedback-policy`, reason: words('ignored_feedback_policy') }];
}

async function planChecker(files: PackageFiles, problem: XmlElement): Promise<CheckerPlan> {
  const checker = findOne(problem, 'assets', 'checker');
  if (!checker) return withoutFiles({ name: 'tokens' });
  const { name = '', type = 'testlib' } = checker.attributes;
  if (type !== 'testlib')
    throw refuseFeature(
      descriptor,
      checker.line,
      words('feature_checker_convention', { name: cutName(type) }),
    );
  const standard = /^std::(\w+)\.cpp$/.exec(name)?.[1];
  const same = standard === undefined ? null : findTestlibChecker(standard);
  const places = ['source', 'copy'].flatMap((each) => findOne(checker, each)?.attributes.path ?? []);
  const source = places.map(files.find).find((found) => found !== null) ?? null;
  for (const place of places) files.use(files.find(place), 'ignored_checker');
  if (same) return withoutFiles(same);
  if (!source) {
    const file = cutName(places[0] ?? name);
    return refuse(checker, words('package_file_missing', { file }));
  }
  return planProgram(files, source, {
    headerFolders: ['files', ''],
    namedIn: { file: descriptor, line: checker.line },
  });
}

/** One PDF is shown; the texts in all languages are kept. */
function findStatements(files: PackageFiles, problem: XmlElement): Pick<PackagePlan, 'statement' | 'texts'> {
  const listed = findAll(problem, 'statements', 'statement').flatMap((element) => {
    const entry = files.find(element.attributes.path ?? '');
    return entry ? [{ element, entry }] : [];
  });
  const isPdf = ({ entry }: (typeof listed)[number]) => /\.pdf$/i.test(entry.name);
  const pdfs = listed.filter(isPdf);
  const shown = pickByLanguage(pdfs.map(({ element }) => element));
  const texts = listed.filter((each) => !isPdf(each)).map(({ entry }) => entry);
  for (const text of texts) files.use(text, 'ignored_statement_text');
  const statement = pdfs.find(({ element }) => element === shown)?.entry ?? null;
  return { statement: files.use(statement, 'ignored_statement'), texts: [...new Set(texts)].map(showName) };
}

/** Folders whose names begin with a point are hidden, here as anywhere: what is kept must not be. */
function showName(entry: ArchiveEntry): ArchiveEntry {
  return renameEntry(entry, entry.name.replaceAll(/(^|\/)\.+/g, '$1'));
}

function nameByElements(
  files: PackageFiles,
  elements: readonly XmlElement[],
  reason: 'ignored_validator' | 'ignored_generator',
): void {
  for (const element of elements) {
    for (const { attributes } of element.children) files.use(files.find(attributes.path ?? ''), reason);
  }
}
