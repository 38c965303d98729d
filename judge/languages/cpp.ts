/**
 * C++ by GNU's compiler: one shell in the sandbox compiles and links statically. cpp/ has its shortcuts, none of which
 * changes a program: precompiled headers and parts of the library put together for the linker.
 */

import { basename } from 'node:path';
import { words } from '#contract/words.ts';
import type { RunFacts, RunRequest } from '../sandbox/run-types.ts';
import { headerSets } from './cpp/headers.ts';
import { knownPrograms } from './cpp/known-programs.ts';
import { runtimeWords } from './cpp/runtime-words.ts';
import { chooseRuntime } from './cpp/runtimes.ts';
import { openToolchain, type Standard, type Toolchain } from './cpp/toolchain.ts';
import { cleanDiagnostics } from './gnu/diagnostics.ts';
import type { CompileJob, InstalledLanguage, Language } from './language.ts';
import { languageKey } from './language-key.ts';

const sourceName = 'main.cpp';

export const cpp = gnuCpp('gnu++20');
export const cpp17 = gnuCpp('gnu++17');

export function gnuCpp(standard: Standard): Language {
  return {
    sourceName,
    runtimeWords,
    knownPrograms,
    open: async (cacheFolder) => withToolchain(await openToolchain(cacheFolder, headerSets, standard)),
  };
}

export function withToolchain(toolchain: Toolchain): InstalledLanguage {
  return {
    version: toolchain.version,
    flags: toolchain.flags,
    commands: {
      compile: [basename(toolchain.compiler), ...toolchain.flags, sourceName, '-o', 'main'].join(' '),
      run: './main',
    },
    key: languageKey(toolchain.key, [
      'cpp.ts',
      ...['headers', 'far-library', 'library-changes', 'source-text', 'runtimes'].map(
        (name) => `cpp/${name}.ts`,
      ),
      'gnu/diagnostics.ts',
      'machine-paths.ts',
      'printed.ts',
    ]),
    diagnostics: {
      clean: (printed) => cleanDiagnostics(printed, [toolchain.aheadFolder]),
      tooLarge: /File size limit|file too big|No space left/i,
      adviceWhenTooLarge: words('fill_arrays_in_main'),
    },
    compile: (job) => compile(toolchain, job),
    launch: (program) => ({ profile: 'program', program }),
    slowBecause: toolchain.slowBecause,
    buildAhead: toolchain.buildAhead,
  };
}

async function compile(toolchain: Toolchain, job: CompileJob): Promise<RunFacts> {
  const { code, files = {} } = job.source;
  const header = toolchain.chooseHeader(code, Object.keys(files).length > 0);
  const facts = await job.run(compileRequest(toolchain, job, header));
  // One that was stopped for saying too much is told by what it said first.
  const isRefused = facts.limit === null ? facts.exitCode !== 0 : facts.limit === 'output';
  if (!header || !isRefused) return facts;
  // The contestant hears what the compiler says without: with a precompiled header, candidates come in another
  // order and hints point at other lines. And one that vanished is our trouble.
  return job.run(compileRequest(toolchain, job, null));
}

function compileRequest(
  toolchain: Toolchain,
  { source, program, limits }: CompileJob,
  header: string | null,
): RunRequest {
  const runtime = chooseRuntime(source.code, toolchain.runtimes());
  const include = header ? ['-include', header] : [];
  const compiling = [toolchain.compiler, ...toolchain.flags, ...include, '-c', sourceName, '-o', 'main.o'];
  const linking = [toolchain.compiler, ...toolchain.flags, 'main.o', '-o', 'main'];
  // The contestant hears only of the link that counts.
  const linkingFast = runtime ? `${inShell(toolchain.linkWith(runtime))} >link.txt 2>&1 || ` : '';
  return {
    profile: 'toolchain',
    program: '/bin/sh',
    args: ['-c', `${inShell(compiling)} && { ${linkingFast}${inShell(linking)}; }`],
    env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', 'TMPDIR=.'],
    files: { ...source.files, [sourceName]: source.code },
    readOnly: toolchain.readOnly,
    collect: { name: 'main', to: program },
    limits,
  };
}

function inShell(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}
