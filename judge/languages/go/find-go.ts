/** The Go of this machine. */

import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ask, listExecutables } from '../tools.ts';

export interface GoTools {
  /** The command that builds packages; never in the sandbox. */
  go: string;
  compiler: string;
  linker: string;
  /** In one line. */
  version: string;
  /** What tells these tools from others, though they be of the same release. */
  identity: readonly string[];
}

/** Nothing of anybody's settings, no downloads of other releases or modules, and no C. */
export const goEnvironment = {
  GOENV: 'off',
  GOFLAGS: '',
  GOTOOLCHAIN: 'local',
  GOPROXY: 'off',
  GO111MODULE: 'off',
  GOWORK: 'off',
  GOEXPERIMENT: '',
  CGO_ENABLED: '0',
} as const;

/** The first in PATH that works: a shim leads to the folder of the one that it stands for. */
export async function findGo(): Promise<GoTools | null> {
  for (const named of await listExecutables('go')) {
    const tools = await askGo(named);
    if (tools !== null) return tools;
  }
  return null;
}

async function askGo(named: string): Promise<GoTools | null> {
  const root = await ask(named, ['env', 'GOROOT'], { ...process.env, ...goEnvironment });
  if (!root) return null;
  const go = join(root, 'bin/go');
  // As it is for nobody in particular. It asks for a home or a cache, whether it needs them or not.
  const nobody = { ...goEnvironment, HOME: '/nonexistent', GOCACHE: '/nonexistent' };
  const version = await ask(go, ['version'], nobody);
  const folder = await ask(go, ['env', 'GOTOOLDIR'], nobody);
  if (version === null || folder === null) return null;
  const compiler = join(folder, 'compile');
  const linker = join(folder, 'link');
  const identity = await Promise.all([compiler, linker].map(describeFile)).catch(() => null);
  return identity && { go, compiler, linker, version, identity: [version, ...identity] };
}

async function describeFile(path: string): Promise<string> {
  const { size, mtimeMs } = await stat(path);
  return `${path} ${size} ${mtimeMs}`;
}
