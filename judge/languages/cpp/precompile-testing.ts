/** A compiler that is not quite the machine's. Not used by the product. */

import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { findExecutable } from '../tools.ts';

/** Puts a `bin/g++` into the folder that does as told when its arguments have the pattern, and gives its path. */
export async function wrapCompiler(folder: string, pattern: string, command: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  // Inside the sandbox the compiler runs as somebody else.
  await chmod(folder, 0o755);
  const real = await findExecutable('g++');
  const script = `#!/bin/sh\ncase " $* " in ${pattern}) ${command};; esac\nexec ${real} "$@"\n`;
  await writeFile(join(bin, 'g++'), script, { mode: 0o755 });
  return join(bin, 'g++');
}

export const withoutPluginHeaders = ['*-print-file-name=plugin*', 'echo plugin; exit'] as const;
