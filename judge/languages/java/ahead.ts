/**
 * What is built ahead for a compiler that runs in the virtual machine: its driver, compiled, and archives of class data,
 * with which a virtual machine starts without reading, checking and linking a thousand classes.
 *
 * All of it is one folder, built beside its place and renamed into it (ahead-folder.ts). It is built outside the sandbox,
 * since everything in it comes from the machine's own JDK and from our own sources; contestants' never take part.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { openAheadFolder } from '../ahead-folder.ts';
import type { Jdk } from './jdk.ts';

const execute = promisify(execFile);

export interface Ahead {
  /** To be shown to whoever uses what is in it. */
  folder: string;
  /** Where all of it is; null while it is not. */
  built: () => string | null;
  build: (signal?: AbortSignal) => Promise<void>;
}

/** `build` fills the folder that it is given. */
export async function openAhead(
  cacheFolder: string,
  key: string,
  build: (folder: string, signal?: AbortSignal) => Promise<void>,
): Promise<Ahead> {
  const folder = await openAheadFolder(cacheFolder, key);
  const built = join(folder, 'built');
  return {
    folder,
    built: () => (existsSync(built) ? built : null),
    async build(signal) {
      if (existsSync(built)) return;
      const draft = await mkdtemp(join(folder, `${process.pid}-`));
      try {
        await chmod(draft, 0o755);
        await build(draft, signal);
        await rename(draft, built);
      } catch (error) {
        signal?.throwIfAborted();
        // Another process may have been faster.
        if (!existsSync(built)) throw new JudgeFault(words('class_data_not_archived'), { cause: error });
      } finally {
        await rm(draft, { recursive: true, force: true });
      }
    },
  };
}

/** Into this folder. */
export async function compileDriver(
  { java }: Jdk,
  source: URL,
  classPath: readonly string[],
  to: string,
  signal?: AbortSignal,
): Promise<void> {
  const javac = join(dirname(java), 'javac');
  // Texts are put together by plain calls: what does it otherwise takes a while to start.
  const options = ['-proc:none', '-XDstringConcat=inline', '-d', to];
  await run(javac, [...classPath, ...options, fileURLToPath(source)], to, signal);
}

interface Archive {
  name: string;
  /** What the virtual machine is to do: the classes that takes are archived. */
  args: readonly string[];
  /**
   * Flags that say where they are, beside the JDK. Others are not found when the archive is written and left out, so
   * whoever uses it may have them anywhere.
   */
  of: readonly string[];
  folder: string;
  signal?: AbortSignal | undefined;
}

/** Writes `<name>.jsa`. */
export async function archiveClasses(
  { java }: Jdk,
  { name, args, of, folder, signal }: Archive,
): Promise<void> {
  const list = `${name}.list`;
  await run(java, ['-Xshare:off', `-XX:DumpLoadedClassList=${list}`, ...args], folder, signal);
  const files = [`-XX:SharedClassListFile=${list}`, `-XX:SharedArchiveFile=${name}.jsa`];
  // Only this collector writes objects into an archive; all can read them.
  await run(java, ['-Xshare:dump', '-XX:+UseG1GC', ...files, ...of], folder, signal);
  await rm(join(folder, list));
}

async function run(tool: string, args: string[], cwd: string, signal?: AbortSignal): Promise<void> {
  const options = { cwd, env: { LC_ALL: 'C.UTF-8' }, maxBuffer: 64 << 20, ...(signal && { signal }) };
  const running = execute('nice', [tool, ...args], options);
  running.child.stdin?.end();
  await running;
}
