/**
 * Kotlin by its own compiler for the JVM, as its makers publish it. It runs in the virtual machine as javac does, and so
 * do programs: java/jvm-language.ts.
 */

import { findJdk } from './java/jdk.ts';
import { openJvmLanguage } from './java/jvm-language.ts';
import { runtimeWordsWith } from './java/runtime-words.ts';
import { findKotlin } from './kotlin/find-kotlin.ts';
import { knownPrograms } from './kotlin/known-programs.ts';
import type { Language } from './language.ts';

const sourceName = 'Main.kt';

export const kotlin: Language = {
  sourceName,
  runtimeWords: runtimeWordsWith([
    'kotlin.KotlinNothingValueException',
    'kotlin.KotlinNullPointerException',
    'kotlin.NoWhenBranchMatchedException',
    'kotlin.NotImplementedError',
    'kotlin.TypeCastException',
    'kotlin.UninitializedPropertyAccessException',
    'kotlin.io.ReadAfterEOFException',
  ]),
  knownPrograms,
  async open(cacheFolder) {
    const { version, compiler, library, folder } = await findKotlin();
    return openJvmLanguage(
      await findJdk(),
      {
        version: `kotlinc-jvm ${version}`,
        sourceName,
        command: 'kotlinc -include-runtime -d main.jar',
        program: '-jar main.jar',
        driver: 'kotlin/CompileKotlin.java',
        options: ['-nowarn', '-no-reflect'],
        training: 'kotlin/Training.kt',
        trainingOptions: [],
        compilerJars: [compiler],
        libraryJars: [library],
        folders: [folder],
      },
      cacheFolder,
    );
  },
};
