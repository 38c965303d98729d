import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(108);

type Bale = readonly [weight: number, worth: number];

/** The answer is one of the best loads; the checker gives points by how near an output comes to its worth. */
function test(limit: number, bales: readonly Bale[]): Test {
  const best = [new Float64Array(limit + 1)];
  for (const [weight, worth] of bales) {
    const before = best.at(-1) as Float64Array;
    best.push(
      before.map((most, room) =>
        room < weight ? most : Math.max(most, (before[room - weight] as number) + worth),
      ),
    );
  }
  const load: number[] = [];
  for (let [bale, room] = [bales.length, limit]; bale > 0; bale -= 1) {
    if (best[bale]?.[room] === best[bale - 1]?.[room]) continue;
    load.unshift(bale);
    room -= bales[bale - 1]?.[0] ?? 0;
  }
  const lines = bales.map(([weight, worth]) => `${weight} ${worth}`);
  return [`${bales.length} ${limit}\n${lines.join('\n')}\n`, `${load.length}\n${load.join(' ')}\n`];
}

function randomTest(bales: number, limit: number): Test {
  return test(
    limit,
    Array.from({ length: bales }, () => {
      const weight = random.between(Math.ceil(limit / 8), Math.ceil(limit / 2));
      return [weight, weight * random.between(6, 9) + random.between(0, 20)] as const;
    }),
  );
}

const checker = `// Gives the share of the greatest worth that a load reaches, as a percentage.
#include <cstdio>
#include <fstream>
#include <iostream>
#include <set>
#include <string>
#include <vector>

static int reject(const std::string &why) {
    std::cerr << why << std::endl;
    return 1;
}

int main(int, char **names) {
    std::ifstream input(names[1]), output(names[2]), answer(names[3]);
    int bales;
    long long limit;
    input >> bales >> limit;
    std::vector<long long> weight(bales + 1), worth(bales + 1);
    for (int bale = 1; bale <= bales; bale++) input >> weight[bale] >> worth[bale];
    long long best = 0;
    int inBest, next;
    answer >> inBest;
    while (answer >> next) best += worth[next];
    int chosen;
    if (!(output >> chosen)) return reject("nothing was printed");
    std::set<int> loaded;
    long long heavy = 0, value = 0;
    for (int i = 0; i < chosen; i++) {
        int bale;
        if (!(output >> bale)) return reject("fewer bales than said");
        if (bale < 1 || bale > bales) return reject("no such bale");
        if (!loaded.insert(bale).second) return reject("the same bale twice");
        heavy += weight[bale], value += worth[bale];
    }
    if (heavy > limit) return reject("too heavy");
    if (value >= best) return 0;
    std::fprintf(stderr, "%.3f", 100.0 * value / best);
    return 7;
}
`;

export const caravan: DemoProblem = {
  id: 'caravan',
  title: 'The Last Caravan before the Rains: How to Load Two Hundred Bales on One Very Patient Camel',
  timeLimitMs: 2000,
  memoryLimitMb: 64,
  difficulty: 0.75,
  checker: '{name: program, source: checker.cpp, points: percent}',
  files: [{ name: 'checker.cpp', content: checker }],
  statement: {
    title: 'The Last Caravan before the Rains',
    story: [
      'One camel is left in the yard, and it carries at most the weight *w*. There are *n* bales, numbered from 1, each with its own weight and its own worth at the market. Whatever is not loaded is lost.',
      'Load the camel. A load need not be the best one: it earns points for each test by how near its worth comes to that of the best load.',
    ],
    input: [
      'The first line has *n* and *w*. Each of the next *n* lines has the weight and the worth of a bale, both whole numbers from 1 to 10^5.',
    ],
    output: ['The first line has the number of bales that you load, the second line their numbers.'],
    note: [
      'A load that is too heavy, or has a bale twice, earns nothing. A group is worth as much as its weakest test.',
    ],
  },
  samples: [
    test(10, [
      [6, 30],
      [5, 20],
      [5, 20],
    ]),
  ],
  groups: [
    { points: 30, holds: '*n* ≤ 20, *w* ≤ 1,000', tests: [randomTest(12, 300), randomTest(20, 1000)] },
    {
      points: 70,
      holds: '*n* ≤ 200, *w* ≤ 10^4',
      tests: [randomTest(200, 10_000), randomTest(150, 9000), randomTest(60, 5000)],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int n, w;
    cin >> n >> w;
    vector<int> weight(n), worth(n);
    for (int i = 0; i < n; i++) cin >> weight[i] >> worth[i];
    vector<vector<int>> best(n + 1, vector<int>(w + 1));
    for (int i = 0; i < n; i++)
        for (int room = 0; room <= w; room++) {
            best[i + 1][room] = best[i][room];
            if (room >= weight[i])
                best[i + 1][room] = max(best[i + 1][room], best[i][room - weight[i]] + worth[i]);
        }
    vector<int> load;
    for (int i = n, room = w; i > 0; i--)
        if (best[i][room] != best[i - 1][room]) load.push_back(i), room -= weight[i - 1];
    cout << load.size() << '\\n';
    for (int bale : load) cout << bale << ' ';
    cout << endl;
}`),
      outcome: ['P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int n, w;
    cin >> n >> w;
    vector<array<int, 3>> b(n);
    for (int i = 0; i < n; i++) cin >> b[i][0] >> b[i][1], b[i][2] = i + 1;
    sort(b.begin(), b.end(), [](auto &x, auto &y) { return 1LL * x[1] * y[0] > 1LL * y[1] * x[0]; });
    vector<int> load;
    for (auto &[weight, worth, number] : b)
        if (weight <= w) w -= weight, load.push_back(number);
    cout << load.size() << endl;
    for (int x : load) cout << x << " ";
}`),
      outcome: ['-', '-', '-'],
      score: 89,
    },
    {
      code: program(`
int main() {
    int n, w;
    cin >> n >> w;
    vector<array<int, 3>> b(n);
    for (int i = 0; i < n; i++) cin >> b[i][1] >> b[i][0], b[i][2] = i + 1;
    sort(b.rbegin(), b.rend());
    vector<int> load;
    for (auto &[worth, weight, number] : b)
        if (weight <= w) w -= weight, load.push_back(number);
    cout << load.size() << endl;
    for (int x : load) cout << x << " ";
}`),
      outcome: ['-', '-', '-'],
      score: 91,
    },
    {
      code: program(`
int main() {
    int n, w;
    cin >> n >> w;
    cout << n << endl;
    for (int i = 1; i <= n; i++) cout << i << " ";
}`),
      outcome: ['-', '-', '-'],
    },
  ],
};
