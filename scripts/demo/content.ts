/** What the demonstration shows. */

interface DemoProblem {
  readonly id: string;
  readonly title: string;
  readonly statement: readonly string[];
  /** Input and answer of each test. */
  readonly tests: readonly (readonly [string, string])[];
}

const sums: [number, number][] = [
  [1, 2],
  [20, 22],
  [-5, 5],
  [3_000_000_000, 4_000_000_000],
];

export const demoProblems = {
  sum: {
    id: 'sum',
    title: 'Sum of Two',
    statement: [
      'Two whole numbers are given. Print their sum.',
      '',
      'Input: one line with two numbers, each at most 10^18 in absolute value.',
      'Output: their sum.',
    ],
    tests: sums.map(([a, b]) => [`${a} ${b}\n`, `${a + b}\n`]),
  },
  palindrome: {
    id: 'palindrome',
    title: 'There and Back',
    statement: [
      'Does a word read the same from both ends?',
      '',
      'Input: a word of up to 100,000 small letters.',
      'Output: YES or NO.',
    ],
    tests: ['level', 'minos', 'a', 'abca', 'x'.repeat(100_000)].map((word) => [
      `${word}\n`,
      word === [...word].reverse().join('') ? 'YES\n' : 'NO\n',
    ]),
  },
  stairs: {
    id: 'stairs',
    title: 'Stairs of the Labyrinth',
    statement: [
      'A stair has n steps. Theseus takes one or two at a time.',
      'In how many ways can he climb it?',
      '',
      'Input: n, from 1 to 80.',
      'Output: the number of ways.',
    ],
    tests: [1, 2, 5, 30, 80].map((steps) => [`${steps}\n`, `${countWays(steps)}\n`]),
  },
} as const satisfies Record<string, DemoProblem>;

function countWays(steps: number): bigint {
  let [before, ways] = [0n, 1n];
  for (let step = 0; step < steps; step += 1) [before, ways] = [ways, before + ways];
  return ways;
}

const program = (body: string) => `#include <bits/stdc++.h>
using namespace std;

int main() {
${body}
}
`;

/** Some solve it, some not quite. */
export const demoSolutions = {
  sum: {
    full: program('    long long a, b;\n    cin >> a >> b;\n    cout << a + b << endl;'),
    partial: program('    int a, b;\n    cin >> a >> b;\n    cout << a + b << endl;'),
  },
  palindrome: {
    full: program(
      '    string word;\n    cin >> word;\n    cout << (equal(word.begin(), word.end(), word.rbegin()) ? "YES" : "NO") << endl;',
    ),
    partial: program('    cout << "YES" << endl;'),
  },
  stairs: {
    full: program(
      '    int n;\n    cin >> n;\n    long long before = 0, ways = 1;\n    while (n--) tie(before, ways) = make_pair(ways, before + ways);\n    cout << ways << endl;',
    ),
    partial: `#include <iostream>

int ways(int n) { return n < 2 ? 1 : ways(n - 1) + ways(n - 2); }

int main() {
    int n;
    std::cin >> n;
    std::cout << ways(n) << std::endl;
}
`,
  },
} as const;

export const demoPeople = ['ariadne', 'daedalus', 'icarus', 'pasiphae', 'theseus'] as const;
