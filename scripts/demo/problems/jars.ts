import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(101);

function test(a: bigint, b: bigint): Test {
  return [`${a} ${b}\n`, `${a + b}\n`];
}

const large = () =>
  BigInt(random.between(100_000_000, 999_999_999)) * BigInt(random.between(100_000_000, 999_999_999));

export const jars: DemoProblem = {
  id: 'jars',
  title: 'Two Jars of Oil',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.05,
  statement: {
    story: [
      'The keeper of the storeroom in Knossos has two jars and writes down, in drops, how much oil stands in each of them. A debt is written as a number below zero.',
      'How much is there in both jars together?',
    ],
    input: ['One line with two whole numbers *a* and *b*: what is in the first jar and in the second.'],
    output: ['One whole number: *a* + *b*.'],
  },
  samples: [test(20n, 22n), test(-5n, 5n)],
  groups: [
    {
      points: 40,
      holds: '-10^9 ≤ *a*, *b* ≤ 10^9',
      tests: [
        test(1n, 2n),
        test(0n, 0n),
        test(-17n, 4n),
        test(123_456_789n, 987_654_321n),
        test(1_000_000_000n, 1_000_000_000n),
      ],
    },
    {
      points: 60,
      holds: '-10^18 ≤ *a*, *b* ≤ 10^18',
      tests: [
        test(3_000_000_000n, 4_000_000_000n),
        test(large(), large()),
        test(-large(), -large()),
        test(10n ** 18n, 10n ** 18n),
        test(-(10n ** 18n), 10n ** 18n - 1n),
      ],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    long long a, b;
    cin >> a >> b;
    cout << a + b << '\\n';
}`),
      outcome: ['P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int a, b;
    cin >> a >> b;
    cout << a + b << endl;
    return 0;
}`),
      outcome: ['P', 'P', '-'],
    },
    {
      code: program(`
int main() {
    double a, b;
    cin >> a >> b;
    cout << fixed << setprecision(0) << a + b << endl;
}`),
      outcome: ['P', 'P', 'P---P'],
    },
    {
      code: program(`
int main() {
    int a, b;
    scanf("%d %d", &a, &b);
    printf("%d\\n", a - b);
}`),
      outcome: ['-', '-P---', '-'],
    },
  ],
};
