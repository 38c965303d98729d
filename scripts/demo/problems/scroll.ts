import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(111);

function test(first: string, second: string): Test {
  let before = new Uint16Array(second.length + 1);
  for (const letter of first) {
    const now = new Uint16Array(second.length + 1);
    for (let end = 1; end <= second.length; end += 1) {
      now[end] =
        letter === second[end - 1]
          ? (before[end - 1] as number) + 1
          : Math.max(before[end] as number, now[end - 1] as number);
    }
    before = now;
  }
  return [`${first}\n${second}\n`, `${before.at(-1)}\n`];
}

function text(length: number, letters = 'abcdefgh'): string {
  return Array.from({ length }, () => random.pick([...letters])).join('');
}

/** A copy by a scribe who loses every tenth letter. */
function copy(from: string): string {
  return [...from].filter(() => !random.chance(0.1)).join('');
}

const long = text(4800);

export const scroll: DemoProblem = {
  id: 'scroll',
  title: 'The Torn Scroll',
  timeLimitMs: 1000,
  memoryLimitMb: 16,
  difficulty: 0.8,
  statement: {
    story: [
      'Two scribes copied the same scroll, and both of them left letters out. Neither changed the order of the letters, nor added any. The scroll itself is lost.',
      'What is the longest text that stands in both copies, when letters may be left out of each of them? Mind the little memory of the clay tablets.',
    ],
    input: ['Two lines with one text each, of small letters and at least one letter long.'],
    output: ['One number: the length of the longest text.'],
    note: ['In the first sample it is `acde`.'],
  },
  samples: [test('abcde', 'axcyde'), test('abc', 'xyz')],
  groups: [
    { points: 20, holds: 'at most 12 letters each', tests: [test('a', 'a'), test(text(12), text(11))] },
    {
      points: 30,
      holds: 'at most 1,000 letters each',
      tests: [test(text(300), text(280)), test(text(1000), text(990))],
    },
    {
      points: 50,
      holds: 'at most 5,000 letters each',
      tests: [
        test(text(5000), text(5000)),
        test(copy(long), copy(long)),
        test(text(5000, 'ab'), text(4999, 'ab')),
      ],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    string a, b;
    cin >> a >> b;
    vector<int> before(b.size() + 1), now(b.size() + 1);
    for (char c : a) {
        for (size_t j = 1; j <= b.size(); j++)
            now[j] = c == b[j - 1] ? before[j - 1] + 1 : max(before[j], now[j - 1]);
        swap(before, now);
    }
    cout << before.back() << endl;
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int dp[5001][5001];

int main() {
    string a, b;
    cin >> a >> b;
    int n = a.size(), m = b.size();
    for (int i = 1; i <= n; i++)
        for (int j = 1; j <= m; j++)
            if (a[i - 1] == b[j - 1]) dp[i][j] = dp[i - 1][j - 1] + 1;
            else dp[i][j] = max(dp[i - 1][j], dp[i][j - 1]);
    cout << dp[n][m] << endl;
}`),
      outcome: ['P', 'P', 'P', 'M'],
    },
    {
      code: program(`
string a, b;

int lcs(int i, int j) {
    if (i < 0 || j < 0) return 0;
    if (a[i] == b[j]) return lcs(i - 1, j - 1) + 1;
    return max(lcs(i - 1, j), lcs(i, j - 1));
}

int main() {
    cin >> a >> b;
    cout << lcs(a.size() - 1, b.size() - 1) << endl;
}`),
      outcome: ['P', 'P', 'T', 'T'],
    },
    {
      code: program(`
int main() {
    string a, b;
    cin >> a >> b;
    size_t found = 0, from = 0;
    for (char c : a) {
        size_t at = b.find(c, from);
        if (at != string::npos) found++, from = at + 1;
    }
    cout << found << endl;
}`),
      outcome: ['P', 'P-', '-', '-'],
    },
  ],
};
