import { writePdf } from '../pdf.ts';
import type { ZipEntry } from '../zip.ts';
import type { SamplePackage } from './sample-package.ts';

/** Packages in both families of the format, which together have what a reader of it must know. */
export async function makeKattisPackages(): Promise<SamplePackage[]> {
  const statement = await writePdf([
    ['Any Divisor', 'Print a number that divides n and is neither 1 nor n.'],
  ]);
  return [makePassFail(statement), makeLegacyScoring(), makeScoring()];
}

const text = (name: string, ...lines: readonly string[]): ZipEntry => ({
  name,
  content: lines.map((line) => `${line}\n`).join(''),
});

const pair = (name: string, input: string, answer: string): ZipEntry[] => [
  text(`data/${name}.in`, input),
  text(`data/${name}.ans`, answer),
];

/** With the headers that compile fastest. */
const program = (name: string, ...body: readonly string[]): ZipEntry =>
  text(
    name,
    '#include <cmath>',
    '#include <cstdio>',
    '#include <cstdlib>',
    'int main() {',
    ...body.map((line) => `  ${line}`),
    '}',
  );

/** The old version: a validator of its own in two files, with flags, feedback and a limit of DOMjudge's. */
function makePassFail(statement: Buffer): SamplePackage {
  const solution = (name: string, ...body: readonly string[]) =>
    program(`submissions/${name}`, 'long long n;', 'scanf("%lld", &n);', ...body);
  return {
    folder: 'divisor',
    title: 'Any Divisor',
    entries: [
      text(
        'problem.yaml',
        'source: Minos',
        'license: public domain',
        'validation: custom',
        'validator_flags: below 1000',
        'limits:',
        '  memory: 128',
      ),
      text('.timelimit', '1'),
      text(
        'problem_statement/problem.en.tex',
        '\\problemname{Any Divisor}',
        'Print a number that divides $n$ and is neither $1$ nor $n$.',
      ),
      { name: 'problem_statement/problem.en.pdf', content: statement },
      text(
        'output_validators/check/check.cpp',
        '#include "feedback.h"',
        'int main(int count, char** args) {',
        '  if (count != 6 || strcmp(args[4], "below") != 0) return 1;',
        '  long long n, found;',
        '  FILE* input = fopen(args[1], "r");',
        '  if (!input || fscanf(input, "%lld", &n) != 1) return 1;',
        '  if (scanf("%lld", &found) != 1) reject(args[3], "there is no number", "Print a number.");',
        '  if (found < 2 || found >= n || n % found != 0) reject(args[3], args[1], "That is no divisor.");',
        '  if (found >= atoi(args[5])) reject(args[3], "too large", "There is a smaller one.");',
        '  return 42;',
        '}',
      ),
      text(
        'output_validators/check/feedback.h',
        '#pragma once',
        '#include <cstdio>',
        '#include <cstdlib>',
        '#include <cstring>',
        'inline void tell(const char* folder, const char* name, const char* text) {',
        '  char path[4096];',
        '  snprintf(path, sizeof path, "%s%s", folder, name);',
        '  FILE* file = fopen(path, "w");',
        '  if (!file || fprintf(file, "%s\\n", text) < 0 || fclose(file)) exit(1);',
        '}',
        '[[noreturn]] inline void reject(const char* folder, const char* to_judges, const char* to_team) {',
        '  tell(folder, "judgemessage.txt", to_judges);',
        '  tell(folder, "teammessage.txt", to_team);',
        '  exit(43);',
        '}',
      ),
      text('input_validators/input.ctd', 'INT(4,1000000000000) NEWLINE EOF'),
      ...pair('sample/1', '12', '3'),
      ...pair('secret/01-small', '4', '2'),
      ...pair('secret/02-odd', '999', '3'),
      ...pair('secret/03-large', '1000000000000', '2'),
      text('data/secret/03-large.desc', 'Needs 64 bits.'),
      solution('accepted/smallest.cpp', 'long long d = 2;', 'while (n % d) d++;', 'printf("%lld\\n", d);'),
      text(
        'submissions/accepted/smallest.py',
        'n = int(input())',
        'print(next(d for d in range(2, n) if n % d == 0))',
      ),
      solution('wrong_answer/itself.cpp', 'printf("%lld\\n", n);'),
      solution('time_limit_exceeded/endless.cpp', 'for (volatile long long d = 2;; d = d + 1);'),
      solution('run_time_error/leaves.cpp', 'if (n > 12) abort();', 'puts("2");'),
      text('submissions/mixed/silent.cpp', '// @EXPECTED_RESULTS@: WRONG-ANSWER, RUN-ERROR', 'int main() {}'),
    ],
    solutions: [
      { name: 'accepted/smallest.cpp', verdict: { status: 'Accepted', score: 100 } },
      { name: 'accepted/smallest.py', verdict: { status: 'Accepted', score: 100 } },
      { name: 'wrong_answer/itself.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
      { name: 'time_limit_exceeded/endless.cpp', verdict: { status: 'Time Limit Exceeded', score: 0 } },
      { name: 'run_time_error/leaves.cpp', verdict: { status: 'Runtime Error', score: 0 } },
      { name: 'mixed/silent.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
    ],
  };
}

/** The old version: groups in groups, tests that are copies of others, and other tolerances in one group. */
function makeLegacyScoring(): SamplePackage {
  const solution = (name: string, ...body: readonly string[]) =>
    program(`submissions/${name}`, 'double a, b;', 'scanf("%lf %lf", &a, &b);', ...body);
  const settings = (folder: string, ...lines: readonly string[]) =>
    text(`data/${folder}testdata.yaml`, ...lines);
  return {
    folder: 'quotient',
    title: 'Quotient',
    entries: [
      text(
        'problem.yaml',
        'problem_format_version: legacy',
        'name:',
        '  en: Quotient',
        '  sv: Kvot',
        'type: scoring',
      ),
      text('problem_statement/problem.sv.tex', '\\problemname{Kvot}'),
      settings(
        '',
        'on_reject: continue',
        'grader_flags: ignore_sample',
        'output_validator_flags: float_tolerance 1e-6',
      ),
      settings('secret/', 'on_reject: continue', 'grader_flags: always_accept', 'range: 0 50'),
      settings('secret/whole/', 'on_reject: break', 'accept_score: 10', 'grader_flags: min', 'range: 0 10'),
      settings('secret/parts/', 'on_reject: continue', 'grader_flags: always_accept sum', 'range: 0 40'),
      settings('secret/parts/half/', 'accept_score: 15', 'grader_flags: min'),
      settings(
        'secret/parts/third/',
        'accept_score: 25',
        'grader_flags: min',
        'output_validator_flags: float_relative_tolerance 1e-12 case_sensitive',
      ),
      ...pair('sample/1', '6 3', '2'),
      ...pair('secret/whole/1', '6 3', '2'),
      ...pair('secret/whole/2', '100 25', '4'),
      ...pair('secret/parts/half/1', '6 3', '2'),
      ...pair('secret/parts/half/2', '1 2', '0.5'),
      ...pair('secret/parts/third/1', '1 3', '0.333333333333333333'),
      solution('accepted/precise.cpp', 'printf("%.15f\\n", a / b);'),
      solution('partially_accepted/rounded.cpp', 'printf("%.7f\\n", a / b);'),
      solution('partially_accepted/whole.cpp', 'printf("%lld\\n", (long long)(a / b));'),
      solution('wrong_answer/one.cpp', 'puts("1");'),
    ],
    solutions: [
      { name: 'accepted/precise.cpp', verdict: { status: 'Accepted', score: 100 } },
      { name: 'partially_accepted/rounded.cpp', verdict: { status: 'Wrong Answer', score: 50 } },
      { name: 'partially_accepted/whole.cpp', verdict: { status: 'Wrong Answer', score: 20 } },
      { name: 'wrong_answer/one.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
    ],
  };
}

/** 2025-09: every aggregation, a group that requires another, a validator's scores, and demands in a file. */
function makeScoring(): SamplePackage {
  const solution = (name: string, ...body: readonly string[]) =>
    program(`submissions/${name}`, 'int n;', 'scanf("%d", &n);', ...body);
  const settings = (folder: string, ...lines: readonly string[]) =>
    text(`data/${folder}/test_group.yaml`, ...lines);
  return {
    folder: 'squares',
    title: 'Few Squares',
    entries: [
      text(
        'problem.yaml',
        'problem_format_version: 2025-09',
        'uuid: 8f1b7c0a-7a55-4d2f-9a52-0d8c1a1f6f10',
        'name: Few Squares',
        'type: scoring',
        'limits:',
        '  time_limit: 1.0',
        '  memory: 256',
      ),
      text(
        'statement/problem.en.md',
        'Write $n$ as a sum of few squares: print their number, then their roots.',
      ),
      text('solution/solution.en.md', 'Four are always enough.'),
      text('attachments/hint.txt', 'Four are always enough.'),
      text(
        'output_validator/validate.cc',
        '// Full score for as few squares as the answer has, half of it for any others.',
        '#include <cstdio>',
        '#include <cstring>',
        'int main(int count, char** args) {',
        '  long long n, best, found, sum = 0;',
        '  FILE *input = fopen(args[1], "r"), *answer = fopen(args[2], "r");',
        '  if (fscanf(input, "%lld", &n) + fscanf(answer, "%lld", &best) != 2) return 1;',
        '  if (scanf("%lld", &found) != 1 || found < 1 || found > n) return 43;',
        '  for (long long i = 0, root; i < found; i++) {',
        '    if (scanf("%lld", &root) != 1) return 43;',
        '    sum += root * root;',
        '  }',
        '  if (sum != n) return 43;',
        '  bool scores = count > 4 && strcmp(args[4], "scores") == 0;',
        '  if (!scores) return found == best ? 42 : 43;',
        '  if (found == best) return 42;',
        '  char path[4096];',
        '  snprintf(path, sizeof path, "%sscore_multiplier.txt", args[3]);',
        '  FILE* score = fopen(path, "w");',
        '  return score && fputs("0.5", score) >= 0 && fclose(score) == 0 ? 42 : 1;',
        '}',
      ),
      settings('secret', 'max_score: 100', 'score_aggregation: sum'),
      settings('secret/1-squares', 'max_score: 20'),
      settings('secret/2-any', 'max_score: 30', 'score_aggregation: sum', 'output_validator_args: [scores]'),
      settings(
        'secret/3-hard',
        'max_score: 50',
        'score_aggregation: min',
        'require_pass: secret/1-squares',
        'output_validator_args: [scores]',
      ),
      ...pair('sample/1', '4', '1'),
      ...pair('secret/1-squares/1', '9', '1'),
      ...pair('secret/1-squares/2', '4', '1'),
      ...pair('secret/2-any/1', '5', '2'),
      ...pair('secret/2-any/2', '9', '1'),
      ...pair('secret/2-any/3', '13', '2'),
      ...pair('secret/3-hard/1', '23', '4'),
      ...pair('secret/3-hard/2', '12', '3'),
      text(
        'data/secret/3-hard/2.yaml',
        'description: Greedy takes 9 first.',
        'output_validator_args: [scores]',
      ),
      solution(
        'accepted/table.cpp',
        'int best[100] = {}, last[100];',
        'for (int i = 1; i <= n; i++)',
        '  for (int r = 1; r * r <= i; r++)',
        '    if (r == 1 || best[i - r * r] + 1 < best[i]) best[i] = best[i - r * r] + 1, last[i] = r;',
        'printf("%d", best[n]);',
        'for (; n > 0; n -= last[n] * last[n]) printf(" %d", last[n]);',
      ),
      solution(
        'partial/greedy.cpp',
        'int roots[100], count = 0;',
        'while (n > 0) {',
        '  int r = sqrt(n);',
        '  roots[count++] = r;',
        '  n -= r * r;',
        '}',
        'printf("%d", count);',
        'for (int i = 0; i < count; i++) printf(" %d", roots[i]);',
      ),
      solution('partial/ones.cpp', 'printf("%d", n);', 'for (int i = 0; i < n; i++) printf(" 1");'),
      solution('wrong_answer/nothing.cpp', 'puts("0");'),
      text(
        'submissions/submissions.yaml',
        'partial/greedy.cpp:',
        '  permitted: [AC]',
        '  score: 75',
        '  "{sample,secret/1-*}": {permitted: [AC]}',
        '  secret/3-hard: {score: 25}',
        'partial/{ones,unary}.cpp:',
        '  required: [WA]',
        '  score: [10, 20]',
      ),
    ],
    solutions: [
      { name: 'accepted/table.cpp', verdict: { status: 'Accepted', score: 100 } },
      // 20 and 30 in full, and half of 50 for 12 in four squares.
      { name: 'partial/greedy.cpp', verdict: { status: 'Wrong Answer', score: 75 } },
      // Half of each in the second group.
      { name: 'partial/ones.cpp', verdict: { status: 'Wrong Answer', score: 15 } },
      { name: 'wrong_answer/nothing.cpp', verdict: { status: 'Wrong Answer', score: 0 } },
    ],
  };
}
