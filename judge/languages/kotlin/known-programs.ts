/** One for every way a run can end; some ways share a program, since compiling one takes a while. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const readSum = 'val (a, b) = readLine()!!.split(" ").map { it.toInt() }';
const main = (...lines: string[]) => `fun main() {\n  ${lines.join('\n  ')}\n}\n`;

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('kotlin', {
    right: main(readSum, 'System.err.println(41)', 'print("  " + (a + b) + "  \\r\\n\\n")'),
    'right, without a last newline and with spaces': { shownBy: 'right' },
    'right, with noise on standard error': { shownBy: 'right' },
    'right, with a huge array that is never touched': {
      none: 'Every array is part of the heap, which is as large as the memory limit',
    },
    'right, with a deep recursion': { shownBy: 'right, and an exit in the middle' },
    // In a package too.
    'right, and an exit in the middle': `package a.b
import kotlin.system.exitProcess
fun depth(n: Int): Int = if (n == 0) 0 else depth(n - 1) + 1
fun main(args: Array<String>) {
  ${readSum}
  print(a + b + depth(200000) - 200000)
  if (args.isEmpty()) exitProcess(0)
  print(43)
}
`,
    wrong: { shownBy: 'one token too many' },
    silent: main(),
    'one token too many': main(readSum, 'println("42 " + (a + b))'),
    'right, then a loop without end': main(readSum, 'println(a + b)', 'while (true) {}'),
    'a sleeper': main('Thread.sleep(100000)'),
    // And the error caught.
    'memory used up, page by page': {
      code: main(
        'val all = ArrayList<ByteArray>()',
        'while (true) try { all.add(ByteArray(1 shl 20)) } catch (error: OutOfMemoryError) {}',
      ),
      reason: words('refused_memory'),
    },
    'a recursion without end': 'fun depth(n: Int): Int = depth(n + 1) + 1\nfun main() = println(depth(1))\n',
    'one allocation beyond all measure': { none: 'For the virtual machine it is a heap that is full' },
    'right, with a non-zero exit code': main(readSum, 'println(a + b)', 'kotlin.system.exitProcess(3)'),
    'a flood of output': main('while (true) println("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42")'),
    'an error of the language': {
      code: 'lateinit var text: String\nfun main() = println(text)\n',
      reason: words('uncaught_exception', { exception: 'kotlin.UninitializedPropertyAccessException' }),
    },
    'an error in words of its own, made of the input': {
      code: `class Secret(said: String) : Exception(said)\n${main(readSum, 'throw Secret("$a $b")')}`,
      reason: words('uncaught_exception', { exception: null }),
    },
    abort: { none: 'Nothing in the language aborts' },
    'the network': main('java.net.Socket("127.0.0.1", 80)'),
    'another process': main('ProcessBuilder("/bin/true").start()'),
    'a file of the machine': main(
      readSum,
      'val seen = listOf("/etc/passwd", "/proc/self/maps", "/proc/1/environ").filter { java.io.File(it).exists() }',
      'if (seen.isEmpty()) println(a + b)',
    ),
    'no program': {
      code: 'fun main() = println(missing)\n',
      compilerPrints: 'Main.kt:1:22: error: unresolved reference',
    },
    'a secret of the machine as source': { none: 'Kotlin includes no files' },
  }),
  {
    name: 'no main',
    code: 'fun solve() = println(42)\n',
    status: 'Compilation Error',
    compilerPrints: 'Main.kt: error: there is no main function',
  },
];
