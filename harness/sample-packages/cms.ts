import type { SamplePackage } from './sample-package.ts';
import { large, narrow, python, right, small, statement, testFiles, wrong } from './sums.ts';

const tests = [small(1), small(2), small(3), large(4)];

const numbered = (sums: typeof tests) =>
  sums.flatMap((sum, index) => testFiles(`input/input${index}.txt`, `output/output${index}.txt`, sum));

const gen = `# made by hand
#ST: 0
#COPY: gen/example.txt
#ST: 40
1 2   # a small one
3 4
#ST: 60
# The large one
5 6
`;

/** Half for a sum that is right in its last digit. */
const checker = `#include <cstdio>
#include "points.h"
int main(int, char** names) {
  long long expected = 0, got = 0;
  FILE* answer = fopen(names[2], "r");
  FILE* output = fopen(names[3], "r");
  if (!answer || fscanf(answer, "%lld", &expected) != 1) return 1;
  if (!output || fscanf(output, "%lld", &got) != 1) got = -1;
  double share = got == expected ? 1 : got % 10 == expected % 10 ? nearly : 0;
  printf("%.2f\\n", share);
  fprintf(stderr, share == 1 ? "translate:success\\n" : "translate:wrong\\n");
}
`;

/** Right in the last digit only. */
const nearly = right.replace('a + b', 'a + b + 10');

export async function makeCmsPackages(): Promise<SamplePackage[]> {
  return [
    {
      folder: 'cms',
      title: 'Two numbers',
      entries: [
        {
          name: 'task.yaml',
          content:
            'name: numbers\ntitle: Two numbers\ntime_limit: 1.5\nmemory_limit: 64\ninfile: ""\noutfile: ""\n' +
            'n_input: 4\npublic_testcases: "0,1"\ntoken_mode: disabled\n',
        },
        { name: 'gen/GEN', content: gen },
        { name: 'gen/generator.py', content: 'print(1)\n' },
        { name: 'gen/validator.py', content: 'pass\n' },
        { name: 'statement/statement.pdf', content: statement },
        { name: 'statement/english.tex', content: 'Add them.' },
        { name: 'att/numbers.input0.txt', content: '1 2\n' },
        { name: 'att/numbers.output0.txt', content: '3\n' },
        { name: 'sol/solution.cpp', content: right },
        { name: 'sol/narrow.cpp', content: narrow },
        { name: 'sol/solution.py', content: python },
        ...numbered(tests),
      ],
      solutions: [
        { name: 'solution.cpp', verdict: { status: 'Accepted', score: 100 } },
        { name: 'narrow.cpp', verdict: { status: 'Wrong Answer', score: 40 } },
        { name: 'solution.py', verdict: { status: 'Accepted', score: 100 } },
      ],
      programs: [{ name: 'wrong.cpp', code: wrong, verdict: { status: 'Wrong Answer', score: 0 } }],
    },
    {
      folder: 'cms-products',
      title: 'Due numeri',
      entries: [
        {
          name: 'task.yaml',
          content:
            'nome_breve: numeri\nnome: Due numeri\ntimeout: 1\nmemlimit: 128\ninfile: ""\noutfile: ""\nn_input: 4\n' +
            'score_type: GroupMul\nscore_type_parameters: [[40, 2], [60, ["001", "002", "003"]]]\n',
        },
        { name: 'testo/testo.pdf', content: statement },
        { name: 'check/checker', content: '\x7fELF' },
        { name: 'check/checker.cpp', content: checker },
        { name: 'check/points.h', content: 'const double nearly = 0.5;\n' },
        { name: 'sol/soluzione.cpp', content: right },
        ...numbered(tests),
      ],
      solutions: [{ name: 'soluzione.cpp', verdict: { status: 'Accepted', score: 100 } }],
      programs: [
        // A quarter of 40 and an eighth of 60.
        { name: 'nearly.cpp', code: nearly, verdict: { status: 'Wrong Answer', score: 17 } },
      ],
    },
  ];
}
