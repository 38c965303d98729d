import { countsRepeated, type PlannedTest, type TestSetPlan, worthIn } from '#contract/test-set-plan.ts';

type Plan = Pick<TestSetPlan, 'tests' | 'groups' | 'checker'>;
type Test = PlannedTest<string>;

/**
 * In packages of other systems a test that several groups share is a link or a copy in each of them. Such tests run
 * once and count in each group; the first keeps its place and its name. Files are the same by their hashes.
 *
 * Where tests are added up or multiplied a test counts as often as it is there: two in one such group stay two. So do
 * those that are added up by different points.
 */
export function mergeEqualTests<P extends Plan>(plan: P): P {
  const adding = new Set(plan.groups.filter(({ rule }) => rule === 'sum').map(({ name }) => name));
  const counting = new Set(plan.groups.filter(countsRepeated).map(({ name }) => name));
  const isAbsolute = plan.checker.name === 'program' && plan.checker.points === 'absolute';
  const byName = new Map(plan.groups.map((group) => [group.name, group]));
  const listWorths = (test: Test) =>
    test.groups
      .flatMap((name) => byName.get(name) ?? [])
      .map((group) => worthIn(group, test, plan.tests))
      .filter((worth) => worth > 0);

  const merged = new Map<string, Test[]>();

  function mayMerge(first: Test, second: Test): boolean {
    if (first.groups.some((name) => counting.has(name) && second.groups.includes(name))) return false;
    const [a, b] = [
      first.groups.filter((name) => adding.has(name)),
      second.groups.filter((name) => adding.has(name)),
    ];
    if (a.length > 0 && b.length > 0 && (first.points ?? 1) !== (second.points ?? 1)) return false;
    if (!isAbsolute) return true;
    // The same points of a checker cannot be out of two numbers.
    return new Set([first, second].flatMap(listWorths)).size <= 1;
  }

  /** Of tests that are alike in all: which of the same content they need not be held against any more. */
  const passed = new Map<string, number>();

  function place(test: Test): void {
    const content = keyOf(test);
    const same = merged.get(content) ?? [];
    merged.set(content, same);
    const alike = JSON.stringify([content, test.groups, test.points ?? 1]);
    // Two that may not be one never may, whatever is merged with them.
    let at = passed.get(alike) ?? 0;
    while (at < same.length && !mayMerge(same[at] as Test, test)) at++;
    passed.set(alike, at);
    const first = same[at];
    if (first === undefined) same.push(test);
    else same[at] = merge(first, test, adding);
  }

  if (plan.groups.length === 0) return plan;
  for (const test of plan.tests) place(test);
  const kept = new Map([...merged.values()].flat().map((test) => [test.name, test]));
  return { ...plan, tests: plan.tests.flatMap(({ name }) => kept.get(name) ?? []) };
}

function keyOf({ input, answer, checkerArgs = [], timeLimitMs, memoryLimitMb }: Test): string {
  return JSON.stringify([input, answer, checkerArgs, timeLimitMs ?? null, memoryLimitMb ?? null]);
}

function merge(first: Test, second: Test, adding: ReadonlySet<string>): Test {
  const { points, ...rest } = first;
  const counting = first.groups.some((name) => adding.has(name)) ? points : (second.points ?? points);
  return {
    ...rest,
    groups: [...new Set([...first.groups, ...second.groups])],
    isSample: first.isSample || second.isSample,
    ...(counting !== undefined && { points: counting }),
  };
}

/** What a test is called after the merging: by its own name, or that of the first of its copies. */
export function createNameFinder(
  before: Pick<Plan, 'tests'>,
  after: Pick<Plan, 'tests'>,
): (name: string) => string {
  const kept = new Set(after.tests.map(({ name }) => name));
  const byKey = Map.groupBy(after.tests, keyOf);
  const named = new Map(before.tests.map((test) => [test.name, test]));
  return (name) => {
    const test = named.get(name);
    if (!test || kept.has(name)) return name;
    const copies = byKey.get(keyOf(test)) ?? [];
    return copies.find(({ groups }) => test.groups.every((group) => groups.includes(group)))?.name ?? name;
  };
}
