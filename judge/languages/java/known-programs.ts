/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from '../known-programs.ts';

const readSum =
  'java.util.Scanner in = new java.util.Scanner(System.in); int a = in.nextInt(), b = in.nextInt();';

export const knownPrograms: readonly KnownProgram[] = [
  { name: 'right', code: main(`${readSum} System.out.println(a + b);`), status: 'Accepted' },
  {
    name: 'right, in a package, with noise on standard error and exit in the middle',
    code: `package a.b;\nclass Helper { static int add(int a, int b) { return a + b; } }\n${main(
      `${readSum} System.err.println(41); System.out.print(Helper.add(a, b)); System.exit(0); System.out.print(43);`,
    )}`,
    status: 'Accepted',
  },
  {
    name: 'right, with a deep recursion',
    code: main(
      `${readSum} System.out.println(a + b + (depth(200000) - 200000));`,
      'static int depth(int n) { return n == 0 ? 0 : depth(n - 1) + 1; }',
    ),
    status: 'Accepted',
  },
  { name: 'wrong', code: main(`${readSum} System.out.println(a - b);`), status: 'Wrong Answer' },
  { name: 'silent', code: main(''), status: 'Wrong Answer' },
  {
    name: 'right, then a loop without end',
    code: main(`${readSum} System.out.println(a + b); for (int i = 0;; i++) if (i < 0) i = 0;`),
    status: 'Time Limit Exceeded',
  },
  {
    name: 'a sleeper',
    code: main('Thread.sleep(100000);'),
    status: 'Time Limit Exceeded',
  },
  {
    name: 'memory used up, and the error caught',
    code: main(
      'java.util.ArrayList<byte[]> all = new java.util.ArrayList<>(); for (;;) try { all.add(new byte[1 << 20]); } catch (OutOfMemoryError error) { }',
    ),
    status: 'Memory Limit Exceeded',
    reason: words('refused_memory'),
  },
  {
    name: 'a recursion without end',
    code: main('System.out.println(depth(1));', 'static int depth(int n) { return depth(n + 1) + 1; }'),
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'an exception out of main',
    code: main('int[] few = new int[3]; System.out.println(few[args.length + 3]);'),
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'java.lang.ArrayIndexOutOfBoundsException' }),
  },
  {
    name: "an exception of the program's own out of main",
    code: main(
      `${readSum} throw new Secret("" + a);`,
      'static class Secret extends RuntimeException { Secret(String said) { super(said); } }',
    ),
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: null }),
  },
  {
    name: 'right, with a non-zero exit code',
    code: main(`${readSum} System.out.println(a + b); System.exit(3);`),
    status: 'Runtime Error',
    reason: words('exit_code', { exitCode: 3 }),
  },
  {
    name: 'a flood of output',
    code: main('for (;;) System.out.println("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42");'),
    status: 'Runtime Error',
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  {
    name: 'another process, and files of the machine',
    code: main(`${readSum}
  try { new ProcessBuilder("/bin/true").start(); return; } catch (java.io.IOException error) { }
  for (String name : new String[] { "/etc/passwd", "/proc/self/maps", "/proc/1/environ" })
    if (new java.io.File(name).exists()) return;
  System.out.println(a + b);`),
    status: 'Accepted',
  },
  {
    name: 'the network',
    code: main('new java.net.Socket("127.0.0.1", 80);'),
    status: 'Runtime Error',
  },
  {
    name: 'no program',
    code: 'public class Other { int undeclared() { return missing; } }\n',
    status: 'Compilation Error',
    compilerPrints: 'Main.java:1: error: cannot find symbol',
  },
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
