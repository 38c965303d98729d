/** Which test belongs to which group of the manifest. */

import type { PlannedTest, TestGroup } from '#contract/test-set-plan.ts';
import { words } from '#contract/words.ts';
import type { ManifestGroup, ManifestTests } from './manifest-schema.ts';
import type { FoundTest } from './pair-tests.ts';
import { cutName, cutNames } from './refusal.ts';
import type { Mistake } from './yaml-file.ts';

export interface Grouping {
  readonly groups: readonly TestGroup[];
  /** Each once, with its first group, and in each group in natural order. */
  readonly tests: readonly { readonly test: FoundTest; readonly groups: readonly string[] }[];
  readonly mistakes: readonly Mistake[];
}

export const samplesGroup = 'samples';

/** A short manifest can put every test into every group, and each judgement reads the plan. */
export const membershipsMax = 100_000;

/** The group that a test's name puts it in: `1` for `1-2`, the folder for `small/03`. */
export function groupByName(name: string): string | null {
  return /^(.*\/\d+|\d+)-\d+$/.exec(name)?.[1] ?? /^(.+)\/[^/]*$/.exec(name)?.[1] ?? null;
}

/** `root` is the folder of the manifest, from which tests may be named in full. */
export function groupTests(
  tests: readonly FoundTest[],
  written: readonly ManifestGroup[],
  root: string,
): Grouping {
  const mistakes: Mistake[] = [...checkGroups(written)];
  const groupsOf = new Map(tests.map((test) => [test, new Set<string>()]));
  const findTests = createTestFinder(tests, root);
  const known = cutNames(tests.map(({ name }) => name));

  let memberships = 0;
  const around = new Set(written.map(({ within }) => within));
  written.forEach((group, index) => {
    const isAroundOthers = group.tests === undefined && around.has(group.name);
    const wanted = group.tests?.map((pattern, position) => ({
      place: ['groups', index, 'tests', position],
      found: findTests.byPattern(pattern),
      nothing: words('manifest_no_such_test', { test: cutName(pattern), tests: known }),
    })) ?? [
      {
        place: ['groups', index],
        found: findTests.ofGroup(group.name),
        nothing: words('manifest_no_test_in_group', { group: cutName(group.name), tests: known }),
      },
    ];
    for (const { place, found, nothing } of wanted) {
      if (found.length === 0 && !isAroundOthers) mistakes.push({ place, mistake: nothing });
      for (const test of found) {
        const groups = groupsOf.get(test);
        if (memberships > membershipsMax || !groups || groups.has(group.name)) continue;
        groups.add(group.name);
        memberships++;
      }
    }
  });
  if (memberships > membershipsMax) {
    const mistake = words('manifest_too_many_memberships', { most: membershipsMax });
    return { groups: [], tests: [], mistakes: [{ place: ['groups'], mistake }] };
  }

  const groups = written.map(planGroup);
  const listUngrouped = () => tests.filter((test) => groupsOf.get(test)?.size === 0);
  const samplesLeft = listUngrouped().filter(({ isSample }) => isSample);
  if (samplesLeft.length > 0 && !written.some(({ name }) => name === samplesGroup)) {
    groups.unshift({ name: samplesGroup, points: 0, dependsOn: [] });
    for (const test of samplesLeft) groupsOf.get(test)?.add(samplesGroup);
  }
  const ungrouped = listUngrouped().map(({ name }) => name);
  if (ungrouped.length > 0) {
    mistakes.push({
      place: ['groups'],
      mistake: words('manifest_ungrouped', { tests: cutNames(ungrouped) }),
    });
  }
  const grouped = tests.map((test) => ({ test, groups: [...(groupsOf.get(test) ?? [])] }));
  const byFirstGroup = Map.groupBy(grouped, (test) => test.groups[0]);
  return {
    groups,
    tests: groups.flatMap(({ name }) => byFirstGroup.get(name) ?? []),
    mistakes: [...mistakes, ...checkDependencies(written, groups)],
  };
}

function planGroup(written: ManifestGroup): TestGroup {
  const { name, points, depends_on, within, rule, stop_at_first_failure, only_if_passed } = written;
  return {
    name,
    points,
    dependsOn: depends_on,
    ...(within !== undefined && { within }),
    ...(rule !== 'min' && { rule }),
    ...(stop_at_first_failure && { stopAtFirstFailure: true }),
    ...(only_if_passed && { onlyIfPassed: true }),
  };
}

type TestSettings = Pick<PlannedTest<unknown>, 'points' | 'timeLimitMs' | 'memoryLimitMb' | 'checkerArgs'>;

/** What the manifest says of each test: of its groups, and under `tests`, which comes last and wins. */
export function readTestSettings(
  tests: readonly FoundTest[],
  groupsOf: (test: FoundTest) => readonly string[],
  manifest: { groups: readonly ManifestGroup[]; tests: readonly ManifestTests[] },
  root: string,
): { settingsOf: ReadonlyMap<FoundTest, TestSettings>; mistakes: readonly Mistake[] } {
  const mistakes: Mistake[] = [];
  const findTests = createTestFinder(tests, root);
  const known = cutNames(tests.map(({ name }) => name));
  const byName = new Map(manifest.groups.map((group) => [group.name, group]));
  const own = new Map<FoundTest, TestSettings>();
  manifest.tests.forEach((some, index) => {
    if (some.same_as !== undefined) return;
    some.tests.forEach((pattern, position) => {
      const found = findTests.byPattern(pattern);
      const mistake = words('manifest_no_such_test', { test: cutName(pattern), tests: known });
      if (found.length === 0) mistakes.push({ place: ['tests', index, 'tests', position], mistake });
      for (const test of found) own.set(test, { ...own.get(test), ...planSettings(some) });
    });
  });
  const settingsOf = new Map(
    tests.map((test) => {
      const groups = groupsOf(test).map((name) => byName.get(name));
      const said = own.get(test) ?? {};
      for (const key of ['time_limit_ms', 'memory_limit_mb', 'checker_args'] as const) {
        const values = new Set(groups.map((group) => JSON.stringify(group?.[key])));
        if (values.size < 2 || planKeys[key] in said) continue;
        const mistake = words('manifest_unlike_settings', { test: cutName(test.name), key });
        mistakes.push({ place: ['groups'], mistake });
      }
      return [test, { ...(groups[0] && planSettings(groups[0], { withPoints: false })), ...said }];
    }),
  );
  return { settingsOf, mistakes };
}

const planKeys = {
  time_limit_ms: 'timeLimitMs',
  memory_limit_mb: 'memoryLimitMb',
  checker_args: 'checkerArgs',
} as const;

/** The points of a group are its own, those under `tests` are each test's. */
function planSettings(
  said: Omit<ManifestTests, 'tests'>,
  { withPoints } = { withPoints: true },
): TestSettings {
  const { points, time_limit_ms, memory_limit_mb, checker_args } = said;
  return {
    ...(withPoints && points !== undefined && { points }),
    ...(time_limit_ms !== undefined && { timeLimitMs: time_limit_ms }),
    ...(memory_limit_mb !== undefined && { memoryLimitMb: memory_limit_mb }),
    ...(checker_args !== undefined && { checkerArgs: checker_args }),
  };
}

function checkGroups(written: readonly ManifestGroup[]): Mistake[] {
  const repeated = written.flatMap(({ name }, index) =>
    written.findIndex((other) => other.name === name) < index
      ? [
          {
            place: ['groups', index, 'name'],
            mistake: words('manifest_same_group', { group: cutName(name) }),
          },
        ]
      : [],
  );
  const isWorthless = written.every(({ points }) => points === 0);
  return isWorthless ? [...repeated, { place: ['groups'], mistake: words('manifest_worthless') }] : repeated;
}

function checkDependencies(written: readonly ManifestGroup[], groups: readonly TestGroup[]): Mistake[] {
  const offset = groups.length - written.length;
  return written.flatMap(({ depends_on, within }, index) => {
    const earlier = new Set(groups.slice(0, index + offset).map(({ name }) => name));
    const needed = depends_on
      .filter((name) => !earlier.has(name))
      .map((name) => ({
        place: ['groups', index, 'depends_on'],
        mistake: words('manifest_no_earlier_group', { group: cutName(name) }),
      }));
    if (within === undefined || earlier.has(within)) return needed;
    const mistake = words('manifest_no_group_around', { group: cutName(within) });
    return [...needed, { place: ['groups', index, 'within'], mistake }];
  });
}

interface TestFinder {
  ofGroup: (group: string) => readonly FoundTest[];
  byPattern: (pattern: string) => readonly FoundTest[];
}

export function createTestFinder(tests: readonly FoundTest[], root: string): TestFinder {
  const fullName = ({ path }: FoundTest) => (root === '' ? path : path.slice(root.length + 1));
  const byName = Map.groupBy(tests, ({ name }) => name);
  const byFullName = Map.groupBy(tests, fullName);
  return {
    ofGroup(group) {
      if (group === samplesGroup) return tests.filter(({ isSample }) => isSample);
      return tests.filter((test) => [groupByName(test.name), groupByName(fullName(test))].includes(group));
    },
    byPattern(pattern) {
      const wanted = pattern.normalize('NFC');
      if (!wanted.includes('*')) return byName.get(wanted) ?? byFullName.get(wanted) ?? [];
      return tests.filter((test) => matches(wanted, test.name) || matches(wanted, fullName(test)));
    },
  };
}

/**
 * `*` stands for any characters. Only the last star met is ever tried again, so the time is bounded by the product
 * of the lengths; a regular expression made from a pattern would not promise that.
 */
export function matches(pattern: string, name: string): boolean {
  let at = 0;
  let star = -1;
  let resume = 0;
  for (let index = 0; index < name.length; ) {
    if (pattern[at] === '*') {
      star = at++;
      resume = index;
    } else if (pattern[at] === name[index]) {
      at++;
      index++;
    } else if (star !== -1) {
      at = star + 1;
      index = ++resume;
    } else {
      return false;
    }
  }
  return /^\**$/.test(pattern.slice(at));
}
