/** What Rust's runtime prints on standard error about the end of a program. */

import { words } from '#contract/words.ts';
import type { RuntimeWords } from '../language.ts';

/** The beginnings of the library's own panics, with N for each number. What follows them are values of the program. */
const panics = [
  'RefCell already borrowed',
  'RefCell already mutably borrowed',
  '`at` split index (is N) should be <= len (is N)',
  'a scoped thread panicked',
  'already borrowed',
  'already mutably borrowed',
  'argument of integer logarithm must be positive',
  'assertion `left != right` failed',
  'assertion `left == right` failed',
  'assertion failed',
  'attempt to add with overflow',
  'attempt to calculate the remainder with a divisor of zero',
  'attempt to calculate the remainder with overflow',
  'attempt to divide by zero',
  'attempt to divide with overflow',
  'attempt to multiply with overflow',
  'attempt to negate with overflow',
  'attempt to shift left with overflow',
  'attempt to shift right with overflow',
  'attempt to subtract with overflow',
  'begin <= end',
  'byte index N is not a char boundary',
  'byte index N is out of bounds',
  'byte range starts at N but ends at N',
  'called `Option::unwrap()` on a `None` value',
  'called `Result::unwrap()` on an `Err` value',
  'called `Result::unwrap_err()` on an `Ok` value',
  'capacity overflow',
  'chunk size must be non-zero',
  'end byte index N is not a char boundary',
  'end byte index N is out of bounds',
  'explicit panic',
  'failed printing to stdout',
  'failed to spawn thread',
  'index out of bounds',
  'insertion index (is N) should be <= len (is N)',
  'internal error: entered unreachable code',
  'mid > len',
  'no entry found for key',
  'not implemented',
  'not yet implemented',
  'range end index N out of range for slice',
  'range start index N out of range for slice',
  'removal index (is N) should be < len (is N)',
  'slice index starts at N but ends at N',
  'start byte index N is not a char boundary',
  'start byte index N is out of bounds',
  'swap_remove index (is N) should be < len (is N)',
  'user-provided comparison function does not correctly implement a total order',
  'window size must be non-zero',
] as const;

const exitCodeOfPanic = 101;

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ stderr }) => /memory allocation of \d+ bytes failed/.test(stderr),
  uncaughtException: () => null,
  explainEnd({ exitCode, signal, stderr }) {
    if (exitCode === exitCodeOfPanic) return explainPanic(stderr);
    if (signal === 'SIGABRT' && /^thread '.*' (?:\(\d+\) )?has overflowed its stack$/m.test(stderr))
      return words('fatal_error', { cause: 'stack overflow' });
    return null;
  },
};

/** What the main thread says when it asks for the end of another, which panicked before. */
const panicOfAnother = /: Any \{ \.\. \}|^a scoped thread panicked/;

/**
 * Releases before 1.73 say in quotes what is wrong and then where, later ones where and in the next line what. A program
 * may write the beginning of this as often as it likes: no part of it is looked for further than it can be.
 */
const panicked = /thread '([^'\n]{0,100})' (?:\(\d{1,20}\) )?panicked at (?:'|[^\n]{0,300}:\n)(.*)/g;

/** The last of the main thread: others, and one that it caught, do not end a program, unless it asks how they ended. */
function explainPanic(stderr: string) {
  const all = [...stderr.matchAll(panicked)];
  const last = all.findLastIndex(([, thread]) => thread === 'main');
  if (last < 0) return null;
  const isOfAnother = panicOfAnother.test(all[last]?.[2] ?? '');
  const said = all[isOfAnother && last > 0 ? last - 1 : last]?.[2]?.replaceAll(/\d+/g, 'N');
  return words('panic', { cause: panics.find((text) => said?.startsWith(text)) ?? null });
}
