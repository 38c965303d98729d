/** What the judge says: of a test, of a program that it compiles, of itself and of its machines. */
import type { LanguageId } from './programs.ts';
import type { ForeignWords, None, Said } from './said.ts';

/** Why a test did not pass; for the contestant too. */
export interface RunReasons {
  over_memory: { limitBytes: number };
  over_cpu_time: { limitMs: number };
  over_wall_time: { limitMs: number };
  over_output: { limitBytes: number };
  refused_memory: None;
  refused_threads: None;
  ended_by_signal: { signal: string };
  /** One of the library's own exceptions, else null: a name of the contestant's choosing could tell of a secret input. */
  uncaught_exception: { exception: string | null };
  /** The same for runtimes that have panics, fatal errors and numbered errors in place of exceptions. */
  panic: { cause: string | null };
  fatal_error: { cause: string };
  numbered_error: { number: number; cause: string };
  exit_code: { exitCode: number | null };
  /** What the author's checker has to say to the contestant, in its own words. */
  told_by_checker: { text: string };
}

/** What our own checkers say of an output; for staff. */
export interface CheckerWords extends ForeignWords {
  output_differs: { byte: number };
  line_differs: { byte: number };
}

/**
 * What differs first on a sample, for the contestant too: the sample is public, and the rest is what the program wrote.
 * Excerpts with unseen characters made visible; null: there is no such line.
 */
export interface DifferenceWords {
  sample_differs: { line: number; expected: string | null; got: string | null };
}

/** What a compiler printed, cut to what people read of it. */
export interface Printed {
  readonly text: string;
  readonly isCut: boolean;
}

/** How a program becomes smaller, by language. */
export interface SizeAdvice {
  fill_arrays_in_main: None;
}

/** Why a source became no program. What the compiler printed may be nothing. */
export interface CompilerWords extends ForeignWords {
  compiler_printed: { printed: Printed };
  compiling_took_too_long: { seconds: number; printed: Printed };
  compiling_needed_too_much_memory: { megabytes: number; printed: Printed };
  compiling_said_too_much: { printed: Printed };
  program_too_large: { megabytes: number; advice: Said<SizeAdvice>; printed: Printed };
  compiler_killed: { signal: string };
  compiler_silent: { exitCode: number };
  source_has_nul: { file: string; line: number; column: number };
}

/** Why nothing was judged; for the contestant. */
export interface SkipReasons {
  no_tests: None;
  not_judged: None;
}

/** The same for staff, with what went wrong. */
export interface FaultTold {
  skipped_by_fault: { reason: Said<SkipReasons & ForeignWords>; fault: Said<FaultWords> };
}

/** What went wrong in the judge itself; for staff. */
export interface FaultWords extends ForeignWords {
  judging_failed: None;
  /** A fault with what caused it. A cause that is a text was kept by a release before it had words. */
  fault_caused: { fault: Said<FaultWords>; cause: Said<FaultWords> | string };
  workers_lost: None;
  sandbox_tier_unknown: { tiers: readonly string[] };
  sandbox_stale: None;
  sandbox_closed: None;
  /** `said`: the last words of its helper, or nothing. */
  sandbox_ended: { said: string };
  test_file_missing: { sha256: string };
  test_file_damaged: { sha256: string };
  not_a_hash: { text: string };
  language_missing: { tool: string; package: string };
  /** No package of Debian's has a compiler of today. */
  kotlin_missing: { version: string };
  /** It is there, and does not answer as it should. */
  language_broken: None;
  /** It is there, and its known programs do not get the verdicts that are known. */
  language_unproved: { failures: readonly Said<GateFailures>[] };
  /** It was switched on, and has yet to show that its programs are judged right. */
  language_being_proved: { language: LanguageId };
  compiler_end_unknown: None;
  compiler_killed_by_machine: None;
  headers_not_precompiled: { headers: readonly string[] };
  runtimes_not_built: None;
  class_data_not_archived: None;
  library_not_built: None;
  checker_not_compiled: { compiler: Said<CompilerWords> };
  checker_not_there: None;
  checker_file_missing: { file: string };
  checker_over_limit: { limit: string };
  checker_ended: { signal: string | null; exitCode: number | null; said: string };
  checker_flags_unknown: { flags: string };
  points_without_scale: None;
  points_given_twice: None;
  points_in_worthless_group: { said: string };
  points_out_of_range: { most: number; said: string };
}

/** Why a judge machine takes no work, or not all, or compiles more slowly than it could; for staff. */
export interface MachineWords extends ForeignWords {
  disk_full: None;
  gate_failed: { failures: readonly Said<GateFailures>[] };
  /** Of languages that are on; it goes on in all others. */
  languages_unproved: { failures: readonly Said<GateFailures>[] };
  proving_languages: { languages: readonly LanguageId[] };
  compiling_slowly: { reason: Said<SlowReasons> };
}

/** The judge's own faults among them. */
export interface GateFailures extends FaultWords {
  known_program_status: {
    program: string;
    status: string;
    expected: string;
    why: Said<RunReasons & CompilerWords & SkipReasons> | null;
  };
  known_program_reason: {
    program: string;
    why: Said<RunReasons & CompilerWords & SkipReasons> | null;
  };
  /** One of the hostile suite. `said` is for whoever mends it. */
  known_program_failed: { program: string; said: string };
  known_program_not_judged: { program: string; fault: Said<FaultWords> };
  failed_afterwards: { failure: Said<GateFailures> };
  /** One that is on and that this machine has not. */
  language_unusable: { language: LanguageId; fault: Said<FaultWords> };
}

export interface SlowReasons {
  /** What is to be tried again: a compiler that was killed, a full disk. */
  build_ahead_failed: { fault: Said<FaultWords> };
  precompiling_not_tried: None;
  package_missing: { package: string };
  plugin_not_built: { said: string };
  plugin_refuses: { headers: readonly string[]; said: string };
  plugin_not_loaded: { headers: readonly string[] };
  plugin_changes_programs: { headers: readonly string[]; differences: readonly Difference[] };
}

/** Of two programs that should be the same. */
export interface Difference {
  /** A function or a datum, by its symbol; null: the order of the data. */
  readonly part: string | null;
  readonly kind: 'missing' | 'needless' | 'another';
}
