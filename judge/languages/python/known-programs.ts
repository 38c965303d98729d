/** One for every way a run can end. Both interpreters judge them alike. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const readSum = 'a, b = map(int, input().split())\n';

const walls = `import os
def fails(attempt):
    try:
        attempt()
    except OSError:
        return True
${readSum}held = all(map(fails, [
    lambda: open('/etc/passwd'),
    lambda: open('/proc/self/status'),
    lambda: open('main.py', 'w'),
    lambda: open('new', 'w'),
    lambda: os.mkdir('/tmp'),
    lambda: os.listdir('.'),
    lambda: os.execv('/bin/sh', ['sh']),
]))
print(a + b if held else 'a wall is down')
`;

export const knownPrograms = (id: 'python' | 'pypy'): readonly KnownProgram[] => [
  ...knownEndings(id, {
    right: `${readSum}print(a + b)\n`,
    'right, without a last newline and with spaces': `${readSum}print(f'  {a + b}  \\r\\n\\n', end='')\n`,
    'right, with noise on standard error': `import sys\n${readSum}print(41, file=sys.stderr)\nprint(a + b)\n`,
    // Of an array of the language every page is written to.
    'right, with a huge array that is never touched': `import mmap
huge = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
${readSum}print(a + b + huge[a])
`,
    'right, with a deep recursion': `import sys
sys.setrecursionlimit(10 ** 6)
def depth(n):
    return 0 if n == 0 else depth(n - 1) + 1
${readSum}print(a + b if depth(50000) == 50000 else 0)
`,
    'right, and an exit in the middle': `${readSum}print(a + b, end='')\nexit()\nprint(43)\n`,
    wrong: `${readSum}print(a - b)\n`,
    silent: '',
    'one token too many': "print('42 42')\n",
    'right, then a loop without end': `${readSum}print(a + b, flush=True)\nwhile True:\n    pass\n`,
    'a sleeper': 'import time\ntime.sleep(100)\n',
    'memory used up, page by page': 'rooms = []\nwhile True:\n    rooms.append(bytearray(1 << 20))\n',
    // Python has a bound of its own, which a program moves when it wants to.
    'a recursion without end': {
      code: 'def depth(n):\n    return depth(n + 1)\ndepth(0)\n',
      status: 'Runtime Error',
      reason: words('uncaught_exception', { exception: 'RecursionError' }),
    },
    'one allocation beyond all measure': 'room = bytearray(1 << 45)\n',
    'right, with a non-zero exit code': `import sys\n${readSum}print(a + b)\nsys.exit(3)\n`,
    'a flood of output': "while True:\n    print('42 ' * 100)\n",
    'an error of the language': {
      code: `${readSum}print([a, b][2])\n`,
      reason: words('uncaught_exception', { exception: 'IndexError' }),
    },
    'an error in words of its own, made of the input': {
      code: `${readSum}raise type(f'Secret{a}', (ValueError,), {})(f'{b}')\n`,
      reason: words('uncaught_exception', { exception: null }),
    },
    abort: 'import os\nos.abort()\n',
    'the network': 'import socket\nsocket.socket()\n',
    'another process': 'import os\nos.fork()\n',
    'a file of the machine': walls,
    'no program': { code: 'print("no end"\n', compilerPrints: 'File "main.py", line 1' },
    'a secret of the machine as source': { none: 'Reading the syntax opens no other file' },
  }),
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
  {
    name: 'right, by numpy',
    needs: 'numpy',
    code: `import numpy
${readSum}square = numpy.ones((64, 64)) @ numpy.ones((64, 64))
print(a + b + int(square.sum()) - 64 ** 3 + int(numpy.linalg.solve(numpy.eye(9), numpy.zeros(9)).sum()))
`,
    status: 'Accepted',
  },
];
