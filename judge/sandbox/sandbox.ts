/**
 * The sandbox seen from TypeScript: start the native helper, ask for runs, get facts back.
 *
 * One helper process serves many runs at once. Each judging core has one run at a time, or an express run and an
 * ordinary one that stands still; a request waits in the helper's queue until a core is free, so callers may ask for
 * a thousand runs and await them in any order. Nothing here knows a verdict: `RunFacts` says what happened, verdict.ts says what it means.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import type { Readable, Writable } from 'node:stream';
import { words } from '#contract/words.ts';
import { hashSources, helperPath } from '../../sandbox/build.mjs';
import { Fault } from './fault.ts';
import { FrameReader, FrameSplitter } from './frames.ts';
import { ANSWER_FAULT, ANSWER_HELLO, decodeFacts, encodeCancel, encodeRun } from './messages.ts';
import type { Lane, RunFacts, RunRequest } from './run-types.ts';

/**
 * What holds the program, best first. 'cgroup2', 'cgroup1': namespaces and a memory cgroup. 'rlimits':
 * namespaces, memory watched by polling. 'bare': no namespaces (system-call filter and Landlock only): refused
 * unless asked for.
 */
export const tiers = ['cgroup2', 'cgroup1', 'rlimits', 'bare'] as const;
export type Tier = (typeof tiers)[number];

export type SandboxFacts = {
  readonly tier: Tier;
  /** Why the better tiers were not available, and what is slow in this one, one line each; for staff and logs. */
  readonly notes: readonly string[];
  /** Hash of the helper's sources. */
  readonly version: string;
  /** The judging cores: as many runs at once, and as many that stand still. */
  readonly cores: readonly number[];
};

export type SandboxOptions = {
  /** Judging cores. Default: all this process may use, less one for everything else when there are four or more. */
  readonly cores?: readonly number[];
  /** Take exactly this tier or fail. Default: MINOS_SANDBOX_TIER, else the best there is, 'bare' excluded. */
  readonly tier?: Tier;
  /** Path of the helper. Default: sandbox/build/minos-sandbox. */
  readonly helper?: string;
  /** Run the helper as this user (only root can ask). It must be able to read the programs and inputs. */
  readonly runAs?: { readonly uid: number; readonly gid: number };
};

export type Sandbox = {
  readonly facts: SandboxFacts;
  /**
   * Runs once a slot is free. Rejects with SandboxFault when the judge, not the program, is at fault (a path that
   * cannot be opened, a helper that keeps dying) and with the signal's reason when aborted; the program is gone
   * by then.
   */
  run(request: RunRequest, signal?: AbortSignal, lane?: Lane): Promise<RunFacts>;
  /** How many of the judging cores have a run at this moment. */
  busyCores(): number;
  close(): Promise<void>;
};

/** The judge's own trouble: never a contestant's verdict. */
export class SandboxFault extends Fault {
  override name = 'SandboxFault';
}

/** Starts the helper. Rejects with SandboxFault when it is stale, missing, or the machine offers no tier. */
export async function openSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const helper = new Helper(options);
  await helper.start();
  return helper;
}

/**
 * Requests the helper holds at once, beyond what keeps both slots of its cores busy; the rest wait here, where memory
 * does not count (see malloc_trim there).
 */
const MOST_WAITING = 64;

/** A helper that dies this often in a row, with no answer between, is not started again. */
const MOST_RESTARTS = 3;

type Waiting = {
  readonly frame: Uint8Array;
  readonly request: RunRequest;
  readonly resolve: (facts: RunFacts) => void;
  readonly reject: (reason: unknown) => void;
  readonly aborted: AbortSignal | null;
};

class Helper implements Sandbox {
  facts!: SandboxFacts;
  readonly #options: SandboxOptions;
  readonly #version = hashSources();
  readonly #waiting = new Map<number, Waiting>();
  /** Of those, the ones the helper has not been asked yet, in order. */
  #unsent = new Set<number>();
  #child: (ChildProcess & { stdin: Writable; stdout: Readable }) | null = null;
  #greeted: { resolve: () => void; reject: (reason: unknown) => void } | null = null;
  #outbox: Uint8Array[] = [];
  #nextId = 1;
  #restarts = 0;
  #closed = false;
  #ended: Promise<void> = Promise.resolve();

  constructor(options: SandboxOptions) {
    this.#options = options;
  }

  start(): Promise<void> {
    const tier = this.#options.tier ?? process.env.MINOS_SANDBOX_TIER ?? '';
    if (tier !== '' && !(tiers as readonly string[]).includes(tier)) {
      return Promise.reject(new SandboxFault(words('sandbox_tier_unknown', { tiers })));
    }
    const cores = this.#options.cores ?? usableCores();
    const args = ['--cores', cores.join(','), ...(tier === '' ? [] : ['--tier', tier])];
    // Its own session: Ctrl-C in a terminal is for us, and we close the helper.
    const child = spawn(this.#options.helper ?? helperPath, args, {
      stdio: 'pipe',
      detached: true,
      env: {},
      ...this.#options.runAs,
    });
    this.#child = child;
    let complaint = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      complaint = (complaint + text).slice(-4096);
    });
    child.stdin.on('error', () => {}); // the helper died; 'close' tells
    const splitter = new FrameSplitter((frame) => this.#takeFrame(frame));
    child.stdout.on('data', (chunk: Buffer) => splitter.push(chunk));
    this.#ended = new Promise((resolve) => {
      child.on('error', (error) => {
        complaint = error.message;
      });
      child.on('close', () => {
        this.#child = null;
        resolve();
        this.#lost(complaint.trim());
      });
    });
    return new Promise((resolve, reject) => {
      this.#greeted = { resolve, reject };
    });
  }

  run(request: RunRequest, signal?: AbortSignal, lane: Lane = 'ordinary'): Promise<RunFacts> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#closed) return Promise.reject(new SandboxFault(words('sandbox_closed')));
    const id = this.#nextId++;
    return new Promise<RunFacts>((resolve, reject) => {
      const onAbort = () => this.#cancel(id);
      signal?.addEventListener('abort', onAbort, { once: true });
      const settled = () => signal?.removeEventListener('abort', onAbort);
      this.#waiting.set(id, {
        frame: encodeRun(id, request, lane),
        request,
        aborted: signal ?? null,
        resolve: (facts) => {
          settled();
          resolve(facts);
        },
        reject: (reason) => {
          settled();
          reject(reason);
        },
      });
      this.#unsent.add(id);
      this.#sendMore();
    });
  }

  busyCores(): number {
    return Math.min(this.#waiting.size - this.#unsent.size, this.facts.cores.length);
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#child?.stdin.end();
    await this.#ended;
  }

  #cancel(id: number): void {
    if (!this.#unsent.delete(id)) {
      this.#send(encodeCancel(id));
      return;
    }
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    waiting?.reject(waiting.aborted?.reason);
  }

  #sendMore(): void {
    if (this.#greeted) return; // a helper is starting: its hello comes first
    const most = 4 * this.facts.cores.length + MOST_WAITING;
    for (const id of this.#unsent) {
      if (this.#waiting.size - this.#unsent.size >= most) return;
      this.#unsent.delete(id);
      this.#send((this.#waiting.get(id) as Waiting).frame);
    }
  }

  // Frames of one turn leave in one write: a thousand requests are a handful of system calls.
  #send(frame: Uint8Array): void {
    if (this.#outbox.push(frame) > 1) return;
    queueMicrotask(() => {
      const frames = this.#outbox;
      this.#outbox = [];
      this.#child?.stdin.write(frames.length === 1 ? (frames[0] as Uint8Array) : Buffer.concat(frames));
    });
  }

  #takeFrame(frame: Buffer): void {
    const reader = new FrameReader(frame);
    const id = reader.u32();
    const kind = reader.u8();
    if (kind === ANSWER_HELLO) {
      this.#greet(reader);
      return;
    }
    this.#restarts = 0;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    const facts = waiting && kind !== ANSWER_FAULT ? decodeFacts(reader, waiting.request) : null;
    if (facts) waiting?.resolve(facts);
    else if (kind === ANSWER_FAULT)
      waiting?.reject(new SandboxFault(words('verbatim', { text: reader.text() })));
    else waiting?.reject(waiting.aborted?.reason ?? new Error('aborted'));
    this.#sendMore();
  }

  #greet(reader: FrameReader): void {
    const version = reader.text();
    const tier = reader.text() as Tier;
    const notes = reader.list(() => reader.text());
    const cores = reader.list(() => reader.u32());
    const greeted = this.#greeted;
    this.#greeted = null;
    if (version !== this.#version) {
      this.#closed = true;
      this.#child?.stdin.end();
      greeted?.reject(new SandboxFault(words('sandbox_stale')));
      return;
    }
    this.facts = { tier, notes, version, cores };
    greeted?.resolve();
    // After a restart: what was waiting is asked again. A run has no effects outside, so this is safe.
    this.#unsent = new Set(this.#waiting.keys());
    // The word to cancel may have gone down with the helper before.
    for (const [id, { aborted }] of this.#waiting) if (aborted?.aborted) this.#cancel(id);
    this.#sendMore();
  }

  // The helper is gone. Unless we closed it, start another and repeat what was waiting.
  #lost(complaint: string): void {
    const greeted = this.#greeted;
    this.#greeted = null;
    const fault = new SandboxFault(words('sandbox_ended', { said: complaint }));
    const hopeless = this.#closed || greeted !== null || this.#restarts >= MOST_RESTARTS;
    if (!hopeless) {
      this.#restarts++;
      this.start().catch(() => {});
      return;
    }
    this.#closed = true;
    greeted?.reject(fault);
    for (const waiting of this.#waiting.values()) waiting.reject(fault);
    this.#waiting.clear();
    this.#unsent.clear();
  }
}

/**
 * The cores this process may use, by the kernel's list: as many as asked for, else all, of which one is left to
 * everything else when there are four.
 */
export function usableCores(count?: number): number[] {
  const allowed = /^Cpus_allowed_list:\s*(\S+)/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  const cores = allowed.split(',').flatMap((range) => {
    const [from = 0, to = from] = range.split('-').map(Number);
    return Array.from({ length: to - from + 1 }, (_, i) => from + i);
  });
  // A container may list cores it has no time for.
  const useful = cores.slice(0, Math.max(1, availableParallelism()));
  if (count !== undefined) return useful.slice(0, count);
  return useful.length >= 4 ? useful.slice(1) : useful;
}
