/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const readSum = `const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\n`;

const walls = `const fs = require('fs');
const fails = (attempt) => {
  try {
    attempt();
    return false;
  } catch {
    return true;
  }
};
${readSum}const held = [
  () => fs.readFileSync('/etc/passwd'),
  () => fs.readFileSync('/proc/self/status'),
  () => fs.writeFileSync('main.js', ''),
  () => fs.writeFileSync('new', ''),
  () => fs.mkdirSync('/tmp'),
  () => fs.readdirSync('.'),
].every(fails);
console.log(held ? a + b : 'a wall is down');
`;

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('javascript', {
    right: `${readSum}console.log(a + b);\n`,
    'right, without a last newline and with spaces': `${readSum}process.stdout.write(\`  \${a + b}  \\r\\n\\n\`);\n`,
    'right, with noise on standard error': `${readSum}console.error(41);\nconsole.log(a + b);\n`,
    'right, with a huge array that is never touched': `const huge = new Uint8Array(2 ** 30);\n${readSum}console.log(a + b + huge[a]);\n`,
    'right, with a deep recursion': `const depth = (n) => (n === 0 ? 0 : depth(n - 1) + 1);
${readSum}console.log(depth(100000) === 100000 ? a + b : 0);
`,
    // What was written before is more than fits into the pipe.
    'right, and an exit in the middle': `${readSum}process.stdout.write(' '.repeat(300000));
console.log(a + b);
process.exit();
`,
    wrong: `${readSum}console.log(a - b);\n`,
    silent: '',
    'one token too many': "console.log('42 42');\n",
    'right, then a loop without end': `${readSum}console.log(a + b);\nfor (;;);\n`,
    'a sleeper': 'setTimeout(() => {}, 100_000);\n',
    'memory used up, page by page': 'const rooms = [];\nfor (;;) rooms.push(new Array(100000).fill(1));\n',
    // The engine’s stack ends before the memory does, and that is an error which a program may catch.
    'a recursion without end': {
      code: 'const depth = (n) => depth(n + 1) + 1;\ndepth(0);\n',
      status: 'Runtime Error',
      reason: words('uncaught_exception', { exception: 'RangeError' }),
    },
    'one allocation beyond all measure': 'new ArrayBuffer(2 ** 45);\n',
    'right, with a non-zero exit code': `${readSum}console.log(a + b);\nprocess.exitCode = 3;\n`,
    'a flood of output': "for (;;) console.log('42 '.repeat(100));\n",
    'an error of the language': {
      code: `${readSum}console.log([a, b][2].length);\n`,
      reason: words('uncaught_exception', { exception: 'TypeError' }),
    },
    'an error in words of its own, made of the input': {
      code: `${readSum}const error = new Error(b);\nerror.name = 'Secret' + a;\nthrow error;\n`,
      reason: words('uncaught_exception', { exception: null }),
    },
    abort: 'process.abort();\n',
    'the network': "require('net').connect(80, '127.0.0.1');\n",
    'another process':
      "const { error } = require('child_process').spawnSync('/bin/sh');\nif (error) throw error;\n",
    'a file of the machine': walls,
    'no program': { code: 'console.log("no end";\n', compilerPrints: 'main.js:1' },
    'a secret of the machine as source': { none: 'Reading the syntax opens no other file' },
  }),
  {
    name: 'right, as a module that reads in two other ways',
    code: `import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
const shown = readFileSync('/dev/stdin', 'utf8').trim();
for await (const line of createInterface({ input: process.stdin })) {
  if (line === shown) console.log(line.split(' ').map(Number).reduce((a, b) => a + b));
}
`,
    status: 'Accepted',
  },
  {
    name: 'memory used up by buffers',
    code: 'const rooms = [];\nfor (;;) rooms.push(Buffer.alloc(1 << 20, 1));\n',
    status: 'Memory Limit Exceeded',
  },
];
