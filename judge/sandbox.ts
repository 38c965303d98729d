/**
 * The sandbox seen from TypeScript: start the native helper, ask for runs, get facts back.
 *
 * One helper process serves many runs at once. Each judging core is a slot with one run at a time; a request
 * waits in the helper's queue until a slot is free, so callers may ask for a thousand runs and await them in
 * any order. Nothing here knows a verdict: `RunFacts` says what happened, verdict.ts says what it means.
 *
 * Wire format, both ways, on the helper's stdin and stdout: frames of u32 length + body, little-endian, where
 * body = u32 run id, u8 kind, then the fields in the order of `encodeRun` and `decodeFacts`, numbers as f64,
 * bytes and text as u32 length + bytes, lists as u32 count + items. sandbox/wire.h is the other end.
 */

/** A file's content: a path the helper opens itself, or the bytes (meant for small things). */
export type Content = string | Uint8Array;

export type RunLimits = {
  /** CPU time of the program and all it started. Exactly at the limit is still inside. */
  readonly cpuMs: number;
  /** Elapsed time: only against sleepers, a loaded machine stretches it. */
  readonly wallMs: number;
  readonly memoryBytes: number;
  /** Bytes on standard output; the same bound holds for standard error. Exactly at the limit is inside. */
  readonly outputBytes: number;
  /** Threads and processes together. Contestants can only make threads. */
  readonly processes: number;
  /** Largest file the program may write, and the space of its work folder. Only 'toolchain' can write. */
  readonly fileSizeBytes?: number;
  /** Default: memoryBytes. */
  readonly stackBytes?: number;
};

export type RunRequest = {
  /**
   * 'program': an empty read-only root (plus `files`), no processes, no network: contestants and checkers.
   * 'toolchain': `readOnly` folders of this machine, a writable bounded work folder, processes allowed.
   */
  readonly profile: 'program' | 'toolchain';
  /** 'program': path on this machine of a static executable. 'toolchain': path inside the sandbox. */
  readonly program: string;
  /** argv[1..]; argv[0] is the program's base name. */
  readonly args?: readonly string[];
  /** Whole environment, `NAME=value`. Default: none. */
  readonly env?: readonly string[];
  /** Default: empty input. */
  readonly stdin?: Content;
  /**
   * Files put, read-only, in the working folder under these plain names: a checker's `input`, `output`,
   * `answer`, a compiler's `main.cpp`. Gone after the run.
   */
  readonly files?: Readonly<Record<string, Content>>;
  /** 'toolchain' only: folders of this machine to show, as they are and read-only. Missing ones are skipped. */
  readonly readOnly?: readonly string[];
  /** 'toolchain' only: after exit code 0, copy this file of the work folder to that path (mode 0755). */
  readonly collect?: { readonly name: string; readonly to: string };
  /** Output past INLINE_OUTPUT_BYTES goes, whole, to this path. Without it the rest is counted and dropped. */
  readonly spillTo?: string;
  readonly limits: RunLimits;
};

/** What happened. No opinion. */
export type RunFacts = {
  readonly cpuMs: number;
  readonly wallMs: number;
  /** Peak resident memory. */
  readonly memoryBytes: number;
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  /** 'SIGSEGV' and so on; SIGSYS is a forbidden system call. Null when it exited. */
  readonly signal: string | null;
  /** The limit that made the helper or the kernel stop the program, if one did. */
  readonly limit: 'cpu' | 'wall' | 'memory' | 'output' | null;
  /** Size of the largest allocation that was refused for being out of all proportion to the limit; 0: none. */
  readonly refusedBytes: number;
  /** Bytes written to standard output; past the limit only "more than the limit" is meant. */
  readonly outputBytes: number;
  /** The whole output when it is at most INLINE_OUTPUT_BYTES, else its beginning. */
  readonly stdout: Uint8Array;
  /** Path of the file with the whole output when it is longer and the request named one, else null. */
  readonly stdoutPath: string | null;
  /** The first STDERR_BYTES of standard error. */
  readonly stderr: Uint8Array;
  /** Whether `collect` found a regular file within the limits and copied it. */
  readonly collected: boolean;
};

export const INLINE_OUTPUT_BYTES = 64 * 1024;
export const STDERR_BYTES = 64 * 1024;

/**
 * What holds the program, best first. 'cgroup2', 'cgroup1': namespaces and a memory cgroup. 'rlimits':
 * namespaces, memory watched by polling. 'bare': no namespaces (system-call filter and Landlock only): refused
 * unless asked for.
 */
export const tiers = ['cgroup2', 'cgroup1', 'rlimits', 'bare'] as const;
export type Tier = (typeof tiers)[number];

export type SandboxFacts = {
  readonly tier: Tier;
  /** Why the better tiers were not available, one line each; for staff and logs. */
  readonly notes: readonly string[];
  /** Hash of the helper's sources. */
  readonly version: string;
  /** The judging cores: as many runs at once. */
  readonly cores: readonly number[];
};

export type SandboxOptions = {
  /** Judging cores. Default: all this process may use, less one for everything else when there are four or more. */
  readonly cores?: readonly number[];
  /** Take exactly this tier or fail. Default: MINOS_SANDBOX_TIER, else the best there is, 'bare' excluded. */
  readonly tier?: Tier;
  /** Path of the helper. Default: sandbox/build/minos-sandbox. */
  readonly helper?: string;
};

export type Sandbox = {
  readonly facts: SandboxFacts;
  /**
   * Runs once a slot is free. Rejects with SandboxFault when the judge, not the program, is at fault (a path that
   * cannot be opened, a helper that keeps dying) and with the signal's reason when aborted; the program is gone
   * by then.
   */
  run(request: RunRequest, signal?: AbortSignal): Promise<RunFacts>;
  close(): Promise<void>;
};

/** The judge's own trouble: never a contestant's verdict. */
export class SandboxFault extends Error {
  override name = 'SandboxFault';
}

export declare function openSandbox(options?: SandboxOptions): Promise<Sandbox>;
