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

const noMemory = /(?:JavaScript|JS) heap out of memory|^RangeError: Array buffer allocation failed/m;

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ signal, stderr }) =>
    noMemory.test(signal === null ? (uncaughtError(stderr) ?? '') : stderr),
  uncaughtException({ stderr }) {
    const error = uncaughtError(stderr);
    if (error === null) return null;
    const name = new RegExp(
      `^(?:<ref \\*1> )?\\[?(${builtinErrors.join('|')})(?: \\[\\w+\\])?(?:[:\\]]|$)`,
      'm',
    );
    return { name: name.exec(error)?.[1] ?? null };
  },
};

/** At the end of all that Node says of one is its version; before that the error, as it describes itself. */
function uncaughtError(stderr: string): string | null {
  const end = /\n\nNode\.js v[\d.]+\s*$/.exec(stderr);
  return end && (stderr.slice(0, end.index).split('\n\n').at(-1) ?? '');
}
