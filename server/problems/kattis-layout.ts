/**
 * A problem in the words of Kattis 2025-09, for other systems that read its packages: which folder each test lies in, and
 * what the settings of groups, tests and solutions say. What the format cannot say is left to our own manifest; where
 * that is about the groups, the tests lie together and have no groups there.
 */
import type { Checker } from '#contract/checkers.ts';
import { kattisNames } from '#contract/kattis-languages.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { TestStatus } from '#contract/statuses.ts';
import type {
  Expectation,
  PartExpectation,
  PlannedTest,
  TestGroup,
  TestSetPlan,
} from '#contract/test-set-plan.ts';

/** A folder of `data/` with what its `test_group.yaml` says. */
export interface KattisFolder {
  readonly path: string;
  readonly settings: Readonly<Record<string, unknown>>;
  /** The group that it is. */
  readonly group: string | null;
}

export interface KattisData {
  readonly type: 'pass-fail' | 'scoring';
  readonly folders: readonly KattisFolder[];
  /** How many points there one of ours is, so that they are whole. */
  readonly unit: number;
  /** In which of them a test lies: each of its groups has a copy, and so have the samples. The first is its own place. */
  readonly placesOf: (test: PlannedTest<string>) => readonly string[];
}

const samples = 'data/sample';
const secret = 'data/secret';

export function layOutData(plan: TestSetPlan): KattisData {
  const flags = { output_validator_args: orNothing(describeChecking(plan.checker)) };
  const isOfSamples = (test: PlannedTest<string>) => (test.isSample ? [samples] : [secret]);
  const together: KattisFolder[] = [
    ...(plan.tests.some(({ isSample }) => isSample) ? [{ path: samples, settings: flags, group: null }] : []),
    { path: secret, settings: flags, group: null },
  ];
  if (isPassFail(plan)) return { type: 'pass-fail', folders: together, unit: 1, placesOf: isOfSamples };
  const unit = [1, 10, 100].find((each) =>
    plan.groups.every(({ points }) => Number.isInteger(points * each)),
  );
  const groups = unit === undefined ? null : planGroups(plan, unit);
  if (!groups || unit === undefined)
    return { type: 'scoring', folders: together, unit: 1, placesOf: isOfSamples };
  const total = groups.reduce((sum, { settings }) => sum + settings.max_score, 0);
  const pathOf = new Map(groups.map(({ path, group }) => [group, path]));
  return {
    type: 'scoring',
    folders: [
      ...together.map((folder) =>
        folder.path === secret ? { ...folder, settings: { max_score: total } } : folder,
      ),
      ...groups.map(({ settings, ...folder }) => ({ ...folder, settings: { ...settings, ...flags } })),
    ],
    unit,
    placesOf: (test) => [
      ...(test.isSample ? [samples] : []),
      ...test.groups.flatMap((group) => pathOf.get(group) ?? []),
    ],
  };
}

/** Whether a test earns all of its points or nothing, whatever the checker says. */
function isAllOrNothing({ checker }: TestSetPlan): boolean {
  if (checker.name !== 'program') return true;
  const { protocol = 'testlib' } = checker;
  return checker.points === null && (protocol === 'testlib' || protocol === 'kattis');
}

/** One group of everything: solved or not. */
function isPassFail(plan: TestSetPlan): boolean {
  const [only, ...others] = plan.groups.filter(({ rule }) => rule !== 'ignore');
  if (!only || others.length > 0 || plan.tests.some(({ groups }) => !groups.includes(only.name)))
    return false;
  return aggregate(only, plan) === 'pass-fail';
}

type Aggregation = 'pass-fail' | 'sum' | 'min';

/** Null: it cannot be said. */
function aggregate({ rule = 'min', onlyIfPassed, name }: TestGroup, plan: TestSetPlan): Aggregation | null {
  const isPlain = isAllOrNothing(plan);
  if (rule === 'all' || (isPlain && (rule === 'min' || onlyIfPassed))) return 'pass-fail';
  if (rule === 'min') return onlyIfPassed ? null : 'min';
  if (rule !== 'sum' || onlyIfPassed) return null;
  const worths = plan.tests.filter(({ groups }) => groups.includes(name)).map(({ points = 1 }) => points);
  return new Set(worths).size <= 1 ? 'sum' : null;
}

interface GroupFolder extends KattisFolder {
  readonly settings: { readonly max_score: number; readonly score_aggregation: Aggregation };
  readonly group: string;
}

/** Null: the format cannot say them. Groups of samples alone are what samples are there. */
function planGroups(plan: TestSetPlan, unit: number): GroupFolder[] | null {
  if (plan.groups.length === 0 || plan.groups.some(({ within }) => within !== undefined)) return null;
  const isOfSamples = ({ name, points, rule }: TestGroup) =>
    (points === 0 || rule === 'ignore') &&
    plan.tests.every(({ groups, isSample }) => isSample || !groups.includes(name));
  const scored = plan.groups.filter((group) => !isOfSamples(group));
  const digits = String(scored.length).length;
  const folders = new Map(
    scored.map(({ name }, index) => {
      const number = String(index + 1).padStart(digits, '0');
      return [name, `secret/${number}${toFolderName(name)}`];
    }),
  );
  const planned = scored.map((group): GroupFolder | null => {
    const { name, points, rule, dependsOn } = group;
    const aggregation = rule === 'ignore' ? 'pass-fail' : aggregate(group, plan);
    const needed = dependsOn.map((other) => folders.get(other) ?? 'sample');
    const isNeedSaid = dependsOn.every((other) => {
      const found = plan.groups.find((each) => each.name === other);
      return (
        found && (isOfSamples(found) || found.rule === 'ignore' || aggregate(found, plan) === 'pass-fail')
      );
    });
    if (aggregation === null || !isNeedSaid) return null;
    return {
      path: `data/${folders.get(name)}`,
      settings: {
        max_score: rule === 'ignore' ? 0 : Math.round(points * unit),
        score_aggregation: aggregation,
        ...(needed.length > 0 && { require_pass: [...new Set(needed)] }),
      },
      group: name,
    };
  });
  return planned.every((folder) => folder !== null) ? planned : null;
}

/** As the format wants them, from letters, digits and hyphens; tests in a folder must not be named as samples are. */
function toFolderName(name: string): string {
  const plain = name
    .replaceAll(/[^A-Za-z0-9]+/g, '-')
    .replaceAll(/(s|ex)ample/gi, '$1mple')
    .replaceAll(/^-+|-+$/g, '');
  return plain === '' ? '' : `-${plain.slice(0, 60).replace(/-+$/, '')}`;
}

/** What the default comparison there must be told to be as close to ours as it can. */
function describeChecking(checker: Checker): string[] {
  switch (checker.name) {
    case 'program':
      return [];
    case 'kattis':
      return [
        ...(checker.case_sensitive ? ['case_sensitive'] : []),
        ...(checker.space_change_sensitive ? ['space_change_sensitive'] : []),
        ...describeTolerances(checker),
      ];
    case 'exact':
      return ['case_sensitive', 'space_change_sensitive'];
    case 'floats':
      return ['case_sensitive', ...describeTolerances(checker)];
    default:
      return ['case_sensitive'];
  }
}

interface Tolerances {
  readonly absolute?: number | undefined;
  readonly relative?: number | undefined;
}

function describeTolerances({ absolute = 0, relative = 0 }: Tolerances): string[] {
  return [
    ...(absolute > 0 ? ['float_absolute_tolerance', String(absolute)] : []),
    ...(relative > 0 ? ['float_relative_tolerance', String(relative)] : []),
  ];
}

type Verdict = 'AC' | 'WA' | 'TLE' | 'RTE';

const verdictOf: Readonly<Partial<Record<TestStatus, Verdict>>> = {
  Accepted: 'AC',
  'Wrong Answer': 'WA',
  'Time Limit Exceeded': 'TLE',
  'Runtime Error': 'RTE',
  'Memory Limit Exceeded': 'RTE',
};

interface SubmissionRule {
  readonly permitted?: readonly Verdict[];
  readonly required?: readonly Verdict[];
}

/** What the folders of the format mean by themselves. */
const folderRules: Readonly<Record<string, SubmissionRule>> = {
  accepted: { permitted: ['AC'] },
  wrong_answer: { permitted: ['AC', 'WA'], required: ['WA'] },
  time_limit_exceeded: { permitted: ['AC', 'TLE'], required: ['TLE'] },
  run_time_error: { permitted: ['AC', 'RTE'], required: ['RTE'] },
  brute_force: { permitted: ['AC', 'RTE', 'TLE'], required: ['RTE', 'TLE'] },
  rejected: { required: ['RTE', 'TLE', 'WA'] },
};

/** The folder that means what is expected of a solution, or one that means nothing. */
export function findSubmissionFolder(expected: Expectation): string {
  const wanted = JSON.stringify(toRule(expected));
  return Object.keys(folderRules).find((folder) => JSON.stringify(folderRules[folder]) === wanted) ?? 'mixed';
}

/** What `submissions.yaml` has to say of it beyond its folder. Null: nothing. */
export function describeSubmission(
  expected: Expectation,
  data: KattisData,
  folder: string,
  language: LanguageId | 'none' | undefined,
): object | null {
  const total = data.folders.find(({ path }) => path === secret)?.settings.max_score ?? 100;
  const { score, parts = [], timed } = expected;
  const said = {
    ...(language && language !== 'none' && { language: kattisNames[language] }),
    ...(folder === 'mixed' && toRule(expected)),
    ...(timed === false && { use_for_time_limit: false }),
    ...(score && { score: score.map((each) => (each * Number(total)) / 100) }),
    ...describeParts(parts, data),
  };
  return Object.keys(said).length > 0 ? said : null;
}

/** Of groups that are folders there, all of it together. */
function describeParts(
  parts: readonly PartExpectation[],
  { folders, unit }: KattisData,
): Readonly<Record<string, object>> {
  const said: Record<string, object> = {};
  for (const part of parts) {
    const found = folders.find(({ group }) => group !== null && group === part.group);
    if (!found) continue;
    const name = found.path.replace('data/', '');
    said[name] = {
      ...said[name],
      ...toRule(part),
      ...(part.score && { score: part.score.map((each) => each * unit) }),
      ...(part.message !== undefined && { message: part.message }),
    };
  }
  return said;
}

function toRule({ permitted, required }: Pick<Expectation, 'permitted' | 'required'>): SubmissionRule {
  const toVerdicts = (statuses: readonly TestStatus[]) => {
    const found = new Set(statuses.map((status) => verdictOf[status]));
    return (['AC', 'RTE', 'TLE', 'WA'] as const).filter((verdict) => found.has(verdict));
  };
  return {
    ...(permitted && { permitted: toVerdicts(permitted) }),
    ...(required && { required: toVerdicts(required) }),
  };
}

function orNothing<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
