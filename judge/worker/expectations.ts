/** What was seen of a solution of the jury, beside what was expected of it. */

import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { StoredTrial } from '#contract/packages.ts';
import { statusLetter, type TestStatus } from '#contract/statuses.ts';
import type { Demand, Expectation, PartExpectation, TestSetPlan } from '#contract/test-set-plan.ts';
import { mapTexts } from '#contract/words.ts';
import { toStorable } from '#store/words.ts';
import type { Verdict } from '../run/judge.ts';
import type { TestResult } from '../run/run-tests.ts';
import { earnedOf } from '../run/score.ts';

export type Seen = NonNullable<StoredTrial['solutions'][number]['seen']>;

export type AnyDemand = Demand & Pick<PartExpectation, 'tests' | 'group'>;

/** Of all tests, and of some. */
export const listDemands = ({ parts = [], ...ofAll }: Expectation): AnyDemand[] => [ofAll, ...parts];

export const mustBeSlow = ({ required }: AnyDemand) => required?.includes('Time Limit Exceeded') ?? false;
export const mustOnlyBeSlow = (demand: AnyDemand) => mustBeSlow(demand) && demand.required?.length === 1;

/** What came out on the tests that a demand is about. */
export function selectResults(
  { tests: names, group }: AnyDemand,
  { tests, groups }: TestSetPlan,
  results: readonly TestResult[],
): TestResult[] {
  const inside = new Set([group]);
  for (const { name, within } of groups) if (within !== undefined && inside.has(within)) inside.add(name);
  const named = names && new Set(names);
  return results.filter(({ testCase }) => {
    const test = tests[testCase - 1];
    if (!test) return false;
    return (
      (named?.has(test.name) ?? true) && (group === undefined || test.groups.some((name) => inside.has(name)))
    );
  });
}

export function findSlowest(results: readonly TestResult[]): number {
  return Math.max(0, ...results.filter(({ status }) => status !== 'Skipped').map(({ timeMs }) => timeMs));
}

/** `verdict` is null where it was broken off. */
export function describeSeen(
  expected: Expectation,
  plan: TestSetPlan,
  results: readonly TestResult[],
  verdict: Verdict | null,
): Seen {
  const ran = results.filter(({ status }) => status !== 'Skipped');
  const groups = (verdict?.groups ?? []).map((group) => ({
    name: group.name,
    points: group.points,
    earned: earnedOf(group.points, group.share),
    status: group.status as TestStatus,
  }));
  const against = listDemands(expected)
    .flatMap((demand) => selectResults(demand, plan, ran).filter((result) => !isPermitted(demand, result)))
    .sort((a, b) => a.testCase - b.testCase)[0];
  const unmetParts = (expected.parts ?? []).flatMap((part, index) => {
    const some = selectResults(part, plan, results);
    return isMet(part, some, groups) ? [] : [index];
  });
  const status = verdict?.overallStatus ?? 'Time Limit Exceeded';
  const compilerSaid = verdict?.compilerSaid ?? null;
  return {
    status,
    score: verdict?.score ?? null,
    results: results.map((result) => statusLetter(result.status)).join(''),
    slowest_ms: findSlowest(ran),
    agrees:
      status !== 'Compilation Error' &&
      !against &&
      unmetParts.length === 0 &&
      hasRequired(expected, ran) &&
      isInRange(expected, verdict),
    against: against
      ? { test: plan.tests[against.testCase - 1]?.name ?? `${against.testCase}`, status: against.status }
      : null,
    ...(unmetParts.length > 0 && { unmet_parts: unmetParts }),
    groups,
    compilerSaid: compilerSaid && mapTexts(compilerSaid, toStorable),
  };
}

/** Accepted by its checker, if with a part of the points, is accepted. */
function endOf({ status, passed }: TestResult): TestStatus {
  return passed ? 'Accepted' : status;
}

function isPermitted({ permitted }: Demand, result: TestResult): boolean {
  return permitted?.includes(endOf(result)) ?? true;
}

function hasRequired({ required }: Demand, ran: readonly TestResult[]): boolean {
  return !required || ran.some((result) => required.includes(endOf(result)));
}

/** `results` are those of its tests. What would have to be seen on a test that was not run may be so. */
function isMet(part: PartExpectation, results: readonly TestResult[], groups: Seen['groups']): boolean {
  const { message, group: name, score } = part;
  const ran = results.filter(({ status }) => status !== 'Skipped');
  const isWhole = ran.length === results.length;
  const said = ({ checkerSaid }: TestResult) => (checkerSaid ? sayInEnglish(checkerSaid) : '');
  const hasMessage = message === undefined || ran.some((result) => said(result).includes(message));
  const earned = groups.find((group) => group.name === name)?.earned;
  return (
    ran.every((result) => isPermitted(part, result)) &&
    (!isWhole || (hasRequired(part, ran) && hasMessage)) &&
    (!score || earned === undefined || (earned > score[0] - halfCent && earned < score[1] + halfCent))
  );
}

/** What a group earns is told in hundredths. */
const halfCent = 0.005;

function isInRange({ score }: Expectation, verdict: Verdict | null): boolean {
  if (!score) return true;
  return verdict !== null && verdict.score >= score[0] && verdict.score <= score[1];
}
