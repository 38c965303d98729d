/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const readSum =
  'java.util.Scanner in = new java.util.Scanner(System.in); int a = in.nextInt(), b = in.nextInt();';

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('java', {
    right: main(`${readSum} System.out.println(a + b);`),
    'right, without a last newline and with spaces': main(
      `${readSum} System.out.print("  " + (a + b) + "  \\r\\n\\n");`,
    ),
    'right, with noise on standard error': main(
      `${readSum} System.err.println(41); System.out.println(a + b);`,
    ),
    'right, with a huge array that is never touched': {
      none: 'Every array is part of the heap, which is as large as the memory limit',
    },
    'right, with a deep recursion': main(
      `${readSum} System.out.println(a + b + (depth(200000) - 200000));`,
      'static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }',
    ),
    // In a package, and with a second class.
    'right, and an exit in the middle': `package a.b;\nclass Helper { static int add(int a, int b) { return a + b; } }\n${main(
      `${readSum} System.out.print(Helper.add(a, b)); System.exit(0); System.out.print(43);`,
    )}`,
    wrong: main(`${readSum} System.out.println(a - b);`),
    silent: main(''),
    'one token too many': main('System.out.println("42 42");'),
    'right, then a loop without end': main(
      `${readSum} System.out.println(a + b); for (int i = 0;; i++) if (i < 0) i = 0;`,
    ),
    'a sleeper': main('Thread.sleep(100000);'),
    // And the error caught.
    'memory used up, page by page': {
      code: main(
        'java.util.ArrayList<byte[]> all = new java.util.ArrayList<>(); for (;;) try { all.add(new byte[1 << 20]); } catch (OutOfMemoryError error) { }',
      ),
      reason: words('refused_memory'),
    },
    'a recursion without end': main(
      'System.out.println(depth(1));',
      'static int depth(int n) { return depth(n + 1) + 1; }',
    ),
    'one allocation beyond all measure': main('System.out.println(new long[1 << 28].length);'),
    'right, with a non-zero exit code': main(`${readSum} System.out.println(a + b); System.exit(3);`),
    'a flood of output': main(
      'for (;;) System.out.println("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42");',
    ),
    'an error of the language': {
      code: main('int[] few = new int[3]; System.out.println(few[args.length + 3]);'),
      reason: words('uncaught_exception', { exception: 'java.lang.ArrayIndexOutOfBoundsException' }),
    },
    'an error in words of its own, made of the input': {
      code: main(
        `${readSum} throw new Secret("" + a);`,
        'static class Secret extends RuntimeException { Secret(String said) { super(said); } }',
      ),
      reason: words('uncaught_exception', { exception: null }),
    },
    abort: { none: 'Nothing in the language aborts' },
    'the network': main('new java.net.Socket("127.0.0.1", 80);'),
    'another process': main('new ProcessBuilder("/bin/true").start();'),
    'a file of the machine': main(`${readSum}
  for (String name : new String[] { "/etc/passwd", "/proc/self/maps", "/proc/1/environ" })
    if (new java.io.File(name).exists()) return;
  System.out.println(a + b);`),
    'no program': {
      code: 'public class Other { int undeclared() { return missing; } }\n',
      compilerPrints: 'Main.java:1: error: cannot find symbol',
    },
    'a secret of the machine as source': { none: 'Java includes no files' },
  }),
  {
    name: 'no main',
    code: 'public class Main { public void main(String[] args) { } }\n',
    status: 'Compilation Error',
    compilerPrints: 'Main.java:1: error: this main method cannot be started',
  },
];

function main(body: string, members = ''): string {
  return `public class Solution { ${members}\n  public static void main(String[] args) throws Exception { ${body} }\n}\n`;
}
