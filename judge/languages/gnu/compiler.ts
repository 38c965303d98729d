/** What the languages of GNU's compilers share: what one is told, and what it says of itself. */

import { execFile } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { findExecutable } from '../tools.ts';

const run = promisify(execFile);

/** Everything but the standard, input and output. */
export function commonFlags(mold: string | null): string[] {
  return [...flags, ...(mold === null ? [] : moldFlags)];
}

const moldFlags = [
  '-fuse-ld=mold',
  // GNU's linker does so unasked: a function inside another, called through its address, starts on the stack.
  '-Wl,-z,execstack-if-needed',
];

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

/** All that it says of itself. */
export async function askVersion(compiler: string): Promise<string> {
  return (await run(compiler, ['-v'], { env: { ...process.env, LC_ALL: 'C' } })).stderr;
}

/** Where the compiler of C++ looks for headers. */
export async function findHeaderFolders(compiler: string): Promise<string[]> {
  const env = { ...process.env, LC_ALL: 'C' };
  const { stderr } = await run(compiler, ['-x', 'c++', '-E', '-v', '/dev/null'], { env });
  const list = /^#include <\.\.\.> search starts here:\n((?: .*\n)+)/m.exec(stderr)?.[1] ?? '';
  return list.split('\n').flatMap((line) => line.trim() || []);
}

export function versionLine(said: string): string {
  return /^gcc version .*$/m.exec(said)?.[0].trim() ?? 'unknown';
}

/** The fast linker, where it is installed and the compiler is new enough to know its name. */
export async function findMold(version: string): Promise<string | null> {
  const major = Number(/^gcc version (\d+)\./m.exec(version)?.[1] ?? 0);
  return major >= 12 ? findExecutable('ld.mold') : null;
}

/** What programs are linked by and with: another release of the linker or of a library makes other programs. */
export async function describeLinking(compiler: string, mold: string | null): Promise<string[]> {
  const ask = async (question: string) => (await run(compiler, [question])).stdout.trim();
  const linker = mold ?? (await ask('-print-prog-name=ld'));
  const libraries = ['libc.a', 'libm.a', 'libgcc.a', 'libgcc_eh.a', 'crt1.o'].map(async (name) => {
    const { size, mtimeMs } = await stat(await ask(`-print-file-name=${name}`));
    return `${name} ${size} ${mtimeMs}`;
  });
  return Promise.all([run(linker, ['--version']).then(({ stdout }) => stdout), ...libraries]);
}
