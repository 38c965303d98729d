/**
 * What C and C++ share of their known programs. They are written so that both understand them; the headers have the
 * names of the language.
 */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';

interface Dialect {
  readonly sourceName: string;
  /** The name of C's `<stdio.h>` and others in it, given without the `.h`. */
  readonly header: (name: string) => string;
}

const readSum = 'int a, b; if (scanf("%d %d", &a, &b) != 2) return 9;';
const loop = 'for (volatile int i = 0;; i = i + 1);';
/** Its calls cannot become a loop. */
const depth =
  'int depth(int n) { volatile char room[64]; room[0] = 1; return n == 0 ? 0 : depth(n - 1) + room[0]; }\n';

export function programsOfBoth({ sourceName, header }: Dialect) {
  const main = (body: string, ...headers: string[]) =>
    `${['stdio', ...headers].map((name) => `#include <${header(name)}>\n`).join('')}int main() { ${body} }\n`;
  const endings = {
    right: main(`${readSum} printf("%d\\n", a + b);`),
    'right, without a last newline and with spaces': main(`${readSum} printf("  %d  \\r\\n\\n", a + b);`),
    'right, with noise on standard error': main(`${readSum} fprintf(stderr, "41\\n"); printf("%d", a + b);`),
    'right, with a huge array that is never touched': `static char huge[1 << 30];\n${main(`${readSum} printf("%d", a + b + huge[a]);`)}`,
    'right, with a deep recursion': `${depth}${main(`${readSum} printf("%d", a + b + (depth(200000) != 200000));`)}`,
    'right, and an exit in the middle': main(
      `${readSum} printf("%d", a + b); if (a < b) exit(0); printf("43");`,
      'stdlib',
    ),
    wrong: main(`${readSum} printf("%d", a - b);`),
    silent: main('return 0;'),
    'one token too many': main('puts("42 42");'),
    'right, then a loop without end': main(`${readSum} printf("%d\\n", a + b); fflush(stdout); ${loop}`),
    'a sleeper': main('sleep(100);', 'unistd'),
    'memory used up, page by page': main(
      'for (;;) { char* p = (char*)malloc(1 << 20); memset(p, 1, 1 << 20); }',
      'stdlib',
      'string',
    ),
    'a recursion without end': `${depth}${main('printf("%d", depth(-1));')}`,
    'one allocation beyond all measure': main(
      'volatile size_t n = 1ull << 45; char* p = (char*)malloc(n); p[0] = 1; return p[1];',
      'stdlib',
    ),
    'right, with a non-zero exit code': main(`${readSum} printf("%d\\n", a + b); return 3;`),
    'a flood of output': main('for (;;) puts("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42");'),
    'an error of the language': {
      code: main('volatile int* p = 0; *p = 1;'),
      reason: words('ended_by_signal', { signal: 'SIGSEGV' }),
    },
    abort: main('abort();', 'stdlib'),
    'the network': main('return socket(AF_INET, SOCK_STREAM, 0) < 0 ? 5 : 0;', 'sys/socket'),
    'another process': main('pid_t p = fork(); if (p == 0) for (;;); return p < 0 ? 6 : 0;', 'unistd'),
    'a file of the machine': main(
      `${readSum} FILE* f = fopen("/etc/passwd", "r"); printf("%d", f ? 0 : a + b);`,
    ),
    'no program': { code: 'int main() { return undeclared; }\n', compilerPrints: `${sourceName}:1` },
    'a secret of the machine as source': {
      code: '#include "/etc/passwd"\nint main() {}\n',
      compilerPrints: 'No such file',
    },
  };
  const divisionByZero: KnownProgram = {
    name: 'division by zero',
    code: main('volatile int zero = 0; printf("%d", 1 / zero); __builtin_trap();'),
    status: 'Runtime Error',
  };
  return { endings, divisionByZero };
}
