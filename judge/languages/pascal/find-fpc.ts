/** Free Pascal on this machine. */

import { realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ask, findExecutable, listExecutables } from '../tools.ts';

export interface FreePascal {
  /** The compiler itself: `fpc` only looks for it. */
  compiler: string;
  /** In one line. */
  version: string;
  /** Where its units are, one folder for each package. */
  units: string;
}

/** The first in PATH that works. */
export async function findFreePascal(): Promise<FreePascal | null> {
  for (const named of await listExecutables('fpc')) {
    const found = await askFpc(named);
    if (found !== null) return found;
  }
  return null;
}

async function askFpc(named: string): Promise<FreePascal | null> {
  const env = { PATH: process.env.PATH };
  const name = await ask(named, ['-PB'], env);
  if (!name) return null;
  // Debian's is a link to a link outside of what the sandbox shows.
  const path = name.startsWith('/') ? name : await findExecutable(name);
  const compiler = path && (await realpath(path).catch(() => null));
  if (!compiler) return null;
  const release = await ask(compiler, ['-iV'], env);
  const target = await ask(compiler, ['-iTP'], env);
  if (release === null || target === null) return null;
  return {
    compiler,
    version: `Free Pascal Compiler ${release} for ${target}`,
    units: join(dirname(compiler), 'units', `${target}-linux`),
  };
}
