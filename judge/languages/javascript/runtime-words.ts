/** What Node prints on standard error about the end of a program. */

import type { RuntimeWords } from '../language.ts';

const builtinErrors = [
  'AggregateError',
  'AssertionError',
  'Error',
  'EvalError',
  'RangeError',
  'ReferenceError',
  'SyntaxError',
  'TypeError',
  'URIError',
];

export const runtimeWords: RuntimeWords = {
  outOfMemory: /(?:JavaScript|JS) heap out of memory|^RangeError: Array buffer allocation failed/m,
  /** At the end of all it says is its version; before that the error, as it describes itself. */
  uncaughtException(stderr) {
    const end = /\n\nNode\.js v[\d.]+\s*$/.exec(stderr);
    if (!end) return null;
    const name = new RegExp(`^(?:<ref \\*1> )?(${builtinErrors.join('|')})(?: \\[\\w+\\])?(?::|$)`, 'm');
    const told = stderr.slice(0, end.index).split('\n\n').at(-1) ?? '';
    return { name: name.exec(told)?.[1] ?? null };
  },
};
