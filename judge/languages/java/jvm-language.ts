/**
 * What the languages of the virtual machine share. A driver of ours, in Java, compiles a source into a jar inside the
 * sandbox; the program is that jar, started by `java`. java/ahead.ts makes both start faster.
 */

import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { words } from '#contract/words.ts';
import type { RunRequest } from '../../sandbox/run-types.ts';
import type { CompileJob, InstalledLanguage } from '../language.ts';
import { languageKey } from '../language-key.ts';
import { archiveClasses, compileDriver, openAhead } from './ahead.ts';
import { cleanDiagnostics } from './diagnostics.ts';
import { foldersForCompiling, foldersForRunning, type Jdk, versionLine } from './jdk.ts';
import { compilerMachine, memoryFlags, ownThreads, programMachine } from './virtual-machine.ts';

export interface JvmCompiler {
  /** Beside the JDK's; null where it is the JDK's own. */
  version: string | null;
  sourceName: string;
  /** What people call to compile, and what they start then. */
  command: string;
  program: string;
  /** Below judge/languages/: called with a source, a jar and the options. */
  driver: string;
  options: readonly string[];
  /** A source, below judge/languages/, that uses what contestants use. */
  training: string;
  /** Told beside the options when it is compiled. */
  trainingOptions: readonly string[];
  /** Jars of this machine: those of the compiler, and what programs need beside the JDK. */
  compilerJars: readonly string[];
  libraryJars: readonly string[];
  /** To be seen by the compiler. */
  folders: readonly string[];
}

const jarName = 'main.jar';

export async function openJvmLanguage(
  jdk: Jdk,
  compiler: JvmCompiler,
  cacheFolder: string,
): Promise<InstalledLanguage> {
  const { sourceName, options, libraryJars } = compiler;
  const driver = readDriver(compiler);
  const ahead = await openAhead(cacheFolder, keyAhead(jdk, compiler), (folder, signal) =>
    buildAhead(jdk, compiler, folder, signal),
  );
  const seenByCompiler = [...foldersForCompiling(jdk), ...compiler.folders, ahead.folder];
  const seenByPrograms = await foldersForRunning(jdk, [...libraryJars, ahead.folder]);
  const requestOf = ({ source, program, limits }: CompileJob): RunRequest => {
    const built = ahead.built();
    return {
      profile: 'toolchain',
      program: jdk.java,
      args: [
        ...compilerMachine,
        ...archiveFlag(built, 'compile'),
        ...classPath([...compiler.compilerJars, ...(built === null ? [] : [built])]),
        // Its source is compiled first each time, in memory.
        built === null ? driver.file : driver.name,
        ...[sourceName, jarName, ...options],
      ],
      env: jdk.env,
      files: {
        [sourceName]: withoutMark(source.code),
        ...(built === null && { [driver.file]: driver.text }),
      },
      readOnly: seenByCompiler,
      collect: { name: jarName, to: program },
      limits,
    };
  };
  return {
    version: [compiler.version ?? [], versionLine(jdk)].flat().join(', '),
    flags: [...options, ...programMachine],
    commands: {
      compile: [compiler.command, ...options, sourceName].join(' '),
      run: ['java', ...programMachine, '-Xms…', '-Xmx…', '-Xss…', compiler.program].join(' '),
    },
    key: languageKey(
      [jdk.said, compiler.version, options],
      [
        ...[compiler.driver, 'java/jvm-language.ts', 'java/diagnostics.ts'],
        ...['machine-paths.ts', 'printed.ts'],
      ],
    ),
    diagnostics: {
      clean: (printed) => cleanDiagnostics(printed, [ahead.folder, ...compiler.folders, ...jdk.folders]),
      tooLarge: /File too large|No space left/,
      adviceWhenTooLarge: words('fill_arrays_in_main'),
    },
    compile: (job) => job.run(requestOf(job)),
    launch: (program, room) => ({
      profile: 'program',
      program: jdk.java,
      args: [
        ...programMachine,
        ...archiveFlag(ahead.built(), 'run'),
        ...memoryFlags(room),
        ...libraryFlags(compiler),
        ...['-jar', jarName],
      ],
      env: jdk.envForRunning,
      files: { [jarName]: program },
      readOnly: seenByPrograms,
      processes: ownThreads,
      showsInput: true,
    }),
    slowBecause: () => null,
    buildAhead: ahead.build,
  };
}

function readDriver({ driver }: JvmCompiler) {
  const file = basename(driver);
  return { file, name: basename(driver, '.java'), text: readFileSync(urlOf(driver)) };
}

const urlOf = (name: string) => new URL(`../${name}`, import.meta.url);

function keyAhead(jdk: Jdk, { driver, training, ...compiler }: JvmCompiler): string {
  const files = [driver, training, 'java/ahead.ts', 'java/jvm-language.ts', 'java/virtual-machine.ts'];
  return languageKey([jdk.said, jdk.home, compiler], files).slice(0, 32);
}

/** The training source is compiled and run, so that the classes that takes are known. */
async function buildAhead(
  jdk: Jdk,
  compiler: JvmCompiler,
  folder: string,
  signal?: AbortSignal,
): Promise<void> {
  const { compilerJars, options, trainingOptions } = compiler;
  const training = fileURLToPath(urlOf(compiler.training));
  const jar = 'training.jar';
  await compileDriver(jdk, urlOf(compiler.driver), classPath(compilerJars), folder, signal);
  await archiveClasses(jdk, {
    name: 'compile',
    args: [
      ...compilerMachine,
      ...classPath([...compilerJars, folder]),
      readDriver(compiler).name,
      ...[training, jar, ...options, ...trainingOptions],
    ],
    of: classPath(compilerJars),
    folder,
    signal,
  });
  await archiveClasses(jdk, {
    name: 'run',
    args: [...programMachine, ...libraryFlags(compiler), '-jar', jar],
    of: libraryFlags(compiler),
    folder,
    signal,
  });
  await rm(join(folder, jar));
}

function archiveFlag(built: string | null, name: string): string[] {
  return built === null ? [] : [`-XX:SharedArchiveFile=${built}/${name}.jsa`];
}

function classPath(entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : ['-cp', entries.join(':')];
}

/** Beside the JDK's own library, so that they need not be packed into every program. */
function libraryFlags({ libraryJars }: JvmCompiler): string[] {
  return libraryJars.length === 0 ? [] : [`-Xbootclasspath/a:${libraryJars.join(':')}`];
}

/** Of an editor that marks its files as UTF-8. Other compilers pass over it. */
function withoutMark(code: Uint8Array): Uint8Array {
  return code[0] === 0xef && code[1] === 0xbb && code[2] === 0xbf ? code.subarray(3) : code;
}
