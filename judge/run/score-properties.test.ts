import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fraction, isOne } from '#contract/fractions.ts';
import { type GroupRule, groupRules, type TestGroup } from '#contract/test-set-plan.ts';
import { createTally, type ScoringPlan } from './score.ts';

/** Every share is a whole number of these, so that the reference below needs no fractions. */
const parts = 42_000;

/** A test's groups as positions in the list, and what it would earn if it ran. */
interface PropertyTest {
  groups: readonly number[];
  earned: number;
}

interface PropertyPlan {
  /** Points in hundredths. */
  groups: readonly { points: number; dependsOn: readonly number[] }[];
  tests: readonly PropertyTest[];
  decimals: number;
}

const earned = fc.oneof(
  { weight: 3, arbitrary: fc.constant(parts) },
  fc.constant(0),
  fc.constantFrom(2, 3, 7, 10, 1000).chain((of) => fc.nat(of).map((part) => (part * parts) / of)),
);

const plans: fc.Arbitrary<PropertyPlan> = fc.integer({ min: 0, max: 5 }).chain((count) => {
  const positions = Array.from({ length: count }, (_, index) => index);
  const groups = positions.map((index) =>
    fc.record({ points: fc.nat(10_000), dependsOn: fc.subarray(positions.slice(0, index)) }),
  );
  const test = fc.record({ groups: fc.subarray(positions, { minLength: Math.min(1, count) }), earned });
  // One for each group, so that none is empty, and others.
  const ofEach = fc.tuple(...positions.map((index) => fc.record({ groups: fc.constant([index]), earned })));
  return fc.record({
    groups: fc.tuple(...groups),
    tests: fc
      .tuple(ofEach, fc.array(test, { minLength: 1, maxLength: 8 }))
      .chain(([some, others]) =>
        fc.shuffledSubarray([...some, ...others], { minLength: some.length + others.length }),
      ),
    decimals: fc.constantFrom(0, 1, 2),
  });
});

function scoreOf({ groups, tests, decimals }: PropertyPlan): number {
  const plan: ScoringPlan = {
    tests: tests.map((test) => ({ groups: test.groups.map(String) })),
    groups: groups.map(({ points, dependsOn }, index) => ({
      name: `${index}`,
      points: points / 100,
      dependsOn: dependsOn.map(String),
    })),
    stopAtFirstFailure: false,
    scoreDecimals: decimals,
  };
  const tally = createTally(plan);
  for (const test of tests) {
    const share = fraction(BigInt(test.earned), BigInt(parts));
    tally.record({ status: isOne(share) ? 'Accepted' : 'Wrong Answer', share });
  }
  return tally.finish().score;
}

/** By the words of docs/judging.md: whole numbers, one division, nothing of what is Skipped. */
function scoreByTheRule({ groups, tests, decimals }: PropertyPlan): number {
  if (tests.every((test) => test.earned === parts)) return 100;
  const worth: number[] = [];
  groups.forEach(({ dependsOn }, index) => {
    const own = tests.filter((test) => test.groups.includes(index)).map((test) => test.earned);
    worth.push(dependsOn.every((needed) => worth[needed] === parts) ? Math.min(...own) : 0);
  });
  const weights = groups.length > 0 ? groups.map(({ points }) => points) : tests.map(() => 1);
  const gains = groups.length > 0 ? worth : tests.map((test) => test.earned);
  const all = weights.reduce((sum, weight) => sum + weight, 0) * parts;
  const gained = weights.reduce((sum, weight, index) => sum + weight * (gains[index] ?? 0), 0);
  const unit = 10 ** decimals;
  const units = all === 0 ? 0n : (BigInt(gained) * BigInt(100 * unit)) / BigInt(all);
  return Math.min(Number(units), 100 * unit - 1) / unit;
}

const check = (property: (plan: PropertyPlan) => void) =>
  fc.assert(fc.property(plans, property), { numRuns: 2000 });

test('a score is what the rule gives, computed in another way', () => {
  check((plan) => {
    expect(scoreOf(plan)).toBe(scoreByTheRule(plan));
  });
});

test('100 means that every test passed, and nothing else does', () => {
  check((plan) => {
    expect(scoreOf(plan) === 100).toBe(plan.tests.every((test) => test.earned === parts));
  });
});

test('a score is from 0 to 100 and has no more digits than it may', () => {
  check((plan) => {
    const score = scoreOf(plan);
    expect(score).toBeGreaterThanOrEqual(0);
    expect(score).toBeLessThanOrEqual(100);
    expect(String(score)).toMatch([/^\d+$/, /^\d+(\.\d)?$/, /^\d+(\.\d\d?)?$/][plan.decimals] ?? /never/);
  });
});

test('the order of the tests does not matter', () => {
  check((plan) => {
    expect(scoreOf({ ...plan, tests: plan.tests.toReversed() })).toBe(scoreOf(plan));
  });
});

test('what groups earn one by one is never more than 100 together, and less by their rounding only', () => {
  const points = fc.array(fc.integer({ min: 1, max: 10_000 }), { minLength: 2, maxLength: 12 });
  fc.assert(
    fc.property(points, fc.constantFrom(0, 1, 2), (all, decimals) => {
      const alone = all.map((_, passed) =>
        scoreOf({
          groups: all.map((worth) => ({ points: worth, dependsOn: [] })),
          tests: all.map((_, index) => ({ groups: [index], earned: index === passed ? parts : 0 })),
          decimals,
        }),
      );
      // In the last digit's units, where sums of whole numbers are exact.
      const sum = alone.reduce((units, score) => units + Math.round(score * 10 ** decimals), 0);
      expect(sum).toBeLessThanOrEqual(100 * 10 ** decimals);
      expect(sum).toBeGreaterThan(100 * 10 ** decimals - all.length);
    }),
    { numRuns: 1000 },
  );
});

/** Groups within groups: the share of each as a floating-point number, by its words, without anything Skipped. */
interface Branch {
  rule: GroupRule;
  points: number;
  tests: readonly { earned: number; points: number }[];
  inner: readonly Branch[];
}

function branchOf(inner: fc.Arbitrary<Branch[]>): fc.Arbitrary<Branch> {
  return fc.record({
    rule: fc.constantFrom(...groupRules),
    points: fc.nat(50),
    tests: fc.array(fc.record({ earned, points: fc.nat(5) }), { minLength: 1, maxLength: 3 }),
    inner,
  });
}

const leaves = fc.array(branchOf(fc.constant([])), { maxLength: 2 });
const branches = branchOf(fc.array(branchOf(leaves), { maxLength: 2 }));

function shareByWords({ rule, tests, inner }: Branch): number {
  const counting = inner.filter((each) => each.rule !== 'ignore');
  const members = [
    ...tests.map((test) => ({ share: test.earned / parts, weight: test.points })),
    ...counting.map((each) => ({ share: shareByWords(each), weight: each.points })),
  ];
  const shares = members.map(({ share }) => share);
  if (rule === 'max') return Math.max(...shares);
  if (rule === 'all') return shares.every((share) => share === 1) ? 1 : 0;
  if (rule === 'product') return shares.reduce((product, share) => product * share, 1);
  if (rule !== 'sum') return Math.min(...shares);
  const all = members.reduce((sum, { weight }) => sum + weight, 0);
  return all === 0 ? 0 : members.reduce((sum, { share, weight }) => sum + share * weight, 0) / all;
}

function passes({ rule, tests, inner }: Branch): boolean {
  const members = [
    ...tests.map((test) => test.earned === parts),
    ...inner.filter((each) => each.rule !== 'ignore').map(passes),
  ];
  return rule === 'max' ? members.includes(true) : !members.includes(false);
}

const whole = { rule: 'sum', points: 1, tests: [] } as const;

test('groups within groups are worth what their rules say', () => {
  fc.assert(
    fc.property(fc.array(branches, { minLength: 1, maxLength: 3 }), (outermost) => {
      const plan = { tests: [] as { groups: string[]; points: number }[], groups: [] as TestGroup[] };
      const results: number[] = [];
      const add = ({ rule, points, tests, inner }: Branch, within?: string) => {
        const name = `${plan.groups.length}`;
        plan.groups.push({ name, points, dependsOn: [], rule, ...(within !== undefined && { within }) });
        for (const test of tests) {
          plan.tests.push({ groups: [name], points: test.points });
          results.push(test.earned);
        }
        for (const each of inner) add(each, name);
      };
      for (const each of outermost) add(each);
      const tally = createTally({ ...plan, stopAtFirstFailure: false, scoreDecimals: 2 });
      for (const earned of results) {
        const share = fraction(BigInt(earned), BigInt(parts));
        tally.record({ status: isOne(share) ? 'Accepted' : 'Wrong Answer', share });
      }
      const { score, overallStatus } = tally.finish();
      expect(overallStatus).toBe(passes({ ...whole, inner: outermost }) ? 'Accepted' : 'Wrong Answer');
      const share = shareByWords({ ...whole, inner: outermost });
      const expected = overallStatus === 'Accepted' ? 100 : Math.min(share * 100, 99.99);
      expect(Math.abs(score - expected)).toBeLessThan(0.01 + 1e-6);
    }),
    { numRuns: 2000 },
  );
});
