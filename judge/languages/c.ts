/** C by GNU's compiler: one command in the sandbox compiles and links statically. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunRequest } from '../sandbox/run-types.ts';
import { knownPrograms } from './c/known-programs.ts';
import { askVersion, commonFlags, findExecutable, findMold, foldersOf, versionLine } from './gnu/compiler.ts';
import { cleanDiagnostics } from './gnu/diagnostics.ts';
import type { CompileJob, Language } from './language.ts';

const sourceName = 'main.c';

export const c: Language = {
  sourceName,
  // Nothing ends a C program but itself, a signal or a limit.
  runtimeWords: { outOfMemory: /(?!)/, uncaughtException: () => null },
  knownPrograms,
  async open() {
    const compiler = await findExecutable('gcc');
    if (compiler === null) throw new JudgeFault(words('language_missing', { tool: 'gcc', package: 'gcc' }));
    const said = await askVersion(compiler);
    const flags = ['-O2', '-std=gnu17', '-DONLINE_JUDGE', '-w', ...commonFlags(await findMold(said))];
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
      key: createHash('sha256')
        .update(JSON.stringify([said, flags]))
        .update(howWeCompile)
        .digest('hex'),
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

/** What decides, beside the compiler, how a source becomes a program. */
const howWeCompile = ['c.ts', 'gnu/diagnostics.ts']
  .map((name) => readFileSync(new URL(name, import.meta.url), 'utf8'))
  .join('\n');
