/** Languages without a compiler: their source is read once in the sandbox, and is the program. */

import { chmod, writeFile } from 'node:fs/promises';
import type { RunFacts } from '../sandbox/run-types.ts';
import type { CompileJob } from './language.ts';

/** After a run that found no mistake in it. */
export async function keepSource({ source, program }: CompileJob, facts: RunFacts): Promise<RunFacts> {
  if (facts.exitCode !== 0 || facts.limit !== null) return facts;
  await writeFile(program, source.code);
  await chmod(program, 0o644); // whatever the umask: a cell has another user
  return { ...facts, collected: true };
}
