/**
 * Java by the JDK's own compiler. The classes of a source are packed into a jar by the virtual machine that compiles them
 * (java/CompileJava.java); java/jvm-language.ts does the rest.
 */

import { findJdk } from './java/jdk.ts';
import { openJvmLanguage } from './java/jvm-language.ts';
import { knownPrograms } from './java/known-programs.ts';
import { runtimeWordsWith } from './java/runtime-words.ts';
import type { Language } from './language.ts';

const sourceName = 'Main.java';

export const java: Language = {
  sourceName,
  runtimeWords: runtimeWordsWith([]),
  knownPrograms,
  open: async (cacheFolder) =>
    openJvmLanguage(
      await findJdk(),
      {
        version: null,
        sourceName,
        command: 'javac',
        program: 'Main',
        driver: 'java/CompileJava.java',
        options: [
          ...['-encoding', 'UTF-8'],
          '-g:none',
          '-nowarn',
          '-XDsuppressNotes',
          ...['-Xmaxerrs', '20'],
          // Neither what a source names nor what offers itself takes part in compiling it.
          '-proc:none',
          '-implicit:none',
        ],
        training: 'java/Training.java',
        // Warnings are printed by the same classes as errors.
        trainingOptions: ['-Xlint:all'],
        compilerJars: [],
        libraryJars: [],
        folders: [],
      },
      cacheFolder,
    ),
};
