/** One for every way a run can end; some ways share a program, since compiling one takes a while. */

import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from '../known-programs.ts';

const readSum = 'val (a, b) = readLine()!!.split(" ").map { it.toInt() }';

export const knownPrograms: readonly KnownProgram[] = [
  {
    name: 'right',
    code: `fun main() {\n  ${readSum}\n  System.err.println(41)\n  println(a + b)\n}\n`,
    status: 'Accepted',
  },
  {
    name: 'right, in a package, with a deep recursion and an exit in the middle',
    code: `package a.b
import kotlin.system.exitProcess
fun depth(n: Int): Int = if (n == 0) 0 else depth(n - 1) + 1
fun main(args: Array<String>) {
  ${readSum}
  print(a + b + depth(200000) - 200000)
  exitProcess(0)
}
`,
    status: 'Accepted',
  },
  { name: 'wrong', code: `fun main() {\n  ${readSum}\n  println(a - b)\n}\n`, status: 'Wrong Answer' },
  {
    name: 'right, then a loop without end',
    code: `fun main() {\n  ${readSum}\n  println(a + b)\n  while (true) {}\n}\n`,
    status: 'Time Limit Exceeded',
  },
  {
    name: 'memory used up, and the error caught',
    code: `fun main() {
  val all = ArrayList<ByteArray>()
  while (true) try { all.add(ByteArray(1 shl 20)) } catch (error: OutOfMemoryError) {}
}
`,
    status: 'Memory Limit Exceeded',
    reason: words('refused_memory'),
  },
  {
    name: 'a recursion without end',
    code: 'fun depth(n: Int): Int = depth(n + 1) + 1\nfun main() = println(depth(1))\n',
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'an exception out of main',
    code: 'lateinit var text: String\nfun main() = println(text)\n',
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'kotlin.UninitializedPropertyAccessException' }),
  },
  {
    name: "an exception of the program's own out of main",
    code: `class Secret(said: String) : Exception(said)\nfun main() {\n  ${readSum}\n  throw Secret("$a $b")\n}\n`,
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: null }),
  },
  {
    name: 'right, with a non-zero exit code',
    code: `fun main() {\n  ${readSum}\n  println(a + b)\n  kotlin.system.exitProcess(3)\n}\n`,
    status: 'Runtime Error',
    reason: words('exit_code', { exitCode: 3 }),
  },
  {
    name: 'a flood of output',
    code: 'fun main() {\n  while (true) println("42 42 42 42 42 42 42 42 42 42 42 42 42 42 42 42")\n}\n',
    status: 'Runtime Error',
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  {
    name: 'no program',
    code: 'fun main() = println(missing)\n',
    status: 'Compilation Error',
    compilerPrints: 'Main.kt:1:22: error: unresolved reference',
  },
  {
    name: 'no main',
    code: 'fun solve() = println(42)\n',
    status: 'Compilation Error',
    compilerPrints: 'Main.kt: error: there is no main function',
  },
];
