import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(109);
const modulus = 1_000_000_007;

function test(steps: number, stride: number, broken: readonly number[]): Test {
  const isBroken = new Uint8Array(steps + 1);
  for (const step of broken) isBroken[step] = 1;
  const upTo = new Int32Array(steps + 2);
  let ways = 0;
  upTo[1] = 1;
  for (let step = 1; step <= steps; step += 1) {
    const sum = (upTo[step] as number) - (upTo[Math.max(0, step - stride)] as number);
    ways = isBroken[step] ? 0 : (sum + modulus) % modulus;
    upTo[step + 1] = ((upTo[step] as number) + ways) % modulus;
  }
  return [`${steps} ${stride} ${broken.length}\n${broken.join(' ')}\n`, `${ways}\n`];
}

function randomTest(steps: number, stride: number, count: number): Test {
  const broken = new Set<number>();
  while (broken.size < count) broken.add(random.between(1, steps - 1));
  return test(
    steps,
    stride,
    [...broken].sort((a, b) => a - b),
  );
}

export const stairs: DemoProblem = {
  id: 'stairs',
  title: 'Stairs of the Labyrinth',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.55,
  statement: {
    story: [
      'A stair in the labyrinth has *n* steps, and *m* of them are broken. Theseus stands before the first step. With each stride he climbs between one and *k* steps, and he must not tread on a broken one.',
      'In how many ways can he come to the last step? Two ways differ when he treads on other steps.',
    ],
    input: [
      'The first line has *n*, *k* and *m*. The second line has the numbers of the *m* broken steps in ascending order. The last step is never broken.',
    ],
    output: ['The number of ways, modulo 10^9 + 7.'],
  },
  samples: [test(4, 2, []), test(5, 3, [2, 3])],
  groups: [
    {
      points: 20,
      holds: '*n* ≤ 20',
      tests: [test(1, 1, []), randomTest(12, 3, 2), randomTest(20, 20, 3), test(20, 2, [7, 8])],
    },
    { points: 30, holds: '*n* ≤ 2,000', tests: [randomTest(60, 2, 4), randomTest(2000, 1500, 300)] },
    {
      points: 50,
      holds: '*n* ≤ 10^6, *k* ≤ *n*, *m* ≤ 1,000',
      tests: [
        randomTest(1_000_000, 2, 20),
        randomTest(1_000_000, 500_000, 1000),
        randomTest(999_983, 70_000, 1000),
      ],
    },
  ],
  solutions: [
    {
      code: program(`
const int mod = 1'000'000'007;

int main() {
    int n, k, m;
    scanf("%d %d %d", &n, &k, &m);
    vector<char> broken(n + 1);
    for (int i = 0, step; i < m; i++) scanf("%d", &step), broken[step] = 1;
    vector<int> ways(n + 1);
    ways[0] = 1;
    long long window = 1;
    for (int i = 1; i <= n; i++) {
        ways[i] = broken[i] ? 0 : window % mod;
        window = (window + ways[i]) % mod;
        if (i >= k) window = (window - ways[i - k] + mod) % mod;
    }
    printf("%d\\n", ways[n]);
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int n, k, m;
    cin >> n >> k >> m;
    set<int> broken;
    for (int i = 0; i < m; i++) {
        int x;
        cin >> x;
        broken.insert(x);
    }
    vector<long long> dp(n + 1);
    dp[0] = 1;
    for (int i = 1; i <= n; i++) {
        if (broken.count(i)) continue;
        for (int j = max(0, i - k); j < i; j++) dp[i] = (dp[i] + dp[j]) % 1000000007;
    }
    cout << dp[n] << endl;
}`),
      outcome: ['P', 'P', 'P', 'PTT'],
    },
    {
      code: program(`
int n, k, m;
bool broken[1000005];

long long climb(int step) {
    if (step == n) return 1;
    long long ways = 0;
    for (int next = step + 1; next <= min(n, step + k); next++)
        if (!broken[next]) ways += climb(next);
    return ways;
}

int main() {
    cin >> n >> k >> m;
    for (int i = 0, x; i < m; i++) cin >> x, broken[x] = true;
    cout << climb(0) % 1000000007 << endl;
}`),
      outcome: ['P', 'P', 'T', 'T'],
    },
    {
      code: program(`
int main() {
    int n, k, m;
    cin >> n >> k >> m;
    vector<int> broken(n + 1);
    for (int i = 0, x; i < m; i++) cin >> x, broken[x] = 1;
    vector<int> dp(n + 1);
    dp[0] = 1;
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= k && j <= i; j++)
            if (!broken[i]) dp[i] += dp[i - j];
    cout << dp[n] << endl;
}`),
      outcome: ['P', 'P', '-', '-TT'],
    },
  ],
};
