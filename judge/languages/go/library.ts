/**
 * The standard library, compiled. Go brings it as source since 1.20 and compiles what a program imports into a cache that
 * `go build` wants to write to: for a contestant's program that would be seconds, or a cache that contestants can write to.
 * So it is compiled once, outside the sandbox since it is the machine's own, into a folder that cells are shown read-only;
 * the compiler and the linker are told by a list (`importcfg`) where each package lies, as `go build` tells them.
 */

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { openAheadFolder } from '../ahead-folder.ts';
import { languageKey } from '../language-key.ts';
import { type GoTools, goEnvironment } from './find-go.ts';

const run = promisify(execFile);

export interface GoLibrary {
  folder: string;
  /** What the compiler and the linker are told, once it is built: they want whole paths. */
  readLists: () => Promise<PackageLists>;
  /** Compiles it unless it is there, once for all who ask meanwhile. It may have been removed since the last time. */
  build: (signal?: AbortSignal) => Promise<void>;
}

export interface PackageLists {
  /** What a program may import. */
  imports: string;
  /** With the packages that those need in turn. */
  links: string;
}

export async function openLibrary(tools: GoTools, cacheFolder: string): Promise<GoLibrary> {
  const key = languageKey(tools.identity, ['go/library.ts', 'go/find-go.ts']).slice(0, 32);
  const ahead = await openAheadFolder(cacheFolder, key);
  const folder = join(ahead, 'library');
  let building: Promise<void> | null = null;
  let reading: Promise<PackageLists> | null = null;
  return {
    folder,
    readLists: () => {
      reading ??= readLists(folder);
      return reading;
    },
    build(signal) {
      building ??= buildOnce(tools, ahead, folder, signal).finally(() => {
        building = null;
      });
      return building;
    },
  };
}

/** The names of its packages, a line each. The folder may be moved, so where they lie is not written down. */
const packageNames = 'packages.txt';

async function readLists(folder: string): Promise<PackageLists> {
  const names = (await readFile(join(folder, packageNames), 'utf8')).trimEnd().split('\n');
  const list = (some: readonly string[]) =>
    some.map((name) => `packagefile ${name}=${join(folder, `${name}.a`)}\n`).join('');
  return { imports: list(names.filter((name) => !isInternal(name))), links: list(names) };
}

async function buildOnce(tools: GoTools, ahead: string, to: string, signal?: AbortSignal): Promise<void> {
  if (existsSync(to)) return;
  await mkdir(ahead, { recursive: true, mode: 0o755 });
  const draft = await mkdtemp(join(ahead, `${process.pid}-`));
  try {
    const packages = await compilePackages(tools, join(draft, 'cache'), signal);
    const library = join(draft, 'library');
    for (const [name, file] of packages) {
      const place = join(library, `${name}.a`);
      await mkdir(dirname(place), { recursive: true });
      await cp(file, place);
      await chmod(place, 0o644);
    }
    await writeFile(join(library, packageNames), `${[...packages.keys()].join('\n')}\n`);
    await rename(library, to);
  } catch (error) {
    signal?.throwIfAborted();
    // Another process may have been faster.
    if (!existsSync(to)) throw new JudgeFault(words('library_not_built'), { cause: error });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Where `go` leaves each package of the library. */
async function compilePackages(
  { go }: GoTools,
  cache: string,
  signal?: AbortSignal,
): Promise<Map<string, string>> {
  const env = { ...goEnvironment, PATH: '/usr/bin:/bin', HOME: cache, GOPATH: cache, GOCACHE: cache };
  const options = { cwd: '/', env, maxBuffer: 1 << 24, ...(signal && { signal }) };
  /** By name, what is asked for. */
  const list = async (what: string, ...args: string[]) => {
    const format = `{{.ImportPath}} {{${what}}}`;
    const { stdout } = await run('nice', [go, 'list', '-f', format, ...args], options);
    const lines = stdout.trim().split('\n');
    return new Map(lines.map((line) => line.split(' ', 2) as [string, string]));
  };
  const needs = await list('join .Deps ","', 'std');
  const wanted = [...needs].filter(([name, deps]) => !isOfNoUse([name, ...deps.split(',')]));
  const files = await list('.Export', '-export', ...wanted.map(([name]) => name));
  // `unsafe` is no file.
  return new Map([...files].filter(([, file]) => file !== ''));
}

/** Packages for the network, users and plug-ins, which no program could use, are a third of the work. */
function isOfNoUse(needed: readonly string[]): boolean {
  return needed.some((name) => ['net', 'os/user', 'plugin', 'runtime/cgo'].includes(name));
}

/** `go build` refuses to import these, too. */
function isInternal(name: string): boolean {
  return name.split('/').some((part) => part === 'internal' || part === 'vendor');
}
