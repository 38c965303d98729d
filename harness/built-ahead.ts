import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Headers and runtimes of the compiler, and the programs of the gate. */
const parts = ['toolchain', 'suite'];

/**
 * What a worker builds when it starts costs some 40 s of CPU time: under `npm test` all workers start with the same,
 * built once (scripts/test.ts). The files never change, so links to them do, where the file system is the same.
 */
export async function shareBuiltAhead(dataDir: string): Promise<void> {
  const shared = process.env.MINOS_BUILT_AHEAD;
  const cache = join(dataDir, 'cache');
  if (!shared || existsSync(cache)) return;
  await mkdir(cache, { recursive: true });
  const sources = parts.map((part) => join(shared, part)).filter((source) => existsSync(source));
  await run('cp', ['-al', ...sources, cache]).catch(() => run('cp', ['-a', ...sources, cache]));
}
