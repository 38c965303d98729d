/** Python 3 by CPython. */

import { packagesOf } from '#contract/programs.ts';
import type { Language } from './language.ts';
import { openInterpreter } from './python/interpreter.ts';
import { knownPrograms } from './python/known-programs.ts';
import { runtimeWords } from './python/runtime-words.ts';

export const python: Language = {
  sourceName: 'main.py',
  runtimeWords,
  knownPrograms: knownPrograms('python'),
  open: (_, allowed) =>
    openInterpreter(
      {
        implementation: 'cpython',
        tools: ['python3'],
        package: 'python3',
        packages: packagesOf('python'),
        memoryEnv: () => [],
      },
      allowed,
    ),
};
