import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/**
 * What a worker builds ahead costs some 35 s of CPU time: under `npm test` all workers start with the same, built once
 * (scripts/test.ts). The files never change, so links to them do, where the file system is the same.
 */
export async function shareBuiltAhead(dataDir: string): Promise<void> {
  const shared = process.env.MINOS_BUILT_AHEAD;
  const cache = join(dataDir, 'cache');
  if (!shared || existsSync(cache)) return;
  await mkdir(cache, { recursive: true });
  const source = join(shared, 'toolchain');
  await run('cp', ['-al', source, cache]).catch(() => run('cp', ['-a', source, cache]));
}
