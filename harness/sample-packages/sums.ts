/** The problem of all samples: two numbers are to be added. */

import type { ZipEntry } from '../zip.ts';

/** One that any sum fits in, one that only wide integers hold. */
export const small = (seed: number) => ({ input: `${seed} ${seed + 1}\n`, answer: `${2 * seed + 1}\n` });
export const large = (seed: number) => ({
  input: `3000000000 ${seed}\n`,
  answer: `${3_000_000_000 + seed}\n`,
});

export type Sum = ReturnType<typeof small>;

export const right = `#include <cstdio>
int main() {
  long long a, b;
  if (scanf("%lld %lld", &a, &b) != 2) return 1;
  printf("%lld\\n", a + b);
}
`;

/** Right for small sums only. */
export const narrow = right.replace('%lld\\n", a + b', '%d\\n", (int)(a + b)');

/** Right for small sums, and never done with large ones. */
export const slow = right.replace(
  '  printf',
  '  for (volatile long long at = a; at > 1000000000;) {}\n  printf',
);

export const wrong = right.replace('a + b', 'a - b');

/** Right, with more digits than anybody asked for. */
export const wordy = right.replace('%lld\\n", a + b', '%lld.0\\n\\n", a + b');

export const python = 'a, b = map(int, input().split())\nprint(a + b)\n';

export const statement: Buffer = Buffer.from('%PDF-1.4\n% a statement\n');

export const testFiles = (input: string, answer: string, sum: Sum): ZipEntry[] => [
  { name: input, content: sum.input },
  { name: answer, content: sum.answer },
];

/** As much of testlib's interface as the samples' checkers use; our own. */
export const testlib = `#pragma once
#include <cstdio>
#include <cstdlib>
enum TResult { _ok = 0, _wa = 1, _pe = 2, _fail = 3 };
struct InStream {
  FILE* file;
  TResult broken;
  long long readLong() {
    long long value;
    if (!file || fscanf(file, "%lld", &value) != 1) exit(broken);
    return value;
  }
  bool seekEof() { return fscanf(file, " "), getc(file) == EOF; }
};
inline InStream inf, ouf, ans;
inline void registerTestlibCmd(int, char** names) {
  InStream* streams[] = {&inf, &ouf, &ans};
  for (int i = 0; i < 3; i++) *streams[i] = {fopen(names[i + 1], "r"), i == 1 ? _pe : _fail};
}
[[noreturn]] inline void quitf(TResult result, const char* text) {
  if (result == _ok && !ouf.seekEof()) result = _pe;
  fprintf(stderr, "%s\\n", text);
  exit(result);
}
`;

export const testlibChecker = `#include "testlib.h"
int main(int argc, char** argv) {
  registerTestlibCmd(argc, argv);
  if (ouf.readLong() != ans.readLong()) quitf(_wa, "another sum");
  quitf(_ok, "the sum");
}
`;
