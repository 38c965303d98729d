/**
 * What Minos says, apart from the language it is said in. Whoever has something to say (the judge about a test, an
 * import about an archive, the server about a request) names a code and what its sentence varies by; rows and answers
 * carry these, and the catalogue of the reader's language makes the sentence where it is read (messages/catalogues.ts).
 *
 * A code is always one of ours. What a contestant, an archive or a foreign program wrote is a parameter, bounded by
 * whoever takes it in.
 */
import { z } from 'zod';
import type { ErrorCode } from './error-codes.ts';

type None = Record<string, never>;

/** Words of somebody else, shown as they are: a compiler's, a checker's, a system's; or of a release before codes. */
interface ForeignWords {
  verbatim: { text: string };
}

/** Why a test did not pass; for the contestant too. */
export interface RunReasons {
  over_memory: { limitBytes: number };
  over_cpu_time: { limitMs: number };
  over_wall_time: { limitMs: number };
  over_output: { limitBytes: number };
  refused_memory: None;
  ended_by_signal: { signal: string };
  /** One of the library's own exceptions, else null: a name of the contestant's choosing could tell of a secret input. */
  uncaught_exception: { exception: string | null };
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
  program_too_large: { megabytes: number; advice: Words<keyof SizeAdvice>; printed: Printed };
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
interface FaultTold {
  skipped_by_fault: { reason: Words<keyof SkipReasons | 'verbatim'>; fault: Words<keyof FaultWords> };
}

/** What went wrong in the judge itself; for staff. */
export interface FaultWords extends ForeignWords {
  judging_failed: None;
  /** A fault with what caused it, in the words of whatever that was. */
  fault_caused: { fault: Words<keyof FaultWords>; cause: string };
  workers_lost: None;
  test_file_missing: { sha256: string };
  test_file_damaged: { sha256: string };
  not_a_hash: { text: string };
  compiler_missing: None;
  compiler_end_unknown: None;
  headers_not_precompiled: { headers: readonly string[] };
  runtimes_not_built: None;
  checker_not_compiled: { compiler: Words<keyof CompilerWords> };
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

/** Why a judge machine takes no work, or compiles more slowly than it could; for staff. */
export interface MachineWords extends ForeignWords {
  disk_full: None;
  gate_failed: { failures: readonly Words<keyof GateFailures>[] };
  compiling_slowly: { reason: Words<keyof SlowReasons> };
}

export interface GateFailures extends ForeignWords {
  known_program_status: {
    program: string;
    status: string;
    expected: string;
    why: Words<keyof RunReasons | keyof CompilerWords | keyof SkipReasons> | null;
  };
  known_program_reason: {
    program: string;
    why: Words<keyof RunReasons | keyof CompilerWords | keyof SkipReasons> | null;
  };
  /** One of the hostile suite, or a known program that the judge failed on. `said` is for whoever mends it. */
  known_program_failed: { program: string; said: string };
  failed_afterwards: { failure: Words<keyof GateFailures> };
}

export interface SlowReasons {
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

/** A list cut to what a sentence can hold, and how many more there were. */
export interface NameList {
  readonly shown: readonly string[];
  readonly more: number;
}

/** How an import of test cases stands, or how it ended. */
export interface ImportWords extends ForeignWords, ArchiveRefusals {
  import_waiting: None;
  import_unpacking: None;
  import_checking: None;
  import_completed: { tests: number };
  /** The jury's solutions are being judged. */
  import_trying: None;
  import_of_many: { created: number; updated: number; refused: number };
  package_ready: None;
  /** They ended otherwise than was expected of them. */
  solutions_disagree: { solutions: NameList };
  /** Somebody has put it in force although they did. */
  version_forced: None;
  /** What was tried again agrees as before. */
  trial_completed: { solutions: number };
  import_without_worker: None;
  import_cancelled: None;
  import_lost: None;
}

/** Why an archive is refused: in the words of someone who makes ZIP files. */
export interface ArchiveRefusals {
  archive_empty: None;
  archive_not_zip: None;
  /** What it is instead, by the name people know. */
  archive_of_another_kind: { kind: string };
  archive_incomplete: None;
  archive_damaged: None;
  archive_bytes_before: None;
  archive_over_size: { limitBytes: number };
  archive_too_many_entries: { count: number; limit: number };
  archive_table_too_large: None;
  archive_file_too_large: { file: string; limitBytes: number };
  archive_unpacked_too_large: { limitBytes: number };
  archive_ratio: { file: string };
  archive_overlap: { file: string };
  archive_encrypted_file: { file: string };
  archive_encrypted: None;
  /** The packer's method by the name people know, or by its number in the format. */
  archive_compression: { file: string; method: string | number };
  /** Of releases that followed no link there is neither target nor fault. */
  archive_link: { file: string; target?: string; fault?: LinkFault };
  archive_links_multiply: { limit: number };
  archive_device: { file: string };
  archive_outside: { file: string };
  archive_backslash: { file: string };
  archive_strange_name: { file: string };
  archive_long_name: { file: string; limitBytes: number };
  archive_duplicate: { file: string };
  archive_damaged_file: { file: string };
  archive_without_tests: None;
  archive_orphans: { count: number; orphans: readonly Orphan[] };
  archive_two_answers: { input: string; answers: NameList };
  archive_two_inputs: { answer: string; inputs: NameList };
  archive_same_test: { test: string; first: string; second: string };
  archive_misplaced_manifest: { file: string };
  archive_two_manifests: { files: NameList };
  archive_manifest: { file: string; mistakes: readonly PlacedMistake[]; more: number };
  archive_checker_not_compiled: { compiler: Words<keyof CompilerWords> };
  /** The checker itself failed on what a solution of the jury printed. */
  archive_checker_fault: { solution: string; fault: Words<keyof FaultWords> };
  archive_limit_range: { least: number; most: number; unit: 'ms' | 'MB' };
  archive_several_problems: { count: number };
  archive_too_many_problems: { most: number };
  archive_too_much: { of: 'tests' | 'groups' | 'memberships' | 'solutions' | 'checker_args'; most: number };
  archive_strange_group: { group: string };
  archive_no_pdf: { file: string };
  /** Nothing says how long a program may run, and no right solution that could be run shows it. */
  time_limit_missing: None;
  time_limit_not_derived: { solution: string; most: number };
  package_id_used_twice: { id: string };
  package_id_characters: { id: string };
  package_id_taken: { id: string };
  /** What a package of another system asks for, and where. */
  archive_package: { file: string; line: number | null; mistake: Words<keyof PackageMistakes> };
  /** Several things at once. */
  archive_complaints: { complaints: readonly Words<keyof ArchiveRefusals>[] };
}

/** Why a package of another system is refused. */
export interface PackageMistakes
  extends ManifestMistakes,
    KattisMistakes,
    PolygonMistakes,
    OtherFormatMistakes {
  /** Judged elsewhere, and not here yet. */
  package_feature: { feature: Words<keyof PackageFeatures> };
  package_value: { key: string; value: string };
  package_file_missing: { file: string };
  /** An input without its answer. */
  package_answer_missing: { input: string };
  package_too_many_groups: { most: number };
  package_too_deep: { most: number };
}

/** What packages ask for that is refused, by the names people know. */
export interface PackageFeatures extends ForeignWords, OtherFormatFeatures {
  feature_interactive: None;
  feature_multi_pass: None;
  feature_submit_answer: None;
  feature_linked_files: None;
  feature_program_language: { file: string };
  feature_several_sources: { file: string };
  feature_custom_grader: None;
  feature_file_names: None;
  feature_unbounded_score: None;
  feature_embedded_code: None;
  feature_static_validator: None;
  feature_program_arguments: None;
  feature_file_writing: None;
  feature_constants: { file: string };
  feature_minimised_score: None;
  feature_reject_score: None;
  feature_large_output: { megabytes: number };
  feature_installed_program: { name: string };
  feature_other_languages: None;
}

export interface KattisMistakes extends ForeignWords {
  kattis_version: { version: string };
  kattis_no_secret_tests: None;
  kattis_input_missing: { answer: string };
  /** A test outside of data/sample and data/secret. */
  kattis_stray_test: None;
  kattis_group_settings_here: None;
  kattis_other_version: None;
  kattis_tests_beside_groups: { folder: string };
  kattis_flags_unknown: { flags: string };
  kattis_no_validator: { folder: string };
  /** The least or the greatest of parts that are worth different scores. */
  kattis_unlike_worths: { aggregation: string };
  kattis_average_of_a_part: None;
  kattis_average_of_scores: None;
  kattis_break_around_parts: None;
  kattis_mixed_verdicts: None;
  kattis_any_of_parts: None;
  kattis_always_accepted: None;
  kattis_worthless: None;
  kattis_scores_do_not_add_up: { sum: number; declared: number };
  kattis_score_missing: { key: string };
  kattis_no_such_group: { group: string };
  kattis_needed_group: { group: string };
}

export interface PolygonMistakes extends ForeignWords {
  polygon_standard: None;
}

export interface OtherFormatMistakes extends ForeignWords {
  xml_entities: None;
  xml_broken: None;
  /** Points of a checker mean nothing without what they are out of. */
  package_points_scale: { checker: string; line: number };
  package_header_missing: { checker: string; header: string };
  package_group_unknown: { group: string };
  package_group_circle: { group: string };
  package_test_count: { said: number; found: number };
  package_setting: { key: string };
  package_no_tests: None;
}

/** What the formats other than Kattis and Polygon ask for. */
interface OtherFormatFeatures {
  feature_communication: None;
  feature_generator: None;
  feature_checker_convention: { name: string };
  feature_standard_checker: { name: string };
  feature_test_patterns: None;
  feature_time_scores: None;
}

/** Why a link is not followed. `folder`: other files lie in it. */
export type LinkFault = 'outside' | 'absolute' | 'nowhere' | 'circle' | 'folder';

export interface Orphan {
  readonly file: string;
  /** What it would be half of a test as, if its name tells. */
  readonly role: 'input' | 'answer' | null;
}

export interface PlacedMistake {
  /** Null: the file as a whole. */
  readonly line: number | null;
  /** The keys that lead to the value, as they are written in YAML; may be empty. */
  readonly path: string;
  readonly mistake: Words<keyof ManifestMistakes>;
}

export interface ManifestMistakes extends ForeignWords {
  manifest_too_large: { kilobytes: number };
  manifest_not_utf8: None;
  manifest_not_yaml: None;
  manifest_key_unknown: None;
  manifest_value_missing: { rule: Words<keyof ManifestMistakes> };
  manifest_needs_text: None;
  manifest_empty_value: None;
  manifest_text_too_long: { most: number };
  manifest_text_unseen: None;
  manifest_needs_number: None;
  manifest_number_too_large: { most: number };
  manifest_needs_factor: { most: number };
  manifest_needs_boolean: None;
  manifest_needs_decimals: None;
  manifest_needs_names: None;
  manifest_needs_tolerance: None;
  manifest_needs_source: None;
  manifest_needs_one_of: { choices: readonly string[] };
  manifest_needs_group: None;
  manifest_needs_groups: None;
  manifest_needs_tests: None;
  manifest_needs_list: None;
  manifest_needs_scores: None;
  manifest_needs_solution: None;
  manifest_list_too_long: { most: number };
  manifest_needs_whole_number: { least: number; most: number };
  manifest_no_group_around: { group: string };
  manifest_unlike_settings: { test: string; key: string };
  manifest_needs_settings: None;
  manifest_needs_flags: None;
  manifest_points_without_scale: { checker: string; line: number };
  manifest_absolute_without_groups: None;
  manifest_absolute_in_unlike_groups: { test: string };
  manifest_not_cpp: { file: string };
  manifest_not_pdf: { file: string };
  manifest_file_missing: { file: string };
  manifest_file_too_large: { file: string; kilobytes: number };
  manifest_same_header: { header: string };
  manifest_no_such_test: { test: string; tests: NameList };
  manifest_no_test_in_group: { group: string; tests: NameList };
  manifest_too_many_memberships: { most: number };
  manifest_ungrouped: { tests: NameList };
  manifest_same_group: { group: string };
  manifest_worthless: None;
  manifest_no_earlier_group: { group: string };
}

/** Why an entry of an archive is part of no test. */
export interface IgnoredReasons extends ForeignWords {
  ignored_macos: None;
  ignored_windows: None;
  ignored_hidden: None;
  ignored_backup: None;
  ignored_document: None;
  ignored_picture: None;
  ignored_source: None;
  ignored_program: None;
  ignored_settings: None;
  ignored_folder: None;
  ignored_manifest: None;
  ignored_checker: None;
  ignored_statement: None;
  ignored_statement_text: None;
  ignored_solution: None;
  ignored_package_settings: None;
  ignored_validator: None;
  ignored_generator: None;
  ignored_attachment: None;
  ignored_not_used: None;
  ignored_copy: None;
  ignored_feedback_policy: None;
}

/** How the outputs of a test set are checked. */
export interface CheckerNames extends ForeignWords {
  checker_tokens: None;
  checker_exact: None;
  checker_lines: None;
  checker_floats: { absolute: number; relative: number };
  checker_kattis: None;
  checker_program: { file: string; points: string | null };
}

/** Rules about what is typed, and the few errors that say more than their code. */
interface RequestWords extends Record<ErrorCode, None> {
  username_required: None;
  username_short: None;
  username_long: None;
  username_characters: None;
  password_required: None;
  password_short: None;
  password_long: None;
  prefix_required: None;
  prefix_long: None;
  prefix_characters: None;
  batch_count: None;
  problem_id_required: None;
  problem_id_long: None;
  problem_id_characters: None;
  problem_title_required: None;
  problem_title_long: None;
  author_required: None;
  time_limit_range: None;
  memory_limit_range: None;
  withholds_run_facts_boolean: None;
  feedback_unknown: None;
  language_unknown: None;
  code_required: None;
  code_long: None;
  contest_title_required: None;
  contest_title_long: None;
  contest_description_long: None;
  contest_times_required: None;
  contest_end_before_start: None;
  text_characters: None;
  line_break: { field: TextField };
  unseen_character: { field: TextField; character: string };
  /** A mistake in the shape of a request, which no page of ours makes: the library's words, in English. */
  field_malformed: { field: string; said: string };
  problem_hidden_detail: None;
  join_to_submit: None;
  problem_held_elsewhere: { title: string };
}

export type TextField = 'problem_title' | 'contest_title' | 'contest_description';

export interface WordsParams
  extends RunReasons,
    CheckerWords,
    DifferenceWords,
    CompilerWords,
    SizeAdvice,
    SkipReasons,
    FaultTold,
    FaultWords,
    MachineWords,
    GateFailures,
    SlowReasons,
    ImportWords,
    PackageMistakes,
    PackageFeatures,
    IgnoredReasons,
    CheckerNames,
    RequestWords {}

export type WordsCode = keyof WordsParams;

export type Words<Code extends WordsCode = WordsCode> = {
  [C in Code]: { readonly code: C; readonly params: WordsParams[C] };
}[Code];

/** `words('exit_code', { exitCode: 3 })`; those that vary by nothing need no parameters. */
export function words<Code extends WordsCode>(
  code: Code,
  ...[params]: WordsParams[Code] extends None ? [] : [WordsParams[Code]]
): Words<Code> {
  return { code, params: params ?? {} } as Words<Code>;
}

/** One sentence of a catalogue for each code; those with parts that vary say parts of their own by `say`. */
export type Sentences = {
  readonly [Code in WordsCode]: WordsParams[Code] extends None
    ? string
    : (params: WordsParams[Code], say: Say) => string;
};

export type Say = (words: Words) => string;

/** What a row may hold: a release before codes wrote sentences, which stay what they are. */
export type StoredWords<Code extends WordsCode = WordsCode> = Words<Code> | string;

export function readStoredWords<Code extends WordsCode>(stored: StoredWords<Code>): Words<Code | 'verbatim'> {
  return (typeof stored === 'string' ? words('verbatim', { text: stored }) : stored) as Words<
    Code | 'verbatim'
  >;
}

/** In an answer beside its text, for whoever says it in a language of their own; null where only the text can be had. */
export const wordsBeside = z
  .object({ code: z.string(), params: z.record(z.string(), z.unknown()) })
  .nullable() as unknown as z.ZodType<Words | null>;

export function besideText(said: Words | null): Words | null {
  return said?.code === 'verbatim' ? null : said;
}

/** Every text in the parameters, also of words within words, changed in the same way. */
export function mapTexts<Code extends WordsCode>(
  { code, params }: Words<Code>,
  change: (text: string) => string,
): Words<Code> {
  return { code, params: mapValue(params, change) } as Words<Code>;
}

function mapValue(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) return value.map((each) => mapValue(each, change));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, mapValue(each, change)]));
}

/** zod has one place for what is wrong with a value, and it is a text: our words pass through it as JSON. */
export function rule<Code extends WordsCode>(
  code: Code,
  ...params: Parameters<typeof words<Code>> extends [Code, ...infer Rest] ? Rest : never
): string {
  return JSON.stringify((words as (code: Code, ...params: unknown[]) => Words)(code, ...params));
}

/** The words of a rule of ours, or null for a complaint of zod's own, which never looks like that. */
export function readRule(message: string): Words | null {
  return message.startsWith('{"code":') ? (JSON.parse(message) as Words) : null;
}
