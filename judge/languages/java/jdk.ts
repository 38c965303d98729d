/** The JDK of this machine: where it is, and what of the machine it needs to see. */

import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { librariesOf, preloadEnv, shownFolders } from '../shown-folders.ts';
import { ask, isOfSystem, listExecutables, missingTool, systemFolders } from '../tools.ts';

export interface Jdk {
  home: string;
  java: string;
  /** All that it says of itself. */
  said: string;
  /** Of the JDK's own folders, and of those that its files are links into. */
  folders: readonly string[];
  /** What it is linked with. */
  libraries: readonly string[];
  env: readonly string[];
  /** Of a program, in whose cell there is no cache of where libraries are. */
  envForRunning: readonly string[];
}

/** The first release with all that is asked of one: records, and archives of class data for every collector. */
const leastRelease = 17;

/** What every program loads, and each of them with libraries of its own. */
const machine = 'lib/server/libjvm.so';
const loaded = ['bin/java', machine, 'lib/libjli.so', 'lib/libjava.so', 'lib/libzip.so', 'lib/libnio.so'];

export async function findJdk(): Promise<Jdk> {
  for (const javac of await listExecutables('javac')) {
    const jdk = await openJdk(javac);
    if (jdk) return jdk;
  }
  throw missingTool(`javac ${leastRelease}`, 'default-jdk-headless');
}

/** Null when it is none, too old, or not that of OpenJDK, whose flags are used. */
async function openJdk(javac: string): Promise<Jdk | null> {
  const home = dirname(dirname(await realpath(javac)));
  const java = join(home, 'bin/java');
  // Not so for a shim, which finds the real one by who calls it.
  const isWhole = await access(join(home, 'lib/modules')).then(
    () => true,
    () => false,
  );
  const said = isWhole ? await ask(java, ['--version'], {}) : null;
  const release = Number(/^\S+ (\d+)/.exec(said ?? '')?.[1] ?? 0);
  if (said === null || release < leastRelease || !said.includes('Server VM')) return null;
  const libraries = await librariesOf(loaded.map((name) => join(home, name)));
  const env = environmentOf(home);
  return {
    ...{ home, java, said, env, libraries },
    folders: await foldersOf(home),
    envForRunning: [...env, ...preloadEnv([join(home, machine), ...libraries])],
  };
}

/** Debian keeps settings in /etc; without them the virtual machine does not start. */
async function foldersOf(home: string): Promise<string[]> {
  const settings = dirname(await realpath(join(home, 'lib/jvm.cfg')));
  return settings.startsWith(`${home}/`) ? [home] : [home, settings];
}

function environmentOf(home: string): string[] {
  // It would find its own libraries by /proc, which is not there.
  return [`LD_LIBRARY_PATH=${join(home, 'lib')}`, 'LC_ALL=C.UTF-8'];
}

/** What a compiler that runs in it has to see. */
export function foldersForCompiling({ folders }: Jdk): string[] {
  return [...systemFolders, ...folders.filter((folder) => !isOfSystem(folder))];
}

/** What programs have to see; `more`: beside the virtual machine and what it is linked with. */
export async function foldersForRunning(
  { home, java, folders, libraries }: Jdk,
  more: readonly string[],
): Promise<string[]> {
  const own = ['lib', 'conf'].map((name) => join(home, name));
  return shownFolders([java, ...own, ...folders.filter((folder) => folder !== home), ...libraries, ...more]);
}

/** In one line. */
export function versionLine({ said }: Jdk): string {
  return said.split('\n', 1)[0] ?? '';
}
