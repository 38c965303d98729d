/**
 * Our own: tests found by the names of their files, and a manifest that can say the rest. Every entry ends in one place: a half of a test, the manifest, the
 * checker, ignored with a reason, or an orphan; and orphans refuse the archive, since a forgotten answer must not
 * become a test set that is one test short.
 */

import { readKattisFlags } from '#contract/checkers.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import { findCheckerLanguage, findSolutionLanguage } from '#contract/program-files.ts';
import { worthIn } from '#contract/test-set-plan.ts';
import { type Words, words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { findIgnorableReason, findLitterReason } from '../ignored-files.ts';
import { type ManifestFile, openManifest } from '../manifest.ts';
import type { Manifest } from '../manifest-schema.ts';
import { type FoundTest, pairTests, readOrphan } from '../pair-tests.ts';
import { findPointsUse } from '../points-use.ts';
import { ArchiveRefused, cutName, cutNames, namesShown } from '../refusal.ts';
import {
  createTestFinder,
  type Grouping,
  groupByName,
  groupTests,
  readTestSettings,
  samplesGroup,
} from '../test-groups.ts';
import type { KeyPath, Mistake } from '../yaml-file.ts';
import type { PackageFormat, PackagePlan } from './format.ts';
import { nameTestsOf, planExpectation } from './minos-solutions.ts';
import { isTestlib } from './package-checker.ts';

type CheckerFiles = PackagePlan['checkerFiles'];
type Ignored = PackagePlan['ignored'][number];

const checkerMaxBytes = 1024 * 1024;
/** A header keeps its plain name where the checker is compiled, so that must be safe as a name there. */
const cppHeader = /(?:^|\/)[a-z0-9_][a-z0-9_.+-]*\.(?:h|hh|hpp)$/i;

export const minos: PackageFormat = {
  name: 'Minos',
  matches: ({ entries }) => entries.some(({ name }) => /^minos\.ya?ml$/i.test(name)),
  plan: planTests,
};

/** Also of an archive without a manifest: any that has tests. */
export async function planTests(archive: Archive): Promise<PackagePlan> {
  const { files, litter } = setAsideLitter(archive.entries);
  const root = findRoot(files);
  const manifestEntry = findManifest(files, root);
  const manifestFile = await openManifest(archive, manifestEntry);
  const { value: manifest } = manifestFile;
  const checkerFiles = findCheckerFiles(manifestFile, files, root);
  manifestFile.refuse(await checkPoints(archive, manifest, checkerFiles));
  const about = findProblemFiles(manifestFile, files, root);
  const aboutFiles = [about.statement, ...about.texts, ...about.solutions.map(({ file }) => file)];
  const used = new Set([manifestEntry, ...checkerFiles.values(), ...aboutFiles]);
  const candidates = files.filter((file) => !used.has(file));
  const { tests: paired, unpaired } = pairTests(candidates);
  const { tests, copies } = setAsideCopies(paired, manifestFile, root);
  const besideTests = accountFor(unpaired, tests.length);
  const grouped = planGroups(tests, manifestFile, root);
  manifestFile.refuse([...checkAbsolutePoints(manifest, grouped), ...checkFlags(manifest)]);
  return {
    ...grouped,
    stopAtFirstFailure: manifest.stop_at_first_failure,
    scoreDecimals: manifest.score_decimals,
    checker: manifest.checker,
    checkerFiles,
    title: manifest.title ?? null,
    name: manifest.name ?? null,
    timeLimit: manifest.time_limit_ms === undefined ? null : { ms: manifest.time_limit_ms },
    memoryLimitMb: manifest.memory_limit_mb ?? null,
    ...(manifest.feedback && { feedback: manifest.feedback }),
    ...(manifest.languages && { allowedLanguages: manifest.languages }),
    ...(manifest.language_limits && { languageLimits: manifest.language_limits as LanguageLimits }),
    ...about,
    solutions: nameTestsOf(about.solutions, tests, grouped.groups, manifestFile, root),
    ignored: [
      ...(manifestEntry ? [{ name: manifestEntry.name, reason: words('ignored_manifest') }] : []),
      ...[...checkerFiles.values()].map(({ name }) => ({ name, reason: words('ignored_checker') })),
      ...[about.statement ?? []].flat().map(({ name }) => ({ name, reason: words('ignored_statement') })),
      ...about.texts.map(({ name }) => ({ name, reason: words('ignored_statement_text') })),
      ...about.solutions.map(({ file }) => ({ name: file.name, reason: words('ignored_solution') })),
      ...copies
        .flatMap(({ input, answer }) => [input, answer])
        .map(({ name }) => ({ name, reason: words('ignored_copy') })),
      ...besideTests,
      ...litter,
    ],
  };
}

/** Tests that lie there once more for other systems, which know no test of several groups. */
function setAsideCopies(
  tests: readonly FoundTest[],
  { value, refuse }: ManifestFile,
  root: string,
): { tests: readonly FoundTest[]; copies: readonly FoundTest[] } {
  const { byPattern } = createTestFinder(tests, root);
  const known = cutNames(tests.map(({ name }) => name));
  const mistakes: Mistake[] = [];
  const copies = value.tests.flatMap(({ tests: patterns, same_as: original }, index) => {
    if (original === undefined) return [];
    const originals = byPattern(original);
    const found = patterns.flatMap(byPattern).filter((test) => !originals.includes(test));
    if (originals.length === 1 && found.length > 0) return found;
    const mistake = words('manifest_no_such_test', { test: cutName(original), tests: known });
    mistakes.push({ place: ['tests', index, 'same_as'], mistake });
    return [];
  });
  refuse(mistakes);
  return { tests: tests.filter((test) => !copies.includes(test)), copies };
}

export function setAsideLitter(entries: readonly ArchiveEntry[]): {
  files: ArchiveEntry[];
  litter: Ignored[];
} {
  const files: ArchiveEntry[] = [];
  const litter: Ignored[] = [];
  for (const entry of entries) {
    const reason = findLitterReason(entry.name) ?? (entry.isFolder ? 'ignored_folder' : null);
    if (reason === null) files.push(entry);
    else litter.push({ name: entry.name, reason: words(reason) });
  }
  return { files, litter };
}

/** The only folder at the top, when nothing lies beside it; otherwise the top itself, ''. */
export function findRoot(files: readonly ArchiveEntry[]): string {
  const [first, ...others] = new Set(files.map(({ name }) => name.split('/', 1)[0] ?? ''));
  const isFolder = files.every(({ name }) => name.includes('/'));
  return first !== undefined && others.length === 0 && isFolder ? first : '';
}

/** A manifest in the wrong place is a mistake to tell: without it the tests would silently weigh the same. */
function findManifest(files: readonly ArchiveEntry[], root: string): ArchiveEntry | null {
  const manifests = files.filter(({ name }) => /(?:^|\/)minos\.ya?ml$/i.test(name));
  const [manifest, ...others] = manifests;
  if (manifest === undefined) return null;
  if (others.length > 0) {
    const found = cutNames(manifests.map(({ name }) => name));
    throw new ArchiveRefused(words('archive_two_manifests', { files: found }));
  }
  const folder = manifest.name.split('/').slice(0, -1).join('/');
  if (folder !== root)
    throw new ArchiveRefused(words('archive_misplaced_manifest', { file: cutName(manifest.name) }));
  return manifest;
}

/** By the names that the manifest gives them. */
function findCheckerFiles(
  { value: { checker }, refuse }: ManifestFile,
  files: readonly ArchiveEntry[],
  root: string,
): CheckerFiles {
  if (checker.name !== 'program') return new Map();
  const find = createFileFinder(files, root);
  const isProgram = findCheckerLanguage(checker.source) !== null;
  refuse([
    ...checkProgramFile(
      ['checker', 'source'],
      checker.source,
      find(checker.source),
      isProgram ? null : 'manifest_not_program',
    ),
    ...checker.headers.flatMap((name, index) =>
      checkProgramFile(
        ['checker', 'headers', index],
        name,
        find(name),
        cppHeader.test(name) ? null : 'manifest_not_header',
      ),
    ),
    ...checkHeadersDiffer(checker.headers),
  ]);
  return new Map([checker.source, ...checker.headers].map((name) => [name, find(name) as ArchiveEntry]));
}

/** As the manifest names them, from its own folder. */
function createFileFinder(files: readonly ArchiveEntry[], root: string) {
  const byName = new Map(files.map((file) => [file.name, file]));
  return (name: string) => byName.get((root === '' ? name : `${root}/${name}`).normalize('NFC'));
}

/** The statement, its texts and the jury's solutions. */
function findProblemFiles(
  { value: { statement, texts, solutions }, refuse }: ManifestFile,
  files: readonly ArchiveEntry[],
  root: string,
): Pick<PackagePlan, 'statement' | 'texts' | 'solutions'> {
  const find = createFileFinder(files, root);
  const checkFile = (place: KeyPath, name: string): Mistake[] =>
    find(name) ? [] : [{ place, mistake: words('manifest_file_missing', { file: cutName(name) }) }];
  refuse([
    ...(statement === undefined ? [] : checkFile(['statement'], statement)),
    ...(statement === undefined || /\.pdf$/i.test(statement)
      ? []
      : [{ place: ['statement'], mistake: words('manifest_not_pdf', { file: cutName(statement) }) }]),
    ...texts.flatMap((name, index) => checkFile(['texts', index], name)),
    ...solutions.flatMap(({ file }, index) => checkFile(['solutions', index, 'file'], file)),
  ]);
  return {
    statement: statement === undefined ? null : (find(statement) ?? null),
    texts: texts.flatMap((name) => find(name) ?? []),
    solutions: solutions.flatMap((solution) => {
      const { file: name, language: said } = solution;
      const file = find(name);
      const language = said === 'none' ? null : (said ?? findSolutionLanguage(name));
      return file ? [{ name, file, language, expected: planExpectation(solution) }] : [];
    }),
  };
}

/** Points mean nothing without their scale, and absolute ones nothing without groups that have points. */
async function checkPoints(
  archive: Archive,
  { checker, groups }: Manifest,
  files: CheckerFiles,
): Promise<Mistake[]> {
  if (checker.name !== 'program') return [];
  if (checker.points === 'absolute' && groups.length === 0) {
    return [{ place: ['checker', 'points'], mistake: words('manifest_absolute_without_groups') }];
  }
  const { protocol = 'testlib' } = checker;
  if (checker.points !== null || protocol !== 'testlib') return [];
  for (const file of files.values()) {
    if (isTestlib(file.name)) continue;
    const code = Buffer.concat(await Array.fromAsync(archive.read(file)));
    const line = findPointsUse(code.toString('latin1'), findCheckerLanguage(file.name));
    if (line === null) continue;
    const mistake = words('manifest_points_without_scale', { checker: cutName(file.name), line });
    return [{ place: ['checker'], mistake }];
  }
  return [];
}

/** The same points cannot be out of two numbers. In a group worth none they count as in the test's other groups. */
function checkAbsolutePoints(
  { checker }: Manifest,
  { tests, groups }: Pick<PackagePlan, 'tests' | 'groups'>,
): Mistake[] {
  if (checker.name !== 'program' || checker.points !== 'absolute') return [];
  const byName = new Map(groups.map((group) => [group.name, group]));
  const torn = tests.find((test) => {
    if (test.groups.length < 2) return false;
    const worths = test.groups
      .flatMap((name) => byName.get(name) ?? [])
      .map((group) => worthIn(group, test, tests))
      .filter((worth) => worth > 0);
    return new Set(worths).size > 1;
  });
  if (!torn) return [];
  const mistake = words('manifest_absolute_in_unlike_groups', { test: cutName(torn.name) });
  return [{ place: ['checker', 'points'], mistake }];
}

/** The comparison of Kattis is told what is different about some tests in words of its own. */
function checkFlags({ checker, groups, tests }: Manifest): Mistake[] {
  if (checker.name !== 'kattis') return [];
  const find = (
    key: 'groups' | 'tests',
    written: readonly { checker_args?: readonly string[] | undefined }[],
  ) =>
    written.flatMap(({ checker_args = [] }, index): Mistake[] =>
      readKattisFlags(checker_args) === null
        ? [{ place: [key, index, 'checker_args'], mistake: words('manifest_needs_flags') }]
        : [],
    );
  return [...find('groups', groups), ...find('tests', tests)];
}

function checkProgramFile(
  place: KeyPath,
  name: string,
  file: ArchiveEntry | undefined,
  misnamed: 'manifest_not_program' | 'manifest_not_header' | null,
): Mistake[] {
  const named = { file: cutName(name) };
  if (misnamed !== null) return [{ place, mistake: words(misnamed, named) }];
  if (file === undefined) return [{ place, mistake: words('manifest_file_missing', named) }];
  if (file.bytes <= checkerMaxBytes) return [];
  const mistake = words('manifest_file_too_large', { ...named, kilobytes: checkerMaxBytes / 1024 });
  return [{ place, mistake }];
}

/** The compiler sees all headers in one folder. */
function checkHeadersDiffer(names: readonly string[]): Mistake[] {
  const plain = names.map((name) => name.split('/').at(-1) ?? '');
  return plain.flatMap((name, index) =>
    plain.indexOf(name) < index
      ? [
          {
            place: ['checker', 'headers', index],
            mistake: words('manifest_same_header', { header: cutName(name) }),
          },
        ]
      : [],
  );
}

/** What is left after pairing: ignored for a reason, or an orphan. */
function accountFor(unpaired: readonly ArchiveEntry[], testCount: number): Ignored[] {
  const ignored: Ignored[] = [];
  const orphans: string[] = [];
  for (const { name } of unpaired) {
    const reason = findIgnorableReason(name);
    if (reason === null) orphans.push(name);
    else ignored.push({ name, reason: words(reason) });
  }
  const complaints = [
    ...(testCount === 0 ? [words('archive_without_tests')] : []),
    ...(orphans.length > 0 ? [complainOf(orphans)] : []),
  ];
  if (complaints.length > 0) throw new ArchiveRefused(words('archive_complaints', { complaints }));
  return ignored;
}

function complainOf(orphans: readonly string[]): Words<'archive_orphans'> {
  const shown = orphans.slice(0, namesShown).map(readOrphan);
  return words('archive_orphans', { count: orphans.length, orphans: shown });
}

function planGroups(
  tests: readonly FoundTest[],
  { value: manifest, refuse }: ManifestFile,
  root: string,
): Pick<PackagePlan, 'tests' | 'groups' | 'groupCount'> {
  const grouping = manifest.groups.length > 0 ? groupTests(tests, manifest.groups, root) : ungrouped(tests);
  refuse(grouping.mistakes);
  const groupsOf = new Map(grouping.tests.map(({ test, groups }) => [test, groups]));
  const { settingsOf, mistakes } = readTestSettings(
    tests,
    (test) => groupsOf.get(test) ?? [],
    manifest,
    root,
  );
  refuse(mistakes);
  const spokenOf = new Set(tests.map(({ name }) => groupByName(name)).filter((group) => group !== null));
  return {
    tests: grouping.tests.map(({ test, groups }) => {
      const { name, input, answer } = test;
      // By its name, or because the manifest puts it with the samples.
      const isSample = test.isSample || groups.includes(samplesGroup);
      return { name, input, answer, groups, isSample, ...settingsOf.get(test) };
    }),
    groups: grouping.groups,
    groupCount: grouping.groups.length > 0 ? grouping.groups.length : spokenOf.size,
  };
}

function ungrouped(tests: readonly FoundTest[]): Grouping {
  return { groups: [], tests: tests.map((test) => ({ test, groups: [] })), mistakes: [] };
}
