/**
 * What the judge asks of a programming language. Each is one file of this folder and a line of catalogue.ts;
 * docs/languages.md walks through one.
 */

import type { FaultWords, Printed, RunReasons, SizeAdvice } from '#contract/judge-words.ts';
import type { LanguageId, PackageId } from '#contract/programs.ts';
import type { Words } from '#contract/words.ts';
import type { RunFacts, RunLimits, RunRequest } from '../sandbox/run-types.ts';
import type { KnownProgram } from './known-programs.ts';

export interface Source {
  language: LanguageId;
  code: Uint8Array;
  /** Files beside it, by name: a checker's own headers. */
  files?: Readonly<Record<string, Uint8Array>>;
}

export interface Language {
  /** The file that messages are about. */
  readonly sourceName: string;
  readonly runtimeWords: RuntimeWords;
  /** For the gate: one for every way a run can end. */
  readonly knownPrograms: readonly KnownProgram[];
  /**
   * Finds on this machine what it needs; a JudgeFault says what is missing. What is built ahead lies below
   * `cacheFolder`. `allowed`: packages that its programs may import, where the machine has them.
   */
  readonly open: (cacheFolder: string, allowed: readonly PackageId[]) => Promise<InstalledLanguage>;
}

/**
 * What the language's runtime prints on standard error about the end of a program. The program can print the same, and what
 * it lived through may have been printed too: where a runtime has a signal or an exit code for such an end, it counts beside
 * that alone. It begins in the middle of a line where the program has left one unfinished.
 */
export interface RuntimeWords {
  /** For want of memory. */
  ranOutOfMemory: (end: ProgramEnd) => boolean;
  /**
   * Whether an exception ended the program, and which. The name is null unless it is one of a closed list: a name of the
   * contestant's choosing would be a way to print parts of a secret input into the reason.
   */
  uncaughtException: (end: ProgramEnd) => { name: string | null } | null;
  /** Why the runtime ended the program, where that says more than an exception: by closed lists too. */
  explainEnd?: (end: ProgramEnd) => Words<keyof RunReasons> | null;
}

/** Of a program that ended badly. */
export interface ProgramEnd extends Pick<RunFacts, 'exitCode' | 'signal'> {
  stderr: string;
}

export interface InstalledLanguage {
  /** As the compiler or interpreter says it, in one line. */
  readonly version: string;
  /** What it is told beside the source. */
  readonly flags: readonly string[];
  readonly commands: Commands;
  /** Those beside its own library that staff may allow. Default: there are none. */
  readonly packages?: readonly PackageHere[];
  /** Of all that decides what becomes of a source: what was made in another way is not taken from the cache. */
  readonly key: string;
  readonly diagnostics: Diagnostics;
  /** Compiles in the sandbox, in as many runs as it takes, and says how the one ended that counts. */
  compile: (job: CompileJob) => Promise<RunFacts>;
  launch: (program: string, room: MemoryRoom) => Launch;
  /** Why compiling is slower than it could be, for staff; null when it is not, as far as is known. */
  slowBecause: () => Words<'compiling_slowly'> | null;
  /** Builds what makes it faster and is missing. Judging works meanwhile. */
  buildAhead: (signal?: AbortSignal) => Promise<void>;
}

/** What a virtual machine is told of the memory that it may use. */
export interface MemoryRoom {
  /** All of the run's. */
  memoryBytes: number;
  /** Of that, what a problem allows programs themselves: without the language's allowance that is in force. */
  programBytes: number;
}

export interface PackageHere {
  readonly id: PackageId;
  readonly isAllowed: boolean;
  readonly found: { readonly version: string } | { readonly missing: Words<keyof FaultWords> };
}

/** What a program was judged with. */
export function tellVersion({ version, packages = [] }: InstalledLanguage): string {
  const seen = packages.flatMap(({ id, isAllowed, found }) =>
    isAllowed && 'version' in found ? [`${id} ${found.version}`] : [],
  );
  return [version, ...seen].join(', ');
}

/** What contestants are told, as they would type it beside their source to get the same program doing the same. */
export interface Commands {
  /** Null where nothing is compiled. */
  readonly compile: string | null;
  readonly run: string;
}

export interface CompileJob {
  source: Source;
  /** Where the program, a single file, is collected to. */
  program: string;
  limits: RunLimits;
  run: (request: RunRequest) => Promise<RunFacts>;
}

/** What the compiler's words look like. */
export interface Diagnostics {
  /** What it printed, as the contestant may see it. */
  clean: (printed: Uint8Array) => Printed;
  /** Said when it could not write the program because of its size. */
  tooLarge: RegExp;
  /** What to do about that. */
  adviceWhenTooLarge: Words<keyof SizeAdvice>;
}

/** How a compiled program is started: by itself, or by an interpreter that is shown its file. */
export interface Launch
  extends Pick<RunRequest, 'profile' | 'program' | 'args' | 'env' | 'files' | 'readOnly'> {
  /** Threads that its runtime has beside the program's own. Default: none. */
  readonly processes?: number;
  /** Whether the input can be opened as `/dev/stdin` too. Only of an interpreter. */
  readonly showsInput?: boolean;
}

/** What is asked of the sandbox for a run of it. */
export function requestOf(
  { processes = 0, showsInput = false, ...launch }: Launch,
  run: Pick<RunRequest, 'stdin' | 'spillTo' | 'limits'>,
): RunRequest {
  const { stdin, limits } = run;
  return {
    ...launch,
    ...run,
    files: { ...launch.files, ...(showsInput && stdin !== undefined && { stdin }) },
    limits: { ...limits, processes: limits.processes + processes },
  };
}
