/** What is kept of a test set's groups with a judgement: what they are from its first test on, then what they earned. */
import { writeFraction } from '#contract/fractions.ts';
import type { SubmissionGroup } from '#contract/submissions.ts';
import type { TestSetPlan } from '#contract/test-set-plan.ts';
import type { StoredGroup } from '#store/schema.ts';
import { earnedOf, type GroupScore } from '../run/score.ts';

interface GroupedTests extends Pick<TestSetPlan, 'groups'> {
  readonly tests: readonly { readonly groups: readonly string[] }[];
}

/** Nothing is earned yet. */
export function outlineGroups({ tests, groups }: GroupedTests): SubmissionGroup[] {
  const testsOf = new Map(groups.map(({ name }) => [name, [] as [first: number, last: number][]]));
  tests.forEach((test, index) => {
    const number = index + 1;
    for (const name of test.groups) {
      const ranges = testsOf.get(name);
      const range = ranges?.at(-1);
      if (range?.[1] === index) range[1] = number;
      else ranges?.push([number, number]);
    }
  });
  return groups.map(({ name, points, rule, within }) => ({
    name,
    points: rule === 'ignore' ? 0 : points,
    earned: null,
    status: null,
    within: within ?? null,
    tests: testsOf.get(name) ?? [],
  }));
}

/** None where nothing ran, and so nothing was scored. */
export function fillGroups(
  outline: readonly SubmissionGroup[],
  scored: readonly GroupScore[],
): StoredGroup[] {
  const scores = new Map(scored.map((score) => [score.name, score]));
  return outline.flatMap((group) => {
    const score = scores.get(group.name);
    if (!score) return [];
    const { share, status } = score;
    return { ...group, earned: earnedOf(group.points, share), status, share: writeFraction(share) };
  });
}
