/**
 * Results of tests → the score and the overall status, and which tests need not run.
 *
 * Tests may finish in any order on several cores, but they are recorded here in test order, and what is Skipped
 * follows from that order alone: the same submission gets the same result string on one core and on forty.
 *
 * What is earned is an exact fraction until the very end, where the score is rounded down once.
 */

import { fullScore } from '#contract/scores.ts';
import type { FinishedStatus, TestStatus } from '#contract/statuses.ts';
import type { PlannedTest, TestGroup, TestSetPlan } from '#contract/test-set-plan.ts';
import {
  add,
  divide,
  type Fraction,
  fraction,
  isLess,
  isOne,
  isZero,
  multiply,
  one,
  toFraction,
  zero,
} from '../checkers/fraction.ts';

export interface ScoringPlan extends Pick<TestSetPlan, 'groups' | 'stopAtFirstFailure' | 'scoreDecimals'> {
  /** In test order. */
  readonly tests: readonly Pick<PlannedTest<unknown>, 'groups'>[];
}

export interface ScoredTest {
  status: TestStatus;
  /** What part of the test's worth was earned: 1 exactly when Accepted, between for a checker's partial points. */
  share: Fraction;
}

export interface Tally {
  /** True when the tests recorded so far already decide that this one will be Skipped. */
  isSkipped: (testIndex: number) => boolean;
  /** Tests are recorded in order, each once. Returns what counts: the result itself, or Skipped. */
  record: <T extends ScoredTest>(result: T) => T | { status: 'Skipped'; share: Fraction };
  finish: () => { overallStatus: FinishedStatus; score: number };
}

export class ScoringPlanError extends Error {}

export function createTally(plan: ScoringPlan): Tally {
  checkPlan(plan);
  const recorded: ScoredTest[] = [];
  const failedGroups = new Set<string>();
  /** Those that can earn nothing any more. */
  const lostGroups = new Set<string>();
  let anyFailed = false;

  /** A test that counts nowhere any more need not run; one that still counts in one of its groups runs. */
  function isSkipped(testIndex: number): boolean {
    if (plan.stopAtFirstFailure && anyFailed) return true;
    const groups = plan.tests[testIndex]?.groups ?? [];
    return groups.length > 0 && groups.every((group) => lostGroups.has(group));
  }

  function fail(groups: readonly string[], share: Fraction): void {
    anyFailed = true;
    const failedBefore = failedGroups.size;
    for (const group of groups) {
      failedGroups.add(group);
      if (isZero(share)) lostGroups.add(group);
    }
    if (failedGroups.size === failedBefore) return;
    for (const { name, dependsOn } of plan.groups) {
      if (!dependsOn.some((needed) => failedGroups.has(needed))) continue;
      failedGroups.add(name);
      lostGroups.add(name);
    }
  }

  return {
    isSkipped,
    record(result) {
      const test = plan.tests[recorded.length];
      if (test === undefined) throw new ScoringPlanError('more results than tests');
      const counted = isSkipped(recorded.length) ? ({ status: 'Skipped', share: zero } as const) : result;
      recorded.push(counted);
      if (counted.status !== 'Accepted') fail(test.groups, counted.share);
      return counted;
    },
    finish() {
      if (recorded.length < plan.tests.length) throw new ScoringPlanError('tests are missing');
      return { overallStatus: overallStatus(recorded), score: score(plan, recorded) };
    },
  };
}

/** The first test that is not Accepted gives its status; a Skipped one only when nothing else failed. */
export function overallStatus(tests: readonly ScoredTest[]): FinishedStatus {
  if (tests.length === 0) return 'Skipped';
  const failed = tests.filter((test) => test.status !== 'Accepted');
  return (failed.find((test) => test.status !== 'Skipped') ?? failed[0])?.status ?? 'Accepted';
}

function score(plan: ScoringPlan, tests: readonly ScoredTest[]): number {
  if (tests.length === 0) return 0;
  if (tests.every((test) => test.status === 'Accepted')) return fullScore;
  const share = plan.groups.length > 0 ? shareByGroups(plan, tests) : shareByTests(tests);
  const unit = 10 ** plan.scoreDecimals;
  const units = (share.numerator * BigInt(fullScore * unit)) / share.denominator;
  // A group worth no points may be all that failed: 100 means solved, so anything else stays one unit below.
  return Math.min(Number(units), fullScore * unit - 1) / unit;
}

function shareByTests(tests: readonly ScoredTest[]): Fraction {
  return multiply(sum(tests.map(({ share }) => share)), fraction(1n, BigInt(tests.length)));
}

function shareByGroups(plan: ScoringPlan, tests: readonly ScoredTest[]): Fraction {
  const weakest = findWeakest(plan, tests);
  const worth = new Map<string, Fraction>();
  for (const { name, dependsOn } of plan.groups) {
    const isOpen = dependsOn.every((needed) => isOne(worth.get(needed) ?? zero));
    worth.set(name, isOpen ? (weakest.get(name) ?? zero) : zero);
  }
  const pointsOf = ({ points }: TestGroup) => toFraction(points);
  const total = sum(plan.groups.map(pointsOf));
  const earned = sum(plan.groups.map((group) => multiply(pointsOf(group), worth.get(group.name) ?? zero)));
  return isZero(total) ? zero : divide(earned, total);
}

/** The least share of each group's tests. */
function findWeakest(plan: ScoringPlan, tests: readonly ScoredTest[]): Map<string, Fraction> {
  const weakest = new Map<string, Fraction>();
  plan.tests.forEach(({ groups }, index) => {
    const share = tests[index]?.share ?? zero;
    for (const group of groups) {
      const least = weakest.get(group) ?? one;
      weakest.set(group, isLess(share, least) ? share : least);
    }
  });
  return weakest;
}

function sum(fractions: readonly Fraction[]): Fraction {
  return fractions.reduce(add, zero);
}

function checkPlan({ tests, groups, scoreDecimals }: ScoringPlan): void {
  const used = new Set(tests.flatMap((test) => test.groups));
  const seen = new Set<string>();
  for (const group of groups) {
    if (seen.has(group.name)) throw new ScoringPlanError(`group ${group.name} is there twice`);
    if (!(Number.isFinite(group.points) && group.points >= 0)) {
      throw new ScoringPlanError(`the points of group ${group.name} are not a number from zero up`);
    }
    if (!used.has(group.name)) throw new ScoringPlanError(`group ${group.name} has no tests`);
    for (const needed of group.dependsOn) {
      if (!seen.has(needed)) {
        throw new ScoringPlanError(`group ${group.name} depends on ${needed}, which is not an earlier group`);
      }
    }
    seen.add(group.name);
  }
  for (const name of used) {
    if (!seen.has(name))
      throw new ScoringPlanError(`a test is in group ${name}, which the list of groups lacks`);
  }
  if (groups.length > 0 && tests.some((test) => test.groups.length === 0)) {
    throw new ScoringPlanError('a test is in no group');
  }
  if (![0, 1, 2].includes(scoreDecimals)) {
    throw new ScoringPlanError(`a score cannot have ${scoreDecimals} decimals`);
  }
}
