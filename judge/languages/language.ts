/**
 * What the judge asks of a programming language. Each is one file of this folder and a line of catalogue.ts;
 * docs/judging.md walks through one.
 */

import type { Printed, SizeAdvice } from '#contract/judge-words.ts';
import type { LanguageId } from '#contract/programs.ts';
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
   * `cacheFolder`.
   */
  readonly open: (cacheFolder: string) => Promise<InstalledLanguage>;
}

/** What the language's runtime prints on standard error about the end of a program. The program can print the same. */
export interface RuntimeWords {
  /** Said when memory could not be had. */
  outOfMemory: RegExp;
  /**
   * Whether an exception ended the program, and which. The name is null unless it is one of a closed list: a name of the
   * contestant's choosing would be a way to print parts of a secret input into the reason.
   */
  uncaughtException: (stderr: string) => { name: string | null } | null;
}

export interface InstalledLanguage {
  /** As the compiler or interpreter says it, in one line. */
  readonly version: string;
  /** What it is told beside the source. */
  readonly flags: readonly string[];
  /** Of all that decides what becomes of a source: what was made in another way is not taken from the cache. */
  readonly key: string;
  readonly diagnostics: Diagnostics;
  /** Compiles in the sandbox, in as many runs as it takes, and says how the one ended that counts. */
  compile: (job: CompileJob) => Promise<RunFacts>;
  launch: (program: string) => Launch;
  /** Why compiling is slower than it could be, for staff; null when it is not, as far as is known. */
  slowBecause: () => Words<'compiling_slowly'> | null;
  /** Builds what makes it faster and is missing. Judging works meanwhile. */
  buildAhead: (signal?: AbortSignal) => Promise<void>;
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
export type Launch = Pick<RunRequest, 'profile' | 'program' | 'args' | 'env' | 'files' | 'readOnly'>;
