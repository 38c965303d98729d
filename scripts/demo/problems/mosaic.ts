import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(107);

/** The answer says only whether there is a row; the checker looks at the row itself. */
function test(counts: readonly number[]): Test {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const canBeLaid = 2 * Math.max(...counts) <= all + 1;
  return [`${counts.length}\n${counts.join(' ')}\n`, canBeLaid ? 'YES\n' : 'NO\n'];
}

function randomCounts(colours: number, most: number): number[] {
  return Array.from({ length: colours }, () => random.between(1, most));
}

/** As many of one colour as just fit. */
function fullest(colours: number, most: number): number[] {
  const others = randomCounts(colours - 1, most);
  return [...others, others.reduce((sum, count) => sum + count, 1)];
}

const checker = `// Accepts every row of tiles that uses the colours given and has no two equal neighbours.
#include <fstream>
#include <iostream>
#include <string>
#include <vector>

static int reject(const std::string &why) {
    std::cerr << why << std::endl;
    return 1;
}

int main(int, char **names) {
    std::ifstream input(names[1]), output(names[2]), answer(names[3]);
    int colours;
    input >> colours;
    std::vector<long long> left(colours + 1);
    long long tiles = 0;
    for (int colour = 1; colour <= colours; colour++) input >> left[colour], tiles += left[colour];
    std::string expected, said;
    answer >> expected;
    if (!(output >> said)) return reject("nothing was printed");
    if (said != expected) return reject("expected " + expected);
    if (said == "NO") return 0;
    long long before = 0;
    for (long long place = 1; place <= tiles; place++) {
        long long colour;
        if (!(output >> colour)) return reject("only " + std::to_string(place - 1) + " tiles");
        if (colour < 1 || colour > colours) return reject("no such colour at tile " + std::to_string(place));
        if (colour == before) return reject("equal neighbours at tile " + std::to_string(place));
        if (left[colour]-- == 0) return reject("too many tiles of colour " + std::to_string(colour));
        before = colour;
    }
    std::string more;
    if (output >> more) return reject("more than the row");
    return 0;
}
`;

export const mosaic: DemoProblem = {
  id: 'mosaic',
  title: 'The Mosaic Floor',
  timeLimitMs: 1000,
  memoryLimitMb: 128,
  difficulty: 0.6,
  checker: '{name: program, source: checker.cpp}',
  files: [{ name: 'checker.cpp', content: checker }],
  statement: {
    story: [
      'For one row of a floor there are tiles in *k* colours, numbered from 1. Of colour *i* there are *c* tiles. All of them are to be laid side by side, and no two neighbours may have the same colour.',
      'Find such a row, or say that there is none. When there are several, any of them is right.',
    ],
    input: ['The first line has *k*. The second line has the *k* numbers of tiles, each at least 1.'],
    output: [
      '`NO` when there is no such row. Otherwise `YES`, and in the second line the colours of the tiles from left to right.',
    ],
  },
  samples: [
    ['3\n2 1 1\n', 'YES\n1 2 1 3\n'],
    ['2\n1 4\n', 'NO\n'],
  ],
  groups: [
    {
      points: 25,
      holds: '*k* = 2, at most 100 tiles',
      tests: [test([1, 1]), test([7, 8]), test([50, 50]), test([3, 9])],
    },
    {
      points: 35,
      holds: 'at most 1,000 tiles',
      tests: [test([5]), test(randomCounts(20, 30)), test(fullest(9, 20))],
    },
    {
      points: 40,
      holds: 'at most 10^5 tiles',
      tests: [test(randomCounts(1000, 180)), test(fullest(200, 450)), test([40_000, 20_000, 20_001])],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int k;
    cin >> k;
    vector<pair<int, int>> colours(k);
    for (int i = 0; i < k; i++) cin >> colours[i].first, colours[i].second = i + 1;
    sort(colours.rbegin(), colours.rend());
    vector<int> tiles;
    for (auto [count, colour] : colours) tiles.insert(tiles.end(), count, colour);
    int n = tiles.size();
    if (2 * colours[0].first > n + 1) {
        cout << "NO" << endl;
        return 0;
    }
    vector<int> row(n);
    int place = 0;
    for (int tile : tiles) {
        row[place] = tile;
        place += 2;
        if (place >= n) place = 1;
    }
    cout << "YES\\n";
    for (int tile : row) cout << tile << ' ';
    cout << endl;
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int k;
    cin >> k;
    vector<int> c(k);
    for (int &x : c) cin >> x;
    int n = accumulate(c.begin(), c.end(), 0);
    vector<int> row;
    int last = -1;
    while ((int) row.size() < n) {
        int best = -1;
        for (int i = 0; i < k; i++)
            if (i != last && c[i] > 0 && (best < 0 || c[i] > c[best])) best = i;
        if (best < 0) {
            cout << "NO" << endl;
            return 0;
        }
        row.push_back(best + 1);
        c[best]--;
        last = best;
    }
    cout << "YES" << endl;
    for (int x : row) cout << x << " ";
    cout << endl;
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int k;
    cin >> k;
    vector<int> c(k);
    for (int &x : c) cin >> x;
    vector<int> row;
    bool more = true;
    while (more) {
        more = false;
        for (int i = 0; i < k; i++)
            if (c[i] > 0) row.push_back(i + 1), c[i]--, more = true;
    }
    for (size_t i = 1; i < row.size(); i++)
        if (row[i] == row[i - 1]) {
            cout << "NO" << endl;
            return 0;
        }
    cout << "YES" << endl;
    for (int x : row) cout << x << " ";
}`),
      outcome: ['P', 'P-PP', 'P-P', 'P-P'],
    },
  ],
};
