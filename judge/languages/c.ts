/** C by GNU's compiler: one command in the sandbox compiles and links statically. */

import { basename } from 'node:path';
import { words } from '#contract/words.ts';
import type { RunRequest } from '../sandbox/run-types.ts';
import { knownPrograms } from './c/known-programs.ts';
import { askVersion, commonFlags, describeLinking, findMold, versionLine } from './gnu/compiler.ts';
import { cleanDiagnostics } from './gnu/diagnostics.ts';
import type { CompileJob, Language } from './language.ts';
import { languageKey } from './language-key.ts';
import { findExecutable, foldersOf, missingTool } from './tools.ts';

const sourceName = 'main.c';

export const c: Language = {
  sourceName,
  // Nothing ends a C program but itself, a signal or a limit.
  runtimeWords: { ranOutOfMemory: () => false, uncaughtException: () => null },
  knownPrograms,
  async open() {
    const compiler = await findExecutable('gcc');
    if (compiler === null) throw missingTool('gcc', 'gcc');
    const said = await askVersion(compiler);
    const mold = await findMold(said);
    const flags = ['-O2', '-std=gnu17', '-DONLINE_JUDGE', '-w', ...commonFlags(mold)];
    const linking = await describeLinking(compiler, mold);
    const readOnly = await foldersOf(compiler);
    const requestOf = ({ source, program, limits }: CompileJob): RunRequest => ({
      profile: 'toolchain',
      program: compiler,
      args: [...flags, sourceName, '-o', 'main', '-lm'],
      env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', 'TMPDIR=.'],
      files: { ...source.files, [sourceName]: source.code },
      readOnly,
      collect: { name: 'main', to: program },
      limits,
    });
    return {
      version: versionLine(said),
      flags: [...flags, '-lm'],
      commands: {
        compile: [basename(compiler), ...flags, sourceName, '-o', 'main', '-lm'].join(' '),
        run: './main',
      },
      key: languageKey(
        [said, linking, flags],
        ['c.ts', 'gnu/diagnostics.ts', 'machine-paths.ts', 'printed.ts'],
      ),
      diagnostics: {
        clean: (printed) => cleanDiagnostics(printed, []),
        tooLarge: /File size limit|file too big|No space left/i,
        adviceWhenTooLarge: words('fill_arrays_in_main'),
      },
      compile: (job) => job.run(requestOf(job)),
      launch: (program) => ({ profile: 'program', program }),
      slowBecause: () => null,
      buildAhead: async () => {},
    };
  },
};
