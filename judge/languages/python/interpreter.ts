/**
 * Python by an interpreter of this machine. There is nothing to compile: the source is read once, so that a mistake of
 * syntax is a Compilation Error and no failed test, and is what runs. Both happen in the same kind of cell, where the
 * interpreter sees its own folder, its libraries and nothing else of the machine.
 */

import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { glob, readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import type { PackageId } from '#contract/programs.ts';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { cleanDiagnostics } from '../gnu/diagnostics.ts';
import { keepSource } from '../keep-source.ts';
import { type InstalledLanguage, type Launch, type MemoryRoom, requestOf } from '../language.ts';
import { languageKey } from '../language-key.ts';
import { allOf } from '../limits.ts';
import { librariesOf, preloadEnv, shownFolders } from '../shown-folders.ts';
import { listExecutables } from '../tools.ts';
import { findPackages } from './packages.ts';

const run = promisify(execFile);

export interface Interpreter {
  /** What it calls itself in `sys.implementation`: an executable of the wanted name may be another one. */
  readonly implementation: 'cpython' | 'pypy';
  /** Names of its executable. */
  readonly tools: readonly string[];
  /** Debian's, for whoever has to install it. */
  readonly package: string;
  /** What there is for it beside its own library. */
  readonly packages: readonly PackageId[];
  /** What it is told of the memory that it may use. */
  readonly memoryEnv: (room: MemoryRoom) => string[];
}

const sourceName = 'main.py';

/** What people would say too: no compiled modules are written. */
const toldFlags = ['-B'];
/** Without the site module, which looks for packages that are not shown; what else it brings has start.py. */
const flags = ['-S', ...toldFlags];

/**
 * The same in every run: the order of sets of texts too, for which Python would take a seed by chance, so that a program
 * judged again does the same again. Input and output are UTF-8 whatever the machine speaks.
 */
const ownEnv = ['PYTHONHASHSEED=0', 'PYTHONUTF8=1', 'LC_ALL=C'];

export async function openInterpreter(
  kind: Interpreter,
  allowed: readonly PackageId[],
): Promise<InstalledLanguage> {
  const { version, executable, prefix, folders } = await findInterpreter(kind);
  const beside = await findPackages(executable, kind.packages, allowed);
  const env = [...ownEnv, ...beside.env];
  const readOnly = await shownFolders([
    ...beside.readOnly,
    executable,
    ...(await Promise.all(folders.map(withoutPackages))).flat(),
    ...(await librariesOf([executable, ...(await modulesWithLibraries(folders))])),
  ]);
  /** What changes nothing but how fast it starts. */
  const startEnv = [`PYTHONHOME=${prefix}`, ...preloadEnv(await librariesOf([executable]))];
  const start = (script: string, room: MemoryRoom): Launch => ({
    profile: 'program',
    program: executable,
    args: [...flags, '-c', script],
    env: [...env, ...startEnv, ...kind.memoryEnv(room)],
    readOnly,
  });
  return {
    version,
    flags,
    packages: beside.packages,
    commands: {
      compile: null,
      run: [...env, basename(executable), ...toldFlags, sourceName].join(' '),
    },
    key: languageKey(
      [version, flags, ownEnv],
      [
        ...['python/interpreter.ts', 'python/check.py', 'keep-source.ts'],
        ...['gnu/diagnostics.ts', 'machine-paths.ts', 'printed.ts'],
      ],
    ),
    diagnostics: {
      clean: (printed) => cleanDiagnostics(printed, []),
      tooLarge: /(?!)/,
      adviceWhenTooLarge: words('fill_arrays_in_main'),
    },
    async compile(job) {
      const { source, limits } = job;
      const launch = start(scripts.check, allOf(limits));
      return keepSource(job, await job.run(requestOf(launch, { stdin: source.code, limits })));
    },
    launch: (program, room) => ({
      ...start(scripts.start, room),
      files: { [sourceName]: program },
      showsInput: true,
    }),
    slowBecause: () => null,
    buildAhead: async () => {},
  };
}

interface Found {
  readonly implementation: string;
  readonly version: string;
  readonly executable: string;
  /** Where it looks for its folders. */
  readonly prefix: string;
  readonly folders: readonly string[];
}

async function findInterpreter({ implementation, tools, package: name }: Interpreter): Promise<Found> {
  for (const tool of tools) {
    for (const path of await listExecutables(tool)) {
      const found = await askAboutItself(path).catch(() => null);
      if (found?.implementation === implementation) return found;
    }
  }
  throw new JudgeFault(words('language_missing', { tool: tools[0] as string, package: name }));
}

async function askAboutItself(path: string): Promise<Found> {
  const { stdout } = await run(path, ['-I', '-S', '-c', scripts.tell], { timeout: 60_000 });
  return JSON.parse(stdout) as Found;
}

const packageFolders = ['site-packages', 'dist-packages'];

/** What somebody has installed for this interpreter is not shown: where it lies in its own folder, all else there is. */
async function withoutPackages(folder: string): Promise<string[]> {
  const names = await readdir(folder);
  const present = packageFolders.filter((name) => names.includes(name)).map((name) => join(folder, name));
  const areEmpty = await Promise.all(present.map(hasNoPackage));
  if (areEmpty.every(Boolean)) return [folder];
  return names.filter((name) => !packageFolders.includes(name)).map((name) => join(folder, name));
}

/** Debian puts single libraries of packages there whose code lies elsewhere. */
async function hasNoPackage(folder: string): Promise<boolean> {
  const code = glob(['*.{py,pth,so,zip}', '*/__init__.py'], { cwd: folder });
  for await (const _ of code) return false;
  return true;
}

/** Those of the standard library that a program in a contest may want and that bring a library of their own. */
const modules = '{lib-dynload/,}{_bz2,_ctypes,_decimal,_lzma}{,_cffi}.*.so';

async function modulesWithLibraries(folders: readonly string[]): Promise<string[]> {
  const found: string[] = [];
  for (const folder of folders)
    for await (const file of glob(modules, { cwd: folder })) found.push(join(folder, file));
  return found;
}

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const scripts = { start: read('start.py'), check: read('check.py'), tell: read('tell.py') };
