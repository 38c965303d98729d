/** Groups as other systems write them, made into those of a plan. */

import type { PackageMistakes } from '#contract/import-words.ts';
import { countsRepeated, type PlannedTest, type TestGroup } from '#contract/test-set-plan.ts';
import { type Words, words } from '#contract/words.ts';
import type { ArchiveEntry } from './entry-content.ts';
import { cutName } from './refusal.ts';

export const groupsMax = 1000;

/**
 * In their order, but each behind those that it depends on, as a plan wants them. `refuse` throws; it is told the
 * group that is at fault.
 */
export function orderGroups<Group extends TestGroup>(
  groups: readonly Group[],
  refuse: (mistake: Words<keyof PackageMistakes>, group: Group | null) => never,
): Group[] {
  if (groups.length > groupsMax) refuse(words('package_too_many_groups', { most: groupsMax }), null);
  const byName = new Map<string, Group>();
  for (const group of groups) {
    if (byName.has(group.name)) refuse(words('manifest_same_group', { group: cutName(group.name) }), group);
    byName.set(group.name, group);
  }
  const ordered = new Set<Group>();
  const underWay = new Set<Group>();
  // At most as deep as there are groups.
  const place = (group: Group): void => {
    if (ordered.has(group)) return;
    if (underWay.has(group)) refuse(words('package_group_circle', { group: cutName(group.name) }), group);
    underWay.add(group);
    for (const name of group.dependsOn) {
      const needed = byName.get(name);
      place(needed ?? refuse(words('package_group_unknown', { group: cutName(name) }), group));
    }
    ordered.add(group);
  };
  groups.forEach(place);
  return [...ordered];
}

interface MemberTest extends Omit<PlannedTest<ArchiveEntry>, 'groups' | 'checkerArgs'> {
  readonly group: string | null;
}

interface MergedTest {
  readonly test: MemberTest;
  readonly groups: Set<string>;
}

/**
 * The same files with the same settings in several groups are one test, which runs once and counts in each. Listed twice
 * where each test counts by itself they are two.
 */
export function mergeTests(
  members: readonly MemberTest[],
  groups: readonly TestGroup[],
): PlannedTest<ArchiveEntry>[] {
  const counting = new Set(groups.filter(countsRepeated).map(({ name }) => name));
  /** Of the same files: those that there are, and how often each group has listed them. */
  const merged = new Map<string, { ones: MergedTest[]; listed: Map<string, number> }>();
  const inOrder: MergedTest[] = [];
  for (const test of members) {
    const { input, answer, points, timeLimitMs, memoryLimitMb, group } = test;
    const key = JSON.stringify([input.name, answer.name, points, timeLimitMs, memoryLimitMb]);
    const { ones, listed } = merged.get(key) ?? { ones: [], listed: new Map<string, number>() };
    merged.set(key, { ones, listed });
    const times = group === null ? ones.length : (listed.get(group) ?? 0);
    const found = ones[group === null || counting.has(group) ? times : 0];
    if (group !== null) listed.set(group, times + 1);
    if (found && group !== null) {
      found.groups.add(group);
      continue;
    }
    const one = { test, groups: new Set(group === null ? [] : [group]) };
    ones.push(one);
    inOrder.push(one);
  }
  const taken = new Set<string>();
  const lastNumber = new Map<string, number>();
  return inOrder.map(({ test: { group: _, ...test }, groups }) => {
    const { name, number } = nameApart(test.name, taken, lastNumber.get(test.name));
    taken.add(name);
    lastNumber.set(test.name, number);
    return { ...test, name, groups: [...groups] };
  });
}

/** Group by group, as they are judged and shown; a test of several counts in the first of them. */
export function orderTests(
  tests: readonly PlannedTest<ArchiveEntry>[],
  groups: readonly TestGroup[],
): readonly PlannedTest<ArchiveEntry>[] {
  if (groups.length === 0) return tests;
  const position = new Map(groups.map(({ name }, index) => [name, index]));
  const placeOf = (name: string | undefined) => position.get(name ?? '') ?? 0;
  return tests
    .map((test) => ({ ...test, groups: test.groups.toSorted((a, b) => placeOf(a) - placeOf(b)) }))
    .toSorted((a, b) => placeOf(a.groups[0]) - placeOf(b.groups[0]));
}

/** Whole numbers that add up to the total, the larger ones last. */
export function shareOut(total: number, count: number): number[] {
  const least = Math.floor(total / count);
  const larger = total - least * count;
  return Array.from({ length: count }, (_, index) => least + (index >= count - larger ? 1 : 0));
}

/** As many as the parts of 100 need, and no more than a score may have. */
export function chooseDecimals(points: readonly number[]): number {
  const total = points.reduce((sum, each) => sum + each, 0);
  if (total === 0) return 0;
  const isWhole = (value: number) => Math.abs(value - Math.round(value)) < 1e-9;
  return points.every((each) => isWhole((each / total) * 100)) ? 0 : 2;
}

/** A name that none of them has yet; `from` is a number up to which all are known to be taken. */
export function nameApart(
  wanted: string,
  taken: ReadonlySet<string>,
  from = 1,
): { readonly name: string; readonly number: number } {
  for (let number = from; ; number++) {
    const name = number === 1 ? wanted : `${wanted} ${number}`;
    if (!taken.has(name)) return { name, number };
  }
}
