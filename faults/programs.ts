/** Programs whose verdict is known. What is expected stands in the source, so that the database alone can be judged. */
import type { LanguageId } from '#contract/programs.ts';

export interface Expected {
  readonly status: string;
  readonly score: number;
}

/** Sums of two numbers, none of them 0; the last is the one that the partial program gets wrong. */
export const sums = [
  [1, 2],
  [10, 20],
  [-5, 9],
  [300, 400],
] as const;

const adding = (before: string, answer = 'a + b') =>
  `#include <cstdio>\n${before}\nint main() { long long a, b; if (scanf("%lld %lld", &a, &b) != 2) return 1; work(a); printf("%lld\\n", ${answer}); }\n`;
const idle = 'static void work(long long) {}';

const kinds = {
  right: { status: 'Accepted', score: 100, code: adding(idle) },
  wrong: { status: 'Wrong Answer', score: 0, code: adding(idle, 'a + b + 1') },
  partial: { status: 'Wrong Answer', score: 75, code: adding(idle, 'a == 300 ? 0 : a + b') },
  uncompilable: { status: 'Compilation Error', score: 0, code: 'int main() { return undeclared_name; }\n' },
  /** Some seconds on its second test, asleep: a fault meets it there, and it costs the machine nothing. */
  slow: {
    status: 'Accepted',
    score: 100,
    code: adding(
      '#include <ctime>\nstatic void work(long long a) { if (a != 10) return; timespec t{3, 0}; nanosleep(&t, nullptr); }',
    ),
  },
  /** About a second of the compiler's time, which has to compute constants. */
  slowToCompile: {
    status: 'Accepted',
    score: 100,
    code: adding(
      [
        'constexpr unsigned long spin() { unsigned long n = 1; for (int i = 0; i < 50; ++i) for (int j = 0; j < 10000; ++j) n = n * 31 + j; return n; }',
        'constexpr unsigned long spun = spin();',
        'static void work(long long a) { if (spun == 7) printf("%lld", a); }',
      ].join('\n'),
    ),
  },
  rightInC: {
    status: 'Accepted',
    score: 100,
    code: '#include <stdio.h>\nint main(void) { long long a, b; if (scanf("%lld %lld", &a, &b) != 2) return 1; printf("%lld\\n", a + b); return 0; }\n',
  },
  /** As `slow`, in the virtual machine. */
  slowInJava: {
    status: 'Accepted',
    score: 100,
    code: 'class Main { public static void main(String[] args) throws Exception { var in = new java.util.Scanner(System.in); long a = in.nextLong(), b = in.nextLong(); if (a == 10) Thread.sleep(3000); System.out.println(a + b); } }\n',
  },
} as const;

export type Kind = keyof typeof kinds;
export const quickKinds: readonly Kind[] = ['right', 'wrong', 'partial', 'uncompilable'];

const inOthers: Partial<Record<Kind, LanguageId>> = { rightInC: 'c', slowInJava: 'java' };
export const languageOf = (kind: Kind): LanguageId => inOthers[kind] ?? 'cpp';

let made = 0;

/** No two are alike: each has to be compiled. */
export function makeProgram(kind: Kind): string {
  const { status, score, code } = kinds[kind];
  return `// expects ${score} ${status}, program ${process.pid}-${made++}\n${code}`;
}

export function readExpected(code: string): Expected {
  const [, score, status] = /^\/\/ expects (\d+) ([^,]+),/.exec(code) ?? [];
  if (!status) throw new Error('Not one of our programs');
  return { status, score: Number(score) };
}
