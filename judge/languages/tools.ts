/** Compilers and interpreters of this machine: where they are, and what of the machine they need to see. */

import { execFile } from 'node:child_process';
import { constants } from 'node:fs';
import { access, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../sandbox/fault.ts';

export async function findExecutable(name: string): Promise<string | null> {
  return (await listExecutables(name))[0] ?? null;
}

/**
 * Every one of that name in PATH, in its order, but those of somebody's home behind the system's: they are that person's
 * choice, and may be shims that stand for another version tomorrow, or for none.
 */
export async function listExecutables(name: string): Promise<string[]> {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder.startsWith('/'));
  const ofSystem: string[] = [];
  const ofHomes: string[] = [];
  for (const path of [...new Set(folders)].map((folder) => join(folder, name))) {
    const isThere = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (isThere) (isInHome(await realpath(path)) ? ofHomes : ofSystem).push(path);
  }
  return [...ofSystem, ...ofHomes];
}

function isInHome(path: string): boolean {
  return ['/root', '/home', homedir()].some((home) => path.startsWith(`${home}/`));
}

export function missingTool(tool: string, debianPackage: string): JudgeFault {
  return new JudgeFault(words('language_missing', { tool, package: debianPackage }));
}

const run = promisify(execFile);
/** They answer at once. One that does not waits for something that will not come, such as a download. */
const answerWithinMs = 30_000;

/** What a tool prints about itself; null when it fails. Not in a folder whose files would have it answer otherwise. */
export async function ask(
  tool: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<string | null> {
  const options = { cwd: '/', env, timeout: answerWithinMs, killSignal: 'SIGKILL' } as const;
  return run(tool, args, options).then(
    ({ stdout }) => stdout.trim(),
    () => null,
  );
}

/** Not all of /usr: what an administrator puts in /usr/local or /usr/share is nobody's business. */
const ownFolders = ['/usr/bin', '/usr/include', '/usr/lib', '/usr/lib32', '/usr/lib64', '/usr/libexec'];
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64'];
/** Of the system, for compilers to see. */
export const systemFolders: readonly string[] = [...ownFolders, ...linkedFolders];

/** A tool outside the system's folders brings its own. */
export async function foldersOf(tool: string): Promise<string[]> {
  const real = await realpath(tool);
  return isOfSystem(real) ? [...systemFolders] : [...systemFolders, dirname(dirname(real))];
}

export function isOfSystem(path: string): boolean {
  return ownFolders.some((folder) => path.startsWith(`${folder}/`));
}
