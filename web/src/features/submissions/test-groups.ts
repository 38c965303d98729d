/** The tests of a submission by the groups that they are scored in. */
import type { SubmissionGroup } from '#contract/submissions.ts';
import { nestGroups } from '../../components/nested-groups.ts';
import type { TestItem } from './test-results.ts';

export interface TestGroup extends SubmissionGroup {
  /** In how many others it is. */
  readonly depth: number;
  /** How many tests are in it, without those of the groups within it. */
  readonly count: number;
  /** Those of them that there is something to show of. One that is in several groups is in each. */
  readonly items: readonly TestItem[];
}

export function groupItems(
  groups: readonly SubmissionGroup[],
  items: readonly TestItem[],
): readonly TestGroup[] {
  const byNumber = new Map(items.map((item) => [item.testCase, item]));
  return nestGroups(groups).map((group) => {
    const numbers = group.tests.flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, index) => first + index),
    );
    return {
      ...group,
      count: numbers.length,
      items: numbers.flatMap((number) => byNumber.get(number) ?? []),
    };
  });
}
