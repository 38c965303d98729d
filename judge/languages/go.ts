/**
 * Go: its compiler and its linker in the sandbox, called as `go build` would, with the standard library compiled ahead
 * (go/library.ts). Programs are static. There is no C, no module but the standard library, and no file but the source.
 */

import { words } from '#contract/words.ts';
import type { RunRequest } from '../sandbox/run-types.ts';
import { cleanDiagnostics } from './go/diagnostics.ts';
import { findGo } from './go/find-go.ts';
import { knownPrograms } from './go/known-programs.ts';
import { openLibrary, type PackageLists } from './go/library.ts';
import { runtimeWords } from './go/runtime-words.ts';
import type { CompileJob, Language } from './language.ts';
import { languageKey } from './language-key.ts';
import { foldersOf, missingTool } from './tools.ts';

const sourceName = 'main.go';
const importsName = 'imports.cfg';
const linksName = 'links.cfg';

/** The collector works harder from here on, rather than that a program is ended for what it does not need any more. */
const heapShare = 0.9;

export const go: Language = {
  sourceName,
  runtimeWords,
  knownPrograms,
  async open(cacheFolder) {
    const tools = await findGo();
    if (tools === null) throw missingTool('go', 'golang-go');
    const library = await openLibrary(tools, cacheFolder);
    const compilerFlags = ['-p', 'main', '-complete', '-pack', '-dwarf=false'];
    const linkerFlags = ['-buildmode=exe', '-linkmode=internal', '-s', '-w'];
    const script = [
      ['"$COMPILER"', ...compilerFlags, '-importcfg', importsName, '-o', 'main.o', sourceName],
      ['"$LINKER"', ...linkerFlags, '-importcfg', linksName, '-o', 'main', 'main.o'],
    ];
    const readOnly = [...(await foldersOf(tools.compiler)), library.folder];
    const requestOf = (
      { source, program, limits }: CompileJob,
      { imports, links }: PackageLists,
    ): RunRequest => ({
      profile: 'toolchain',
      program: '/bin/sh',
      // The compiler says on standard output what is wrong.
      args: ['-c', script.map((command) => `${command.join(' ')} >&2`).join(' && ')],
      env: ['PATH=/usr/bin:/bin', `COMPILER=${tools.compiler}`, `LINKER=${tools.linker}`],
      files: {
        ...source.files,
        [sourceName]: source.code,
        [importsName]: Buffer.from(imports),
        [linksName]: Buffer.from(links),
      },
      readOnly,
      collect: { name: 'main', to: program },
      limits,
    });
    return {
      version: tools.version,
      flags: [...compilerFlags, ...linkerFlags],
      commands: { compile: `CGO_ENABLED=0 go build -ldflags='-s -w' -o main ${sourceName}`, run: './main' },
      key: languageKey(
        [tools.identity, compilerFlags, linkerFlags],
        ['go.ts', 'go/diagnostics.ts', 'go/library.ts', 'go/find-go.ts', 'machine-paths.ts', 'printed.ts'],
      ),
      diagnostics: {
        clean: (printed) => cleanDiagnostics(printed, library.folder),
        tooLarge: /File size limit|file too large|No space left/i,
        adviceWhenTooLarge: words('fill_arrays_in_main'),
      },
      async compile(job) {
        await library.build();
        return job.run(requestOf(job, await library.readLists()));
      },
      launch: (program, { memoryBytes }) => ({
        profile: 'program',
        program,
        // Without the trace, which nobody sees: of ten thousand goroutines it would be a flood.
        env: [`GOMEMLIMIT=${Math.floor(memoryBytes * heapShare)}`, 'GOTRACEBACK=none'],
        processes: 16,
      }),
      slowBecause: () => null,
      buildAhead: (signal) => library.build(signal),
    };
  },
};
