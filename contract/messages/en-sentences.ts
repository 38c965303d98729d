import type { Difference, Printed } from '../judge-words.ts';
import { limits } from '../limits.ts';
import { languageIds } from '../programs.ts';
import type { Sentences, TextField } from '../words.ts';
import { importSentences } from './en-imports.ts';
import { languageNames } from './en-languages.ts';
import { packageSentences } from './en-packages.ts';
import { counted, grouped, listed, megabytes, quoted, sized } from './en-quantities.ts';

const shown = ({ text, isCut }: Printed) => (isCut ? `${text}\n… (the rest is left out)` : text);

/** Above what a compiler printed, if it printed anything. */
const above = (sentence: string, printed: Printed) =>
  printed.text === '' ? sentence : `${sentence}\n${shown(printed)}`;

const differences: Record<Difference['kind'], string> = {
  missing: 'is missing',
  needless: 'is there without need',
  another: 'is another',
};

const fields: Record<TextField, string> = {
  problem_title: 'Title',
  problem_label: 'Label',
  contest_title: 'Contest title',
  contest_description: 'Description',
  editorial: 'Editorial',
  starting_text: 'Starting program',
  question: 'Question',
  answer: 'Answer',
  answer_template: 'Template',
  announcement: 'Announcement',
};

const signals: Readonly<Record<string, string>> = {
  SIGABRT: 'Aborted',
  SIGBUS: 'Bad memory access',
  SIGFPE: 'Arithmetic error such as division by zero',
  SIGILL: 'Illegal instruction',
  SIGKILL: 'Killed',
  SIGPIPE: 'Wrote to a closed pipe',
  SIGSEGV: 'Invalid memory access',
  SIGSYS: 'Forbidden system call',
  SIGTERM: 'Terminated',
  SIGTRAP: 'Trap',
  SIGXFSZ: 'Wrote too large a file',
};

/** When nothing works at all, three are enough to see why. */
const cutFailures = (failures: readonly string[]) =>
  failures.length > 4 ? [...failures.slice(0, 3), `and ${failures.length - 3} more`] : failures;

/** Why nothing went on as it should: what another process says, by its code. */
export const sentences: Sentences = {
  ...importSentences,
  ...packageSentences,

  verbatim: ({ text }) => text,

  over_memory: ({ limitBytes }) => `More than ${sized(limitBytes)} of memory`,
  over_cpu_time: ({ limitMs }) => `More than ${limitMs} ms of CPU time`,
  over_wall_time: ({ limitMs }) => `Still not finished after ${limitMs} ms of waiting`,
  over_output: ({ limitBytes }) => `More than ${sized(limitBytes)} of output`,
  refused_memory: 'Asked for more memory than the limit allows',
  refused_threads: 'More threads than a program may have',
  ended_by_signal: ({ signal }) =>
    signals[signal] ? `${signals[signal]} (${signal})` : `Ended by signal ${signal}`,
  uncaught_exception: ({ exception }) =>
    exception === null ? 'Uncaught exception' : `Uncaught exception ${exception}`,
  panic: ({ cause }) => (cause === null ? 'Panic' : `Panic: ${cause}`),
  fatal_error: ({ cause }) => `Fatal error: ${cause}`,
  numbered_error: ({ number, cause }) => `Runtime error ${number}: ${cause}`,
  exit_code: ({ exitCode }) => `Exited with code ${exitCode}`,
  told_by_checker: ({ text }) => text,

  output_differs: ({ byte }) => `The output differs at byte ${byte}`,
  line_differs: ({ byte }) => `The output differs in the line around byte ${byte}`,

  sample_differs: ({ line, expected, got }) => {
    if (got === null)
      return `Line ${line}: expected ${quoted(expected ?? '')}, but the output ends before it`;
    if (expected === null) return `Line ${line}: got ${quoted(got)}, but nothing more was expected`;
    return `Line ${line}: expected ${quoted(expected)}, got ${quoted(got)}`;
  },

  compiler_printed: ({ printed }) => shown(printed),
  compiling_took_too_long: ({ seconds, printed }) =>
    above(`Compiling was stopped: it took more than ${seconds} s.`, printed),
  compiling_needed_too_much_memory: ({ megabytes: most, printed }) =>
    above(`Compiling was stopped: it needed more than ${most} MB of memory.`, printed),
  compiling_said_too_much: ({ printed }) => above('Compiling was stopped: too many messages.', printed),
  program_too_large: ({ megabytes: most, advice, printed }, say) =>
    above(`Compiling was stopped: the program is larger than ${most} MB. ${say(advice)}`, printed),
  fill_arrays_in_main:
    'An array with initial values is stored in the program: leave them out, and fill it in main.',
  compiler_killed: ({ signal }) => `The compiler was ended by ${signal}.`,
  compiler_silent: ({ exitCode }) => `The compiler ended with code ${exitCode} and no message.`,
  source_has_nul: ({ file, line, column }) =>
    `${file}:${line}:${column}: error: the source has a NUL character here`,

  no_tests: 'This problem has no tests yet.',
  not_judged: 'The judge could not run this submission; staff have been told.',
  skipped_by_fault: ({ reason, fault }, say) => `${say(reason)} ${say(fault)}`,

  judging_failed: 'judging failed',
  fault_caused: ({ fault, cause }, say) => `${say(fault)}: ${typeof cause === 'string' ? cause : say(cause)}`,
  workers_lost: 'Every worker that took it was lost.',
  sandbox_tier_unknown: ({ tiers }) => `MINOS_SANDBOX_TIER must be one of ${tiers.join(', ')}`,
  sandbox_stale: 'the sandbox helper is stale: run node sandbox/build.mjs',
  sandbox_closed: 'the sandbox is closed',
  sandbox_ended: ({ said }) => `the sandbox helper ended${said === '' ? '' : `: ${said}`}`,
  test_file_missing: ({ sha256 }) => `Test file ${sha256} is not in the database`,
  test_file_damaged: ({ sha256 }) => `Test file ${sha256} is damaged in the database`,
  not_a_hash: ({ text }) => `No hash of a test file: ${text}`,
  kotlin_missing: ({ version }) =>
    `kotlinc ${version} or newer is not installed: put it in PATH, or name its folder in KOTLIN_HOME`,
  language_broken: 'what this machine has of it does not work',
  language_unproved: ({ failures }, say) =>
    `its known programs do not end as they should: ${cutFailures(failures.map(say)).join('; ')}`,
  language_being_proved: ({ language }) =>
    `Waits until a judge machine has shown that it judges ${languageNames[language]} right.`,
  language_missing: ({ tool, package: name }) =>
    `${tool} is not installed: ${name === tool ? 'install the package of that name' : `install the package ${name}`}`,
  compiler_end_unknown: 'the compiler ended neither by itself nor by a signal',
  compiler_killed_by_machine: 'the machine ended the compiler, for want of memory as a rule',
  headers_not_precompiled: ({ headers }) => `could not precompile ${headers.join(', ')}`,
  runtimes_not_built: 'could not put the runtimes together',
  class_data_not_archived: 'could not archive the class data of the compiler',
  library_not_built: 'could not compile the standard library',
  checker_not_compiled: ({ compiler }, say) => `the checker does not compile: ${say(compiler)}`,
  checker_not_there: 'the checker was not compiled',
  checker_file_missing: ({ file }) => `the checker's file ${file} is missing`,
  checker_over_limit: ({ limit }) => `the checker went over its ${limit} limit`,
  checker_ended: ({ signal, exitCode, said }) =>
    `the checker ended with ${signal ?? `code ${exitCode}`}: ${said}`,
  checker_flags_unknown: ({ flags }) => `the checker does not know these settings: ${flags}`,
  points_given_twice: 'the checker gave points in both score.txt and score_multiplier.txt',
  points_without_scale:
    'the checker gave points, but minos.yaml does not say on which scale: add points: share, points: percent or points: absolute to the checker and import the tests again',
  points_in_worthless_group: ({ said }) => `the checker gave points in a group that is worth none: ${said}`,
  points_out_of_range: ({ most, said }) =>
    `the checker gave points, but no number from 0 to ${most}: ${said}`,

  disk_full: 'There is no room left on the disk of this machine.',
  gate_failed: ({ failures }, say) => failures.map(say).join('\n'),
  languages_unproved: ({ failures }, say) =>
    `Does not judge these languages, and tries again every minute:\n${failures.map(say).join('\n')}`,
  proving_languages: ({ languages }) =>
    `Is checking that it judges ${listed(languages.map((id) => languageNames[id]))} right. Submissions in other languages are judged meanwhile.`,
  compiling_slowly: ({ reason }, say) => `Compiling is slower than it could be: ${say(reason)}.`,
  known_program_status: ({ program, status, expected, why }, say) =>
    `${program}: ${status} instead of ${expected}${why ? ` (${say(why)})` : ''}`,
  known_program_reason: ({ program, why }, say) => `${program}: the reason is “${why ? say(why) : ''}”`,
  known_program_failed: ({ program, said }) => `${program}: ${said}`,
  known_program_not_judged: ({ program, fault }, say) => `${program}: ${say(fault)}`,
  language_unusable: ({ language, fault }, say) => `${languageNames[language]}: ${say(fault)}`,
  failed_afterwards: ({ failure }, say) => `after all others, ${say(failure)}`,
  build_ahead_failed: ({ fault }, say) => `${say(fault)}, which is tried again`,
  precompiling_not_tried: 'it was not tried',
  package_missing: ({ package: name }) => `${name} is not installed`,
  plugin_not_built: ({ said }) => `the plug-in could not be built (${said})`,
  plugin_refuses: ({ headers, said }) =>
    `${headers.join(', ')} cannot be precompiled with the plug-in (${said})`,
  plugin_not_loaded: ({ headers }) =>
    `with ${headers.join(', ')} a program is not the same (the compiler does not load it)`,
  plugin_changes_programs: ({ headers, differences: found }) => {
    const listed = found.map(({ part, kind }) => `${part ?? 'order of data'} ${differences[kind]}`);
    return `with ${headers.join(', ')} a program is not the same (${listed.join(', ')})`;
  },

  invalid_request: 'The request is not valid.',
  login_required: 'Please log in.',
  wrong_credentials: 'Invalid username or password.',
  wrong_password: 'The current password is not right.',
  forbidden: 'You do not have permission to do this.',
  foreign_origin: 'Requests from other sites are not accepted.',
  registration_disabled: 'Registration is currently disabled.',
  protected_account: 'This account is protected and cannot be changed here.',
  own_account: 'You cannot edit or delete your own account here.',
  not_found: 'Not found.',
  user_not_found: 'User not found.',
  username_taken: 'This username is already taken.',
  prefix_used_up: 'The numbers behind this prefix are used up. Please choose another prefix.',
  request_too_large: 'The request is too large.',
  unsupported_media_type: 'The request has a format that is not supported.',
  problem_hidden: 'Problem is hidden',
  problem_in_own_contest:
    'A contest that you take part in has this problem. Until it is over, submit it there.',
  problem_not_found: 'Problem not found.',
  problem_id_taken: 'A problem with this id already exists.',
  problem_being_made:
    'Somebody is creating a problem with this id at this moment. Choose another id, or try again later.',
  unknown_author: 'The author must be one of the staff or administrators.',
  upload_empty: 'The upload holds neither a PDF nor a ZIP file.',
  not_a_pdf: 'The statement is not a PDF file.',
  not_a_zip: 'The test cases are not a ZIP file.',
  pdf_too_large: `The statement is larger than ${megabytes(limits.pdfMaxBytes)} MB.`,
  archive_too_large: `The test archive is larger than ${megabytes(limits.archiveMaxBytes)} MB.`,
  import_running: 'Test cases of this problem are being imported. Please wait until that has finished.',
  import_not_found: 'This upload is not known.',
  import_ended: 'This import has already ended.',
  version_outdated:
    'Another version of this problem has come into force since. Import this one again if you want it.',
  no_pdf: 'This problem has no PDF.',
  contest_not_found: 'Contest not found.',
  contest_not_joined: 'You need to join this contest to view its details.',
  virtual_run_not_found: 'There is no virtual run of yours in this contest.',
  virtual_run_made: 'You have a virtual run of this contest already. Remove it to start another.',
  virtual_run_elsewhere: 'You are in a virtual run of another contest. End it first.',
  virtual_run_running: 'The virtual run is not over yet.',
  contest_not_finished: 'This is told when the contest has finished.',
  contest_standings_closed: 'The standings can be taken away when the contest has finished.',
  editorial_closed: 'The editorial opens when the contest has finished.',
  no_editorial: 'This contest has no editorial as a file.',
  participant_not_found: 'Nobody of this number takes part in the contest.',
  contest_scoreboard_closed: 'You do not have permission to view this contest scoreboard',
  contest_not_started: 'This contest has not started yet.',
  contest_ended: 'This contest has ended.',
  contest_paused: 'The contest is paused: nothing is taken until it goes on. Your time stands still.',
  contest_own_start_awaited: 'Your time in this contest has not started yet: start it on the contest page.',
  contest_without_window: 'In this contest everybody has the same time.',
  contest_not_running: 'The contest is not running.',
  contest_window_fixed: 'The contest has started: the personal window can no longer be changed.',
  contest_end_moved: 'The end has been moved meanwhile. Look at it again before you change it.',
  contest_extra_past: 'With that, the time of somebody whom you have chosen would be over already.',
  contest_by_list: 'Only those whom the organisers enter take part in this contest. Please ask them.',
  contest_password_required: 'This contest is entered with a password.',
  contest_password_wrong: 'The password of the contest is not right.',
  contest_join_refused: 'You cannot join this contest by yourself. Please ask the organisers.',
  participants_unknown: 'There are no accounts of some of these names.',
  participant_submitted:
    'Who has submitted cannot be taken out of the contest; they can be shown as unofficial instead.',
  participant_begun:
    'Who has started their time cannot be taken out of the contest; they can be shown as unofficial instead.',
  contest_start_past: 'Start time must be in the future',
  contest_end_past: 'End time must be in the future',
  contest_start_fixed: 'The contest has started: its start time can no longer be changed.',
  contest_times_fixed: 'The contest has ended: its times can no longer be changed.',
  contest_format_fixed: 'The contest has started: its format and penalty can no longer be changed.',
  contest_freeze_fixed: 'The scoreboard is frozen already: when that began can no longer be changed.',
  contest_thaw_before_end: 'The scoreboard can thaw by itself only at the end of the contest or later.',
  contest_thawed: 'The scoreboard has thawed already.',
  contest_not_frozen: 'The scoreboard is not frozen.',
  contest_not_over:
    'The contest is paused, or somebody still has extra time. The scoreboard can thaw when that is over.',
  contest_running: 'A running contest cannot be deleted.',
  contest_problems_fixed: 'Problems can only be modified for scheduled contests.',
  contest_problems_changed:
    'Somebody else has changed the problems of this contest meanwhile. They are shown as they are now; your last change was not made.',
  announcements_pinned: 'Announcements are pinned to what you remove, and would be deleted with it.',
  contest_feedback_fixed: 'The contest has ended: what contestants see can no longer be changed.',
  problem_in_contest: 'This problem is in a contest that has not finished.',
  submission_not_found: 'Submission not found.',
  submission_not_yours: 'You can only view your own code.',
  language_not_found: 'Language not found.',
  language_off: 'This language is switched off here.',
  language_not_judged: 'No judge machine judges this language at the moment.',
  language_not_taken: 'This problem takes no language that is judged here at the moment.',
  language_needed: 'A checker is written in this language.',
  language_needed_by: ({ problem }) =>
    `The checker of the problem ${quoted(problem)} is written in this language: it cannot be switched off.`,
  package_needed: 'A checker imports this package.',
  package_needed_by: ({ package: name, problems }) =>
    problems.length === 1
      ? `The checker of the problem ${listed(problems.map(quoted))} imports ${name}: it cannot be switched off.`
      : `The checkers of the problems ${listed(problems.map(quoted))} import ${name}: it cannot be switched off.`,
  question_not_found: 'Question not found.',
  question_claimed: 'Somebody else is answering this question.',
  question_claimed_by: ({ username }) => `${username} is answering this question.`,
  question_answered: 'This question has been answered meanwhile.',
  announcement_not_found: 'Announcement not found.',
  announcement_changed: 'This announcement has been changed meanwhile.',
  templates_changed: 'Somebody else has changed the templates meanwhile.',
  editorial_changed: 'Somebody else has changed this meanwhile.',
  too_many_questions: `You have ${limits.openQuestionsMax} unanswered questions. Please wait for an answer to one of them.`,
  asking_too_fast: 'You are asking too fast. Please wait a few minutes.',
  too_many_pending: `You already have ${limits.pendingMax} submissions waiting to be judged. Please wait for one of them.`,
  tries_used_up: `You have submitted ${limits.contestTriesMax} times in this contest. It takes no more from one person.`,
  submitting_too_fast: 'You are submitting too fast. Please wait a moment.',
  too_many_attempts: 'Too many failed attempts. Please wait a few minutes and try again.',
  too_many_registrations:
    'Too many accounts have been registered from your network. Please try again in an hour, or ask an organiser for an account.',
  internal: 'Something went wrong on the server.',
  not_ready: 'The server is not ready yet.',

  username_required: 'Username is required.',
  username_short: `Username must be at least ${limits.usernameMin} characters long.`,
  username_long: `Username must be at most ${limits.usernameMax} characters long.`,
  username_characters: 'Username may contain only letters, digits, _, - and . characters.',
  password_required: 'Password is required.',
  password_short: `Password must be at least ${limits.passwordMin} characters long.`,
  password_long: `Password must be at most ${limits.passwordMax} characters long.`,
  prefix_required: 'Prefix is required.',
  prefix_long: `Prefix must be at most ${limits.batchPrefixMax} characters long.`,
  prefix_characters: 'Prefix may contain only letters, digits, _, - and . characters.',
  batch_count: `Please enter a number between ${limits.batchCountMin} and ${limits.batchCountMax}.`,
  problem_id_required: 'Problem id is required.',
  problem_id_long: `Problem id must be at most ${limits.problemIdMax} characters long.`,
  problem_id_characters: 'Problem id may contain only letters, digits, _, - and . characters.',
  problem_title_required: 'Title is required.',
  problem_title_long: `Title must be at most ${limits.problemTitleMax} characters long.`,
  author_required: 'Author is required.',
  time_limit_range: `Time limit must be a whole number of ms from ${limits.timeLimitMinMs} to ${limits.timeLimitMaxMs}.`,
  memory_limit_range: `Memory limit must be a whole number of MB from ${limits.memoryLimitMinMb} to ${limits.memoryLimitMaxMb}.`,
  withholds_run_facts_boolean: 'Whether run facts are withheld must be true or false.',
  feedback_unknown: 'What contestants see must be full, groups or samples.',
  language_unknown: `The language must be one of ${languageIds.join(', ')}.`,
  package_unknown: 'There is no such package for this language.',
  time_factor_range: `The factor must be a number from ${limits.timeFactorMin} to ${limits.timeFactorMax} with at most two decimals.`,
  time_allowance_range: `Time on top must be a whole number of ms from 0 to ${limits.timeAllowanceMaxMs}.`,
  memory_allowance_range: `Memory on top must be a whole number of MB from 0 to ${limits.memoryAllowanceMaxMb}.`,
  allowed_languages_required: 'At least one language must be allowed.',
  takes_only: ({ languages, inContest }) => {
    const names = listed(languages.map((id) => languageNames[id]));
    return inContest
      ? `In this contest, this problem takes only ${names}.`
      : `This problem takes only ${names}.`;
  },
  code_required: 'Code is required.',
  starting_text_long: `A starting program may have at most ${limits.startingTextMax} characters.`,
  code_long: `Code must be at most ${limits.sourceMaxBytes / 1024} KB long.`,
  contest_title_required: 'Contest title is required',
  contest_title_long: `Contest title must be at most ${limits.contestTitleMax} characters long.`,
  contest_description_long: `Description must be at most ${limits.contestDescriptionMax} characters long.`,
  contest_times_required: 'Start time and end time are required',
  contest_end_before_start: 'End time must be after start time',
  contest_feedback_unknown: 'What contestants see must be full, groups, samples or nothing.',
  problem_label_required: 'A label must have something to see in it.',
  problem_label_long: `A label may have at most ${limits.contestLabelMax} characters.`,
  problem_labels_same: 'Two problems of a contest cannot have the same label.',
  editorial_long: `An editorial may have at most ${grouped(limits.editorialMax)} characters.`,
  contest_points_range: `Points must be a whole number from 0 to ${limits.contestPointsMax}.`,
  question_required: 'Please write your question.',
  question_long: `A question may have at most ${limits.questionMax} characters.`,
  answer_required: 'Please write an answer.',
  answer_long: `An answer may have at most ${limits.answerMax} characters.`,
  announcement_required: 'Please write what is to be announced.',
  announcement_long: `An announcement may have at most ${limits.announcementMax} characters.`,
  template_required: 'A template may not be empty.',
  too_many_templates: `There may be at most ${limits.answerTemplatesMax} templates.`,
  contest_format_unknown: 'The format must be scores, ioi or icpc.',
  contest_thaw_time_invalid: 'The time of the thaw must be a date and a time.',
  penalty_minutes_range: `The penalty must be a whole number of minutes from 0 to ${limits.penaltyMinutesMax}.`,
  freeze_minutes_range: `The freeze must be a whole number of minutes from 1 to ${limits.freezeMinutesMax}.`,
  window_minutes_range: `The personal window must be a whole number of minutes from 1 to ${limits.windowMinutesMax}.`,
  extra_minutes_range: `Extra time must be a whole number of minutes up to ${limits.extraMinutesMax}.`,
  participants_chosen: 'Please choose who gets the extra time.',
  announced_extra_minutes: ({ minutes }) =>
    `Everybody has ${counted(minutes, 'more minute', 'more minutes')}. The clock on your page has moved.`,
  announced_end_moved: ({ minutes, hasWindow }) => {
    const moved =
      minutes === 0
        ? 'The end of the contest has been moved by less than a minute.'
        : `The contest ends ${counted(Math.abs(minutes), 'minute', 'minutes')} ${minutes < 0 ? 'earlier' : 'later'} than before.`;
    return hasWindow
      ? `${moved} Your own time is as long as it was, unless the contest ends before it.`
      : `${moved} The clock on your page goes by it.`;
  },
  announced_pause:
    'The contest is paused. All clocks stand still, and nothing can be submitted until it goes on.',
  announced_resume: ({ minutes }) =>
    minutes === 0
      ? 'The contest goes on. Your clock has not lost any time.'
      : `The contest goes on after ${counted(minutes, 'minute', 'minutes')}. Your clock has not lost any time.`,
  medals_range: `There must be from 0 to ${limits.medalsMax} medals of each kind.`,
  text_characters: 'Text may not contain NUL characters or broken Unicode.',
  line_break: ({ field }) => `${fields[field]} must be on one line.`,
  unseen_character: ({ field, character }) =>
    `${fields[field]} contains an invisible character (${character}). Please remove it or type the text again.`,
  field_malformed: ({ field, said }) => `${field}: ${said}`,
  problem_hidden_detail: 'This problem is not open at the moment. Please come back later or ask the staff.',
  contest_entry_unknown: 'Choose who may join.',
  contest_password_unset: 'Give the contest a password.',
  participants_required: 'Enter at least one username.',
  participants_too_many: `Enter at most ${limits.enteredAtOnceMax} people at once.`,
  participants_unknown_named: ({ usernames, more }) =>
    `There is no account called ${usernames.join(', ')}${more > 0 ? ` (and ${more} more)` : ''}. Nobody was entered.`,
  join_to_submit: 'You need to join this contest to submit to it.',
  problem_held_elsewhere: ({ title }) => `The problem “${title}” is already in another contest.`,
  problem_shared_elsewhere: ({ title }) =>
    `The problem “${title}” is in another contest too: both hold it or both share it.`,
};
