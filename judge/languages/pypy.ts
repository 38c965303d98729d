/** Python 3 by PyPy, which compiles what runs often while it runs. */

import type { Language } from './language.ts';
import { openInterpreter } from './python/interpreter.ts';
import { knownPrograms } from './python/known-programs.ts';
import { runtimeWords } from './python/runtime-words.ts';

export const pypy: Language = {
  sourceName: 'main.py',
  allowance: { timeFactor: 3, timeMs: 150, memoryBytes: 96 << 20 },
  runtimeWords,
  knownPrograms,
  open: () => openInterpreter({ implementation: 'pypy', tools: ['pypy3', 'pypy'], package: 'pypy3' }),
};
