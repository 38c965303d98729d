/**
 * The compiler of this machine: where it is, which flags it gets, and its precompiled headers.
 *
 * Precompiled headers live in `<cache>/toolchain/<key>/`, the key being the hash of the compiler's version and the
 * flags, so another compiler never meets headers that were not made by it. Each is built once, beside its place,
 * and renamed into it: a killed build leaves nothing that could be taken for a header. They are built outside the
 * sandbox, since the compiler and its headers are the machine's own; contestants' sources never are.
 */

import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import {
  access,
  chmod,
  mkdir,
  readdir,
  realpath,
  rename,
  rm,
  stat,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { JudgeFault } from './fault.ts';
import { type HeaderSet, headerSets, setText } from './headers.ts';
import { removeOrphans } from './work-folder.ts';

const run = promisify(execFile);

export interface Toolchain {
  compiler: string;
  /** Everything but input and output. */
  flags: readonly string[];
  /** Hash of compiler and flags: programs and headers made by another are not mixed with these. */
  key: string;
  /** Folders of this machine that the compiler needs to see. */
  readOnly: readonly string[];
  /** Where the precompiled headers are. */
  headerFolder: string;
  /** Sets that are there, best first. */
  headerSets: () => readonly HeaderSet[];
  /** Builds the sets that are missing: some 20 s of CPU time, once. Compiling works meanwhile, only slower. */
  buildHeaders: (signal?: AbortSignal) => Promise<void>;
}

/** Flags that a precompiled header must share with the programs that use it. */
const languageFlags = ['-O2', '-std=gnu++20', '-DONLINE_JUDGE', '-w'];
const linkFlags = ['-static', '-pipe', '-fmax-errors=20', '-fdiagnostics-color=never', '-fmessage-length=0'];

/** Not all of /usr: what an administrator puts in /usr/local or /usr/share is nobody's business. */
const systemFolders = ['/usr/bin', '/usr/include', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec'];
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64'];
const unusedForDays = 30;

export async function openToolchain(cacheFolder: string, sets = headerSets): Promise<Toolchain> {
  const compiler = await findExecutable('g++');
  if (compiler === null) throw new JudgeFault('g++ is not installed');
  const { stderr: version } = await run(compiler, ['-v'], { env: { ...process.env, LC_ALL: 'C' } });
  const flags = [...languageFlags, ...linkFlags, ...(await moldFlags(version))];
  const key = createHash('sha256')
    .update(JSON.stringify([version, flags, sets]))
    .digest('hex')
    .slice(0, 32);
  const headerFolder = join(cacheFolder, 'toolchain', key);
  await mkdir(headerFolder, { recursive: true, mode: 0o755 });
  await removeUnused(dirname(headerFolder), key);
  await removeOrphans(headerFolder);
  const available = new Set<HeaderSet>();
  for (const set of sets) if (await exists(precompiledPath(headerFolder, set))) available.add(set);
  return {
    compiler,
    flags,
    key,
    readOnly: [...systemFolders, ...linkedFolders, ...(await ownFolder(compiler)), headerFolder],
    headerFolder,
    headerSets: () => sets.filter((set) => available.has(set)),
    buildHeaders: (signal) => buildHeaders(compiler, headerFolder, sets, available, signal),
  };
}

/** The fast linker, where it is installed and the compiler is new enough to know its name. */
async function moldFlags(version: string): Promise<string[]> {
  const major = Number(/^gcc version (\d+)\./m.exec(version)?.[1] ?? 0);
  return major >= 12 && (await findExecutable('ld.mold')) !== null ? ['-fuse-ld=mold'] : [];
}

/** A compiler outside the system's folders brings its own. */
async function ownFolder(compiler: string): Promise<string[]> {
  const real = await realpath(compiler);
  const isSystem = systemFolders.some((folder) => real.startsWith(`${folder}/`));
  return isSystem ? [] : [dirname(dirname(real))];
}

export async function findExecutable(name: string): Promise<string | null> {
  for (const folder of (process.env.PATH ?? '').split(delimiter).filter((part) => part.startsWith('/'))) {
    const path = join(folder, name);
    if (
      await access(path, constants.X_OK).then(
        () => true,
        () => false,
      )
    )
      return path;
  }
  return null;
}

async function buildHeaders(
  compiler: string,
  folder: string,
  sets: readonly HeaderSet[],
  available: Set<HeaderSet>,
  signal?: AbortSignal,
): Promise<void> {
  const missing = sets.filter((set) => !available.has(set));
  async function buildNext(): Promise<void> {
    for (let set = missing.shift(); set !== undefined; set = missing.shift()) {
      await buildHeader(compiler, folder, set, signal);
      available.add(set);
    }
  }
  await Promise.all(Array.from({ length: Math.min(2, availableParallelism()) }, buildNext));
}

/** Some seconds of compiling are not to go on for a worker that was killed: neither g++ nor what g++ starts. */
const dyingWithParent = ['setpriv', '--pdeathsig', 'KILL'] as const;

async function buildHeader(
  compiler: string,
  folder: string,
  set: HeaderSet,
  signal?: AbortSignal,
): Promise<void> {
  const draft = join(folder, `${process.pid}-${set.file}`);
  try {
    await writeFile(draft, setText(set), { mode: 0o644 });
    await rename(draft, join(folder, set.file));
    const what = [...languageFlags, '-x', 'c++-header', join(folder, set.file), '-o', draft];
    const [command, ...args] = [
      ...dyingWithParent,
      'nice',
      compiler,
      '-wrapper',
      dyingWithParent.join(),
      ...what,
    ];
    await run(command, args, signal ? { signal } : {});
    await chmod(draft, 0o644);
    await rename(draft, precompiledPath(folder, set));
  } catch (error) {
    await rm(draft, { force: true });
    throw new JudgeFault(`could not precompile ${set.headers.join(', ')}`, { cause: error });
  }
}

function precompiledPath(folder: string, set: HeaderSet): string {
  return join(folder, `${set.file}.gch`);
}

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/** Headers of a compiler that was replaced long ago; the folder's time says when it was last opened. */
async function removeUnused(parent: string, current: string): Promise<void> {
  const now = new Date();
  await utimes(join(parent, current), now, now);
  for (const name of await readdir(parent)) {
    const { mtimeMs } = await stat(join(parent, name)).catch(() => ({ mtimeMs: now.getTime() }));
    if (now.getTime() - mtimeMs > unusedForDays * 86_400_000) {
      await rm(join(parent, name), { recursive: true, force: true });
    }
  }
}
