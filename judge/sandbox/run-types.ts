/** What is asked of a run and what is told of it. */

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
  /** Threads and processes together, those of an interpreter's own too. Contestants can only make threads. */
  readonly processes: number;
  /** Largest file the program may write, and the space of its work folder. Only 'toolchain' can write. */
  readonly fileSizeBytes?: number;
  /** Default: memoryBytes. */
  readonly stackBytes?: number;
};

export type RunRequest = {
  /**
   * 'program': an empty read-only root (plus `files`), no processes, no network: contestants and checkers. With `readOnly`
   * it is for an interpreter: its folders are in the root too, and `files` in the folder where it starts.
   * 'toolchain': `readOnly` folders of this machine, a writable bounded work folder, processes allowed.
   */
  readonly profile: 'program' | 'toolchain';
  /**
   * 'program': path on this machine of a static executable, or of an interpreter, which itself need not be shown but
   * whose loader and libraries must be. 'toolchain': path inside the sandbox.
   */
  readonly program: string;
  /** argv[1..]; argv[0] is `program`, but its path for a compiler and for an interpreter that is itself shown. */
  readonly args?: readonly string[];
  /** Whole environment, `NAME=value`. Default: none. */
  readonly env?: readonly string[];
  /** Default: empty input. */
  readonly stdin?: Content;
  /**
   * Files put, read-only, in the working folder under these plain names: a checker's `input`, `output`,
   * `answer`, a compiler's `main.cpp`. Gone after the run. For a program, what is given by path is shown and not copied,
   * and must be readable for others; bytes are up to 1 MiB in all. For an interpreter `/dev/stdin` leads to the one that
   * is called `stdin`.
   */
  readonly files?: Readonly<Record<string, Content>>;
  /**
   * Files and folders of this machine to show, as they are and read-only. Missing ones are skipped, links are not
   * followed but made again. Runs of programs that are shown the same ones share a cell: always in the same order.
   */
  readonly readOnly?: readonly string[];
  /** 'toolchain' only: after exit code 0, copy this file of the work folder to that path (mode 0755). */
  readonly collect?: { readonly name: string; readonly to: string };
  /**
   * 'toolchain' only, and not beside `collect`: files of the work folder to tell with the facts, at most eight, however
   * the program ended.
   */
  readonly giveBack?: readonly string[];
  /** Output past 64 KiB goes, whole, to this path. Without it the rest is counted and dropped. */
  readonly spillTo?: string;
  readonly limits: RunLimits;
};

/** An express run waits for express runs only: an ordinary one on its core stands still meanwhile, its clocks too. */
export type Lane = 'express' | 'ordinary';

/** What happened. No opinion. */
export type RunFacts = {
  readonly cpuMs: number;
  /** Without the time for which it stood still. */
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
  /** The whole output when it is at most 64 KiB, else its beginning. */
  readonly stdout: Uint8Array;
  /** Path of the file with the whole output when it is longer and the request named one, else null. */
  readonly stdoutPath: string | null;
  /** The first 60 KiB of standard error, and the last 4 of what is more: a runtime's last words are at its end. */
  readonly stderr: Uint8Array;
  /** Whether `collect` found a regular file within the limits and copied it. */
  readonly collected: boolean;
  /** The first 64 KiB of each file of `giveBack` that is there and is a regular one. */
  readonly givenBack: Readonly<Record<string, Uint8Array>>;
};
