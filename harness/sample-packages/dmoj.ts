import { writeZip } from '../zip.ts';
import type { SamplePackage } from './sample-package.ts';
import { large, narrow, right, small, statement, testFiles, wordy, wrong } from './sums.ts';

const init = `archive: data.zip
checker: standard
output_prefix_length: 64
test_cases:
- {in: p0.in, out: p0.out, points: 0}
- {in: p1.in, out: p1.out, points: 10}
- points: 20
  batched:
  - {in: b1/1.in, out: b1/1.out}
  - {in: b1/2.in, out: b1/2.out, time_limit: 0.5}
- points: 30
  memory_limit: 131072
  batched:
  - {in: b2/1.in, out: b2/1.out}
- points: 40
  dependencies: [1, 2]
  batched:
  - {in: b1/1.in, out: b1/1.out}
  - {in: b3/1.in, out: b3/1.out}
`;

/** Points out of the test's own: one for the first digit, all for the sum. */
const checker = `#include <cstdio>
int main(int, char** names) {
  long long expected = 0, got = 0;
  FILE* output = fopen(names[2], "r");
  FILE* answer = fopen(names[3], "r");
  if (!answer || fscanf(answer, "%lld", &expected) != 1) return 3;
  if (!output || fscanf(output, "%lld", &got) != 1) return 2;
  if (got == expected) return 0;
  if (got % 10 != expected % 10) return 1;
  fprintf(stderr, "points 1\\n");
  return 7;
}
`;

const nearly = right.replace('a + b', 'a + b + 10');

export async function makeDmojPackages(): Promise<SamplePackage[]> {
  const data = await writeZip([
    ...testFiles('p0.in', 'p0.out', small(1)),
    ...testFiles('p1.in', 'p1.out', small(2)),
    ...testFiles('b1/1.in', 'b1/1.out', small(3)),
    ...testFiles('b1/2.in', 'b1/2.out', small(4)),
    ...testFiles('b2/1.in', 'b2/1.out', large(5)),
    ...testFiles('b3/1.in', 'b3/1.out', small(6)),
  ]);
  return [
    {
      folder: 'dmoj',
      title: null,
      entries: [
        { name: 'init.yml', content: init },
        { name: 'data.zip', content: data },
        { name: 'statement.pdf', content: statement },
        { name: 'editorial.md', content: '# Add them\n' },
      ],
      solutions: [],
      programs: [
        { name: 'right.cpp', code: right, verdict: { status: 'Accepted', score: 100 } },
        { name: 'narrow.cpp', code: narrow, verdict: { status: 'Wrong Answer', score: 30 } },
        { name: 'wrong.cpp', code: wrong, verdict: { status: 'Wrong Answer', score: 0 } },
      ],
    },
    {
      folder: 'dmoj-points',
      title: null,
      entries: [
        {
          name: 'init.yml',
          content: `time_limit: 2
memory_limit: 65536
checker: {name: bridged, args: {files: checker.cpp, lang: CPP17, type: testlib}}
test_cases:
- {in: 1.in, out: 1.out, points: 4}
- {in: 2.in, out: 2.out, points: 16}
`,
        },
        { name: 'checker.cpp', content: checker },
        ...testFiles('1.in', '1.out', small(1)),
        ...testFiles('2.in', '2.out', small(2)),
      ],
      solutions: [],
      programs: [
        { name: 'right.cpp', code: right, verdict: { status: 'Accepted', score: 100 } },
        { name: 'nearly.cpp', code: nearly, verdict: { status: 'Wrong Answer', score: 10 } },
      ],
    },
    {
      folder: 'dmoj-numbers',
      title: null,
      entries: [
        {
          name: 'init.yml',
          content: `points: 5
checker: {name: floats, args: {precision: 3}}
test_cases: [{in: 1.in, out: 1.out}, {in: 2.in, out: 2.out}]
`,
        },
        ...testFiles('1.in', '1.out', small(1)),
        ...testFiles('2.in', '2.out', large(2)),
      ],
      solutions: [],
      programs: [
        { name: 'wordy.cpp', code: wordy, verdict: { status: 'Accepted', score: 100 } },
        { name: 'narrow.cpp', code: narrow, verdict: { status: 'Wrong Answer', score: 50 } },
      ],
    },
  ];
}
