/**
 * What Minos says, apart from the language it is said in. Whoever has something to say (the judge about a test, an
 * import about an archive, the server about a request) names a code and what its sentence varies by; rows and answers
 * carry these, and the catalogue of the reader's language makes the sentence where it is read (messages/catalogues.ts).
 *
 * A code is always one of ours. What a contestant, an archive or a foreign program wrote is a parameter, bounded by
 * whoever takes it in.
 */
import type { AnnouncedWords } from './announced-words.ts';
import type { ErrorCode } from './error-codes.ts';
import type {
  CheckerNames,
  IgnoredReasons,
  ImportWords,
  PackageFeatures,
  PackageMistakes,
} from './import-words.ts';
import type {
  CheckerWords,
  CompilerWords,
  DifferenceWords,
  FaultTold,
  FaultWords,
  GateFailures,
  MachineWords,
  RunReasons,
  SizeAdvice,
  SkipReasons,
  SlowReasons,
} from './judge-words.ts';
import type { LanguageId, PackageId } from './programs.ts';
import type { None, Said } from './said.ts';

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
  package_unknown: None;
  time_factor_range: None;
  time_allowance_range: None;
  memory_allowance_range: None;
  allowed_languages_required: None;
  language_needed_by: { problem: string };
  package_needed_by: { package: PackageId; problems: readonly string[] };
  /** In a contest that narrows the list too. */
  takes_only: { languages: readonly LanguageId[]; inContest: boolean };
  code_required: None;
  code_long: None;
  starting_text_long: None;
  contest_title_required: None;
  contest_title_long: None;
  contest_description_long: None;
  contest_times_required: None;
  contest_end_before_start: None;
  contest_feedback_unknown: None;
  problem_label_required: None;
  problem_label_long: None;
  problem_labels_same: None;
  contest_points_range: None;
  editorial_long: None;
  question_required: None;
  question_long: None;
  answer_required: None;
  answer_long: None;
  announcement_required: None;
  announcement_long: None;
  template_required: None;
  too_many_templates: None;
  question_claimed_by: { username: string };
  contest_format_unknown: None;
  contest_thaw_time_invalid: None;
  penalty_minutes_range: None;
  freeze_minutes_range: None;
  medals_range: None;
  window_minutes_range: None;
  extra_minutes_range: None;
  participants_chosen: None;
  text_characters: None;
  line_break: { field: TextField };
  unseen_character: { field: TextField; character: string };
  /** A mistake in the shape of a request, which no page of ours makes: the library's words, in English. */
  field_malformed: { field: string; said: string };
  problem_hidden_detail: None;
  join_to_submit: None;
  contest_entry_unknown: None;
  contest_password_unset: None;
  participants_required: None;
  participants_too_many: None;
  /** The first of them, and how many there are beside. */
  participants_unknown_named: { usernames: readonly string[]; more: number };
  problem_held_elsewhere: { title: string };
  problem_shared_elsewhere: { title: string };
}

export type TextField =
  | 'problem_title'
  | 'problem_label'
  | 'contest_title'
  | 'contest_description'
  | 'editorial'
  | 'starting_text'
  | 'question'
  | 'answer'
  | 'answer_template'
  | 'announcement';

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
    AnnouncedWords,
    RequestWords {}

export type WordsCode = keyof WordsParams;

export type Words<Code extends WordsCode = WordsCode> = Said<Pick<WordsParams, Code>>;

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
