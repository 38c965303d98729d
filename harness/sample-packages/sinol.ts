import type { SamplePackage } from './sample-package.ts';
import { large, narrow, python, right, slow, small, statement, testFiles, wordy } from './sums.ts';

const config = `title: Two numbers
sinol_task_id: sum
sinol_contest_type: default
time_limit: 500
time_limits: {2: 300, 1a: 400}
memory_limit: 65536
memory_limits: {2b: 32768}
scores: {1: 40, 2: 60}
sinol_expected_scores:
  sum.cpp: {points: 100, expected: {1: {points: 40, status: OK}, 2: {points: 60, status: OK}}}
  sums1.cpp: {points: 40, expected: {1: {points: 40, status: OK}, 2: {points: 0, status: TL}}}
  sumb1.cpp: {points: 40, expected: {1: {points: 40, status: OK}, 2: {points: 0, status: WA}}}
`;

/** Half for a sum that is right in its last digit. */
const checker = `#include <cstdio>
int main(int, char** names) {
  long long expected = 0, got = -1;
  FILE* output = fopen(names[2], "r");
  FILE* answer = fopen(names[3], "r");
  if (!answer || fscanf(answer, "%lld", &expected) != 1) return 2;
  if (output && fscanf(output, "%lld", &got) == 1 && got % 10 == expected % 10) {
    puts(got == expected ? "OK\\nthe sum\\n100" : "OK\\nonly its last digit\\n50");
  } else {
    puts("WRONG\\nanother sum");
  }
}
`;

const nearly = right.replace('a + b', 'a + b + 10');

export async function makeSinolPackages(): Promise<SamplePackage[]> {
  const tests = {
    0: small(0),
    '1a': small(1),
    '1b': small(2),
    '1ocen': large(3),
    '2a': small(4),
    '2b': large(5),
  };
  const numbers = ({ ...sums }: Record<string, ReturnType<typeof small>>) =>
    Object.entries(sums).flatMap(([name, sum]) => testFiles(`in/sum${name}.in`, `out/sum${name}.out`, sum));
  return [
    {
      folder: 'sinol',
      title: 'Two numbers',
      entries: [
        { name: 'config.yml', content: config },
        { name: 'doc/sumzad.pdf', content: statement },
        { name: 'doc/sumzad.tex', content: '\\title{Two numbers}' },
        { name: 'prog/sum.cpp', content: right },
        { name: 'prog/sum2.py', content: python },
        { name: 'prog/sums1.cpp', content: slow },
        { name: 'prog/sumb1.cpp', content: narrow },
        { name: 'prog/sumchk.cpp', content: checker },
        { name: 'prog/suminwer.cpp', content: 'int main() {}' },
        { name: 'prog/sumingen.cpp', content: 'int main() {}' },
        { name: 'attachments/sum0.in', content: '0 1\n' },
        { name: 'makefile.in', content: 'MODE=wer\n' },
        ...numbers(tests),
      ],
      solutions: [
        { name: 'sum.cpp', verdict: { status: 'Accepted', score: 100 } },
        { name: 'sum2.py', verdict: { status: 'Accepted', score: 100 } },
        { name: 'sums1.cpp', verdict: { status: 'Time Limit Exceeded', score: 40 } },
        { name: 'sumb1.cpp', verdict: { status: 'Wrong Answer', score: 40 } },
      ],
      programs: [{ name: 'nearly.cpp', code: nearly, verdict: { status: 'Wrong Answer', score: 50 } }],
    },
    {
      folder: 'sinol-without-settings',
      title: null,
      entries: [
        { name: 'prog/abc.cpp', content: right },
        ...testFiles('in/abc1.in', 'out/abc1.out', small(1)),
        ...testFiles('in/abc2.in', 'out/abc2.out', small(2)),
        ...testFiles('in/abc3.in', 'out/abc3.out', large(3)),
      ],
      solutions: [{ name: 'abc.cpp', verdict: { status: 'Accepted', score: 100 } }],
      programs: [
        { name: 'narrow.cpp', code: narrow, verdict: { status: 'Wrong Answer', score: 66 } },
        { name: 'wordy.cpp', code: wordy, verdict: { status: 'Wrong Answer', score: 0 } },
      ],
    },
  ];
}
