/**
 * The compiler of this machine: where it is, which flags it gets, its precompiled headers and its runtimes.
 *
 * What is built ahead (ahead-folder.ts) has for its key the hash of the compiler's and the linker's versions, the
 * libraries, the flags and how headers are built and proven. It is built outside the sandbox, since compiler, headers and
 * libraries are the machine's own; contestants' sources never are.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Words, words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { openAheadFolder } from '../ahead-folder.ts';
import { askVersion, commonFlags, findHeaderFolders, findMold, versionLine } from '../gnu/compiler.ts';
import { findExecutable, foldersOf, missingTool } from '../tools.ts';
import { mayTouchFarParts } from './far-library.ts';
import { chooseSet, type HeaderSet, headerSets, mayReadUnknownHeader, textToPrecompile } from './headers.ts';
import {
  type Built,
  describePrecompiling,
  exists,
  findBuilt,
  findPluginHeaders,
  missingPackage,
  openPrecompiler,
  type Precompiler,
} from './precompile.ts';
import {
  buildRuntimes,
  describeParts,
  type LinkCommand,
  linkWith,
  type Runtime,
  readLinkCommand,
  runtimes,
} from './runtimes.ts';

const run = promisify(execFile);

export interface Toolchain {
  compiler: string;
  /** As the compiler says it, in one line. */
  version: string;
  /** Everything but input and output. */
  flags: readonly string[];
  /** Hash of all that decides about programs and headers: what was made by others is not mixed with theirs. */
  key: string;
  /** Folders of this machine that the compiler needs to see. */
  readOnly: readonly string[];
  /** Where precompiled headers and runtimes are. */
  aheadFolder: string;
  /** The best precompiled header that is there and changes nothing about the program: what to include. */
  chooseHeader: (source: Uint8Array, hasOwnFiles?: boolean) => string | null;
  /** Runtimes that are there (none without mold), and how main.o is linked with one. */
  runtimes: () => readonly Runtime[];
  linkWith: (runtime: Runtime) => readonly string[];
  /** Why compiling is slower than it could be, in a line for staff; null when it is not, as far as is known. */
  slowBecause: () => Words<'compiling_slowly'> | null;
  /** Builds what is missing: some 45 s of CPU time, once. Compiling works meanwhile, only slower. */
  buildAhead: (signal?: AbortSignal) => Promise<void>;
}

export const standards = ['gnu++20', 'gnu++17'] as const;
export type Standard = (typeof standards)[number];

/** Flags that a precompiled header must share with the programs that use it. */
const languageFlags = (standard: Standard) => [
  '-O2',
  `-std=${standard}`,
  '-DONLINE_JUDGE',
  // Otherwise, on arm64, how a function reaches data depends on which other functions were compiled before it.
  '-fno-section-anchors',
  '-w',
];

export async function openToolchain(
  cacheFolder: string,
  sets = headerSets,
  standard: Standard = 'gnu++20',
): Promise<Toolchain> {
  const compiler = await findExecutable('g++');
  if (compiler === null) throw missingTool('g++', 'g++');
  const version = await askVersion(compiler);
  const mold = await findMold(version);
  const languageOnly = languageFlags(standard);
  const flags = [...languageOnly, ...commonFlags(mold)];
  // Another release may choose otherwise among a library's members, and then the runtimes are to be proven anew.
  const linker = mold === null ? null : (await run(mold, ['--version'])).stdout;
  const pluginHeaders = await findPluginHeaders(compiler);
  const parts = [await describeParts(compiler), await describePrecompiling(pluginHeaders)];
  const key = createHash('sha256')
    .update(JSON.stringify([version, linker, flags, sets.map(textToPrecompile), parts]))
    .digest('hex')
    .slice(0, 32);
  const folder = await openAheadFolder(cacheFolder, key);
  const headerFolders = await findHeaderFolders(compiler);
  const command = mold === null ? null : await readLinkCommand(compiler, flags, mold);
  const missing = pluginHeaders === null ? await missingPackage(compiler) : null;
  const precompiler = { compiler, flags: languageOnly, folder, pluginHeaders };
  const ahead: Ahead = {
    compiler,
    flags,
    folder,
    command,
    precompiler,
    headers: new Map(),
    runtimes: new Set(),
  };
  for (const set of sets) await addBuilt(ahead, set);
  for (const each of runtimes)
    if (command && (await exists(join(folder, each.file)))) ahead.runtimes.add(each);
  return {
    compiler,
    version: versionLine(version),
    flags,
    key,
    readOnly: [...(await foldersOf(compiler)), folder],
    aheadFolder: folder,
    chooseHeader(source, hasOwnFiles) {
      // What other files say is not read.
      const isReadWhole = !hasOwnFiles && !mayReadUnknownHeader(source, headerFolders);
      const mayUseAll = isReadWhole && !mayTouchFarParts(source);
      const usable = sets.filter((set) => {
        const built = ahead.headers.get(set);
        return built && (mayUseAll || built.slowBecause !== null);
      });
      const set = chooseSet(source, usable, hasOwnFiles);
      return (set && ahead.headers.get(set)?.header) ?? null;
    },
    runtimes: () => [...ahead.runtimes],
    slowBecause: () => {
      const reasons = [...ahead.headers.values()].map(({ slowBecause }) => slowBecause);
      const reason = missing ?? reasons.find((each) => each !== null);
      return reason ? words('compiling_slowly', { reason }) : null;
    },
    linkWith: (runtime) => (command ? linkWith(command, join(folder, runtime.file)) : []),
    async buildAhead(signal) {
      // A machine whose linker cannot do the one may well do the other.
      await buildMissingRuntimes(ahead, signal).finally(() => buildHeaders(ahead, sets, signal));
    },
  };
}

/** What was built ahead, and what it takes to build more. */
interface Ahead {
  compiler: string;
  flags: readonly string[];
  folder: string;
  command: LinkCommand | null;
  precompiler: Precompiler;
  headers: Map<HeaderSet, Built>;
  runtimes: Set<Runtime>;
}

async function buildMissingRuntimes(
  { compiler, flags, folder, command, runtimes: built }: Ahead,
  signal?: AbortSignal,
): Promise<void> {
  const missing = runtimes.filter((each) => !built.has(each));
  if (command === null || missing.length === 0) return;
  try {
    await buildRuntimes(compiler, flags, command, folder, missing, signal);
  } catch (error) {
    throw new JudgeFault(words('runtimes_not_built'), { cause: error });
  }
  for (const each of missing) built.add(each);
}

async function buildHeaders(ahead: Ahead, sets: readonly HeaderSet[], signal?: AbortSignal): Promise<void> {
  const missing = sets.filter((set) => !ahead.headers.has(set));
  const precompile = openPrecompiler(ahead.precompiler, signal);
  async function buildNext(): Promise<void> {
    for (let set = missing.shift(); set !== undefined; set = missing.shift()) {
      await precompile(set);
      await addBuilt(ahead, set);
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, buildNext));
}

async function addBuilt({ folder, headers }: Ahead, set: HeaderSet): Promise<void> {
  const built = await findBuilt(folder, set);
  if (built) headers.set(set, built);
}
