/** One for every way a run can end. */

import { programsOfBoth } from '../gnu/known-programs.ts';
import type { KnownProgram } from '../known-programs.ts';
import { knownEndings } from '../known-ways.ts';

const { endings, divisionByZero } = programsOfBoth({ sourceName: 'main.c', header: (name) => `${name}.h` });

export const knownPrograms: readonly KnownProgram[] = [
  ...knownEndings('c', {
    ...endings,
    'an error in words of its own, made of the input': { none: 'C has no exceptions' },
  }),
  divisionByZero,
];
