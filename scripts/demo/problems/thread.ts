import { words } from '#contract/words.ts';
import { makeRandom, type Random } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(110);

function test(rows: readonly string[]): Test {
  const width = rows[0]?.length ?? 0;
  const cells = [...rows.join('')];
  const [start, end] = [cells.indexOf('S'), cells.indexOf('E')];
  const away = cells.map(() => -1);
  away[start] = 0;
  const queue = [start];
  for (let head = 0; head < queue.length; head += 1) {
    const cell = queue[head] as number;
    const column = cell % width;
    const next = [cell - width, cell + width, column > 0 ? cell - 1 : -1, column < width - 1 ? cell + 1 : -1];
    for (const other of next) {
      if (cells[other] === undefined || cells[other] === '#' || away[other] !== -1) continue;
      away[other] = (away[cell] as number) + 1;
      queue.push(other);
    }
  }
  return [`${rows.length} ${width}\n${rows.join('\n')}\n`, `${away[end]}\n`];
}

/** Passages two cells apart, carved by walking at random and back; some walls fall afterwards, so ways differ. */
function carve(height: number, width: number, gaps: number, by: Random = random): string[] {
  const grid = Array.from({ length: height }, () => Array.from({ length: width }, () => '#'));
  const isWall = (row: number, column: number) => grid[row]?.[column] === '#';
  const open = (row: number, column: number) => {
    (grid[row] as string[])[column] = '.';
  };
  open(1, 1);
  const way: (readonly [number, number])[] = [[1, 1]];
  while (way.length > 0) {
    const [row, column] = way.at(-1) as readonly [number, number];
    const free = [
      [-2, 0],
      [2, 0],
      [0, -2],
      [0, 2],
    ].filter(([down = 0, right = 0]) => isWall(row + down, column + right));
    if (free.length === 0) {
      way.pop();
      continue;
    }
    const [down = 0, right = 0] = by.pick(free);
    open(row + down / 2, column + right / 2);
    open(row + down, column + right);
    way.push([row + down, column + right]);
  }
  for (let gap = 0; gap < gaps; gap += 1) open(by.between(1, height - 2), by.between(1, width - 2));
  (grid[1] as string[])[1] = 'S';
  (grid[height - 2] as string[])[width - 2] = 'E';
  return grid.map((cells) => cells.join(''));
}

/** No walls at all. */
function hall(height: number, width: number): string[] {
  const rows = Array.from({ length: height }, () => '.'.repeat(width));
  rows[0] = `S${'.'.repeat(width - 1)}`;
  rows[height - 1] = `${'.'.repeat(width - 1)}E`;
  return rows;
}

/** The end is walled in. */
function lock(rows: readonly string[]): string[] {
  return rows
    .map((row, index) => (index < rows.length - 4 ? row : row.replace(/[^#]/g, '#')))
    .with(rows.length - 2, `${'#'.repeat((rows[0]?.length ?? 0) - 2)}E#`);
}

export const thread: DemoProblem = {
  id: 'thread',
  title: 'Ariadne’s Thread',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.5,
  statement: {
    story: [
      'Ariadne holds the end of a thread at the entrance of a labyrinth, and Theseus takes the other end along to the chamber in the middle. The labyrinth is a plan of *h* rows with *w* cells each; one goes from a cell to the next one up, down, left or right, and not through walls.',
      'How long must the thread be at least, when one step needs one piece of it?',
    ],
    input: [
      'The first line has *h* and *w*. Each of the next *h* lines has *w* characters: `#` is a wall, `.` is free, `S` the entrance and `E` the chamber.',
    ],
    output: ['The least number of steps, or `-1` when there is no way.'],
  },
  samples: [test(['S.#.', '..#E', '#...']), test(['S#', '#E'])],
  groups: [
    { points: 15, holds: '*h*, *w* ≤ 50, no walls', tests: [test(hall(2, 9)), test(hall(50, 50))] },
    {
      points: 35,
      holds: '*h*, *w* ≤ 50',
      tests: [test(carve(11, 13, 2)), test(carve(49, 49, 320)), test(lock(carve(31, 41, 30)))],
    },
    {
      points: 50,
      holds: '*h*, *w* ≤ 500',
      tests: [
        test(carve(499, 499, 9000)),
        test(carve(301, 497, 0)),
        test(hall(500, 500)),
        test(lock(carve(401, 401, 100))),
      ],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    int h, w;
    cin >> h >> w;
    vector<string> plan(h);
    for (auto &row : plan) cin >> row;
    vector<vector<int>> away(h, vector<int>(w, -1));
    queue<pair<int, int>> next;
    int er = 0, ec = 0;
    for (int r = 0; r < h; r++)
        for (int c = 0; c < w; c++) {
            if (plan[r][c] == 'S') next.push({r, c}), away[r][c] = 0;
            if (plan[r][c] == 'E') er = r, ec = c;
        }
    const int dr[] = {0, 0, 1, -1}, dc[] = {1, -1, 0, 0};
    while (!next.empty()) {
        auto [r, c] = next.front();
        next.pop();
        for (int d = 0; d < 4; d++) {
            int a = r + dr[d], b = c + dc[d];
            if (a < 0 || a >= h || b < 0 || b >= w || plan[a][b] == '#' || away[a][b] >= 0) continue;
            away[a][b] = away[r][c] + 1;
            next.push({a, b});
        }
    }
    cout << away[er][ec] << endl;
}`),
      outcome: ['P', 'P', 'P', 'P'],
    },
    {
      code: program(`
int h, w, best = 1e9;
string plan[505];
bool seen[505][505];

void go(int r, int c, int steps) {
    if (r < 0 || r >= h || c < 0 || c >= w || plan[r][c] == '#' || seen[r][c] || steps >= best) return;
    if (plan[r][c] == 'E') {
        best = steps;
        return;
    }
    seen[r][c] = true;
    go(r + 1, c, steps + 1);
    go(r, c + 1, steps + 1);
    go(r - 1, c, steps + 1);
    go(r, c - 1, steps + 1);
    seen[r][c] = false;
}

int main() {
    cin >> h >> w;
    for (int i = 0; i < h; i++) cin >> plan[i];
    for (int i = 0; i < h; i++)
        for (int j = 0; j < w; j++)
            if (plan[i][j] == 'S') go(i, j, 0);
    cout << (best == 1e9 ? -1 : best) << endl;
}`),
      outcome: ['P', 'PT', 'PTT', 'TPTT'],
    },
    {
      code: program(`
char plan[60][60];
int away[60][60];

int main() {
    int h, w;
    cin >> h >> w;
    queue<pair<int, int>> q;
    memset(away, -1, sizeof away);
    for (int i = 1; i <= h; i++)
        for (int j = 1; j <= w; j++) {
            cin >> plan[i][j];
            if (plan[i][j] == 'S') q.push({i, j}), away[i][j] = 0;
        }
    while (!q.empty()) {
        auto [r, c] = q.front();
        q.pop();
        if (plan[r][c] == 'E') {
            cout << away[r][c] << endl;
            return 0;
        }
        for (auto [a, b] : {pair{r + 1, c}, {r - 1, c}, {r, c + 1}, {r, c - 1}})
            if (plan[a][b] && plan[a][b] != '#' && away[a][b] < 0) {
                away[a][b] = away[r][c] + 1;
                q.push({a, b});
            }
    }
    cout << -1 << endl;
}`),
      outcome: ['P', 'P', 'P', 'R'],
      reason: words('ended_by_signal', { signal: 'SIGSEGV' }),
    },
    {
      code: program(`
int main() {
    int h, w;
    cin >> h >> w;
    int sr, sc, er, ec;
    for (int i = 0; i < h; i++) {
        string s;
        cin >> s;
        for (int j = 0; j < w; j++) {
            if (s[j] == 'S') sr = i, sc = j;
            if (s[j] == 'E') er = i, ec = j;
        }
    }
    cout << abs(sr - er) + abs(sc - ec) << endl;
}`),
      outcome: ['-', 'P', '-', '--P-'],
    },
  ],
};
