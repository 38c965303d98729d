/** What the languages of GNU's compilers share: where one is found, what it is told, and what it needs to see. */

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Everything but the standard, input and output. */
export function commonFlags(mold: string | null): string[] {
  return [...flags, ...(mold === null ? [] : ['-fuse-ld=mold'])];
}

const flags = [
  '-static',
  // What a program does not need to run: names of its functions, and a hash of itself.
  '-s',
  '-Wl,--build-id=none',
  // Assembly in a source can make an object that asks for the link-time optimiser, which has no use here.
  '-fno-lto',
  '-pipe',
  '-fmax-errors=20',
  '-fdiagnostics-color=never',
  '-fmessage-length=0',
];

/** Not all of /usr: what an administrator puts in /usr/local or /usr/share is nobody's business. */
const systemFolders = ['/usr/bin', '/usr/include', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec'];
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64'];
/** Folders of this machine that the compiler needs to see. */
export async function foldersOf(compiler: string): Promise<string[]> {
  return [...systemFolders, ...linkedFolders, ...(await ownFolder(compiler))];
}

/** A compiler outside the system's folders brings its own. */
async function ownFolder(compiler: string): Promise<string[]> {
  const real = await realpath(compiler);
  const isSystem = systemFolders.some((folder) => real.startsWith(`${folder}/`));
  return isSystem ? [] : [dirname(dirname(real))];
}

/** All that it says of itself. */
export async function askVersion(compiler: string): Promise<string> {
  return (await run(compiler, ['-v'], { env: { ...process.env, LC_ALL: 'C' } })).stderr;
}

export function versionLine(said: string): string {
  return /^gcc version .*$/m.exec(said)?.[0].trim() ?? 'unknown';
}

/** The fast linker, where it is installed and the compiler is new enough to know its name. */
export async function findMold(version: string): Promise<string | null> {
  const major = Number(/^gcc version (\d+)\./m.exec(version)?.[1] ?? 0);
  return major >= 12 ? findExecutable('ld.mold') : null;
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
