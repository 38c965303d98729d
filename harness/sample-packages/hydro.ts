import type { SamplePackage } from './sample-package.ts';
import { large, narrow, right, small, statement, testFiles, testlib, testlibChecker, wordy } from './sums.ts';

const config = `type: default
time: 1s
memory: 128m
checker_type: testlib
checker: {file: chk.cc, lang: cc.cc14}
judge_extra_files: [testlib.h]
subtasks:
  - id: 1
    score: 30
    cases:
      - {input: 1.in, output: 1.out}
      - {input: 2.in, output: 2.out}
  - id: 3
    type: max
    if: [1]
    time: 800ms
    cases:
      - {input: 5.in, output: 5.out}
      - {input: 6.in, output: 6.out, time: 0.5s, memory: 64m}
  - id: 2
    type: sum
    if: [1]
    cases:
      - {input: 3.in, output: 3.out, score: 10}
      - {input: 4.in, output: 4.out}
`;

const tests = [small(1), small(2), small(3), large(4), large(5), small(6)];

export async function makeHydroPackages(): Promise<SamplePackage[]> {
  return [
    {
      folder: 'hydro',
      title: 'Two numbers',
      entries: [
        { name: 'problem.yaml', content: 'pid: P1000\nowner: 2\ntitle: Two numbers\ntag: [easy]\n' },
        { name: 'problem_en.md', content: '# Add them\n' },
        { name: 'problem_zh.md', content: '# 求和\n' },
        { name: 'additional_file/statement.pdf', content: statement },
        { name: 'additional_file/example.txt', content: '1 2\n' },
        { name: 'testdata/config.yaml', content: config },
        { name: 'testdata/chk.cc', content: testlibChecker },
        { name: 'testdata/testlib.h', content: testlib },
        { name: 'testdata/std.cpp', content: right },
        { name: 'testdata/gen.cpp', content: 'int main() {}' },
        ...tests.flatMap((sum, index) =>
          testFiles(`testdata/${index + 1}.in`, `testdata/${index + 1}.out`, sum),
        ),
      ],
      solutions: [{ name: 'std.cpp', verdict: { status: 'Accepted', score: 100 } }],
      programs: [
        // The first subtask, 10 of the second's 35, and all of the third by its small test.
        { name: 'narrow.cpp', code: narrow, verdict: { status: 'Wrong Answer', score: 75 } },
      ],
    },
    {
      folder: 'hydro-tests-alone',
      title: null,
      entries: [
        { name: 'config.yaml', content: 'subtasks:\n  - {id: 2, score: 60, if: [1]}\n' },
        ...testFiles('data1-1.in', 'data1-1.out', small(1)),
        ...testFiles('data2-1.in', 'data2-1.out', small(2)),
        ...testFiles('data2-2.in', 'data2-2.out', large(3)),
        { name: 'std.cpp', content: right },
      ],
      solutions: [{ name: 'std.cpp', verdict: { status: 'Accepted', score: 100 } }],
      programs: [
        { name: 'narrow.cpp', code: narrow, verdict: { status: 'Wrong Answer', score: 40 } },
        { name: 'wordy.cpp', code: wordy, verdict: { status: 'Wrong Answer', score: 0 } },
      ],
    },
  ];
}
