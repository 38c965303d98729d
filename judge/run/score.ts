/**
 * Results of tests → the score and the overall status, and which tests need not run.
 *
 * Tests may finish in any order on several cores, but they are recorded here in test order, and what is Skipped
 * follows from that order alone: the same submission gets the same result string on one core and on forty.
 *
 * What is earned is an exact fraction until the very end, where the score is rounded down once.
 */

import {
  addUp,
  type Fraction,
  isLess,
  isOne,
  isZero,
  multiply,
  one,
  scoreOfShare,
  toFraction,
  zero,
} from '#contract/fractions.ts';
import { fullScore } from '#contract/scores.ts';
import type { FinishedStatus, TestStatus } from '#contract/statuses.ts';
import type { PlannedTest, TestGroup, TestSetPlan } from '#contract/test-set-plan.ts';

export interface ScoringPlan extends Pick<TestSetPlan, 'groups' | 'stopAtFirstFailure' | 'scoreDecimals'> {
  /** In test order. */
  readonly tests: readonly Pick<PlannedTest<unknown>, 'groups' | 'points'>[];
}

export interface ScoredTest {
  status: TestStatus;
  /** What part of the test's worth was earned: 1 exactly when Accepted, between for a checker's partial points. */
  share: Fraction;
  /** Whether what depends on it may go on. Default: when Accepted; some checkers accept with part of the points. */
  passed?: boolean;
}

export interface Tally {
  /** True when the tests recorded so far already decide that this one will be Skipped. */
  isSkipped: (testIndex: number) => boolean;
  /** Tests are recorded in order, each once. Returns what counts: the result itself, or Skipped. */
  record: <T extends ScoredTest>(result: T) => T | { status: 'Skipped'; share: Fraction };
  finish: () => Score;
}

export interface Score {
  overallStatus: FinishedStatus;
  score: number;
  /** In the plan's order; none where it has no groups. */
  groups: readonly GroupScore[];
}

export interface GroupScore {
  name: string;
  points: number;
  /** What part of its points it earned. */
  share: Fraction;
  status: FinishedStatus;
}

export class ScoringPlanError extends Error {}

/** A group of the plan with all that is known of it so far. */
interface Group extends TestGroup {
  readonly parent: Group | null;
  readonly needs: readonly Group[];
  readonly inner: Group[];
  /** By their positions; the groups within it have tests of theirs. */
  readonly ownTests: number[];
  readonly allTests: Set<number>;
  /** Of its own tests. */
  failedCount: number;
  /** It can earn nothing any more. */
  isLost: boolean;
  /** Something that it depends on has failed. */
  isBlocked: boolean;
  /** It is certain that it has not passed. */
  hasFailed: boolean;
  /** Nothing that is still to come in it can count. */
  isClosed: boolean;
}

export function createTally(plan: ScoringPlan): Tally {
  checkPlan(plan);
  const groups = openGroups(plan);
  const groupsOf = plan.tests.map((test) => test.groups.map((name) => groups.get(name) as Group));
  const recorded: ScoredTest[] = [];
  let anyFailed = false;

  /** A test that counts nowhere any more need not run; one that still counts in one of its groups runs. */
  function isSkipped(testIndex: number): boolean {
    if (plan.stopAtFirstFailure && anyFailed) return true;
    const own = groupsOf[testIndex] ?? [];
    return own.length > 0 && own.every((group) => group.isClosed);
  }

  return {
    isSkipped,
    record(result) {
      const index = recorded.length;
      if (index >= plan.tests.length) throw new ScoringPlanError('more results than tests');
      const counted = isSkipped(index) ? ({ status: 'Skipped', share: zero } as const) : result;
      recorded.push(counted);
      const passed = hasPassed(counted);
      anyFailed ||= !passed;
      for (const group of groupsOf[index] ?? []) {
        if (!passed) group.failedCount++;
        loseBy(group, counted.share);
      }
      if (counted.status !== 'Accepted') closeGroups([...groups.values()]);
      return counted;
    },
    finish() {
      if (recorded.length < plan.tests.length) throw new ScoringPlanError('tests are missing');
      const all = [...groups.values()];
      const shares = new Map<Group, Fraction>();
      // Inner groups come after those they are within.
      for (const group of all.toReversed()) shares.set(group, shareOf(group, plan, recorded, shares));
      const statusWithin = (whole: Group | null, positions: Iterable<number>) =>
        statusOf(recorded, [...positions], (position) => countsAgainst(groupsOf[position] ?? [], whole));
      const overallStatus = statusWithin(null, recorded.keys());
      return {
        overallStatus,
        score:
          overallStatus === 'Accepted'
            ? fullScore
            : scoreOfShare(shareOfAll(plan, recorded, shares), plan.scoreDecimals),
        groups: all.map((group) => ({
          name: group.name,
          points: group.points,
          share: shares.get(group) ?? zero,
          status: group.isBlocked ? 'Skipped' : statusWithin(group, group.allTests),
        })),
      };
    },
  };
}

function openGroups(plan: ScoringPlan): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const written of plan.groups) {
    const parent = groups.get(written.within ?? '') ?? null;
    const group: Group = {
      ...written,
      parent,
      needs: written.dependsOn.map((name) => groups.get(name) as Group),
      inner: [],
      ownTests: [],
      allTests: new Set(),
      failedCount: 0,
      isLost: false,
      isBlocked: false,
      hasFailed: false,
      isClosed: false,
    };
    parent?.inner.push(group);
    groups.set(group.name, group);
  }
  plan.tests.forEach((test, index) => {
    for (const name of test.groups) {
      const group = groups.get(name) as Group;
      group.ownTests.push(index);
      for (const outer of listAncestors(group)) outer.allTests.add(index);
    }
  });
  return groups;
}

/** The group itself, the one it is within, and so on. */
function listAncestors(group: Group): Group[] {
  return group.parent ? [group, ...listAncestors(group.parent)] : [group];
}

function hasPassed({ status, passed }: ScoredTest): boolean {
  return passed ?? status === 'Accepted';
}

/** Until nothing follows any more: a failure closes what depends on it, and that may be within something else. */
function closeGroups(groups: readonly Group[]): void {
  const countFailed = () => groups.filter(({ hasFailed }) => hasFailed).length;
  let failedBefore: number;
  do {
    failedBefore = countFailed();
    for (const group of groups.toReversed()) group.hasFailed ||= group.isBlocked || mustFail(group);
    for (const group of groups) {
      const { parent, needs, isLost, stopAtFirstFailure = false } = group;
      group.isBlocked ||= needs.some(({ hasFailed }) => hasFailed) || parent?.isBlocked === true;
      group.hasFailed ||= group.isBlocked;
      const isStopped = stopAtFirstFailure && anyMemberFailed(group);
      group.isClosed ||= isLost || isStopped || group.isBlocked || parent?.isClosed === true;
    }
  } while (countFailed() > failedBefore);
}

function mustFail(group: Group): boolean {
  if (group.rule !== 'max' || group.onlyIfPassed) return anyMemberFailed(group);
  return group.failedCount === group.ownTests.length && listCounting(group).every((inner) => inner.hasFailed);
}

function anyMemberFailed(group: Group): boolean {
  return group.failedCount > 0 || listCounting(group).some((inner) => inner.hasFailed);
}

function listCounting({ inner }: Group): Group[] {
  return inner.filter(({ rule }) => rule !== 'ignore');
}

/** One of its tests, or a group within it, has earned this much. */
function loseBy(group: Group, share: Fraction): void {
  if (group.isLost) return;
  const { rule = 'min' } = group;
  group.isLost = rule === 'all' ? !isOne(share) : (rule === 'min' || rule === 'product') && isZero(share);
  if (group.isLost && group.parent) loseBy(group.parent, zero);
}

function shareOf(
  group: Group,
  plan: ScoringPlan,
  tests: readonly ScoredTest[],
  shares: ReadonlyMap<Group, Fraction>,
): Fraction {
  if (group.isBlocked || (group.onlyIfPassed && anyMemberFailed(group))) return zero;
  const parts = [
    ...group.ownTests.map((index) => ({
      share: tests[index]?.share ?? zero,
      points: plan.tests[index]?.points ?? 1,
    })),
    ...listCounting(group).map((inner) => ({ share: shares.get(inner) ?? zero, points: inner.points })),
  ];
  const { rule = 'min' } = group;
  if (rule === 'sum') return addUp(parts);
  if (rule === 'max') return parts.reduce((most, { share }) => (isLess(most, share) ? share : most), zero);
  if (rule === 'product') return parts.map(({ share }) => share).reduce(multiply, one);
  const least = parts.reduce((weakest, { share }) => (isLess(share, weakest) ? share : weakest), one);
  return rule === 'min' || isOne(least) ? least : zero;
}

function shareOfAll(
  plan: ScoringPlan,
  tests: readonly ScoredTest[],
  shares: ReadonlyMap<Group, Fraction>,
): Fraction {
  if (shares.size === 0) {
    return addUp(tests.map(({ share }, index) => ({ share, points: plan.tests[index]?.points ?? 1 })));
  }
  const outermost = [...shares].filter(([{ parent, rule }]) => parent === null && rule !== 'ignore');
  return addUp(outermost.map(([{ points }, share]) => ({ share, points })));
}

/** Of these points, to the hundredth; all of them only for all that there was to earn. */
export function earnedOf(points: number, share: Fraction): number {
  if (isOne(share)) return points;
  const { numerator, denominator } = multiply(toFraction(points), share);
  return Number((numerator * 100n) / denominator) / 100;
}

/**
 * Whether a failure of a test in these groups is one of the whole, or of the group `whole`: it changes nothing where one
 * part that passed is enough, and where a group within the whole is ignored.
 */
function countsAgainst(groups: readonly Group[], whole: Group | null): boolean {
  if (groups.length === 0) return true;
  return groups.some((group) => {
    const outer = listAncestors(group);
    if (whole && !outer.includes(whole)) return false;
    const upToWhole = whole ? outer.slice(0, outer.indexOf(whole) + 1) : outer;
    return !upToWhole.some(
      (each) => (each.rule === 'ignore' && each !== whole) || (each.rule === 'max' && !each.hasFailed),
    );
  });
}

/**
 * The first test that is not Accepted gives its status; a Skipped one only when nothing else failed. `counts` leaves out
 * what is not held against anybody, unless it is why others were Skipped.
 */
function statusOf(
  tests: readonly ScoredTest[],
  positions: readonly number[],
  counts: (position: number) => boolean,
): FinishedStatus {
  if (positions.length === 0) return 'Skipped';
  const statusAt = (position: number) => tests[position]?.status ?? 'Skipped';
  const failed = positions.filter((position) => statusAt(position) !== 'Accepted');
  const counting = failed.filter(counts);
  if (counting.length === 0) return 'Accepted';
  const told = [...counting, ...failed].find((position) => statusAt(position) !== 'Skipped');
  return told === undefined ? 'Skipped' : statusAt(told);
}

function checkPlan({ tests, groups, scoreDecimals }: ScoringPlan): void {
  const used = new Set(tests.flatMap((test) => test.groups));
  const outer = new Set(groups.map(({ within }) => within));
  const seen = new Set<string>();
  for (const { name, points, dependsOn, within } of groups) {
    if (seen.has(name)) throw new ScoringPlanError(`group ${name} is there twice`);
    checkPoints(`group ${name}`, points);
    if (!used.has(name) && !outer.has(name)) throw new ScoringPlanError(`group ${name} has no tests`);
    for (const needed of within === undefined ? dependsOn : [...dependsOn, within]) {
      if (!seen.has(needed)) {
        throw new ScoringPlanError(`group ${name} names ${needed}, which is not an earlier group`);
      }
    }
    seen.add(name);
  }
  for (const name of used) {
    if (!seen.has(name))
      throw new ScoringPlanError(`a test is in group ${name}, which the list of groups lacks`);
  }
  if (groups.length > 0 && tests.some((test) => test.groups.length === 0)) {
    throw new ScoringPlanError('a test is in no group');
  }
  tests.forEach(({ points = 1 }, index) => {
    checkPoints(`test ${index + 1}`, points);
  });
  if (![0, 1, 2].includes(scoreDecimals)) {
    throw new ScoringPlanError(`a score cannot have ${scoreDecimals} decimals`);
  }
}

function checkPoints(owner: string, points: number): void {
  if (!(Number.isFinite(points) && points >= 0)) {
    throw new ScoringPlanError(`the points of ${owner} are not a number from zero up`);
  }
}
