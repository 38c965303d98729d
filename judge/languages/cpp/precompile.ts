/**
 * Builds precompiled headers, where it can without templates that the headers themselves leave pending: see
 * precompile/leave-out-pending.cpp for why, and which.
 *
 * Whether it changes nothing about programs is seen on each machine before such a header is used: precompile/proof.cpp
 * is compiled behind its includes with it and without, and has to become the same functions and data. A header for
 * which it does not, or all of them where GCC's plug-ins cannot be had, are built the ordinary way.
 */

import { execFile } from 'node:child_process';
import { access, chmod, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Difference, SlowReasons } from '#contract/judge-words.ts';
import { type Words, words } from '#contract/words.ts';
import { JudgeFault } from '../../sandbox/fault.ts';
import { differencesOf, readParts } from './assembly.ts';
import { farTemplates } from './far-library.ts';
import { type HeaderSet, setText, textToPrecompile } from './headers.ts';

const run = promisify(execFile);

export interface Precompiler {
  compiler: string;
  /** Flags that a precompiled header must share with the programs that use it. */
  flags: readonly string[];
  folder: string;
  /** Where the compiler's own headers for plug-ins are; null when they are not installed. */
  pluginHeaders: string | null;
}

/** The plug-in when it can be had, or why not, for staff. */
type Plugin = { path: string } | { reason: Words<keyof SlowReasons> };

const pluginSource = fileURLToPath(new URL('precompile/leave-out-pending.cpp', import.meta.url));
const proofSource = fileURLToPath(new URL('precompile/proof.cpp', import.meta.url));
/** GCC takes a dash for the end of a plug-in's name. */
export const pluginFile = 'leave_out.so';
const pragma = '#pragma minos leave_out_pending\n';

/** The name tells what it holds, so that no crash can make the one pass for the other. */
const headerFile = (set: HeaderSet, isLight: boolean) => (isLight ? `light-${set.file}` : set.file);

export interface Built {
  /** What a compiler includes. */
  header: string;
  /** Why nothing pending was left out of it, for staff; null when it was. */
  slowBecause: Words<keyof SlowReasons> | null;
}

export async function findBuilt(folder: string, set: HeaderSet): Promise<Built | null> {
  const light = join(folder, headerFile(set, true));
  if (await exists(`${light}.gch`)) return { header: light, slowBecause: null };
  const header = join(folder, headerFile(set, false));
  if (!(await exists(`${header}.gch`))) return null;
  const kept = await readFile(`${header}.json`, 'utf8').catch(() => null);
  return { header, slowBecause: kept === null ? words('precompiling_not_tried') : JSON.parse(kept) };
}

export async function findPluginHeaders(compiler: string): Promise<string | null> {
  const { stdout } = await run(compiler, ['-print-file-name=plugin']);
  const headers = join(stdout.trim(), 'include');
  return (await exists(join(headers, 'gcc-plugin.h'))) ? headers : null;
}

export async function missingPackage(compiler: string): Promise<Words<'package_missing'>> {
  const { stdout } = await run(compiler, ['-dumpversion']);
  return words('package_missing', { package: `gcc-${stdout.split('.')[0]?.trim()}-plugin-dev` });
}

/** What decides how headers are built and proven, for the toolchain's key. */
export async function describePrecompiling(pluginHeaders: string | null): Promise<string[]> {
  if (pluginHeaders === null) return [];
  const ours = ['precompile.ts', 'assembly.ts'].map((name) => new URL(name, import.meta.url));
  const sources = [pluginSource, proofSource, ...ours].map((path) => readFile(path, 'utf8'));
  return [...farTemplates, ...(await Promise.all(sources))];
}

/** Builds the plug-in once, and with it whatever set it is asked for. */
export function openPrecompiler(
  precompiler: Precompiler,
  signal?: AbortSignal,
): (set: HeaderSet) => Promise<void> {
  const { folder } = precompiler;
  let plugin: Promise<Plugin> | undefined;
  return async (set) => {
    plugin ??= buildPlugin(precompiler, signal);
    const draft = join(folder, `${process.pid}-${set.file}`);
    try {
      const reason = await buildDraft(precompiler, set, draft, await plugin, signal);
      const header = join(folder, headerFile(set, reason === null));
      if (reason !== null) await writeFile(`${header}.json`, JSON.stringify(reason), { mode: 0o644 });
      await chmod(`${draft}.gch`, 0o644);
      await rename(draft, header);
      await rename(`${draft}.gch`, `${header}.gch`);
    } catch (error) {
      throw new JudgeFault(words('headers_not_precompiled', { headers: set.headers }), { cause: error });
    } finally {
      for (const name of [draft, `${draft}.gch`, `${draft}.cpp`]) await rm(name, { force: true });
    }
  };
}

/** With the plug-in if that changes nothing. Otherwise without, and says why. */
async function buildDraft(
  precompiler: Precompiler,
  set: HeaderSet,
  draft: string,
  plugin: Plugin,
  signal?: AbortSignal,
): Promise<Words<keyof SlowReasons> | null> {
  const reason =
    'path' in plugin ? await buildLight(precompiler, set, draft, plugin.path, signal) : plugin.reason;
  if (reason === null) return null;
  await writeFile(draft, textToPrecompile(set), { mode: 0o644 });
  await compile(precompiler, ['-x', 'c++-header', draft, '-o', `${draft}.gch`], signal);
  return reason;
}

async function buildLight(
  precompiler: Precompiler,
  set: HeaderSet,
  draft: string,
  plugin: string,
  signal?: AbortSignal,
): Promise<Words<keyof SlowReasons> | null> {
  const { headers } = set;
  try {
    await writeFile(draft, `${textToPrecompile(set)}${pragma}`, { mode: 0o644 });
    const header = ['-x', 'c++-header', draft, '-o', `${draft}.gch`];
    const told = farTemplates.map((part) => `-fplugin-arg-leave_out-far=${part}`);
    const { stderr } = await compile(precompiler, [`-fplugin=${plugin}`, ...told, ...header], signal);
    if (stderr.includes('nothing to leave out')) return null;
    const differences = await compareProof(precompiler, set, draft, signal);
    if (differences === null) return words('plugin_not_loaded', { headers });
    if (differences.length === 0) return null;
    return words('plugin_changes_programs', { headers, differences: differences.slice(0, 3) });
  } catch (error) {
    return words('plugin_refuses', { headers, said: readRefusal(error) });
  }
}

/** How the program compiled with the header differs from the one compiled plainly; null when the header is not loaded. */
async function compareProof(
  precompiler: Precompiler,
  set: HeaderSet,
  header: string,
  signal?: AbortSignal,
): Promise<Difference[] | null> {
  const source = `${header}.cpp`;
  await writeFile(source, `${setText(set)}${await readFile(proofSource, 'utf8')}`);
  const toAssembly = ['-S', source, '-o', '-'];
  const ours = await compile(precompiler, ['-H', '-include', header, ...toAssembly], signal);
  if (!ours.stderr.includes(`! ${header}.gch\n`)) return null;
  const plain = await compile(precompiler, toAssembly, signal);
  return differencesOf(readParts(ours.stdout), readParts(plain.stdout));
}

async function buildPlugin(precompiler: Precompiler, signal?: AbortSignal): Promise<Plugin> {
  const { compiler, folder, pluginHeaders } = precompiler;
  if (pluginHeaders === null) return { reason: await missingPackage(compiler) };
  const path = join(folder, pluginFile);
  if (await exists(path)) return { path };
  const draft = join(folder, `${process.pid}-${pluginFile}`);
  const args = [
    '-O1',
    '-shared',
    '-fPIC',
    '-fno-rtti',
    '-w',
    `-I${pluginHeaders}`,
    pluginSource,
    '-o',
    draft,
  ];
  try {
    await compile({ compiler, flags: [] }, args, signal);
    await rename(draft, path);
    return { path };
  } catch (error) {
    return { reason: words('plugin_not_built', { said: readRefusal(error) }) };
  } finally {
    await rm(draft, { force: true });
  }
}

/** Some seconds of compiling are not to go on for a worker that was killed: neither g++ nor what g++ starts. */
const dyingWithParent = ['setpriv', '--pdeathsig', 'KILL'] as const;

function compile(
  { compiler, flags }: Pick<Precompiler, 'compiler' | 'flags'>,
  args: readonly string[],
  signal?: AbortSignal,
) {
  const wrapped = [
    ...dyingWithParent,
    'nice',
    compiler,
    '-wrapper',
    dyingWithParent.join(),
    ...flags,
    ...args,
  ];
  const [command = '', ...rest] = wrapped;
  const env = { ...process.env, LC_ALL: 'C' };
  return run(command, rest, { env, maxBuffer: 64 << 20, ...(signal ? { signal } : {}) });
}

export function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * What the compiler says against it, without where on this machine. Passing trouble (an abort, a full disk, no memory)
 * is no refusal: it is thrown on, and the header is built another time.
 */
function readRefusal(error: unknown): string {
  const { code, stderr = '' } = error as { code?: unknown; stderr?: string };
  const said = /error: (.*)/.exec(stderr)?.[1];
  if (typeof code !== 'number' || !said || /killed|no space|memory|could not be tried/i.test(said))
    throw error;
  return said.slice(0, 200);
}
