import type { Checker } from './checkers.ts';
import type { LanguageId } from './programs.ts';
import type { TestStatus } from './statuses.ts';

/**
 * A test set as it is stored and judged: which files, in which order, worth what, checked how. Files are named by the
 * SHA-256 of their content in hexadecimal, so a worker that has a file never fetches it again.
 */
export interface TestSetPlan {
  readonly tests: readonly PlannedTest<string>[];
  readonly groups: readonly TestGroup[];
  readonly stopAtFirstFailure: boolean;
  /** How many digits after the point a score may have: 0, 1 or 2. */
  readonly scoreDecimals: number;
  readonly checker: Checker;
  /** The files of the checker's program, by the names that `checker` gives them. */
  readonly checkerFiles: Readonly<Record<string, string>>;
}

/** `File` is where its data are: an entry of an archive, or the hash of what is stored. */
export interface PlannedTest<File> {
  readonly name: string;
  readonly input: File;
  readonly answer: File;
  /** The groups it is scored in, in their order; none where no manifest makes groups. */
  readonly groups: readonly string[];
  readonly isSample: boolean;
  /** What it weighs where tests are added up. Default: 1. */
  readonly points?: number;
  /** Default: the problem's. */
  readonly timeLimitMs?: number;
  readonly memoryLimitMb?: number;
  /** What the author's checker is told beyond the names of the files. */
  readonly checkerArgs?: readonly string[];
}

export interface TestGroup {
  readonly name: string;
  /** What it weighs among the groups that are added up with it. */
  readonly points: number;
  /** Names of groups that must have passed; they come earlier in the list. */
  readonly dependsOn: readonly string[];
  /** The group, earlier in the list, that it is a part of. Default: none, it counts in the score itself. */
  readonly within?: string;
  /** Default: min. */
  readonly rule?: GroupRule;
  /** After its first test that fails the rest of it is Skipped; what it has earned by then it keeps. Default: false. */
  readonly stopAtFirstFailure?: boolean;
  /** It is worth nothing unless everything in it has passed, if with a part of the points. Default: false. */
  readonly onlyIfPassed?: boolean;
}

/**
 * What a group is worth, by its tests and the groups within it, as a part of its points: the least of their parts, the
 * greatest, all or nothing, their product, or what they earn together, each by its own points. An ignored one is run and shown, and
 * changes neither the score nor the status; others may still depend on it.
 */
export const groupRules = ['min', 'max', 'all', 'product', 'sum', 'ignore'] as const;
export type GroupRule = (typeof groupRules)[number];

/** Whether a test that is in it twice counts for more than one that is in it once. */
export function countsRepeated({ rule }: TestGroup): boolean {
  return rule === 'sum' || rule === 'product';
}

type Member = Partial<Pick<PlannedTest<unknown>, 'groups' | 'points'>>;

/** What a test is worth in a group that it is in: all that the group is or, where tests are added up, its part of that. */
export function worthIn({ name, points, rule }: TestGroup, test: Member, tests: readonly Member[]): number {
  if (rule === 'ignore') return 0;
  if (rule !== 'sum') return points;
  const total = sumPoints(tests).get(name) ?? 0;
  return total === 0 ? 0 : (points * (test.points ?? 1)) / total;
}

/** Each plan's once: it is asked for every test of it. */
const pointSums = new WeakMap<readonly Member[], ReadonlyMap<string, number>>();

/** What the tests of each group have together. */
function sumPoints(tests: readonly Member[]): ReadonlyMap<string, number> {
  const known = pointSums.get(tests);
  if (known) return known;
  const sums = new Map<string, number>();
  for (const { groups = [], points = 1 } of tests)
    for (const name of new Set(groups)) sums.set(name, (sums.get(name) ?? 0) + points);
  pointSums.set(tests, sums);
  return sums;
}

/** A program of whoever made the problem: it shows whether tests, checker and limits do what they meant. */
export interface JurySolution<File> {
  /** With the folders below the package's own, e.g. `accepted/ann.cpp`. */
  readonly name: string;
  readonly file: File;
  /** Null: in no language that is judged here, or of several files. It is kept, and not run. */
  readonly language: LanguageId | null;
  readonly expected: Expectation;
}

/**
 * What must come out when a solution is judged. Skipped tests say nothing; a test that its checker accepted with a part
 * of the points (`passed`) counts as Accepted.
 */
export interface Expectation extends Demand {
  /** The least and the greatest score. Absent: any. */
  readonly score?: ScoreRange;
  /** What is asked beyond that of some tests only, or of a group. */
  readonly parts?: readonly PartExpectation[];
}

export interface Demand {
  /** Every test ends with one of these. Absent: with anything. */
  readonly permitted?: readonly TestStatus[];
  /** At least one test ends with one of these. Absent: none has to. */
  readonly required?: readonly TestStatus[];
  /** The time that it takes says nothing about the limit. Default: what must be right, or too slow, does. */
  readonly timed?: false;
}

/** Right on every test that it is asked of. */
export function isMeantRight({
  permitted,
}: {
  readonly permitted?: Demand['permitted'] | undefined;
}): boolean {
  return permitted?.length === 1 && permitted[0] === 'Accepted';
}

/** Of the tests that are named, or of those in a group and in the groups within it; else of all. */
export interface PartExpectation extends Demand {
  readonly tests?: readonly string[];
  readonly group?: string;
  /** Of the points that the group has, how many it earns. */
  readonly score?: ScoreRange;
  /** The checker says this to staff about at least one of the tests. */
  readonly message?: string;
}

type ScoreRange = readonly [least: number, most: number];
