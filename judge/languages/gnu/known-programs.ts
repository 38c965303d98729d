/**
 * One for every way a run can end that C and C++ share. They are written so that both understand them; the headers have
 * the names of the language.
 */

import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from '../known-programs.ts';
import { wallLimitMs } from '../limits.ts';

interface Dialect {
  readonly sourceName: string;
  /** The name of C's `<stdio.h>` and others in it, given without the `.h`. */
  readonly header: (name: string) => string;
}

const readSum = 'int a, b; if (scanf("%d %d", &a, &b) != 2) return 9;';

export function knownToBoth({ sourceName, header }: Dialect): KnownProgram[] {
  const main = (body: string, ...headers: string[]) =>
    `${['stdio', ...headers].map((name) => `#include <${header(name)}>\n`).join('')}int main() { ${body} }\n`;
  return [
    { name: 'right', code: main(`${readSum} printf("%d\\n", a + b);`), status: 'Accepted' },
    {
      name: 'right, without a last newline and with spaces',
      code: main(`${readSum} printf("  %d  \\r\\n\\n", a + b);`),
      status: 'Accepted',
    },
    {
      name: 'right, with noise on standard error',
      code: main(`${readSum} fprintf(stderr, "41\\n"); printf("%d", a + b);`),
      status: 'Accepted',
    },
    {
      name: 'right, with a huge array that is never touched',
      code: `static char huge[1 << 30];\n${main(`${readSum} printf("%d", a + b + huge[a]);`)}`,
      status: 'Accepted',
    },
    {
      name: 'right, with a deep recursion',
      code: `int depth(int n) { volatile char room[64]; room[0] = 1; return n == 0 ? 0 : depth(n - 1) + room[0]; }\n${main(
        `${readSum} printf("%d", a + b + (depth(200000) != 200000));`,
      )}`,
      status: 'Accepted',
    },
    { name: 'wrong', code: main(`${readSum} printf("%d", a - b);`), status: 'Wrong Answer' },
    { name: 'silent', code: main('return 0;'), status: 'Wrong Answer' },
    { name: 'one token too many', code: main('puts("42 42");'), status: 'Wrong Answer' },
    {
      name: 'a loop without end',
      code: main('for (volatile int i = 0;; i = i + 1);'),
      status: 'Time Limit Exceeded',
    },
    {
      name: 'right, then a loop without end',
      code: main(`${readSum} printf("%d\\n", a + b); fflush(stdout); for (volatile int i = 0;; i = i + 1);`),
      status: 'Time Limit Exceeded',
    },
    {
      name: 'a sleeper',
      code: main('sleep(100);', 'unistd'),
      status: 'Time Limit Exceeded',
      reason: words('over_wall_time', { limitMs: wallLimitMs(knownLimits.timeLimitMs) }),
    },
    {
      name: 'memory used up, page by page',
      code: main('for (;;) { char* p = (char*)malloc(1 << 20); memset(p, 1, 1 << 20); }', 'stdlib', 'string'),
      status: 'Memory Limit Exceeded',
    },
    {
      name: 'a refused malloc, then a write through it',
      code: main(
        'volatile size_t n = 1ull << 45; char* p = (char*)malloc(n); p[0] = 1; return p[1];',
        'stdlib',
      ),
      status: 'Memory Limit Exceeded',
    },
    {
      name: 'null access',
      code: main('volatile int* p = 0; *p = 1;'),
      status: 'Runtime Error',
      reason: words('ended_by_signal', { signal: 'SIGSEGV' }),
    },
    {
      name: 'division by zero',
      code: main('volatile int zero = 0; printf("%d", 1 / zero); __builtin_trap();'),
      status: 'Runtime Error',
    },
    {
      name: 'abort',
      code: main('abort();', 'stdlib'),
      status: 'Runtime Error',
      reason: words('ended_by_signal', { signal: 'SIGABRT' }),
    },
    {
      name: 'right, with a non-zero exit code',
      code: main(`${readSum} printf("%d\\n", a + b); return 3;`),
      status: 'Runtime Error',
      reason: words('exit_code', { exitCode: 3 }),
    },
    {
      name: 'a flood of output',
      code: main('for (;;) puts("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42");'),
      status: 'Runtime Error',
      reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
    },
    {
      name: 'the network',
      code: main('return socket(AF_INET, SOCK_STREAM, 0) < 0 ? 5 : 0;', 'sys/socket'),
      status: 'Runtime Error',
    },
    {
      name: 'another process',
      code: main('pid_t p = fork(); if (p == 0) for (;;); return p < 0 ? 6 : 0;', 'unistd'),
      status: 'Runtime Error',
    },
    {
      name: 'a file of the machine',
      code: main(`${readSum} FILE* f = fopen("/etc/passwd", "r"); printf("%d", f ? 0 : a + b);`),
      status: 'Accepted',
    },
    {
      name: 'no program',
      code: 'int main() { return undeclared; }\n',
      status: 'Compilation Error',
      compilerPrints: `${sourceName}:1`,
    },
    {
      name: 'a secret of the machine as source',
      code: '#include "/etc/passwd"\nint main() {}\n',
      status: 'Compilation Error',
      compilerPrints: 'No such file',
    },
  ];
}
