/**
 * A problem package of Kattis: `problem.yaml` beside a tree `data/`, in the old version of the format (also where none is
 * named) or in 2025-09. What such a package asks for is planned or refused; every file of it is part of the plan or is
 * listed with the reason why it is not.
 */

import type { Checker } from '#contract/checkers.ts';
import type { IgnoredReasons } from '#contract/import-words.ts';
import { limits } from '#contract/limits.ts';
import { words } from '#contract/words.ts';
import type { Archive } from '../archive.ts';
import type { ArchiveEntry } from '../entry-content.ts';
import { renameEntry } from '../entry-content.ts';
import { findIgnorableReason } from '../ignored-files.ts';
import { refuseRepeated } from '../links.ts';
import { cutName, refusedPackage } from '../refusal.ts';
import { toTitle } from '../title.ts';
import type { PackageFormat, PackagePlan, TimeLimit } from './format.ts';
import { planGroups } from './kattis-2025.ts';
import { hasLegacySettings, planLegacyGroups } from './kattis-legacy.ts';
import { chooseLanguage, type KattisProblem, readKattisProblem } from './kattis-settings.ts';
import { readKattisSolutions } from './kattis-solutions.ts';
import { type KattisGroups, listSettings, readTestTree, type SettingsName } from './kattis-tests.ts';
import { planValidator, programMaxBytes } from './kattis-validator.ts';
import { setAsideLitter } from './minos.ts';

export const kattis: PackageFormat = {
  name: 'Kattis',
  matches: ({ entries }) =>
    entries.some(({ name }) => problemName.test(name) || name === domjudgeSettings) &&
    entries.some(({ name }) => /^data\//i.test(name)),
  plan: (archive) => planKattis({ ...archive, entries: refuseRepeated(archive.entries.map(lowerFolders)) }),
};

const problemName = /^problem\.ya?ml$/i;

/** The folders that the format names, as it writes them: on Windows `Data` is the same. */
function lowerFolders(entry: ArchiveEntry): ArchiveEntry {
  const parts = entry.name.split('/');
  const named = /^(?:data|submissions)$/i.test(parts[0] ?? '') ? 2 : 1;
  const name = parts
    .map((part, index) => (index < named && index < parts.length - 1 ? part.toLowerCase() : part))
    .join('/');
  return name === entry.name ? entry : renameEntry(entry, name);
}

async function planKattis(archive: Archive): Promise<PackagePlan> {
  const { files, litter } = setAsideLitter(archive.entries);
  const problemFile = files.find(({ name }) => problemName.test(name)) ?? null;
  const written = await readKattisProblem(archive, problemFile);
  refuseFolders(written, files);
  const data = files.filter(({ name }) => name.startsWith('data/') && !isBesideTests(written, name));
  const { settingsName, hasOldGroups } = await findGrading(archive, written, data);
  const tree = readTestTree(data, { settingsName, hasTestSettings: !hasOldGroups });
  // Only the old version itself says whether its validator gives scores.
  const validatorScores = written.validatorScores && hasOldGroups === (written.family === 'legacy');
  const problem = { ...written, validatorScores };
  const grouped = await (hasOldGroups ? planLegacyGroups : planGroups)(archive, problem, tree);
  const checking = planValidator(problem, files, grouped.tests);
  const scoreDecimals = countDecimals(grouped, checking.checker);
  const { solutions, settings } = await readKattisSolutions(
    archive,
    files,
    problem.family === 'legacy' ? 'legacy' : '2025-09',
    grouped,
    problem.isScoring ? { total: grouped.total, decimals: scoreDecimals } : null,
  );
  await refuseConstants(archive, problem, [
    ...checking.checkerFiles.values(),
    ...solutions.map(({ file }) => file),
    ...files.filter(({ name }) => name.endsWith('/test_group.yaml')),
  ]);
  const domjudge = await readDomjudge(archive);
  const statement = findStatement(files, problem.language);
  const texts = files.filter(({ name }) => statementText.test(name));
  const plan = {
    ...checking,
    groups: grouped.groups,
    groupCount: grouped.groups.length,
    stopAtFirstFailure: false,
    scoreDecimals,
    title: problem.title ?? domjudge.title ?? (await readTitle(archive, texts)),
    name: domjudge.name,
    timeLimit: chooseTimeLimit(problem, domjudge.timeLimitMs),
    memoryLimitMb: problem.memoryLimitMb,
    ...(problem.allowedLanguages && { allowedLanguages: problem.allowedLanguages }),
    statement,
    texts,
    solutions,
  };
  const isRead = new Set([problemFile, settings, ...domjudge.files, ...listSettings(tree)]);
  const isOfTest = new Set(plan.tests.flatMap(({ input, answer }) => [input, answer]));
  const rest = files.filter((file) => !isOfTest.has(file));
  return {
    ...plan,
    ignored: [
      ...rest.map((file) => ({ name: file.name, reason: words(explain(file, plan, isRead)) })),
      ...litter.map((each) =>
        each.name === domjudgeLimit ? { ...each, reason: words('ignored_package_settings') } : each,
      ),
    ],
  };
}

interface Grading {
  readonly settingsName: SettingsName;
  /** By the rules of the old version. */
  readonly hasOldGroups: boolean;
}

/**
 * What settings of groups are called, and which version they are of. Packages of the draft have either kind, by the tools
 * that they were made with; for a while the new settings also had the old name.
 */
async function findGrading(
  archive: Archive,
  { family }: KattisProblem,
  data: readonly ArchiveEntry[],
): Promise<Grading> {
  const find = (wanted: SettingsName) => data.filter(({ name }) => name.endsWith(`/${wanted}`));
  const [old, later] = [find('testdata.yaml'), find('test_group.yaml')];
  const foreign = family === 'legacy' ? later : family === '2025-09' || later.length > 0 ? old : [];
  if (foreign[0]) throw refusedPackage(foreign[0].name, null, words('kattis_other_version'));
  if (family === 'legacy') return { settingsName: 'testdata.yaml', hasOldGroups: true };
  if (old.length === 0) return { settingsName: 'test_group.yaml', hasOldGroups: false };
  for (const file of old)
    if (await hasLegacySettings(archive, file)) return { settingsName: 'testdata.yaml', hasOldGroups: true };
  return { settingsName: 'testdata.yaml', hasOldGroups: false };
}

/** Tests of the validators themselves. */
const aboutValidators = /^data\/(?:invalid_inputs?|invalid_answers?|invalid_outputs?|valid_outputs?|bad)\//;
/** In the draft: what people are shown instead of the samples that are judged. */
const shownSamples = /^data\/sample\/(?:statement|download)\//;

function isBesideTests({ family }: KattisProblem, name: string): boolean {
  return aboutValidators.test(name) || (family === 'draft' && shownSamples.test(name));
}

function refuseFolders({ family }: KattisProblem, files: readonly ArchiveEntry[]): void {
  const refuse = (
    which: RegExp,
    feature: 'feature_linked_files' | 'feature_static_validator' | 'feature_program_arguments',
  ) => {
    const file = files.find(({ name }) => which.test(name));
    if (file) throw refusedPackage(file.name, null, words('package_feature', { feature: words(feature) }));
  };
  // What is linked with submissions in other languages changes nothing for those in C++.
  refuse(
    /^include\/(?:default|c|cpp|c\+\+|python[23]?|java|kotlin|rust|go|javascript|pascal)\//i,
    'feature_linked_files',
  );
  if (family === 'legacy') return;
  refuse(/^static_validator\//, 'feature_static_validator');
  refuse(/^data\/.*\.args$/, 'feature_program_arguments');
}

/** As many as it takes to show what the groups are worth out of 100, and two where a validator gives scores. */
function countDecimals({ groups, tests, total }: KattisGroups, checker: Checker): number {
  if (checker.name === 'program' && checker.points !== null) return 2;
  const isWhole = ({ points = 0 }) => Number.isInteger(Math.round((points * 1e8) / total) / 1e6);
  return [...groups, ...tests].every(isWhole) ? 0 : 2;
}

/** They would have to be put into the files before these are used. */
async function refuseConstants(
  archive: Archive,
  { constants }: KattisProblem,
  files: readonly ArchiveEntry[],
): Promise<void> {
  if (constants.length === 0) return;
  for (const file of files.filter(({ bytes }) => bytes <= programMaxBytes)) {
    const content = Buffer.concat(await Array.fromAsync(archive.read(file))).toString('latin1');
    if (!constants.some((name) => content.includes(`{{${name}}}`))) continue;
    const feature = words('feature_constants', { file: cutName(file.name) });
    throw refusedPackage(file.name, null, words('package_feature', { feature }));
  }
}

const domjudgeSettings = 'domjudge-problem.ini';
const domjudgeLimit = '.timelimit';
const domjudgeMaxBytes = 64 * 1024;
const nameKeys = ['short-name', 'externalid', 'probid'] as const;

interface Domjudge {
  readonly title: string | null;
  readonly name: string | null;
  readonly timeLimitMs: number | null;
  readonly files: readonly ArchiveEntry[];
}

/** Two small files by which DOMjudge says what the old version of the format cannot. */
async function readDomjudge(archive: Archive): Promise<Domjudge> {
  const find = (name: string) => archive.entries.find((entry) => entry.name === name);
  const [ini, limit] = [find(domjudgeSettings), find(domjudgeLimit)];
  const settings = ini ? readIni(await readSmall(archive, ini)) : new Map<string, Setting>();
  for (const key of ['special_run', 'special_compare']) {
    const special = settings.get(key);
    if (!special?.value) continue;
    const feature = words('feature_installed_program', { name: cutName(special.value) });
    throw refusedPackage(domjudgeSettings, special.line, words('package_feature', { feature }));
  }
  const written = settings.get('timelimit');
  const first = limit && (await readSmall(archive, limit)).trim();
  return {
    title: toTitle(settings.get('name')?.value ?? ''),
    name: nameKeys.map((key) => settings.get(key)?.value).find(Boolean) ?? null,
    timeLimitMs: written
      ? readSeconds(domjudgeSettings, written.line, written.value)
      : first === undefined
        ? null
        : readSeconds(domjudgeLimit, 1, first),
    files: ini ? [ini] : [],
  };
}

interface Setting {
  readonly value: string;
  readonly line: number;
}

function readIni(content: string): Map<string, Setting> {
  const lines = content.split(/\r?\n/).map((text, index) => ({ text, line: index + 1 }));
  return new Map(
    lines.flatMap(({ text, line }): [string, Setting][] => {
      const [, key, value] = /^\s*([\w-]+)\s*=(.*)$/.exec(text) ?? [];
      if (key === undefined || value === undefined) return [];
      return [[key.toLowerCase(), { value: value.trim().replace(/^(['"])(.*)\1$/, '$2'), line }]];
    }),
  );
}

function readSeconds(file: string, line: number, value: string): number {
  const ms = /^\d+(?:\.\d+)?$/.test(value) ? Math.round(Number(value) * 1000) : 0;
  if (ms < limits.timeLimitMinMs) throw refusedPackage(file, line, words('manifest_needs_number'));
  if (ms <= limits.timeLimitMaxMs) return ms;
  throw refusedPackage(
    file,
    line,
    words('manifest_number_too_large', { most: limits.timeLimitMaxMs / 1000 }),
  );
}

async function readSmall(archive: Archive, entry: ArchiveEntry): Promise<string> {
  if (entry.bytes > domjudgeMaxBytes)
    throw refusedPackage(
      entry.name,
      null,
      words('manifest_too_large', { kilobytes: domjudgeMaxBytes / 1024 }),
    );
  return Buffer.concat(await Array.fromAsync(archive.read(entry))).toString('utf8');
}

function chooseTimeLimit(problem: KattisProblem, domjudgeMs: number | null): TimeLimit {
  const ms = problem.timeLimitMs ?? domjudgeMs;
  return ms === null ? problem.derivedLimit : { ms };
}

const statementText = /^(?:(?:problem_statement|statement)\/)?problem(?:\.[a-z-]+)?\.(?:tex|md|html?)$/i;
const statementPdf = /^(?:(?:problem_statement|statement)\/)?problem(?:\.([a-z-]+))?\.pdf$/i;

/** The English one, that in the language of the title, or the first. */
function findStatement(files: readonly ArchiveEntry[], titleIn: string | null): ArchiveEntry | null {
  const languageOf = ({ name }: ArchiveEntry) => statementPdf.exec(name)?.[1] ?? '';
  const found = files
    .filter(({ name }) => statementPdf.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const [first] = chooseLanguage(found.map(languageOf), titleIn);
  return found.find((file) => languageOf(file) === first) ?? null;
}

/** A statement in TeX names its problem, in a comment of its own where the name has formulas. */
async function readTitle(archive: Archive, texts: readonly ArchiveEntry[]): Promise<string | null> {
  const isTex = texts.filter(({ name, bytes }) => name.endsWith('.tex') && bytes <= programMaxBytes);
  const [first] = chooseLanguage(isTex.map(({ name }) => /\.([a-z-]+)\.tex$/i.exec(name)?.[1] ?? ''));
  const file = isTex.find(({ name }) => name.endsWith(first ? `.${first}.tex` : 'problem.tex'));
  if (!file) return null;
  const content = Buffer.concat(await Array.fromAsync(archive.read(file))).toString('utf8');
  const plain =
    /^%%[ \t]*plainproblemname:(.*)$/m.exec(content) ?? /\\problemname\{([^{}\\$]*)\}/.exec(content);
  return toTitle(plain?.[1] ?? '');
}

type Reason = Exclude<keyof IgnoredReasons, 'verbatim'>;

const reasonsByFolder: readonly (readonly [RegExp, Reason])[] = [
  [/^(?:input|input_format|answer)_validators?\//, 'ignored_validator'],
  [/^generators?\//, 'ignored_generator'],
  [/^attachments\//, 'ignored_attachment'],
  [/^solution\//, 'ignored_document'],
  [/^submissions\/[^/]+\/./, 'ignored_solution'],
  [aboutValidators, 'ignored_not_used'],
  [shownSamples, 'ignored_attachment'],
  [/^data\/.*\.(?:hint|desc)$/, 'ignored_document'],
];

function explain(
  file: ArchiveEntry,
  { statement, texts, checkerFiles }: Pick<PackagePlan, 'statement' | 'texts' | 'checkerFiles'>,
  isRead: ReadonlySet<ArchiveEntry | null>,
): Reason {
  const { name } = file;
  if (isRead.has(file)) return 'ignored_package_settings';
  if (file === statement) return 'ignored_statement';
  if (texts.includes(file)) return 'ignored_statement_text';
  if (checkerFiles.has(name)) return 'ignored_checker';
  const byFolder = reasonsByFolder.find(([folder]) => folder.test(name))?.[1];
  return byFolder ?? findIgnorableReason(name) ?? 'ignored_not_used';
}
