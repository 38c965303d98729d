/** One for every way a run can end. */

import { words } from '#contract/words.ts';
import { type KnownProgram, knownLimits } from '../known-programs.ts';

const readSum = `const [a, b] = require('fs').readFileSync(0, 'utf8').split(' ').map(Number);\n`;

export const knownPrograms: readonly KnownProgram[] = [
  { name: 'right', code: `${readSum}console.log(a + b);\n`, status: 'Accepted' },
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
    name: 'right, and left in the middle with everything said',
    code: `${readSum}process.stdout.write(' '.repeat(300000));
console.log(a + b);
process.exit();
`,
    status: 'Accepted',
  },
  {
    name: 'right, with a deep recursion',
    code: `const depth = (n) => (n === 0 ? 0 : depth(n - 1) + 1);
${readSum}console.log(depth(100000) === 100000 ? a + b : 0);
`,
    status: 'Accepted',
  },
  { name: 'wrong', code: `${readSum}console.log(a - b);\n`, status: 'Wrong Answer' },
  { name: 'silent', code: '', status: 'Wrong Answer' },
  {
    name: 'right, then a loop without end',
    code: `${readSum}console.log(a + b);\nfor (;;);\n`,
    status: 'Time Limit Exceeded',
  },
  { name: 'a sleeper', code: 'setTimeout(() => {}, 100_000);\n', status: 'Time Limit Exceeded' },
  {
    name: 'memory used up by objects',
    code: 'const rooms = [];\nfor (;;) rooms.push(new Array(100000).fill(1));\n',
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'memory used up by buffers',
    code: 'const rooms = [];\nfor (;;) rooms.push(Buffer.alloc(1 << 20, 1));\n',
    status: 'Memory Limit Exceeded',
  },
  {
    name: 'an error of the language',
    code: `${readSum}console.log([a, b][2].length);\n`,
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'TypeError' }),
  },
  {
    name: 'an error of its own, named after the input',
    code: `${readSum}const error = new Error(b);\nerror.name = 'Secret' + a;\nthrow error;\n`,
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: null }),
  },
  {
    name: 'a recursion without end',
    code: 'const depth = (n) => depth(n + 1) + 1;\ndepth(0);\n',
    status: 'Runtime Error',
    reason: words('uncaught_exception', { exception: 'RangeError' }),
  },
  {
    name: 'right, with a non-zero exit code',
    code: `${readSum}console.log(a + b);\nprocess.exitCode = 3;\n`,
    status: 'Runtime Error',
    reason: words('exit_code', { exitCode: 3 }),
  },
  {
    name: 'abort',
    code: 'process.abort();\n',
    status: 'Runtime Error',
    reason: words('ended_by_signal', { signal: 'SIGABRT' }),
  },
  {
    name: 'a flood of output',
    code: "for (;;) console.log('42 '.repeat(100));\n",
    status: 'Runtime Error',
    reason: words('over_output', { limitBytes: knownLimits.outputLimitBytes }),
  },
  {
    name: 'another process and files of the machine',
    code: `const fs = require('fs');
const { spawnSync } = require('child_process');
const fails = (attempt) => {
  try {
    return attempt().error !== undefined;
  } catch {
    return true;
  }
};
${readSum}const held = [
  () => spawnSync('/bin/sh', ['-c', 'true']),
  () => fs.readFileSync('/etc/passwd'),
  () => fs.readFileSync('/proc/self/status'),
  () => fs.writeFileSync('main.js', ''),
  () => fs.writeFileSync('new', ''),
  () => fs.mkdirSync('/tmp'),
  () => fs.readdirSync('.'),
].every(fails);
console.log(held ? a + b : 'a wall is down');
`,
    status: 'Accepted',
  },
  {
    name: 'no program',
    code: 'console.log("no end";\n',
    status: 'Compilation Error',
    compilerPrints: 'main.js:1',
  },
];
