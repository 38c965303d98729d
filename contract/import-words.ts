/** What an import says of an archive: how far it is, why it is refused, and what each of its files is. */
import type { CompilerWords, FaultWords } from './judge-words.ts';
import type { LanguageId, PackageId } from './programs.ts';
import type { ForeignWords, None, Said } from './said.ts';

/** A list cut to what a sentence can hold, and how many more there were. */
export interface NameList {
  readonly shown: readonly string[];
  readonly more: number;
}

export interface ImportSteps {
  import_unpacking: None;
  import_checking: None;
  /** The jury's solutions are being judged. */
  import_trying: None;
}

/** How an import of test cases stands, or how it ended. */
export interface ImportWords extends ForeignWords, ImportSteps, ArchiveRefusals {
  import_waiting: None;
  /** A step of one problem of an archive of many. */
  import_of_one: { id: string; number: number; count: number; step: Said<ImportSteps> };
  import_completed: { tests: number };
  import_of_many: { created: number; updated: number; refused: number };
  package_ready: None;
  /** They ended otherwise than was expected of them. */
  solutions_disagree: { solutions: NameList };
  /** Somebody has put it in force although they did. */
  version_forced: None;
  version_discarded: None;
  /** What was tried again agrees as before. */
  trial_completed: { solutions: number };
  import_without_worker: None;
  import_cancelled: None;
  /** The same of a file that was only looked at, of problems of which some may be in force, and of a trial. */
  preview_cancelled: None;
  packages_cancelled: { imported: number };
  trial_cancelled: None;
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
  /** It is switched off. */
  archive_checker_language: { language: LanguageId };
  archive_checker_package: { package: PackageId };
  archive_checker_not_compiled: { compiler: Said<CompilerWords> };
  /** The checker itself failed on what a solution of the jury printed. */
  archive_checker_fault: { solution: string; fault: Said<FaultWords> };
  archive_limit_range: { least: number; most: number; unit: 'ms' | 'MB' };
  archive_several_problems: { count: number };
  /** A file that is in none of the archive's problems. */
  archive_beside_problems: { file: string };
  archive_too_many_problems: { count: number; limit: number };
  archive_too_much: { of: 'tests' | 'groups' | 'memberships' | 'solutions' | 'checker_args'; most: number };
  archive_strange_group: { group: string };
  archive_no_pdf: { file: string };
  /** Nothing says how long a program may run, and no right solution that could be run shows it. */
  time_limit_missing: None;
  time_limit_not_derived: { solution: string; most: number };
  /** What must be too slow is not so by the margin that the format asks for. */
  time_limit_too_close: { solution: string; slowestMs: number; limitMs: number; factor: number };
  package_id_used_twice: { id: string };
  package_id_characters: { id: string };
  package_id_taken: { id: string };
  /** What a package of another system asks for, and where. */
  archive_package: { file: string; line: number | null; mistake: Said<PackageMistakes> };
  /** Several things at once. */
  archive_complaints: { complaints: readonly Said<ArchiveRefusals>[] };
}

/** Why a package of another system is refused. */
export interface PackageMistakes
  extends ManifestMistakes,
    KattisMistakes,
    PolygonMistakes,
    OtherFormatMistakes {
  /** Judged elsewhere, and not here yet. */
  package_feature: { feature: Said<PackageFeatures> };
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
  /** Loaded by the other system's judge, and no program. */
  feature_checker_module: { file: string };
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
  /** Names that differ by capital letters alone. */
  kattis_same_test: { file: string };
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
  /** Of a solution. */
  kattis_no_such_tests: { tests: string };
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
  readonly mistake: Said<ManifestMistakes>;
}

export interface ManifestMistakes extends ForeignWords {
  manifest_too_large: { kilobytes: number };
  manifest_not_utf8: None;
  manifest_not_yaml: None;
  manifest_key_unknown: None;
  manifest_value_missing: { rule: Said<ManifestMistakes> };
  manifest_needs_text: None;
  manifest_empty_value: None;
  manifest_text_too_long: { most: number };
  manifest_text_unseen: None;
  manifest_needs_number: None;
  manifest_number_too_large: { most: number };
  manifest_needs_factor: { most: number };
  manifest_needs_time_factor: { least: number; most: number };
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
  manifest_needs_part: None;
  manifest_list_too_long: { most: number };
  manifest_needs_whole_number: { least: number; most: number };
  manifest_no_group_around: { group: string };
  manifest_no_such_group: { group: string };
  manifest_unlike_settings: { test: string; key: string };
  manifest_needs_settings: None;
  manifest_key_repeated: None;
  manifest_needs_flags: None;
  manifest_points_without_scale: { checker: string; line: number };
  manifest_absolute_without_groups: None;
  manifest_absolute_in_unlike_groups: { test: string };
  manifest_not_program: { file: string };
  manifest_not_header: { file: string };
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
