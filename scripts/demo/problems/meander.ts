import { type DemoProblem, program, type Test } from '../problem.ts';

/** The wall goes right, down, left and up, and turns before it would touch itself. */
function draw(size: number): string {
  const grid = Array.from({ length: size }, () => Array.from({ length: size }, () => '.'));
  const at = (row: number, column: number) => grid[row]?.[column];
  let [row, column, down, right] = [0, 0, 0, 1];
  (grid[0] as string[])[0] = '#';
  for (let turns = 0; turns < 2; ) {
    const next = at(row + down, column + right);
    const isFree = next === '.' && at(row + 2 * down, column + 2 * right) !== '#';
    if (isFree) {
      [row, column, turns] = [row + down, column + right, 0];
      (grid[row] as string[])[column] = '#';
    } else {
      [down, right, turns] = [right, -down, turns + 1];
    }
  }
  return `${grid.map((cells) => cells.join('')).join('\n')}\n`;
}

function test(size: number): Test {
  return [`${size}\n`, draw(size)];
}

export const meander: DemoProblem = {
  id: 'meander',
  title: 'Draw the Meander',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.45,
  checker: 'exact',
  statement: {
    story: [
      'The painters of the palace decorate a square wall of *n* times *n* plates with a single winding line. It begins in the upper left corner and goes to the right as far as it can, then down, then left, then up, and so on inwards. It turns one plate before it would touch itself, and ends where it cannot go on.',
      'Print the wall: `#` for a plate with the line, `.` for one without.',
    ],
    input: ['One odd number *n*.'],
    output: [
      'Exactly *n* lines of *n* characters. The wall is compared character by character: no spaces, no empty line, and a line break after the last row.',
    ],
  },
  samples: [test(5), test(7)],
  groups: [
    { points: 30, holds: '1 ≤ *n* ≤ 9', tests: [test(1), test(3), test(9)] },
    { points: 70, holds: '1 ≤ *n* ≤ 501', tests: [test(11), test(101), test(333), test(501)] },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    vector<string> wall(n, string(n, '.'));
    auto line = [&](int r, int c) {
        return r >= 0 && r < n && c >= 0 && c < n && wall[r][c] == '#';
    };
    int r = 0, c = 0, dr = 0, dc = 1, turns = 0;
    wall[0][0] = '#';
    while (turns < 2) {
        int a = r + dr, b = c + dc;
        bool inside = a >= 0 && a < n && b >= 0 && b < n;
        if (inside && !line(a, b) && !line(a + dr, b + dc)) {
            r = a, c = b, turns = 0;
            wall[r][c] = '#';
        } else {
            int t = dr;
            dr = dc, dc = -t, turns++;
        }
    }
    for (auto &row : wall) cout << row << '\\n';
}`),
      outcome: ['P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    for (int i = 0; i < n; i++) {
        for (int j = 0; j < n; j++) {
            int ring = min(min(i, j), min(n - 1 - i, n - 1 - j));
            cout << (ring % 2 ? '.' : '#');
        }
        cout << endl;
    }
}`),
      outcome: ['-', 'P--', '-'],
    },
    {
      code: program(`
int main() {
    int n;
    cin >> n;
    string wall[10];
    if (n == 1) wall[0] = "#";
    if (n == 3) wall[0] = "###", wall[1] = "..#", wall[2] = "###";
    if (n == 5) wall[0] = "#####", wall[1] = "....#", wall[2] = "###.#", wall[3] = "#...#", wall[4] = "#####";
    for (int i = 0; i < n; i++) cout << wall[i] << "\\n";
}`),
      outcome: ['P-', 'PP-', '-'],
    },
  ],
};
