/**
 * Source → program, inside the sandbox, at most once.
 *
 * A source is known by the hash of its bytes, the extra files beside it and the toolchain's key. Requests for a
 * source that is being compiled, or whose program is in use, share it; otherwise it comes from the cache on disk, or
 * else the compiler runs. Each program in use is a file of this process's work folder, removed with its last user.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type CompilerWords, type Printed, type Words, words } from '#contract/words.ts';
import type { ProgramCache } from '../disk/program-cache.ts';
import { cleanDiagnostics } from '../languages/cpp/diagnostics.ts';
import { chooseRuntime } from '../languages/cpp/runtimes.ts';
import type { Toolchain } from '../languages/cpp/toolchain.ts';
import type { Turn } from '../run/scheduler.ts';
import { JudgeFault } from '../sandbox/fault.ts';
import type { RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';

export interface Source {
  /** The bytes of main.cpp. */
  code: Uint8Array;
  /** Files beside it, by name: a checker's own headers. */
  files?: Readonly<Record<string, Uint8Array>>;
}

export type Compilation =
  | { ok: true; program: string; release: () => Promise<void> }
  /** `said` is for the contestant. */
  | { ok: false; said: Words<keyof CompilerWords> };

export interface CompilerTools {
  toolchain: Toolchain;
  cache: ProgramCache;
  workFolder: string;
  /** The sandbox's run, when it is this request's turn. */
  run: (request: RunRequest, turn: Turn) => Promise<RunFacts>;
  limits?: RunLimits;
}

export interface Compiler {
  /** Whoever asks for a source first is the one whose turn it takes. */
  compile: (source: Source, turn?: Partial<Turn>) => Promise<Compilation>;
  /** Resolves when everything that was compiled is in the cache. */
  settle: () => Promise<void>;
}

const mebibyte = 1024 * 1024;

export const compileLimits: RunLimits = {
  cpuMs: 15_000,
  wallMs: 60_000,
  memoryBytes: 1024 * mebibyte,
  outputBytes: 16 * mebibyte,
  processes: 32,
  fileSizeBytes: 32 * mebibyte,
};

type Outcome = { ok: true; program: string } | { ok: false; said: Words<keyof CompilerWords> };

/** One compilation and those who wait for it or use its program. */
interface Shared {
  users: number;
  outcome: Promise<Outcome>;
  isSettled: boolean;
  controller: AbortController;
}

export function createCompiler(tools: CompilerTools): Compiler {
  const live = new Map<string, Shared>();
  const storing = new Set<Promise<void>>();
  let programs = 0;

  async function obtain(key: string, source: Source, turn: Turn): Promise<Outcome> {
    const program = join(tools.workFolder, `program-${programs++}`);
    if (await tools.cache.fetchProgram(key, program)) return { ok: true, program };
    const known = await tools.cache.fetchRefusal(key);
    if (known !== null) return { ok: false, said: known };
    const header = tools.toolchain.chooseHeader(source.code);
    let facts = await tools.run(compileRequest(tools, source, header, program), turn);
    // The contestant hears what the compiler says without: with a precompiled header, candidates come in another
    // order and hints point at other lines. And one that vanished is our trouble.
    if (header && facts.limit === null && facts.exitCode !== 0)
      facts = await tools.run(compileRequest(tools, source, null, program), turn);
    const outcome = readOutcome(tools, facts, program);
    if (isLasting(facts)) keep(key, outcome);
    return outcome;
  }

  /** The caller does not wait for the disk. A cache that cannot be written costs time, nothing else. */
  function keep(key: string, outcome: Outcome): void {
    const stored = outcome.ok
      ? tools.cache.storeProgram(key, outcome.program)
      : tools.cache.storeRefusal(key, outcome.said);
    const settled = stored.catch(() => {}).finally(() => storing.delete(settled));
    storing.add(settled);
  }

  function share(key: string, source: Source, turn: Omit<Turn, 'signal'>): Shared {
    const found = live.get(key);
    if (found) return found;
    const controller = new AbortController();
    const outcome = obtain(key, source, { ...turn, signal: controller.signal });
    const shared: Shared = { users: 0, isSettled: false, controller, outcome };
    const settle = () => {
      shared.isSettled = true;
    };
    // Those who wait hear of a failure; when all have left, nobody does.
    outcome.then(settle, settle);
    live.set(key, shared);
    return shared;
  }

  async function leave(key: string, shared: Shared): Promise<void> {
    if (--shared.users > 0) return;
    if (!shared.isSettled) {
      live.delete(key);
      shared.controller.abort();
    }
    const outcome = await shared.outcome.catch(() => null);
    // Until the program is in the cache, whoever asks for the source again must find it here.
    await Promise.all(storing);
    if (shared.users > 0) return;
    if (live.get(key) === shared) live.delete(key);
    if (outcome?.ok) await rm(outcome.program, { force: true });
  }

  return {
    async compile(source, { signal, owner = Symbol(), mayUseExpress = false } = {}) {
      signal?.throwIfAborted();
      const key = keyOf(source, tools.toolchain);
      const shared = share(key, source, { owner, mayUseExpress });
      shared.users++;
      let released: Promise<void> | null = null;
      const release = () => {
        released ??= leave(key, shared);
        return released;
      };
      try {
        const outcome = await untilAborted(shared.outcome, signal);
        if (outcome.ok) return { ok: true, program: outcome.program, release };
        void release();
        return outcome;
      } catch (error) {
        await release();
        throw error;
      }
    },
    async settle() {
      await Promise.all(storing);
    },
  };
}

/** What decides how a source becomes a program: after a change of it nothing is taken from the cache. */
const howWeCompile = ['headers.ts', 'far-library.ts', 'runtimes.ts', 'diagnostics.ts']
  .map((name) => `../languages/cpp/${name}`)
  .concat('compile.ts')
  .map((name) => readFileSync(new URL(name, import.meta.url)));

function keyOf(source: Source, toolchain: Toolchain): string {
  const hash = createHash('sha256').update(toolchain.key);
  for (const text of howWeCompile) hash.update(text);
  for (const [name, bytes] of Object.entries({ ...source.files, 'main.cpp': source.code }).sort()) {
    hash.update(`\n${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

function compileRequest(
  { toolchain, limits }: CompilerTools,
  source: Source,
  header: string | null,
  program: string,
): RunRequest {
  const runtime = chooseRuntime(source.code, toolchain.runtimes());
  const include = header ? ['-include', header] : [];
  const compile = [toolchain.compiler, ...toolchain.flags, ...include, '-c', 'main.cpp', '-o', 'main.o'];
  const link = [toolchain.compiler, ...toolchain.flags, 'main.o', '-o', 'main'];
  // The contestant hears only of the link that counts.
  const linkFast = runtime ? `${inShell(toolchain.linkWith(runtime))} >link.txt 2>&1 || ` : '';
  return {
    profile: 'toolchain',
    program: '/bin/sh',
    args: ['-c', `${inShell(compile)} && { ${linkFast}${inShell(link)}; }`],
    env: ['PATH=/usr/bin:/bin', 'LC_ALL=C.UTF-8', 'TMPDIR=.'],
    files: { ...source.files, 'main.cpp': source.code },
    readOnly: toolchain.readOnly,
    collect: { name: 'main', to: program },
    limits: limits ?? compileLimits,
  };
}

function inShell(words: readonly string[]): string {
  return words.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
}

function readOutcome({ toolchain, limits }: CompilerTools, facts: RunFacts, program: string): Outcome {
  if (facts.exitCode === 0 && facts.limit === null && facts.collected) return { ok: true, program };
  const bounds = limits ?? compileLimits;
  const printed = cleanDiagnostics(facts.stderr, [toolchain.aheadFolder]);
  const said = stoppedBecause(facts, bounds, printed);
  return { ok: false, said: said ?? (printed.text === '' ? howItEnded(facts) : readPrinted(printed)) };
}

function readPrinted(printed: Printed): Words<keyof CompilerWords> {
  return printed.isCut ? words('compiler_printed', { printed }) : words('verbatim', { text: printed.text });
}

function stoppedBecause(
  facts: RunFacts,
  limits: RunLimits,
  printed: Printed,
): Words<keyof CompilerWords> | null {
  switch (facts.limit) {
    case 'cpu':
    case 'wall':
      return words('compiling_took_too_long', { seconds: limits.cpuMs / 1000, printed });
    case 'memory':
      return words('compiling_needed_too_much_memory', {
        megabytes: Math.round(limits.memoryBytes / mebibyte),
        printed,
      });
    case 'output':
      return words('compiling_said_too_much', { printed });
    default:
      break;
  }
  const isTooLarge =
    facts.exitCode === 0 ||
    /File size limit|file too big|No space left/i.test(Buffer.from(facts.stderr).toString('latin1'));
  if (!isTooLarge) return null;
  const megabytes = Math.round((limits.fileSizeBytes ?? 0) / mebibyte);
  return words('program_too_large', { megabytes, printed });
}

function howItEnded(facts: RunFacts): Words<keyof CompilerWords> {
  if (facts.signal !== null) return words('compiler_killed', { signal: facts.signal });
  if (facts.exitCode === null) throw new JudgeFault(words('compiler_end_unknown'));
  return words('compiler_silent', { exitCode: facts.exitCode });
}

/** Whether the same source would end the same way tomorrow: what a limit stopped may pass on a calmer machine. */
function isLasting(facts: RunFacts): boolean {
  return facts.limit === null && facts.exitCode !== null;
}

async function untilAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return promise;
  const aborted = Promise.withResolvers<never>();
  const onAbort = () => aborted.reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    return await Promise.race([promise, aborted.promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
