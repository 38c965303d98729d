/** One for every way a run can end. Both interpreters judge them alike. */

import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from '../known-programs.ts';

const readSum = 'a, b = map(int, input().split())\n';

export const knownPrograms: readonly KnownProgram[] = [
  { name: 'right', code: `${readSum}print(a + b)\n`, status: 'Accepted' },
  {
    name: 'right, read in three other ways',
    code: `import os, sys
shown = open('/dev/stdin').read().split()
rest = sys.stdin.read().split()
if shown == rest and os.read(0, 10) == b'':
    sys.stdout.write(str(sum(map(int, rest))))
`,
    status: 'Accepted',
  },
  {
    name: 'right, and left in the middle with everything said',
    code: `${readSum}print(a + b, end='')\nexit()\nprint('not reached')\n`,
    status: 'Accepted',
  },
  {
    name: 'right, with a deep recursion',
    code: `import sys
sys.setrecursionlimit(10 ** 6)
def depth(n):
    return 0 if n == 0 else depth(n - 1) + 1
${readSum}print(a + b if depth(50000) == 50000 else 0)
`,
    status: 'Accepted',
  },
  {
    name: 'right, by threads and modules of the library',
    code: `import bisect, collections, decimal, fractions, functools, heapq, itertools, math, queue, random, re, string, threading
result = queue.Queue()
worker = threading.Thread(target=lambda: result.put(sum(map(decimal.Decimal, input().split()))))
worker.start()
worker.join()
print(result.get())
`,
    status: 'Accepted',
  },
  { name: 'wrong', code: `${readSum}print(a - b)\n`, status: 'Wrong Answer' },
  { name: 'silent', code: '', status: 'Wrong Answer' },
  {
    name: 'right, then a loop without end',
    code: `${readSum}print(a + b, flush=True)\nwhile True:\n    pass\n`,
    status: 'Time Limit Exceeded',
  },
  { name: 'a sleeper', code: 'import time\ntime.sleep(100)\n', status: 'Time Limit Exceeded' },
  {
    name: 'memory used up',
    code: 'rooms = []\nwhile True:\n    rooms.append(bytearray(1 << 20))\n',
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'one allocation beyond all measure, uncaught',
    code: 'room = bytearray(1 << 45)\n',
    status: 'Memory Limit Exceeded',
    reason: words('refused_memory'),
  },
  {
    name: 'an exception of the language',
    code: `${readSum}print([a, b][2])\n`,
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'IndexError' }),
  },
  {
    name: 'an exception of its own, named after the input',
    code: `${readSum}raise type(f'Secret{a}', (ValueError,), {})(f'{b}')\n`,
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: null }),
  },
  {
    name: 'a recursion without end',
    code: 'def depth(n):\n    return depth(n + 1)\ndepth(0)\n',
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'RecursionError' }),
  },
  {
    name: 'right, with a non-zero exit code',
    code: `import sys\n${readSum}print(a + b)\nsys.exit(3)\n`,
    status: 'Runtime Error',
    reason: words('exit_code', { exitCode: 3 }),
  },
  {
    name: 'abort',
    code: 'import os\nos.abort()\n',
    status: 'Runtime Error',
    reason: words('ended_by_signal', { signal: 'SIGABRT' }),
  },
  {
    name: 'a flood of output',
    code: "while True:\n    print('42 ' * 100)\n",
    status: 'Runtime Error',
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  {
    name: 'the network, another process and files of the machine',
    code: `import os, socket
def fails(attempt):
    try:
        attempt()
    except OSError:
        return True
${readSum}held = all(map(fails, [
    lambda: socket.socket(),
    lambda: os.fork(),
    lambda: os.execv('/bin/sh', ['sh']),
    lambda: open('/etc/passwd'),
    lambda: open('/proc/self/status'),
    lambda: open('main.py', 'w'),
    lambda: open('new', 'w'),
    lambda: os.mkdir('/tmp'),
    lambda: os.listdir('.'),
]))
print(a + b if held else 'a wall is down')
`,
    status: 'Accepted',
  },
  {
    name: 'no program',
    code: 'print("no end"\n',
    status: 'Compilation Error',
    compilerPrints: 'File "main.py", line 1',
  },
];
