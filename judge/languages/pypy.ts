/** Python 3 by PyPy, which compiles what runs often while it runs. */

import type { Language, MemoryRoom } from './language.ts';
import { openInterpreter } from './python/interpreter.ts';
import { knownPrograms } from './python/known-programs.ts';
import { runtimeWords } from './python/runtime-words.ts';

const mebibyte = 1024 * 1024;

/**
 * Its collector would let rubbish grow to nearly twice what is in use, whatever the limit; near a bound it takes more
 * care. The size of its nursery it would ask of a file of the machine.
 */
function memoryEnv({ programBytes }: MemoryRoom): string[] {
  const most = Math.max(programBytes, 16 * mebibyte);
  return ['PYPY_GC_NURSERY=4MB', `PYPY_GC_MAX=${most}`];
}

export const pypy: Language = {
  sourceName: 'main.py',
  runtimeWords,
  knownPrograms: knownPrograms('pypy'),
  open: () =>
    openInterpreter(
      { implementation: 'pypy', tools: ['pypy3', 'pypy'], package: 'pypy3', packages: [], memoryEnv },
      [],
    ),
};
