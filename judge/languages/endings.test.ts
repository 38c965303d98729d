import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { TestSet } from '../run/run-tests.ts';
import { openTestBench, type TestBench, verdictOf } from '../run/testing.ts';
import { needLanguage } from './testing.ts';

// A busy machine takes its time.
vi.setConfig({ testTimeout: 600_000, hookTimeout: 600_000 });

let bench: TestBench;
let testSet: TestSet;
beforeAll(async () => {
  bench = await openTestBench();
  testSet = await bench.testSet([['20 22\n', '42\n']]);
});
afterAll(() => bench?.close());

/** None of them is about time. */
const limits = { timeLimitMs: 20_000, memoryLimitBytes: 256 << 20 };

/** Its status and, where it is not Accepted, the reason. */
async function ending(language: LanguageId, code: string | Uint8Array): Promise<string> {
  const steps = bench.judge.judgeSubmission({ language, code }, testSet, limits);
  const { overallStatus, compilerSaid, results } = await verdictOf(steps);
  const reason = compilerSaid ?? results[0]?.reason ?? null;
  return reason ? `${overallStatus}: ${sayInEnglish(reason)}` : overallStatus;
}

type Endings = readonly (readonly [what: string, code: string | Uint8Array, ends: string | RegExp])[];

const deep = 'import sys\nsys.setrecursionlimit(10 ** 7)\ndef f(n): return 0 if n == 0 else 1 + f(n - 1)\n';

const ofPython: Endings = [
  ['a byte order mark', Buffer.from('\ufeffprint(42)\n'), 'Accepted'],
  [
    'another encoding, declared',
    Buffer.from('# coding: latin-1\nprint(42 if len("\xe9") == 1 else 0)', 'latin1'),
    'Accepted',
  ],
  [
    'the Thai encoding of Windows, declared',
    Buffer.from([
      ...Buffer.from('# coding: cp874\nprint(42 if "'),
      0xc1,
      ...Buffer.from('" == "\\u0e21" else 0)\n'),
    ]),
    'Accepted',
  ],
  [
    'the same as it comes out of the editor',
    '# coding: cp874\nprint(42 if "\u0e21" == "\\u0e21" else 0)\n',
    'Accepted',
  ],
  [
    'a byte order mark against what is declared',
    Buffer.from('\ufeff# coding: cp874\nprint(42)\n'),
    'Accepted',
  ],
  [
    'an encoding that nobody knows',
    Buffer.from('# coding: nosuch\nprint(42)\ns = "\xe9"\n', 'latin1'),
    /^Compilation Error: (.|\n)*SyntaxError: (unknown encoding|encoding problem): nosuch/i,
  ],
  [
    'another encoding, undeclared',
    Buffer.from('print(42)\ns = "\xe9"\n', 'latin1'),
    /^Compilation Error: File "main.py", line 2\n(.|\n)*\nSyntaxError: .*'utf-8' codec can't decode/,
  ],
  ['lines as Windows ends them', 'a, b = map(int, input().split())\r\nprint(a + b)\r\n', 'Accepted'],
  [
    'tabs among spaces',
    'if True:\n\tx = 1\n        y = 2\n',
    /^Compilation Error: File "main.py", line 3\n(.|\n)*\nTabError: inconsistent use of tabs and spaces/,
  ],
  [
    'the print of Python 2',
    'print 42\n',
    /^Compilation Error: File "main.py", line 1\n(.|\n)*\nSyntaxError: Missing paren/,
  ],
  [
    'more lines asked for than there are',
    'while True: input()\n',
    'Runtime Error: Uncaught exception EOFError',
  ],
  [
    'an exception of the library',
    'from decimal import Decimal\nDecimal("four")\n',
    'Runtime Error: Uncaught exception decimal.InvalidOperation',
  ],
  [
    'an exception of a library that is written in C',
    'import queue\nqueue.SimpleQueue().get_nowait()\n',
    /^Runtime Error: Uncaught exception _?queue\.Empty$/,
  ],
  [
    'a pattern that is none',
    'import re\nre.compile("(")\n',
    /^Runtime Error: Uncaught exception re\.(error|PatternError)$/,
  ],
  [
    // Which PyPy does not know yet.
    'a group of exceptions',
    'raise ExceptionGroup("secret", [ValueError("secret"), KeyError("secret")])\n',
    /^Runtime Error: Uncaught exception (ExceptionGroup|NameError)$/,
  ],
  [
    'an exception, and no traceback wanted',
    'import sys\nsys.tracebacklimit = 0\nint("x")\n',
    'Runtime Error: Uncaught exception ValueError',
  ],
  ['quit() and a message', 'print(42)\nquit("secret")\n', 'Runtime Error: Exited with code 1'],
  [
    'an exception in a thread',
    'import threading\nt = threading.Thread(target=lambda: 1 // 0)\nt.start()\nt.join()\nprint(42)\n',
    'Accepted',
  ],
  [
    'an exception in a thread, told by a handler of its own',
    'import os, threading\nthreading.excepthook = lambda error: os._exit(1)\nt = threading.Thread(target=lambda: 1 // 0)\nt.start()\nt.join()\nprint(42)\n',
    'Runtime Error: Exited with code 1',
  ],
  [
    'an exception in a thread, and an exit code of another kind',
    'import sys, threading\nt = threading.Thread(target=lambda: 1 // 0)\nt.start()\nt.join()\nsys.exit(3)\n',
    'Runtime Error: Exited with code 3',
  ],
  [
    'an exception told and lived through, and then a crash',
    'import os, signal, traceback\ntry:\n    1 // 0\nexcept ArithmeticError:\n    traceback.print_exc()\nos.kill(os.getpid(), signal.SIGSEGV)\n',
    'Runtime Error: Invalid memory access (SIGSEGV)',
  ],
  [
    'an error for want of memory told and lived through',
    'import sys, traceback\ntry:\n    raise MemoryError\nexcept MemoryError:\n    traceback.print_exc()\nsys.exit(3)\n',
    'Runtime Error: Exited with code 3',
  ],
  ['an interrupt', 'raise KeyboardInterrupt\n', 'Runtime Error: Uncaught exception KeyboardInterrupt'],
  ['output closed at the end', 'import sys\nprint(42)\nsys.stdout.close()\n', 'Accepted'],
  [
    'output closed too early',
    'import sys\nsys.stdout.close()\nprint(42)\n',
    'Runtime Error: Uncaught exception ValueError',
  ],
  ['half a character', "print('\\ud800')\n", 'Runtime Error: Uncaught exception UnicodeEncodeError'],
  ['left without ado', 'import os\nprint(42)\nos._exit(0)\n', 'Wrong Answer'],
  [
    'two functions without end',
    'def f(): g()\ndef g(): f()\nf()\n',
    'Runtime Error: Uncaught exception RecursionError',
  ],
  ['a hundred thousand calls deep', `${deep}print(42 if f(10 ** 5) == 10 ** 5 else 0)\n`, 'Accepted'],
  ['as deep as memory goes', `${deep}f(10 ** 8)\n`, /^Memory Limit Exceeded: More than \d+ MB/],
  [
    'a thread with a large stack',
    `${deep}import threading\nthreading.stack_size(1 << 27)\nt = threading.Thread(target=lambda: print(42 if f(20000) else 0))\nt.start()\nt.join()\n`,
    'Accepted',
  ],
  [
    'a larger stack asked for, as elsewhere one has to',
    `import resource\nresource.setrlimit(resource.RLIMIT_STACK, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))\n${deep}print(42 if f(20000) == 20000 else 0)\n`,
    'Accepted',
  ],
  [
    'an event loop that waits for a thread',
    'import asyncio\nasync def main():\n    loop = asyncio.get_running_loop()\n    print(await loop.run_in_executor(None, lambda: 42))\nasyncio.run(main())\n',
    'Accepted',
  ],
  [
    'memory refused and lived without',
    'try:\n    bytearray(1 << 45)\nexcept MemoryError:\n    print(42)\n',
    'Accepted',
  ],
  [
    'far too long a list',
    'x = [0] * 10 ** 13\n',
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
  // PyPy asks for it while it compiles, and breaks down.
  ['a text beyond all measure', "x = 'a' * 10 ** 10\n", /^Memory Limit Exceeded: /],
  [
    'much said, and then no memory left',
    `import sys\nsys.stderr.write('not yet\\n' * 20000)\nx = bytearray(1 << 45)\n`,
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
  [
    'much said, and then an exception',
    `import sys\nsys.stderr.write('not yet\\n' * 20000)\nint('x')\n`,
    'Runtime Error: Uncaught exception ValueError',
  ],
  ['packages of the machine', 'import numpy\n', 'Runtime Error: Uncaught exception ModuleNotFoundError'],
  ['bytes that are no text', "import sys\nsys.stdout.buffer.write(b'42\\n')\n", 'Accepted'],
];

const ofNode: Endings = [
  [
    'a module',
    "import { readFileSync } from 'node:fs';\nawait 0;\nconsole.log(eval(readFileSync(0, 'utf8').replace(' ', '+')));\n",
    'Accepted',
  ],
  ['a byte order mark', Buffer.from('\ufeffconsole.log(42);\n'), 'Accepted'],
  [
    'a byte order mark before a module',
    Buffer.from("\ufeffimport 'node:fs';\nconsole.log(await 42);\n"),
    'Accepted',
  ],
  [
    'lines as Windows ends them',
    "const text = `4\r\n2`;\r\nconsole.log(\r\n  text.replace('\\n', '') // told\r\n)\r\n",
    'Accepted',
  ],
  ['a first line for a shell', '#!/usr/bin/env node\nconsole.log(42);\n', 'Accepted'],
  [
    'no end of a call',
    'const x = 1;\nconsole.log(x\n',
    /^Compilation Error: main.js:2\nconsole.log\(x\n[^/]*SyntaxError: missing \) after argument list$/,
  ],
  [
    'a name twice in a module',
    "import 'node:fs';\nlet x;\nlet x;\n",
    /^Compilation Error: main.js:3\n[^/]*SyntaxError: Identifier 'x' has already been declared$/,
  ],
  [
    'a promise that nobody caught',
    "Promise.reject(new TypeError('secret'));\n",
    'Runtime Error: Uncaught exception TypeError',
  ],
  [
    // Whose lines Node does not know, and says so by brackets.
    'promises of which none was kept',
    "Promise.any([Promise.reject('secret')]);\n",
    'Runtime Error: Uncaught exception AggregateError',
  ],
  ['a text thrown', "throw 'secret';\n", 'Runtime Error: Uncaught exception'],
  [
    'an error from below',
    "require('child_process').execSync('true');\n",
    'Runtime Error: Uncaught exception Error',
  ],
  ['a bad length', 'new Array(-1);\n', 'Runtime Error: Uncaught exception RangeError'],
  [
    'a million calls deep',
    'const f = (n) => (n ? f(n - 1) + 1 : 0);\nconsole.log(f(1e6) === 1e6 ? 42 : 0);\n',
    'Accepted',
  ],
  [
    'a stack that ends',
    'const f = () => f() + 1;\ntry {\n  f();\n} catch (error) {\n  console.log(error instanceof RangeError ? 42 : 0);\n}\n',
    'Accepted',
  ],
  [
    'much said, and then a heap that ends',
    "const all = [];\nconsole.error('not yet\\n'.repeat(20000));\nfor (;;) all.push(new Array(100000).fill(1));\n",
    /^Memory Limit Exceeded: /,
  ],
  [
    'a worker',
    "const { Worker, isMainThread, parentPort } = require('worker_threads');\nif (isMainThread) new Worker(__filename).on('message', console.log);\nelse parentPort.postMessage(42);\n",
    'Accepted',
  ],
  [
    'an error in a worker',
    "const { Worker } = require('worker_threads');\nnew Worker('throw new TypeError()', { eval: true });\nconsole.log(42);\n",
    'Runtime Error: Uncaught exception TypeError',
  ],
  [
    'input as it comes',
    "let all = '';\nprocess.stdin.on('data', (part) => (all += part)).on('end', () => console.log(eval(all.replace(' ', '+'))));\n",
    'Accepted',
  ],
  [
    'where it lies',
    "console.log(/work|home|root|node_modules/.test(process.execPath + require('module').globalPaths) ? 0 : 42);\n",
    'Accepted',
  ],
];

const inMain = (body: string) =>
  `import java.util.*;\nclass Main { public static void main(String[] args) throws Exception { ${body} } }\n`;
const unsafe =
  'var field = sun.misc.Unsafe.class.getDeclaredField("theUnsafe"); field.setAccessible(true); var unsafe = (sun.misc.Unsafe) field.get(null);';

const ofJava: Endings = [
  [
    'a format without its width',
    inMain('System.out.printf("%-d", 42);'),
    'Runtime Error: Uncaught exception java.util.MissingFormatWidthException',
  ],
  [
    'an error for want of memory that says no more',
    inMain('throw new OutOfMemoryError();'),
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
  [
    'much said, and then a heap that ends',
    inMain(
      'System.err.println("not yet\\n".repeat(20000)); var all = new ArrayList<byte[]>(); for (;;) all.add(new byte[1 << 20]);',
    ),
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
  [
    'memory beside the heap, beyond all measure',
    inMain(`${unsafe} System.out.println(unsafe.allocateMemory(1L << 46));`),
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
  [
    'memory beside the heap, page by page',
    inMain(`${unsafe} for (;;) unsafe.setMemory(unsafe.allocateMemory(1 << 20), 1 << 20, (byte) 1);`),
    /^Memory Limit Exceeded: /,
  ],
  [
    'threads without end',
    inMain(
      'for (;;) { var idle = new Thread(() -> { try { Thread.sleep(100000); } catch (InterruptedException error) { } }); idle.setDaemon(true); idle.start(); }',
    ),
    'Runtime Error: More threads than a program may have',
  ],
  [
    'a broken virtual machine',
    inMain(`${unsafe} unsafe.putInt(8L, 1);`),
    'Runtime Error: Invalid memory access (SIGSEGV)',
  ],
  [
    'a signal to itself',
    inMain('sun.misc.Signal.raise(new sun.misc.Signal("TERM")); Thread.sleep(100000);'),
    'Runtime Error: Exited with code 143',
  ],
  [
    'a signal of its own that it handles',
    inMain(
      'var seen = new java.util.concurrent.CountDownLatch(1); sun.misc.Signal.handle(new sun.misc.Signal("INT"), signal -> seen.countDown()); sun.misc.Signal.raise(new sun.misc.Signal("INT")); seen.await(); System.out.println(42);',
    ),
    'Accepted',
  ],
  [
    'a class of its own making',
    `import java.io.*;
public class Main {
  public static class Made { public String toString() { return "42"; } }
  public static void main(String[] args) throws Exception {
    byte[] bytes = Main.class.getResourceAsStream("Main$Made.class").readAllBytes();
    ClassLoader own = new ClassLoader(null) { protected Class<?> findClass(String name) { return defineClass(name, bytes, 0, bytes.length); } };
    System.out.println(own.loadClass("Main$Made").getConstructor().newInstance());
  }
}
`,
    'Accepted',
  ],
  [
    'an exception in a thread',
    inMain(
      'var work = new Thread(() -> { throw new IllegalStateException(); }); work.start(); work.join(); System.out.print(42);',
    ),
    'Accepted',
  ],
  [
    'an exception in a thread, told by a handler of its own',
    inMain(
      'Thread.setDefaultUncaughtExceptionHandler((thread, error) -> System.exit(1)); var work = new Thread(() -> { throw new IllegalStateException(); }); work.start(); work.join(); System.out.print(42);',
    ),
    'Runtime Error: Exited with code 1',
  ],
  [
    'an exception in main, while another thread ends the program',
    inMain(
      'var main = Thread.currentThread(); new Thread(() -> { try { main.join(); } catch (InterruptedException error) { } System.exit(3); }).start(); throw new IllegalStateException();',
    ),
    'Runtime Error: Exited with code 3',
  ],
  [
    'an error for want of memory told and lived through',
    inMain('new OutOfMemoryError("secret").printStackTrace(); System.exit(4);'),
    'Runtime Error: Exited with code 4',
  ],
  [
    'an end without ado',
    inMain('System.out.print(42); System.out.flush(); Runtime.getRuntime().halt(0);'),
    'Accepted',
  ],
];

const ofCpp: Endings = [
  [
    'an exception in a thread',
    '#include <cstdio>\n#include <stdexcept>\n#include <thread>\nint main() { std::thread work([] { throw std::out_of_range("secret"); }); work.join(); puts("42"); }\n',
    'Runtime Error: Uncaught exception std::out_of_range',
  ],
  [
    'much said, and then no memory left',
    '#include <cstdio>\n#include <new>\nint main() { for (int i = 0; i < 20000; i++) fputs("not yet\\n", stderr); throw std::bad_alloc(); }\n',
    'Memory Limit Exceeded: Asked for more memory than the limit allows',
  ],
];

const ofC: Endings = [
  [
    'an array beyond all measure outside functions',
    '#include <stdio.h>\nint a[100000][100000];\nint main(void) { int i; scanf("%d", &i); a[i][i] = 1; printf("%d", a[i][0]); }\n',
    /^Compilation Error: error: the arrays and variables outside functions are too large together\n.*$/,
  ],
  [
    'a byte order mark',
    Buffer.from('\ufeff#include <stdio.h>\nint main(void) { puts("42"); }\n'),
    'Accepted',
  ],
  [
    'lines as Windows ends them',
    '#include <stdio.h>\r\n#define SUM(a, b) \\\r\n  (a + b)\r\nint main(void) {\r\n  printf("%d", SUM(20, 22));\r\n}\r\n',
    'Accepted',
  ],
  [
    'an exit in a thread',
    '#include <pthread.h>\n#include <stdio.h>\n#include <stdlib.h>\nvoid* work(void* x) { printf("42"); exit(0); return x; }\nint main(void) { pthread_t thread; pthread_create(&thread, 0, work, 0); for (;;) pthread_join(thread, 0); }\n',
    'Accepted',
  ],
  [
    'a function inside another, called through its address',
    '#include <stdio.h>\nvoid call(void (*f)(void)) { f(); }\nint main(void) {\n  int a, b;\n  void sum(void) { printf("%d", a + b); }\n  scanf("%d %d", &a, &b);\n  void (*volatile at)(void) = sum;\n  call(at);\n}\n',
    'Accepted',
  ],
  [
    'output left in the buffer',
    '#include <stdio.h>\n#include <unistd.h>\nint main(void) { printf("42"); _exit(0); }\n',
    'Wrong Answer',
  ],
  [
    'a null pointer',
    'int main(void) { return *(volatile int*)0; }\n',
    'Runtime Error: Invalid memory access (SIGSEGV)',
  ],
  [
    'an assertion',
    '#include <assert.h>\nint main(void) { assert(0 && "secret"); }\n',
    /^Runtime Error: (?!.*secret).*\(SIGABRT\)$/,
  ],
];

const ofCpp17: Endings = [
  ...ofCpp,
  [
    'what only C++20 knows',
    '#include <concepts>\ntemplate <std::integral T> T f(T x) { return x; }\nint main() { return f(0); }\n',
    /^Compilation Error: main\.cpp:2/,
  ],
];

const ofPascal: Endings = [
  [
    'a number that is none',
    "{$mode objfpc}\nuses sysutils;\nbegin writeln(strtoint('secret')) end.\n",
    /^Runtime Error: (?!.*secret)/,
  ],
  [
    'memory refused',
    'var p: pointer;\nbegin getmem(p, ptruint(1) shl 45); pbyte(p)^ := 1; writeln(42) end.\n',
    /^Memory Limit Exceeded: /,
  ],
  [
    'a real number divided by zero',
    'var x: double;\nbegin x := 0; writeln(1 / x) end.\n',
    'Runtime Error: Runtime error 208: floating point division by zero',
  ],
  [
    'an assertion',
    "{$C+}\nbegin assert(paramcount > 9, 'secret') end.\n",
    'Runtime Error: Runtime error 227: assertion failed',
  ],
  [
    'a thread',
    '{$mode objfpc}\nuses classes;\ntype work = class(tthread) procedure execute; override; end;\nprocedure work.execute; begin end;\nbegin work.create(false) end.\n',
    'Runtime Error: Runtime error 232: no support for threads',
  ],
  ['a halt in the middle', 'begin write(42); halt; writeln(43) end.\n', 'Accepted'],
  [
    'an exception, without the unit for them',
    '{$mode objfpc}\ntype secret = class end;\nbegin raise secret.create end.\n',
    'Runtime Error: Runtime error 217: unhandled exception',
  ],
];

const ofGo: Endings = [
  [
    'a panic in a goroutine',
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tdone := make(chan int)\n\tgo func() { panic("secret") }()\n\t<-done\n\tfmt.Println(42)\n}\n',
    'Runtime Error: Panic',
  ],
  [
    'a panic of the runtime in a goroutine',
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tvar list []int\n\tdone := make(chan int)\n\tgo func() { fmt.Println(list[len(list)]) }()\n\t<-done\n}\n',
    'Runtime Error: Panic: index out of range',
  ],
  [
    'a panic in a goroutine that recovers',
    'package main\n\nimport "fmt"\n\nfunc main() {\n\tdone := make(chan any)\n\tgo func() {\n\t\tdefer func() { done <- recover() }()\n\t\tpanic("secret")\n\t}()\n\t<-done\n\tfmt.Println(42)\n}\n',
    'Accepted',
  ],
  [
    'threads without end',
    'package main\n\nimport (\n\t"runtime"\n\t"time"\n)\n\nfunc main() {\n\tfor {\n\t\tgo func() {\n\t\t\truntime.LockOSThread()\n\t\t\ttime.Sleep(time.Hour)\n\t\t}()\n\t\ttime.Sleep(time.Millisecond)\n\t}\n}\n',
    'Runtime Error: More threads than a program may have',
  ],
  [
    'a main that leaves, and nobody else',
    'package main\n\nimport "runtime"\n\nfunc main() { runtime.Goexit() }\n',
    'Runtime Error: Fatal error: no goroutines (main called runtime.Goexit) - deadlock!',
  ],
];

const ofRust: Endings = [
  [
    'a panic in a thread',
    'fn main() {\n    let work = std::thread::spawn(|| panic!("secret"));\n    let _ = work.join();\n    println!("42");\n}\n',
    'Accepted',
  ],
  [
    'a panic in a thread whose end is asked for',
    'fn main() {\n    std::thread::spawn(|| panic!("secret")).join().unwrap();\n    println!("42");\n}\n',
    'Runtime Error: Panic',
  ],
  [
    'a solution in a thread with more stack',
    'fn solve() {\n    let v: Vec<i32> = Vec::new();\n    println!("{}", v[std::env::args().count()]);\n}\nfn main() {\n    std::thread::Builder::new().stack_size(1 << 20).spawn(solve).unwrap().join().unwrap();\n}\n',
    'Runtime Error: Panic: index out of bounds',
  ],
  [
    'a panic in a thread of a scope',
    'fn main() {\n    std::thread::scope(|scope| {\n        scope.spawn(|| panic!("secret"));\n    });\n    println!("42");\n}\n',
    'Runtime Error: Panic',
  ],
  [
    'a panic in a thread, and an exit code as of a panic',
    'fn main() {\n    let _ = std::thread::spawn(|| panic!("secret")).join();\n    std::process::exit(101);\n}\n',
    'Runtime Error: Exited with code 101',
  ],
  [
    'nothing unwrapped',
    'fn main() {\n    println!("{}", std::env::args().nth(7).unwrap());\n}\n',
    'Runtime Error: Panic: called `Option::unwrap()` on a `None` value',
  ],
  [
    'a number that is none, unwrapped',
    'fn main() {\n    println!("{}", "secret".parse::<i32>().unwrap());\n}\n',
    'Runtime Error: Panic: called `Result::unwrap()` on an `Err` value',
  ],
  [
    'nothing where something was expected',
    'fn main() {\n    println!("{}", std::env::args().nth(7).expect("secret"));\n}\n',
    'Runtime Error: Panic',
  ],
  [
    'a division by zero',
    'fn main() {\n    println!("{}", 42 / (std::env::args().count() - 1));\n}\n',
    'Runtime Error: Panic: attempt to divide by zero',
  ],
  [
    'a slice that ends behind its list',
    'fn main() {\n    println!("{:?}", &vec![1, 2, 3][..std::env::args().count() + 6]);\n}\n',
    'Runtime Error: Panic: range end index N out of range for slice',
  ],
  [
    'half a character',
    'fn main() {\n    println!("{}", &"\u0e21"[std::env::args().count()..]);\n}\n',
    /^Runtime Error: Panic: (start )?byte index N is not a char boundary$/,
  ],
  [
    'borrowed twice',
    'fn main() {\n    let cell = std::cell::RefCell::new(42);\n    let _one = cell.borrow_mut();\n    println!("{}", cell.borrow_mut());\n}\n',
    /^Runtime Error: Panic: (RefCell )?already borrowed$/,
  ],
];

const ofKotlin: Endings = [
  [
    'more lines asked for than there are',
    'fun main() {\n  while (true) readln()\n}\n',
    'Runtime Error: Uncaught exception kotlin.io.ReadAfterEOFException',
  ],
  [
    'an exception in a thread',
    'import kotlin.concurrent.thread\n\nfun main() {\n  thread { error("secret") }.join()\n  println(42)\n}\n',
    'Accepted',
  ],
  [
    'an exception in a thread, told by a handler of its own',
    'import kotlin.concurrent.thread\nimport kotlin.system.exitProcess\n\nfun main() {\n  Thread.setDefaultUncaughtExceptionHandler { _, _ -> exitProcess(1) }\n  thread { error("secret") }.join()\n  println(42)\n}\n',
    'Runtime Error: Exited with code 1',
  ],
];

const endings: Partial<Record<LanguageId, Endings>> = {
  cpp: ofCpp,
  cpp17: ofCpp17,
  c: ofC,
  pascal: ofPascal,
  go: ofGo,
  rust: ofRust,
  kotlin: ofKotlin,
  python: ofPython,
  pypy: ofPython,
  javascript: ofNode,
  java: ofJava,
};

describe.each(Object.entries(endings) as [LanguageId, Endings][])('%s', (id, list) => {
  test('every program ends as what it is', async ({ skip }) => {
    needLanguage(bench.judge.languages, id, skip);
    const seen = await Promise.all(
      list.map(async ([what, code, ends]) => {
        const ended = await ending(id, code);
        const isAsExpected = typeof ends === 'string' ? ended === ends : ends.test(ended);
        return isAsExpected ? null : `${what}: ${ended}`;
      }),
    );
    expect(seen.filter((one) => one !== null)).toEqual([]);
  });
});
