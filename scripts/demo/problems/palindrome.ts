import { makeRandom } from '#harness/random.ts';
import { type DemoProblem, program, type Test } from '../problem.ts';

const random = makeRandom(102);
const letters = 'abcdefghijklmnopqrstuvwxyz';

function test(text: string): Test {
  const read = text.toLowerCase().replaceAll(' ', '');
  return [`${text}\n`, read === [...read].reverse().join('') ? 'YES\n' : 'NO\n'];
}

function word(length: number): string {
  return Array.from({ length }, () => random.pick([...letters])).join('');
}

function mirrored(length: number): string {
  const half = word(length);
  return half + [...half].reverse().join('');
}

/** With spaces and capital letters put in, which change nothing. */
function disguise(text: string): string {
  const dressed = [...text].map((letter) => (random.chance(0.2) ? letter.toUpperCase() : letter));
  return dressed.map((letter, index) => (index > 0 && random.chance(0.15) ? ` ${letter}` : letter)).join('');
}

export const palindrome: DemoProblem = {
  id: 'palindrome',
  title: 'There and Back',
  timeLimitMs: 1000,
  memoryLimitMb: 64,
  difficulty: 0.15,
  statement: {
    story: [
      'An inscription over the gate of the labyrinth is said to read the same on the way in and on the way out. The mason put gaps where he liked, and cut some of the letters large: neither gaps nor the size of a letter are to count.',
      'Does the inscription read the same from both ends?',
    ],
    input: ['One line of *n* characters: small and capital letters of the Latin alphabet, and spaces.'],
    output: ['`YES` or `NO`.'],
  },
  samples: [test('Never odd or even'), test('minos')],
  groups: [
    {
      points: 30,
      holds: '1 ≤ *n* ≤ 100, small letters only',
      tests: [test('level'), test('a'), test('abca'), test(mirrored(50)), test(`${mirrored(40)}x`)],
    },
    {
      points: 70,
      holds: '1 ≤ *n* ≤ 100,000',
      tests: [
        test('Was it a rat I saw'),
        test(disguise(mirrored(500))),
        test(disguise(`${mirrored(800)}q`)),
        test(disguise(mirrored(40_000))),
        test(disguise(`${word(1)}z${mirrored(40_000)}`)),
      ],
    },
  ],
  solutions: [
    {
      code: program(`
int main() {
    string line, text;
    getline(cin, line);
    for (char c : line)
        if (isalpha(static_cast<unsigned char>(c))) text += tolower(c);
    cout << (equal(text.begin(), text.end(), text.rbegin()) ? "YES" : "NO") << endl;
}`),
      outcome: ['P', 'P', 'P'],
    },
    {
      code: program(`
int main() {
    string s;
    cin >> s;
    string t = s;
    reverse(t.begin(), t.end());
    cout << (s == t ? "YES" : "NO") << endl;
}`),
      outcome: ['-P', 'P', '--P-P'],
    },
    {
      code: program(`
int main() {
    cout << "YES" << endl;
}`),
      outcome: ['P-', 'PP-P-', 'PP-P-'],
    },
    {
      code: program(`
int main() {
    string line, text;
    getline(cin, line);
    for (char c : line)
        if (c != ' ') text = text + (char) tolower(c);
    string back;
    for (char c : text) back = string(1, c) + back;
    cout << (text == back ? "YES" : "NO") << endl;
}`),
      outcome: ['P', 'P', 'P'],
    },
  ],
};
