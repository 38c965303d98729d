/**
 * Results of tests → the score and the overall status, and which tests need not run.
 *
 * Tests may finish in any order on several cores, but they are recorded here in test order, and what is Skipped
 * follows from that order alone: the same submission gets the same result string on one core and on forty.
 */

import type { FinishedStatus, TestStatus } from '#contract/statuses.ts';

export interface ScoringGroup {
  name: string;
  points: number;
  /** Names of groups that must have passed in full; they come earlier in the list. */
  dependsOn: readonly string[];
}

export interface ScoringPlan {
  /** One entry a test, in test order: the group it belongs to, or null where there are no groups. */
  testGroups: readonly (string | null)[];
  groups: readonly ScoringGroup[];
  stopAtFirstFailure: boolean;
}

export interface ScoredTest {
  status: TestStatus;
  /** What part of the test's worth was earned: 1 exactly when Accepted, between for a checker's partial points. */
  share: number;
}

export interface Tally {
  /** True when the tests recorded so far already decide that this one will be Skipped. */
  isSkipped: (testIndex: number) => boolean;
  /** Tests are recorded in order, each once. Returns what counts: the result itself, or Skipped. */
  record: <T extends ScoredTest>(result: T) => T | { status: 'Skipped'; share: 0 };
  finish: () => { overallStatus: FinishedStatus; score: number };
}

export class ScoringPlanError extends Error {}

export function createTally(plan: ScoringPlan): Tally {
  checkPlan(plan);
  const recorded: ScoredTest[] = [];
  const failedGroups = new Set<string | null>();
  const lostGroups = new Set<string | null>();
  const dependsOn = new Map(plan.groups.map((group) => [group.name, group.dependsOn]));
  let anyFailed = false;

  function isSkipped(testIndex: number): boolean {
    if (plan.stopAtFirstFailure && anyFailed) return true;
    const group = plan.testGroups[testIndex] ?? null;
    if (group === null) return false;
    return lostGroups.has(group) || (dependsOn.get(group) ?? []).some((needed) => failedGroups.has(needed));
  }

  return {
    isSkipped,
    record(result) {
      const index = recorded.length;
      if (index >= plan.testGroups.length) throw new ScoringPlanError('more results than tests');
      const counted = isSkipped(index) ? ({ status: 'Skipped', share: 0 } as const) : result;
      recorded.push(counted);
      if (counted.status !== 'Accepted') {
        anyFailed = true;
        const group = plan.testGroups[index] ?? null;
        failedGroups.add(group);
        if (counted.share === 0) lostGroups.add(group);
      }
      return counted;
    },
    finish() {
      if (recorded.length < plan.testGroups.length) throw new ScoringPlanError('tests are missing');
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
  if (tests.every((test) => test.status === 'Accepted')) return 100;
  const share = plan.groups.length > 0 ? shareByGroups(plan, tests) : shareByTests(tests);
  // Rounding can reach 100 although a test failed (a group worth no points, a share of 0.9999…): 100 means solved.
  // The addition keeps e.g. 29/100 from becoming 28.999… in binary.
  return Math.min(99, Math.floor(share * 100 + 1e-9));
}

function shareByTests(tests: readonly ScoredTest[]): number {
  return tests.reduce((sum, test) => sum + test.share, 0) / tests.length;
}

/** A group is worth its weakest test, and nothing when a group that it depends on did not pass in full. */
function shareByGroups(plan: ScoringPlan, tests: readonly ScoredTest[]): number {
  const weakest = new Map<string | null, number>();
  plan.testGroups.forEach((group, index) => {
    weakest.set(group, Math.min(weakest.get(group) ?? 1, tests[index]?.share ?? 0));
  });
  const total = plan.groups.reduce((sum, group) => sum + group.points, 0);
  const earned = plan.groups
    .filter((group) => group.dependsOn.every((needed) => weakest.get(needed) === 1))
    .reduce((sum, group) => sum + group.points * (weakest.get(group.name) ?? 0), 0);
  return total === 0 ? 0 : earned / total;
}

function checkPlan(plan: ScoringPlan): void {
  const seen = new Set<string>();
  for (const group of plan.groups) {
    if (seen.has(group.name)) throw new ScoringPlanError(`group ${group.name} is there twice`);
    if (!(Number.isFinite(group.points) && group.points >= 0)) {
      throw new ScoringPlanError(`the points of group ${group.name} are not a number from zero up`);
    }
    if (!plan.testGroups.includes(group.name)) throw new ScoringPlanError(`group ${group.name} has no tests`);
    for (const needed of group.dependsOn) {
      if (!seen.has(needed)) {
        throw new ScoringPlanError(`group ${group.name} depends on ${needed}, which is not an earlier group`);
      }
    }
    seen.add(group.name);
  }
  for (const group of plan.testGroups) {
    if (plan.groups.length > 0 && (group === null || !seen.has(group))) {
      throw new ScoringPlanError(`a test is in group ${group ?? '(none)'}, which the list of groups lacks`);
    }
  }
}
