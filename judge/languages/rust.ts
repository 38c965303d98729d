/** Rust: one rustc in the sandbox compiles, and has GCC link statically, as for C. */

import { words } from '#contract/words.ts';
import type { RunRequest } from '../sandbox/run-types.ts';
import { askVersion, describeLinking, findMold } from './gnu/compiler.ts';
import type { CompileJob, Language } from './language.ts';
import { languageKey } from './language-key.ts';
import { callRustc } from './rust/call-rustc.ts';
import { cleanDiagnostics } from './rust/diagnostics.ts';
import { findRustc } from './rust/find-rustc.ts';
import { knownPrograms } from './rust/known-programs.ts';
import { runtimeWords } from './rust/runtime-words.ts';
import { findExecutable, foldersOf, isOfSystem, missingTool } from './tools.ts';

const sourceName = 'main.rs';

export const rust: Language = {
  sourceName,
  runtimeWords,
  knownPrograms,
  async open(cacheFolder) {
    const rustc = await findRustc();
    if (rustc === null) throw missingTool('rustc', 'rustc');
    const linker = await findExecutable('gcc');
    if (linker === null) throw missingTool('gcc', 'gcc');
    const linkerSaid = await askVersion(linker);
    const mold = await findMold(linkerSaid);
    const isNightly = /^release: .*-(?:nightly|dev)/m.test(rustc.said);
    const flags = [
      '--edition=2021',
      '-Copt-level=3',
      '-Ctarget-feature=+crt-static',
      // All of its time is counted, and there is one core.
      '-Ccodegen-units=1',
      // What a program does not need to run.
      '-Cstrip=symbols',
      '--cfg=ONLINE_JUDGE',
      '-Awarnings',
      // Later releases would bring a linker of their own, which finds its way by /proc.
      `-Clink-arg=-fuse-ld=${mold === null ? 'bfd' : 'mold'}`,
      // Before it, rustc asks for shared libraries again, which mold on arm64 takes for the whole program: without this
      // its functions for the machine at hand are never chosen, and every program crashes before main.
      '-Clink-arg=-Wl,-Bstatic',
      // Assembly in a source can ask for the link-time optimiser here too.
      '-Clink-arg=-fno-lto',
      // What a nightly release tries out is refused there too.
      ...(isNightly ? ['-Zallow-features='] : []),
    ];
    const { command, readOnly: ahead } = await callRustc(rustc, linker, cacheFolder);
    const [program, ...before] = command;
    const ownFolders = isOfSystem(rustc.path) ? [] : [rustc.sysroot];
    const readOnly = [...new Set([...rustc.readOnly, ...(await foldersOf(linker)), ...ahead])];
    const requestOf = ({ source, program: to, limits }: CompileJob): RunRequest => ({
      profile: 'toolchain',
      program,
      args: [
        ...before,
        ...flags,
        ...['--crate-type=bin', '--sysroot', rustc.sysroot, `-Clinker=${linker}`],
        ...['--color=never', sourceName, '-o', 'main'],
      ],
      env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', 'TMPDIR=.'],
      files: { ...source.files, [sourceName]: source.code },
      readOnly,
      collect: { name: 'main', to },
      limits,
    });
    return {
      version: rustc.said.split('\n')[0] ?? '',
      flags,
      commands: { compile: ['rustc', ...flags, sourceName, '-o', 'main'].join(' '), run: './main' },
      key: languageKey(
        [rustc.said, linkerSaid, await describeLinking(linker, mold), flags],
        ['rust.ts', 'rust/call-rustc.ts', 'rust/diagnostics.ts', 'machine-paths.ts', 'printed.ts'],
      ),
      diagnostics: {
        clean: (printed) => cleanDiagnostics(printed, ownFolders),
        tooLarge: /File size limit|file too big|No space left|File too large/i,
        adviceWhenTooLarge: words('fill_arrays_in_main'),
      },
      compile: (job) => job.run(requestOf(job)),
      launch: (program) => ({ profile: 'program', program }),
      slowBecause: () => null,
      buildAhead: async () => {},
    };
  },
};
