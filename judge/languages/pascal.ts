/**
 * Pascal: Free Pascal's compiler in the sandbox, with the switches of the settings that it is installed with and its own
 * default mode: what `fpc` takes at home is taken here. Directives of the source choose another. Programs are static.
 */

import { words } from '#contract/words.ts';
import type { RunRequest } from '../sandbox/run-types.ts';
import type { CompileJob, Language } from './language.ts';
import { languageKey } from './language-key.ts';
import { cleanDiagnostics } from './pascal/diagnostics.ts';
import { findFreePascal } from './pascal/find-fpc.ts';
import { knownPrograms } from './pascal/known-programs.ts';
import { runtimeWords } from './pascal/runtime-words.ts';
import { ask, foldersOf, missingTool } from './tools.ts';

const sourceName = 'main.pas';

const flags = [
  '-O2',
  // goto, inline and operators like +=, as in the settings that Free Pascal is installed with.
  '-Sgic',
  // What a program with stack checking counts as the end of its stack, at most; for others it is the memory limit.
  '-Cs67107839',
  '-XS',
  '-Xs',
  '-dONLINE_JUDGE',
];

/** It says on standard output what is wrong, and of what is no program that could run here, nothing. */
const script = `refuse() { echo "${sourceName}: Error: $1" >&2; exit 1; }
"$@" >&2 || exit
[ -e main ] || refuse 'this is a unit, not a program'
case $(readelf -lW main) in
*' INTERP '*) refuse 'this needs shared libraries, which programs do not see: leave out cthreads, cmem and the like' ;;
*' DYNAMIC '*) refuse 'this is a library, not a program' ;;
esac`;

export const pascal: Language = {
  sourceName,
  runtimeWords,
  knownPrograms,
  async open() {
    const fpc = await findFreePascal();
    if (fpc === null) throw missingTool('fpc', 'fpc');
    // Not the machine's own settings; and of messages errors alone.
    const args = ['-n', `-Fu${fpc.units}/*`, ...flags, '-v0e', '-Se20', '-omain', sourceName];
    const linker = await ask('ld', ['--version'], { PATH: process.env.PATH });
    const readOnly = await foldersOf(fpc.compiler);
    const requestOf = ({ source, program, limits }: CompileJob): RunRequest => ({
      profile: 'toolchain',
      program: '/bin/sh',
      args: ['-c', script, 'sh', fpc.compiler, ...args],
      env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8'],
      files: { ...source.files, [sourceName]: source.code },
      readOnly,
      collect: { name: 'main', to: program },
      limits,
    });
    return {
      version: fpc.version,
      flags,
      commands: { compile: ['fpc', ...flags, '-omain', sourceName].join(' '), run: './main' },
      key: languageKey(
        [fpc.version, fpc.compiler, linker, args],
        ['pascal.ts', 'pascal/diagnostics.ts', 'machine-paths.ts', 'printed.ts'],
      ),
      diagnostics: {
        clean: cleanDiagnostics,
        tooLarge: /File size limit|file too large|No space left|Disk Full/i,
        adviceWhenTooLarge: words('fill_arrays_in_main'),
      },
      compile: (job) => job.run(requestOf(job)),
      launch: (program) => ({ profile: 'program', program }),
      slowBecause: () => null,
      buildAhead: async () => {},
    };
  },
};
