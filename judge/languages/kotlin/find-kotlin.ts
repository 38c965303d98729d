/** The Kotlin compiler of this machine. */

import { access, readFile, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { listExecutables } from '../tools.ts';

export interface Kotlin {
  /** With what it needs for itself beside it. */
  compiler: string;
  /** What programs need. */
  library: string;
  folder: string;
  /** With the number of its build. */
  version: string;
}

/** Debian's is of 2019 and knows no JDK of today. */
const leastVersion = { major: 1, minor: 9 };

/** By KOTLIN_HOME, or by `kotlinc` in PATH: a folder as its makers publish it, also as npm's kotlin-compiler. */
export async function findKotlin(): Promise<Kotlin> {
  const tools = await Promise.all((await listExecutables('kotlinc')).map((tool) => realpath(tool)));
  const homes = [process.env.KOTLIN_HOME ?? '', ...tools.map((tool) => dirname(dirname(tool)))];
  for (const home of homes.filter((each) => each.startsWith('/'))) {
    const kotlin = await openKotlin(home).catch(() => null);
    if (kotlin) return kotlin;
  }
  throw new JudgeFault(words('kotlin_missing', { version: `${leastVersion.major}.${leastVersion.minor}` }));
}

/** Null when it is too old; fails when it is none. */
async function openKotlin(home: string): Promise<Kotlin | null> {
  const folder = join(await realpath(home), 'lib');
  const compiler = join(folder, 'kotlin-compiler.jar');
  const library = join(folder, 'kotlin-stdlib.jar');
  const version = (await readFile(join(home, 'build.txt'), 'utf8')).trim();
  await Promise.all([access(compiler), access(library)]);
  return isCurrent(version) ? { compiler, library, folder, version } : null;
}

function isCurrent(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > leastVersion.major || (major === leastVersion.major && minor >= leastVersion.minor);
}
