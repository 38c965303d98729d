import { words } from '#contract/words.ts';
import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(103);

function test(lamps: number, walks: readonly (readonly [number, number])[]): Test {
  const turns = new Int32Array(lamps + 2);
  for (const [from, to] of walks) {
    turns[from] = (turns[from] ?? 0) + 1;
    turns[to + 1] = (turns[to + 1] ?? 0) - 1;
  }
  let [depth, lit] = [0, 0];
  for (let lamp = 1; lamp <= lamps; lamp += 1) {
    depth += turns[lamp] ?? 0;
    if (depth % 2 === 1) lit += 1;
  }
  const lines = walks.map(([from, to]) => `${from} ${to}`);
  return [`${lamps} ${walks.length}\n${lines.join('\n')}\n`, `${lit}\n`];
}

function randomTest(lamps: number, count: number, longest = lamps): Test {
  const walks = Array.from({ length: count }, () => {
    const from = random.between(1, lamps);
    return [from, Math.min(lamps, from + random.between(0, longest - 1))] as const;
  });
  return test(lamps, walks);
}

export const lamps: DemoProblem = {
  id: 'lamps',
  title: 'Lamps in the Corridor · ตะเกียงในทางเดิน',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.4,
  statement: {
    title: 'Lamps in the Corridor',
    story: [
      'Along a corridor of the palace hang *n* lamps, numbered from 1, all of them dark. In the course of the night *q* servants walk through it, one after the other. The servant who walks from lamp *l* to lamp *r* touches each lamp on the way, both ends included: a dark lamp is lit, a lit one is put out.',
      'How many lamps burn in the morning?',
    ],
    input: [
      'The first line has *n* and *q*. Each of the next *q* lines has the numbers *l* and *r* of one servant, 1 ≤ *l* ≤ *r* ≤ *n*.',
    ],
    output: ['One number: how many lamps burn at the end.'],
    note: [
      'In the first sample the lamps 1 to 3 are lit, then 3 is put out and 4 is lit: 1, 2 and 4 burn. In the second everything is touched twice.',
    ],
  },
  samples: [
    test(5, [
      [1, 3],
      [3, 4],
    ]),
    test(4, [
      [1, 4],
      [1, 4],
    ]),
  ],
  groups: [
    {
      points: 35,
      holds: '*n*, *q* ≤ 1,000',
      tests: [randomTest(10, 6), randomTest(100, 80), randomTest(1000, 1000), test(1, [[1, 1]])],
    },
    { points: 25, holds: '*n* ≤ 10^5, *q* ≤ 100', tests: [randomTest(100_000, 100), randomTest(99_999, 77)] },
    {
      points: 40,
      holds: '*n*, *q* ≤ 10^5',
      tests: [randomTest(100_000, 100_000), randomTest(65_536, 90_000), randomTest(100_000, 99_999, 3)],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int n, q;
    scanf("%d %d", &n, &q);
    vector<int> touched(n + 2);
    while (q--) {
        int l, r;
        scanf("%d %d", &l, &r);
        touched[l] ^= 1;
        touched[r + 1] ^= 1;
    }
    int lit = 0, burns = 0;
    for (int i = 1; i <= n; i++) {
        burns ^= touched[i];
        lit += burns;
    }
    printf("%d\\n", lit);
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int n, q;
    cin >> n >> q;
    vector<bool> lamp(n + 1);
    for (int i = 0; i < q; i++) {
        int l, r;
        cin >> l >> r;
        for (int j = l; j <= r; j++) lamp[j] = !lamp[j];
    }
    cout << count(lamp.begin(), lamp.end(), true) << endl;
}`),
      outcome: ['P', 'P', 'P', 'TTP'],
    },
    {
      code: program(`
int main() {
    int n, q;
    cin >> n >> q;
    vector<int> d(n + 1);
    for (int i = 0; i < q; i++) {
        int l, r;
        cin >> l >> r;
        d.at(l)++;
        d.at(r + 1)--;
    }
    int now = 0, lit = 0;
    for (int i = 1; i <= n; i++) {
        now += d[i];
        if (now % 2) lit++;
    }
    cout << lit << endl;
}`),
      outcome: ['PR', 'R', 'R', 'R'],
      reason: words('uncaught_exception', { exception: 'std::out_of_range' }),
    },
    {
      code: program(`
int lamp[1005];

int main() {
    int n, q;
    cin >> n >> q;
    while (q--) {
        int l, r;
        cin >> l >> r;
        for (int j = l; j < r; j++) lamp[j] ^= 1;
    }
    int lit = 0;
    for (int i = 1; i <= n; i++) lit += lamp[i];
    cout << lit << endl;
}`),
      outcome: ['P', '-', 'R', 'R'],
      reason: words('ended_by_signal', { signal: 'SIGSEGV' }),
    },
  ],
};
