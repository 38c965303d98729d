import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(105);

function test(votes: readonly string[]): Test {
  const counted = new Map<string, number>();
  for (const vote of votes) counted.set(vote, (counted.get(vote) ?? 0) + 1);
  const ranked = [...counted].sort(([a, first], [b, second]) => second - first || (a < b ? -1 : 1));
  return [
    `${votes.length}\n${votes.join('\n')}\n`,
    `${ranked.map(([name, count]) => `${name} ${count}`).join('\n')}\n`,
  ];
}

function names(count: number): string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const made = new Set<string>();
  while (made.size < count)
    made.add(Array.from({ length: random.between(3, 12) }, () => random.pick(letters)).join(''));
  return [...made];
}

function randomTest(votes: number, candidates: number): Test {
  const all = names(candidates);
  return test(Array.from({ length: votes }, () => random.pick(all)));
}

export const votes: DemoProblem = {
  id: 'votes',
  title: 'The Vote of the Islands',
  timeLimitMs: 1000,
  memoryLimitMb: 128,
  difficulty: 0.35,
  checker: 'lines',
  statement: {
    story: [
      'The islands choose where the next games are held. Every ship that comes into the harbour brings one vote: the name of an island. The herald is to read out the result, from the island with the most votes to the one with the fewest. Islands with equally many votes are read in the order of the alphabet.',
    ],
    input: [
      'The first line has the number of votes *n*. Each of the next *n* lines has one name of at most 12 small letters.',
    ],
    output: ['For each island that was named, one line: its name, a space, and the number of its votes.'],
  },
  samples: [
    test(['naxos', 'delos', 'naxos', 'paros', 'delos', 'naxos', 'chios']),
    test(['kos', 'ios', 'kea']),
  ],
  groups: [
    {
      points: 30,
      holds: '*n* ≤ 100, no two islands have equally many votes',
      tests: [test(['milos']), test(['tinos', 'tinos', 'syros']), test([...Array(60).fill('leros'), 'kos'])],
    },
    { points: 30, holds: '*n* ≤ 1,000', tests: [randomTest(300, 40), randomTest(1000, 200)] },
    { points: 40, holds: '*n* ≤ 10^5', tests: [randomTest(100_000, 30_000), randomTest(100_000, 3)] },
  ],
  solutions: [
    {
      code: program(`
int main() {
    ios::sync_with_stdio(false);
    cin.tie(nullptr);
    int n;
    cin >> n;
    map<string, int> votes;
    for (string name; n-- && cin >> name;) votes[name]++;
    vector<pair<int, string>> ranked;
    for (auto &[name, count] : votes) ranked.emplace_back(-count, name);
    sort(ranked.begin(), ranked.end());
    for (auto &[count, name] : ranked) cout << name << ' ' << -count << '\\n';
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    vector<pair<string, int>> a;
    for (int i = 0; i < n; i++) {
        string s;
        cin >> s;
        bool found = false;
        for (auto &p : a)
            if (p.first == s) p.second++, found = true;
        if (!found) a.push_back({s, 1});
    }
    sort(a.begin(), a.end(), [](auto &x, auto &y) {
        return x.second != y.second ? x.second > y.second : x.first < y.first;
    });
    for (auto &p : a) cout << p.first << " " << p.second << endl;
}`),
      outcome: ['P', 'P', 'P', 'TP'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    map<string, int> m;
    string s;
    while (cin >> s) m[s]++;
    vector<pair<int, string>> v;
    for (auto p : m) v.push_back({p.second, p.first});
    sort(v.rbegin(), v.rend());
    for (auto p : v) cout << p.second << " " << p.first << "\\n";
}`),
      outcome: ['-', 'P', '-', '-'],
    },
  ],
};
