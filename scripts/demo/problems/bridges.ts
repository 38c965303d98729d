import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(106);

type Island = readonly [x: number, y: number];

/** The shortest ropes that join everything: always the nearest island that is not joined yet. */
function test(islands: readonly Island[]): Test {
  const nearest = islands.map(() => Number.POSITIVE_INFINITY);
  const isJoined = islands.map(() => false);
  let [total, next] = [0, 0];
  for (const _ of islands) {
    isJoined[next] = true;
    const [x, y] = islands[next] as Island;
    let closest = -1;
    for (const [other, [a, b]] of islands.entries()) {
      if (isJoined[other]) continue;
      nearest[other] = Math.min(nearest[other] as number, Math.hypot(x - a, y - b));
      if (closest < 0 || (nearest[other] as number) < (nearest[closest] as number)) closest = other;
    }
    if (closest < 0) break;
    total += nearest[closest] as number;
    next = closest;
  }
  const lines = islands.map(([x, y]) => `${x} ${y}`);
  return [`${islands.length}\n${lines.join('\n')}\n`, `${total.toFixed(9)}\n`];
}

function scatter(count: number, width: number): Island[] {
  return Array.from({ length: count }, () => [random.between(0, width), random.between(0, width)] as const);
}

export const bridges: DemoProblem = {
  id: 'bridges',
  title: 'Rope Bridges',
  timeLimitMs: 1000,
  memoryLimitMb: 32,
  difficulty: 0.7,
  checker: '{name: floats, absolute: 1e-6, relative: 1e-6}',
  statement: {
    story: [
      'Between *n* rocks in the sea rope bridges are to be hung, so that one can walk from each rock to every other, perhaps over several bridges. A bridge is straight, joins two rocks, and needs as much rope as they are apart.',
      'How much rope is needed at least?',
    ],
    input: [
      'The first line has *n*. Each of the next *n* lines has two whole numbers *x* and *y*: where a rock is. Two rocks may be at the same place.',
    ],
    output: [
      'One number: the length of rope, correct to 10^-6 absolutely or relatively. Any number of decimals may be printed.',
    ],
  },
  samples: [
    test([
      [0, 0],
      [3, 4],
      [3, 0],
    ]),
    test([[7, 7]]),
  ],
  groups: [
    {
      points: 20,
      holds: '*n* ≤ 3, 0 ≤ *x*, *y* ≤ 10^6',
      tests: [test(scatter(2, 100)), test(scatter(3, 1_000_000))],
    },
    { points: 30, holds: '*n* ≤ 300', tests: [test(scatter(50, 1000)), test(scatter(300, 1_000_000))] },
    {
      points: 50,
      holds: '*n* ≤ 2,000',
      tests: [test(scatter(2000, 1_000_000)), test(scatter(1999, 40)), test(scatter(1800, 1_000_000))],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    vector<double> x(n), y(n), near(n, 1e18);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    vector<bool> joined(n);
    double rope = 0;
    near[0] = 0;
    for (int round = 0; round < n; round++) {
        int best = -1;
        for (int i = 0; i < n; i++)
            if (!joined[i] && (best < 0 || near[i] < near[best])) best = i;
        joined[best] = true;
        rope += near[best];
        for (int i = 0; i < n; i++)
            near[i] = min(near[i], hypot(x[i] - x[best], y[i] - y[best]));
    }
    printf("%.9f\\n", rope);
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
struct Edge {
    double length;
    int a, b;
};

int parent[2005];

int find(int v) { return parent[v] == v ? v : parent[v] = find(parent[v]); }

int main() {
    int n;
    cin >> n;
    vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i], parent[i] = i;
    vector<Edge> edges;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < i; j++) edges.push_back({hypot(x[i] - x[j], y[i] - y[j]), i, j});
    sort(edges.begin(), edges.end(), [](const Edge &e, const Edge &f) { return e.length < f.length; });
    double rope = 0;
    for (auto &e : edges)
        if (find(e.a) != find(e.b)) parent[find(e.a)] = find(e.b), rope += e.length;
    printf("%.9f\\n", rope);
}`),
      outcome: ['P', 'P', 'P', 'M'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    vector<pair<double, double>> p(n);
    for (auto &[x, y] : p) cin >> x >> y;
    sort(p.begin(), p.end());
    double rope = 0;
    for (int i = 1; i < n; i++)
        rope += hypot(p[i].first - p[i - 1].first, p[i].second - p[i - 1].second);
    cout << fixed << setprecision(9) << rope << endl;
}`),
      outcome: ['P', 'P', '-', '-'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    vector<double> x(n), y(n);
    for (int i = 0; i < n; i++) cin >> x[i] >> y[i];
    vector<int> in = {0};
    double rope = 0;
    while ((int) in.size() < n) {
        double best = 1e18;
        int who = -1;
        for (int a : in)
            for (int b = 0; b < n; b++)
                if (find(in.begin(), in.end(), b) == in.end()) {
                    double d = hypot(x[a] - x[b], y[a] - y[b]);
                    if (d < best) best = d, who = b;
                }
        in.push_back(who);
        rope += best;
    }
    printf("%.9f\\n", rope);
}`),
      outcome: ['P', 'P', 'P', 'T'],
    },
  ],
};
