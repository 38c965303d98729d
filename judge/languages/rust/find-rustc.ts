/**
 * The Rust compiler of this machine. What PATH names may be a shim of rustup, which looks into somebody's home, and into
 * the network, for the compiler that it stands for: such a one is asked where that is, and never run in the sandbox.
 */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ask, isOfSystem, listExecutables, systemFolders } from '../tools.ts';

export interface Rustc {
  path: string;
  /** All that it says of itself. */
  said: string;
  /** Where its library is. */
  sysroot: string;
  /** What it needs to see. */
  readOnly: readonly string[];
}

/** The first in PATH that works. */
export async function findRustc(): Promise<Rustc | null> {
  for (const named of await listExecutables('rustc')) {
    const rustc = await askRustc(named);
    if (rustc !== null) return rustc;
  }
  return null;
}

async function askRustc(named: string): Promise<Rustc | null> {
  const sysroot = await ask(named, ['--print', 'sysroot'], { ...process.env, RUSTUP_AUTO_INSTALL: '0' });
  if (sysroot === null) return null;
  const path = join(sysroot, 'bin/rustc');
  // As in the sandbox, where there is no home.
  const said = await ask(path, ['-vV'], {});
  const host = /^host: (\S+)$/m.exec(said ?? '')?.[1];
  const library = join(sysroot, 'lib/rustlib', `${host}`, 'lib');
  if (said === null || !existsSync(library)) return null;
  // Not all of it: it may be /usr/local.
  const own = isOfSystem(path) ? [] : [path, join(sysroot, 'lib')];
  return { path, said, sysroot, readOnly: [...systemFolders, ...own] };
}
