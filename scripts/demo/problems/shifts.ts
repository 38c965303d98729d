import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(112);

type Shift = readonly [from: number, to: number];

function test(shifts: readonly Shift[]): Test {
  const events = shifts.flatMap(([from, to]) => [[from, 1] as const, [to, -1] as const]);
  // Whoever leaves at a moment has left when another comes.
  events.sort(([a, first], [b, second]) => a - b || first - second);
  let [there, most] = [0, 0];
  for (const [, change] of events) {
    there += change;
    most = Math.max(most, there);
  }
  const lines = shifts.map(([from, to]) => `${from} ${to}`);
  return [`${shifts.length}\n${lines.join('\n')}\n`, `${most}\n`];
}

function randomTest(count: number, until: number, longest: number): Test {
  return test(
    Array.from({ length: count }, () => {
      const from = random.between(0, until - 1);
      return [from, Math.min(until, from + random.between(1, longest))] as const;
    }),
  );
}

export const shifts: DemoProblem = {
  id: 'shifts',
  title: 'The Shifts of the Guards',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.5,
  statement: {
    story: [
      'Each of *n* guards of the palace is on duty once, from one moment to another, and needs a spear as long as that lasts. A spear that one guard gives back can be taken by another in the same moment.',
      'How many spears are needed?',
    ],
    input: [
      'The first line has *n*. Each of the next *n* lines has two whole numbers: when a guard comes and when the guard leaves, 0 ≤ *a* < *b* ≤ 10^9.',
    ],
    output: ['One number: how many spears are needed.'],
  },
  samples: [
    test([
      [1, 5],
      [2, 3],
      [3, 6],
    ]),
  ],
  groups: [
    {
      points: 40,
      holds: '*n* ≤ 1,000, *b* ≤ 1,000',
      tests: [randomTest(10, 20, 9), randomTest(1000, 1000, 50)],
    },
    {
      points: 60,
      holds: '*n* ≤ 10^5',
      tests: [randomTest(100_000, 1_000_000_000, 5_000_000), randomTest(90_000, 500, 499)],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int n;
    scanf("%d", &n);
    vector<pair<int, int>> events;
    for (int i = 0, a, b; i < n; i++) {
        scanf("%d %d", &a, &b);
        events.push_back({a, 1});
        events.push_back({b, -1});
    }
    sort(events.begin(), events.end());
    int there = 0, most = 0;
    for (auto [when, change] : events) most = max(most, there += change);
    printf("%d\\n", most);
}`),
      outcome: ['P', 'P', 'P'],
    },
  ],
};
