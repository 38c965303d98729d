/** What Rust's runtime prints on standard error about the end of a program. */

import { words } from '#contract/words.ts';
import type { RuntimeWords } from '../language.ts';

const exitCodeOfPanic = 101;

export const runtimeWords: RuntimeWords = {
  ranOutOfMemory: ({ stderr }) => /^memory allocation of \d+ bytes failed/m.test(stderr),
  uncaughtException: () => null,
  explainEnd({ exitCode, signal, stderr }) {
    // The words of a panic are the program's, or quote its values.
    if (exitCode === exitCodeOfPanic && /^thread '.*' (?:\(\d+\) )?panicked at /m.test(stderr))
      return words('panic', { cause: null });
    if (signal === 'SIGABRT' && /^thread '.*' (?:\(\d+\) )?has overflowed its stack$/m.test(stderr))
      return words('fatal_error', { cause: 'stack overflow' });
    return null;
  },
};
