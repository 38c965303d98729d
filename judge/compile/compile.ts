/**
 * Source → program, inside the sandbox, at most once. How it is compiled, its language knows.
 *
 * A source is known by the hash of its bytes, the extra files beside it and its language's key. Requests for a source
 * that is being compiled, or whose program is in use, share it; otherwise it comes from the cache on disk, or else the
 * compiler runs. Each program in use is a file of this process's work folder, removed with its last user.
 */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { CompilerWords } from '#contract/judge-words.ts';
import type { LanguageId } from '#contract/programs.ts';
import type { Words } from '#contract/words.ts';
import type { ProgramCache } from '../disk/program-cache.ts';
import type { InstalledLanguage, Source } from '../languages/language.ts';
import type { CoreShare } from '../sandbox/core-share.ts';
import type { RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';
import { explainRefusal, isLasting, speaksOfMachine } from './refusal.ts';

export type Compilation =
  | { ok: true; program: string; release: () => Promise<void> }
  /** `said` is for the contestant. */
  | { ok: false; said: Words<keyof CompilerWords> };

export interface CompilerTools {
  languageOf: (id: LanguageId) => InstalledLanguage;
  cache: ProgramCache;
  workFolder: string;
  /** The scheduler's. */
  run: (request: RunRequest, coreShare: CoreShare) => Promise<RunFacts>;
  limits?: RunLimits;
}

export interface Compiler {
  /** Whoever asks for a source first is the one on whose share it is compiled. */
  compile: (source: Source, coreShare?: Partial<CoreShare>) => Promise<Compilation>;
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

  async function obtain(key: string, source: Source, coreShare: CoreShare): Promise<Outcome> {
    const program = join(tools.workFolder, `program-${programs++}`);
    if (await tools.cache.fetchProgram(key, program)) return { ok: true, program };
    const known = await tools.cache.fetchRefusal(key);
    if (known !== null) return { ok: false, said: known };
    const language = tools.languageOf(source.language);
    const limits = tools.limits ?? compileLimits;
    const run = (request: RunRequest) => tools.run(request, coreShare);
    const job = { source, program, limits, run };
    let facts = await language.compile(job);
    if (speaksOfMachine(facts, language.diagnostics)) facts = await language.compile(job);
    const refusal = explainRefusal(facts, limits, language.diagnostics);
    const outcome: Outcome = refusal === null ? { ok: true, program } : { ok: false, said: refusal };
    if (isLasting(facts, language.diagnostics)) keep(key, outcome);
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

  function findOrBegin(key: string, source: Source, coreShare: Omit<CoreShare, 'signal'>): Shared {
    const found = live.get(key);
    if (found) return found;
    const controller = new AbortController();
    const outcome = obtain(key, source, { ...coreShare, signal: controller.signal });
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
    async compile(source, { signal, owner = Symbol(), isAwaited = false } = {}) {
      signal?.throwIfAborted();
      const key = keyOf(source, tools.languageOf(source.language));
      const shared = findOrBegin(key, source, { owner, isAwaited });
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

/** What decides, beside the language, what is kept for a source. */
const howWeKeep = ['compile.ts', 'refusal.ts'].map((name) => readFileSync(new URL(name, import.meta.url)));

function keyOf({ language: id, code, files = {} }: Source, language: InstalledLanguage): string {
  const hash = createHash('sha256').update(JSON.stringify([id, language.key]));
  for (const text of howWeKeep) hash.update(text);
  const add = (name: string, bytes: Uint8Array) =>
    hash.update(`\n${JSON.stringify(name)} ${bytes.length}\n`).update(bytes);
  add('', code);
  for (const name of Object.keys(files).sort()) add(name, files[name] ?? new Uint8Array());
  return hash.digest('hex');
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
