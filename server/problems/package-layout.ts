/**
 * A problem as a package: which file of the database lies where in it, and what its settings say. The layout is that of
 * Kattis 2025-09, which other systems read; what that cannot say, and all that is needed to import the same problem here,
 * is in minos.yaml.
 */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path/posix';
import { stringify } from 'yaml';
import type { Feedback } from '#contract/feedback.ts';
import { kattisNames } from '#contract/kattis-languages.ts';
import type { LanguageLimits } from '#contract/language-limits.ts';
import type { StoredSolution } from '#contract/packages.ts';
import { findSolutionLanguage } from '#contract/program-files.ts';
import type { LanguageId } from '#contract/programs.ts';
import { testStatuses } from '#contract/statuses.ts';
import type { Expectation, PlannedTest, TestGroup, TestSetPlan } from '#contract/test-set-plan.ts';
import { describeSubmission, findSubmissionFolder, type KattisData, layOutData } from './kattis-layout.ts';

export interface ExportedProblem {
  readonly id: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
  readonly allowedLanguages: readonly LanguageId[] | null;
  readonly languageLimits: LanguageLimits;
  readonly feedback: Feedback;
  readonly pdfSha256: string | null;
  readonly texts: readonly { readonly name: string; readonly sha256: string }[];
  /** Null: it has no tests yet. */
  readonly plan: TestSetPlan | null;
  readonly solutions: readonly StoredSolution[];
}

export type PackageFile =
  | { readonly name: string; readonly text: string }
  | { readonly name: string; readonly sha256: string };

export function layOutPackage(problem: ExportedProblem): PackageFile[] {
  const { plan, pdfSha256, texts } = problem;
  const data = plan ? layOutData(plan) : null;
  const tests = plan && data ? nameTests(plan, data) : [];
  const solutions = nameSolutions(problem.solutions);
  const statement = pdfSha256 === null ? [] : [{ name: statementName, sha256: pdfSha256 }];
  return [
    { name: 'minos.yaml', text: writeManifest(problem, tests, solutions) },
    { name: 'problem.yaml', text: writeKattisSettings(problem, data) },
    ...statement,
    ...texts,
    ...writeGroupSettings(data, plan),
    ...tests.flatMap(({ path, copies, test }) =>
      [path, ...copies].flatMap((place) => [
        { name: `${place}.in`, sha256: test.input },
        { name: `${place}.ans`, sha256: test.answer },
        ...writeTestSettings(place, test, plan),
      ]),
    ),
    ...Object.entries(plan?.checkerFiles ?? {}).map(([name, sha256]) => ({
      name: `${folderOfChecker(plan)}/${basename(name)}`,
      sha256,
    })),
    ...solutions.map(({ path, solution }) => ({ name: path, sha256: solution.file })),
    ...writeSubmissionRules(data, solutions),
  ];
}

/** Of Kattis only those that are called as it calls them. */
function folderOfChecker(plan: TestSetPlan | null): string {
  const isKattis = plan?.checker.name === 'program' && plan.checker.protocol === 'kattis';
  return isKattis ? kattisFolder : 'checker';
}

const kattisFolder = 'output_validator';

const statementName = 'statement/problem.en.pdf';

interface NamedTest {
  /** Without its ending. */
  readonly path: string;
  /** Where else it lies for other systems, which know no test of several groups. */
  readonly copies: readonly string[];
  readonly test: PlannedTest<string>;
}

/** Numbered, so that they come in the same order when they are found by their names. */
function nameTests({ tests }: TestSetPlan, { placesOf }: KattisData): NamedTest[] {
  const digits = String(tests.length).length;
  return tests.map((test, index) => {
    const name = `${String(index + 1).padStart(digits, '0')}_${toFileName(test.name)}`;
    const [path = '', ...copies] = placesOf(test).map((folder) => `${folder}/${name}`);
    return { path, copies, test };
  });
}

function writeGroupSettings(data: KattisData | null, plan: TestSetPlan | null): PackageFile[] {
  return (data?.folders ?? []).flatMap(({ path, settings }) => {
    const isThere = Object.values(settings).some((value) => value !== undefined);
    return plan && isThere ? [{ name: `${path}/test_group.yaml`, text: toYaml(settings) }] : [];
  });
}

/** Only for what is there called as here: to the default comparison other words mean nothing. */
function writeTestSettings(
  place: string,
  { checkerArgs = [] }: PlannedTest<string>,
  plan: TestSetPlan | null,
): PackageFile[] {
  const isCompared = plan?.checker.name === 'kattis' || folderOfChecker(plan) === kattisFolder;
  if (checkerArgs.length === 0 || !isCompared) return [];
  return [{ name: `${place}.yaml`, text: toYaml({ output_validator_args: checkerArgs }) }];
}

function writeSubmissionRules(data: KattisData | null, solutions: readonly NamedSolution[]): PackageFile[] {
  if (!data) return [];
  const rules = solutions.flatMap(({ path, folder, language, solution }) => {
    const said = describeSubmission(solution.expected, data, folder, language);
    return said ? [[path.replace('submissions/', ''), said] as const] : [];
  });
  if (rules.length === 0) return [];
  return [{ name: 'submissions/submissions.yaml', text: toYaml(Object.fromEntries(rules)) }];
}

/** What it was called, without the number of an earlier export; a secret test must not be named as a sample is. */
function toFileName(name: string): string {
  return (
    basename(name)
      .replace(/^\d+_/, '')
      .replace(/[^A-Za-z0-9_.-]+/g, '-')
      .replace(/(s|ex)ample/gi, '$1mple')
      .slice(0, 100) || 'test'
  );
}

interface NamedSolution {
  readonly path: string;
  /** Which of the format's it lies in. */
  readonly folder: string;
  /** Where the name of its file says another. */
  readonly language: LanguageId | 'none' | undefined;
  readonly solution: StoredSolution;
}

function nameSolutions(solutions: readonly StoredSolution[]): NamedSolution[] {
  const taken = new Set<string>();
  return solutions.map((solution) => {
    const folder = findSubmissionFolder(solution.expected);
    const path = findFree(`submissions/${folder}/${basename(solution.name)}`, taken);
    taken.add(path);
    const { language } = solution;
    const isNamed = language === findSolutionLanguage(path);
    return { path, folder, language: isNamed ? undefined : (language ?? 'none'), solution };
  });
}

function findFree(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${dirname(wanted)}/${number}-${basename(wanted)}`;
    if (!taken.has(name)) return name;
  }
}

function writeManifest(
  problem: ExportedProblem,
  tests: readonly NamedTest[],
  solutions: readonly NamedSolution[],
): string {
  const { id, title, feedback, pdfSha256, texts, plan } = problem;
  return toYaml({
    title,
    name: id,
    time_limit_ms: problem.timeLimitMs,
    memory_limit_mb: problem.memoryLimitMb,
    languages: problem.allowedLanguages ?? undefined,
    language_limits: Object.keys(problem.languageLimits).length > 0 ? problem.languageLimits : undefined,
    feedback: feedback === 'full' ? undefined : feedback,
    statement: pdfSha256 === null ? undefined : statementName,
    texts: orNothing(texts.map(({ name }) => name)),
    checker: plan ? describeChecker(plan) : undefined,
    stop_at_first_failure: plan?.stopAtFirstFailure || undefined,
    score_decimals: plan?.scoreDecimals || undefined,
    groups: orNothing((plan?.groups ?? []).map((group) => describeGroup(group, tests))),
    tests: orNothing([...describeSettings(tests), ...describeCopies(tests)]),
    solutions: orNothing(
      solutions.map(({ path, language, solution }) => ({
        file: path,
        language,
        ...describeExpectation(solution.expected, tests),
      })),
    ),
  });
}

/** Of which nothing is said is a right one there. */
function describeExpectation(expected: Expectation, tests: readonly NamedTest[]): object {
  const { parts, ...ofAll } = expected;
  const isSilent = !parts && !ofAll.permitted && !ofAll.required && !ofAll.score;
  const pathOf = new Map(tests.map(({ path, test }) => [test.name, path]));
  return {
    ...(isSilent && { permitted: testStatuses }),
    ...ofAll,
    parts: parts?.map(({ tests: names, ...part }) => ({
      tests: names?.map((name) => pathOf.get(name) ?? name),
      ...part,
    })),
  };
}

function describeCopies(tests: readonly NamedTest[]): object[] {
  return tests.flatMap(({ path, copies }) => (copies.length > 0 ? [{ tests: copies, same_as: path }] : []));
}

function describeChecker(plan: TestSetPlan): object {
  const { checker } = plan;
  if (checker.name !== 'program') return checker;
  const { source, headers, points, ...rest } = checker;
  const folder = folderOfChecker(plan);
  return {
    ...rest,
    source: `${folder}/${basename(source)}`,
    headers: orNothing(headers.map((name) => `${folder}/${basename(name)}`)),
    points: points ?? undefined,
  };
}

function describeGroup(group: TestGroup, tests: readonly NamedTest[]): object {
  const { name, points, dependsOn, within, rule, stopAtFirstFailure, onlyIfPassed, ...rest } = group;
  // Whatever a group may say from now on has to be said here too.
  rest satisfies Record<string, never>;
  return {
    name,
    points,
    depends_on: orNothing(dependsOn),
    within,
    rule,
    stop_at_first_failure: stopAtFirstFailure || undefined,
    only_if_passed: onlyIfPassed || undefined,
    tests: orNothing(tests.filter(({ test }) => test.groups.includes(name)).map(({ path }) => path)),
  };
}

/** Tests of which the same is said, together. */
function describeSettings(tests: readonly NamedTest[]): object[] {
  const settingsOf = ({ test }: NamedTest) => {
    const { name, input, answer, groups, isSample, ...settings } = test;
    const { points, timeLimitMs, memoryLimitMb, checkerArgs, ...rest } = settings;
    rest satisfies Record<string, never>;
    return {
      points,
      time_limit_ms: timeLimitMs,
      memory_limit_mb: memoryLimitMb,
      checker_args: checkerArgs,
    };
  };
  const bySettings = Map.groupBy(tests, (one) => JSON.stringify(settingsOf(one)));
  return [...bySettings].flatMap(([settings, some]) =>
    settings === '{}' ? [] : [{ tests: some.map(({ path }) => path), ...JSON.parse(settings) }],
  );
}

/** For those who read the packages of Kattis; here minos.yaml has the word. */
function writeKattisSettings(
  { id, title, timeLimitMs, memoryLimitMb, allowedLanguages }: ExportedProblem,
  data: KattisData | null,
): string {
  return toYaml({
    problem_format_version: '2025-09',
    name: title,
    uuid: toUuid(id),
    type: data?.type ?? 'pass-fail',
    languages: allowedLanguages ? [...new Set(allowedLanguages.map((id) => kattisNames[id]))] : undefined,
    limits: { time_limit: timeLimitMs / 1000, memory: memoryLimitMb },
  });
}

/** The same for each export of a problem. */
function toUuid(id: string): string {
  const hex = createHash('sha256').update(`minos problem ${id}`).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

function toYaml(value: object): string {
  return stringify(value, { lineWidth: 0, flowCollectionPadding: false, keepUndefined: false });
}

/** An empty list says nothing. */
function orNothing<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
