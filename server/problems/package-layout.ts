/**
 * A problem as a package: which file of the database lies where in it, and what its settings say. The layout is that of
 * Kattis 2025-09, which other systems read; what that cannot say, and all that is needed to import the same problem here,
 * is in minos.yaml.
 */
import { createHash } from 'node:crypto';
import { basename, dirname } from 'node:path/posix';
import { stringify } from 'yaml';
import type { StoredSolution } from '#contract/packages.ts';
import { testStatuses } from '#contract/statuses.ts';
import type { Expectation, PlannedTest, TestGroup, TestSetPlan } from '#contract/test-set-plan.ts';

export interface ExportedProblem {
  readonly id: string;
  readonly title: string;
  readonly timeLimitMs: number;
  readonly memoryLimitMb: number;
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
  const tests = plan ? nameTests(plan) : [];
  const solutions = nameSolutions(problem.solutions);
  const statement = pdfSha256 === null ? [] : [{ name: statementName, sha256: pdfSha256 }];
  return [
    { name: 'minos.yaml', text: writeManifest(problem, tests, solutions) },
    { name: 'problem.yaml', text: writeKattisSettings(problem) },
    ...statement,
    ...texts,
    ...tests.flatMap(({ path, test }) => [
      { name: `${path}.in`, sha256: test.input },
      { name: `${path}.ans`, sha256: test.answer },
    ]),
    ...Object.entries(plan?.checkerFiles ?? {}).map(([name, sha256]) => ({
      name: `${checkerFolder}/${basename(name)}`,
      sha256,
    })),
    ...solutions.map(({ path, solution }) => ({ name: path, sha256: solution.file })),
  ];
}

/** Not `output_validator`: most are called otherwise than Kattis calls those. */
const checkerFolder = 'checker';
const statementName = 'statement/problem.en.pdf';

interface NamedTest {
  /** Without its ending. */
  readonly path: string;
  readonly test: PlannedTest<string>;
}

/** Numbered, so that they come in the same order when they are found by their names. */
function nameTests({ tests }: TestSetPlan): NamedTest[] {
  const digits = String(tests.length).length;
  return tests.map((test, index) => {
    const number = String(index + 1).padStart(digits, '0');
    const folder = test.isSample ? 'data/sample' : 'data/secret';
    return { path: `${folder}/${number}_${toFileName(test.name)}`, test };
  });
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
  readonly solution: StoredSolution;
}

const kattisFolders = [
  'accepted',
  'partially_accepted',
  'rejected',
  'wrong_answer',
  'time_limit_exceeded',
  'run_time_error',
  'brute_force',
];

function nameSolutions(solutions: readonly StoredSolution[]): NamedSolution[] {
  const taken = new Set<string>();
  return solutions.map((solution) => {
    const own = solution.name.replace(/^submissions\//, '');
    const [first = ''] = own.split('/');
    const wanted = kattisFolders.includes(first)
      ? `submissions/${own}`
      : `submissions/${folderOf(solution.expected)}/${basename(own)}`;
    const path = findFree(wanted, taken);
    taken.add(path);
    return { path, solution };
  });
}

function findFree(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? wanted : `${dirname(wanted)}/${number}-${basename(wanted)}`;
    if (!taken.has(name)) return name;
  }
}

function folderOf({ permitted, required = [] }: Expectation): string {
  if (permitted?.length === 1 && permitted[0] === 'Accepted') return 'accepted';
  if (required.length === 1) {
    if (required[0] === 'Wrong Answer') return 'wrong_answer';
    if (required[0] === 'Time Limit Exceeded') return 'time_limit_exceeded';
    if (required[0] === 'Runtime Error') return 'run_time_error';
  }
  return required.length > 0 ? 'rejected' : 'partially_accepted';
}

function writeManifest(
  { id, title, timeLimitMs, memoryLimitMb, pdfSha256, texts, plan }: ExportedProblem,
  tests: readonly NamedTest[],
  solutions: readonly NamedSolution[],
): string {
  return toYaml({
    title,
    name: id,
    time_limit_ms: timeLimitMs,
    memory_limit_mb: memoryLimitMb,
    statement: pdfSha256 === null ? undefined : statementName,
    texts: orNothing(texts.map(({ name }) => name)),
    checker: plan ? describeChecker(plan.checker) : undefined,
    stop_at_first_failure: plan?.stopAtFirstFailure || undefined,
    score_decimals: plan?.scoreDecimals || undefined,
    groups: orNothing((plan?.groups ?? []).map((group) => describeGroup(group, tests))),
    tests: orNothing(describeSettings(tests)),
    solutions: orNothing(
      solutions.map(({ path, solution }) => ({ file: path, ...describeExpectation(solution.expected) })),
    ),
  });
}

/** Of which nothing is said is a right one there. */
function describeExpectation(expected: Expectation): Expectation {
  return Object.keys(expected).length > 0 ? expected : { permitted: testStatuses };
}

function describeChecker(checker: TestSetPlan['checker']): object {
  if (checker.name !== 'program') return checker;
  const { source, headers, points, ...rest } = checker;
  return {
    ...rest,
    source: `${checkerFolder}/${basename(source)}`,
    headers: orNothing(headers.map((name) => `${checkerFolder}/${basename(name)}`)),
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
function writeKattisSettings({ id, title, timeLimitMs, memoryLimitMb, plan }: ExportedProblem): string {
  return toYaml({
    problem_format_version: '2025-09',
    name: title,
    uuid: toUuid(id),
    type: (plan?.groups.length ?? 0) > 1 ? 'scoring' : 'pass-fail',
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
