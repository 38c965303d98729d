import { knownToBoth } from '../gnu/known-programs.ts';

export const knownPrograms = knownToBoth({ sourceName: 'main.c', header: (name) => `${name}.h` });
