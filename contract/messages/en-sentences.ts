import { limits } from '../limits.ts';
import type { Difference, LinkFault, NameList, Printed, Sentences, TextField } from '../words.ts';
import { packageSentences } from './en-packages.ts';
import { counted } from './en-quantities.ts';

const mebibyte = 1024 * 1024;
const megabytes = (bytes: number) => bytes / mebibyte;
const wholeMegabytes = (bytes: number) => `${Math.floor(megabytes(bytes)).toLocaleString('en')} MB`;

const bytes = (count: number) =>
  count >= mebibyte ? `${Number(megabytes(count).toFixed(1))} MB` : `${count} bytes`;

const quoted = (name: string) => `“${name}”`;

function listed({ shown, more }: NameList): string {
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

const shown = ({ text, isCut }: Printed) => (isCut ? `${text}\n… (the rest is left out)` : text);

/** Above what a compiler printed, if it printed anything. */
const above = (sentence: string, printed: Printed) =>
  printed.text === '' ? sentence : `${sentence}\n${shown(printed)}`;

const differences: Record<Difference['kind'], string> = {
  missing: 'is missing',
  needless: 'is there without need',
  another: 'is another',
};

const tooMuch: Record<Parameters<Sentences['archive_too_much']>[0]['of'], (most: string) => string> = {
  tests: (most) => `There are more than ${most} tests.`,
  groups: (most) => `There are more than ${most} groups of tests.`,
  memberships: (most) => `All groups together take tests more than ${most} times.`,
  solutions: (most) => `There are more than ${most} solutions.`,
  checker_args: (most) =>
    `The arguments that the checker is given for all tests together have more than ${most} characters.`,
};

const linkFaults: Record<LinkFault, string> = {
  outside: ', which is outside the ZIP file',
  absolute: ', a place on the computer where it was made',
  nowhere: ', which is not in the ZIP file',
  circle: ', which leads in a circle or through too many other links',
  folder: ', but other files lie in it as if it were a folder',
};

const fields: Record<TextField, string> = {
  problem_title: 'Title',
  contest_title: 'Contest title',
  contest_description: 'Description',
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

/** Why nothing went on as it should: what another process says, by its code. */
export const sentences: Sentences = {
  ...packageSentences,

  verbatim: ({ text }) => text,

  over_memory: ({ limitBytes }) => `More than ${bytes(limitBytes)} of memory`,
  over_cpu_time: ({ limitMs }) => `More than ${limitMs} ms of CPU time`,
  over_wall_time: ({ limitMs }) => `Still not finished after ${limitMs} ms of waiting`,
  over_output: ({ limitBytes }) => `More than ${bytes(limitBytes)} of output`,
  refused_memory: 'Asked for more memory than the limit allows',
  ended_by_signal: ({ signal }) =>
    signals[signal] ? `${signals[signal]} (${signal})` : `Ended by signal ${signal}`,
  uncaught_exception: ({ exception }) =>
    exception === null ? 'Uncaught exception' : `Uncaught exception ${exception}`,
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
  fault_caused: ({ fault, cause }, say) => `${say(fault)}: ${cause}`,
  workers_lost: 'Every worker that took it was lost.',
  test_file_missing: ({ sha256 }) => `Test file ${sha256} is not in the database`,
  test_file_damaged: ({ sha256 }) => `Test file ${sha256} is damaged in the database`,
  not_a_hash: ({ text }) => `No hash of a test file: ${text}`,
  compiler_missing: 'g++ is not installed',
  compiler_end_unknown: 'the compiler ended neither by itself nor by a signal',
  headers_not_precompiled: ({ headers }) => `could not precompile ${headers.join(', ')}`,
  runtimes_not_built: 'could not put the runtimes together',
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
  compiling_slowly: ({ reason }, say) => `Compiling is slower than it could be: ${say(reason)}.`,
  known_program_status: ({ program, status, expected, why }, say) =>
    `${program}: ${status} instead of ${expected}${why ? ` (${say(why)})` : ''}`,
  known_program_reason: ({ program, why }, say) => `${program}: the reason is “${why ? say(why) : ''}”`,
  known_program_failed: ({ program, said }) => `${program}: ${said}`,
  failed_afterwards: ({ failure }, say) => `after all others, ${say(failure)}`,
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

  import_waiting: 'Waiting for the import to start...',
  import_unpacking: 'Unpacking test cases...',
  import_checking: 'Checking test cases...',
  import_trying: 'Judging the solutions of the jury...',
  import_of_many: ({ created, updated, refused }) =>
    `${counted(created, 'problem', 'problems')} created, ${updated} updated, ${refused} refused.`,
  package_ready: 'Can be imported.',
  solutions_disagree: ({ solutions }) =>
    `Not put in force: the jury’s solutions did not end as expected: ${listed(solutions)}.`,
  version_forced: 'Put in force although the jury’s solutions did not end as expected.',
  trial_completed: ({ solutions }) =>
    `${counted(solutions, 'solution of the jury ends', 'solutions of the jury end')} as expected.`,
  time_limit_missing:
    'The package gives no time limit, and it has no right solution in a language that is judged here to derive one from.',
  time_limit_not_derived: ({ solution, most }) =>
    `No time limit could be derived: ${quoted(solution)} should be right, but was not within ${most} ms.`,
  package_id_used_twice: ({ id }) => `Two problems of the archive are called ${quoted(id)}.`,
  package_id_characters: ({ id }) =>
    `${quoted(id)} cannot be the id of a problem. Ids are made of letters, digits, -, _ and dots, at most 64 of them, and begin with no dot.`,
  package_id_taken: ({ id }) => `Somebody else is making a problem ${quoted(id)} at this moment.`,
  import_completed: ({ tests }) => `Imported ${counted(tests, 'test', 'tests')}.`,
  import_without_worker:
    'No judge machine is taking work at the moment. The import goes on as soon as one does, or can be cancelled.',
  import_cancelled: 'The import has been cancelled; the tests that were in force before still are.',
  import_lost:
    'The import could not be finished; the tests that were in force before still are. Please try again.',

  archive_empty: 'The file is empty.',
  archive_not_zip: 'This is not a ZIP file.',
  archive_of_another_kind: ({ kind }) =>
    `This is a ${kind} file, not a ZIP file. Please unpack it and make a ZIP file of what it holds.`,
  archive_incomplete:
    'The ZIP file is damaged or incomplete: its table of contents cannot be found. Please make or upload it again.',
  archive_damaged: 'The ZIP file is damaged: its table of contents makes no sense. Please make it again.',
  archive_bytes_before:
    'The ZIP file has other bytes before its first file, as a self-extracting program has. Please make a plain ZIP file.',
  archive_over_size: ({ limitBytes }) => `The ZIP file is larger than ${wholeMegabytes(limitBytes)}.`,
  archive_too_many_entries: ({ count, limit }) =>
    `The ZIP file holds ${count.toLocaleString('en')} files and folders; at most ${limit.toLocaleString('en')} are allowed.`,
  archive_table_too_large: 'The table of contents of the ZIP file is too large.',
  archive_file_too_large: ({ file, limitBytes }) =>
    `${quoted(file)} would be larger than ${wholeMegabytes(limitBytes)} when unpacked.`,
  archive_unpacked_too_large: ({ limitBytes }) =>
    `The ZIP file would be larger than ${wholeMegabytes(limitBytes)} when unpacked.`,
  archive_ratio: ({ file }) =>
    `${quoted(file)} claims to unpack to more than any real file of its packed size could.`,
  archive_overlap: ({ file }) =>
    `${quoted(file)} shares its packed bytes with another file, as in a ZIP file made to harm.`,
  archive_encrypted_file: ({ file }) =>
    `${quoted(file)} is protected by a password. Please make the ZIP file without one.`,
  archive_encrypted: 'The ZIP file is protected by a password. Please make it without one.',
  archive_compression: ({ file, method }) =>
    `${quoted(file)} is packed by ${typeof method === 'number' ? `method ${method}` : method}, which is not supported. Please make the ZIP file with the usual method, Deflate.`,
  archive_link: ({ file, target = '', fault }) => {
    if (fault === undefined)
      return `${quoted(file)} is a link or a device, not a file. Please put the file itself into the ZIP file.`;
    return `${quoted(file)} is a link to ${quoted(target)}${linkFaults[fault]}. Please put the file itself into the ZIP file.`;
  },
  archive_links_multiply: ({ limit }) =>
    `With its links followed the ZIP file holds more than ${limit.toLocaleString('en')} files and folders.`,
  archive_device: ({ file }) =>
    `${quoted(file)} is a device or another special file, which has no content to read.`,
  archive_outside: ({ file }) =>
    `${quoted(file)} points outside the ZIP file’s folder. Names must not start with “/” or a drive letter, or contain “..”.`,
  archive_backslash: ({ file }) =>
    `${quoted(file)} has a backslash in its name. Please make the ZIP file with a program that separates folders by “/”.`,
  archive_strange_name: ({ file }) => `${quoted(file)} has a name with characters that cannot be seen.`,
  archive_long_name: ({ file, limitBytes }) => `${quoted(file)} has a name longer than ${limitBytes} bytes.`,
  archive_duplicate: ({ file }) => `${quoted(file)} is in the ZIP file twice.`,
  archive_damaged_file: ({ file }) =>
    `${quoted(file)} is damaged: what is packed is not what the ZIP file says. Please make or upload it again.`,
  archive_without_tests:
    'The ZIP file holds no tests. A test is a pair of files such as 1.in and 1.out; the documentation lists all accepted names.',
  archive_orphans: ({ count, orphans }) => {
    const shown = orphans.map(({ file, role }) => {
      if (role === null) return file;
      return role === 'input'
        ? `${file} (an input without an answer)`
        : `${file} (an answer without an input)`;
    });
    const all = listed({ shown, more: count - orphans.length });
    return `${count === 1 ? 'One file belongs' : `${count} files belong`} to no test: ${all}.`;
  },
  archive_two_answers: ({ input, answers }) =>
    `${quoted(input)} has more than one answer: ${listed(answers)}.`,
  archive_two_inputs: ({ answer, inputs }) =>
    `${quoted(answer)} answers more than one input: ${listed(inputs)}.`,
  archive_same_test: ({ test, first, second }) =>
    `The test ${quoted(test)} is there twice: as ${quoted(first)} and as ${quoted(second)}.`,
  archive_misplaced_manifest: ({ file }) =>
    `${quoted(file)} must lie at the top of the ZIP file, or in its only top folder.`,
  archive_two_manifests: ({ files }) => `There must be one manifest only, but there are ${listed(files)}.`,
  archive_manifest: ({ file, mistakes, more }, say) => {
    const shown = mistakes.map(({ line, path, mistake }) => {
      if (line === null) return `${say(mistake)}.`;
      return `line ${line}${path === '' ? '' : `, ${path}`}: ${say(mistake)}.`;
    });
    return `${file}: ${[...shown, ...(more > 0 ? [`And ${more} more.`] : [])].join(' ')}`;
  },
  archive_checker_not_compiled: ({ compiler }, say) => `The checker does not compile:\n${say(compiler)}`,
  archive_checker_fault: ({ solution, fault }, say) =>
    `The checker failed on what ${quoted(solution)} printed: ${say(fault)}`,
  archive_limit_range: ({ least, most, unit }) =>
    `The package’s ${unit === 'ms' ? 'time' : 'memory'} limit is not between ${least} and ${most} ${unit}.`,
  archive_too_many_problems: ({ most }) =>
    `The ZIP file holds more than ${most.toLocaleString('en')} problems. Pack them into several.`,
  archive_too_much: ({ of, most }) => tooMuch[of](most.toLocaleString('en')),
  archive_strange_group: ({ group }) =>
    `The group ${quoted(group)} has a name with characters that cannot be seen.`,
  archive_no_pdf: ({ file }) => `${quoted(file)} is named as a PDF, but it is none.`,
  archive_several_problems: ({ count }) =>
    `The ZIP file holds ${count} problems. Import it with “Import problems” instead.`,
  archive_package: ({ file, line, mistake }, say) =>
    `${file}${line === null ? '' : `, line ${line}`}: ${say(mistake)}.`,
  archive_complaints: ({ complaints }, say) => complaints.map(say).join(' '),

  manifest_too_large: ({ kilobytes }) => `this is larger than ${kilobytes} KB`,
  manifest_not_utf8: 'this is not a text in UTF-8',
  manifest_not_yaml: 'this cannot be read as YAML',
  manifest_key_unknown: 'is not a known key',
  manifest_value_missing: ({ rule }, say) => `is missing; it ${say(rule)}`,
  manifest_needs_text: 'must be a text',
  manifest_empty_value: 'must not be empty',
  manifest_needs_factor: ({ most }) => `must be above 0 and at most ${most}`,
  manifest_text_unseen: 'must have no characters that cannot be seen',
  manifest_text_too_long: ({ most }) => `must have at most ${most} characters`,
  manifest_needs_number: 'must be a number from zero up',
  manifest_number_too_large: ({ most }) => `must be at most ${most}`,
  manifest_needs_boolean: 'must be true or false',
  manifest_needs_decimals: 'must be 0, 1 or 2',
  manifest_needs_names: 'must be a name or a list of names',
  manifest_needs_tolerance:
    'needs a tolerance: absolute, relative or both, such as {name: floats, absolute: 1e-6}',
  manifest_needs_source: 'must name the C++ file, such as checker.cpp',
  manifest_needs_one_of: ({ choices }) => `must be one of ${choices.join(', ')}`,
  manifest_needs_group: 'must be a map with a name and points',
  manifest_needs_groups: 'must be a list of groups',
  manifest_needs_tests: 'must be a list of maps, each with tests',
  manifest_needs_list: 'must be a list',
  manifest_needs_scores: 'must be the least and the greatest score, as in [0, 40]',
  manifest_needs_solution:
    'must be a list of solutions, each with its file and what is permitted, required or scored',
  manifest_list_too_long: ({ most }) => `must have at most ${most} values`,
  manifest_needs_whole_number: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  manifest_no_group_around: ({ group }) => `there is no group ${group} earlier in the list`,
  manifest_unlike_settings: ({ test, key }) =>
    `test ${test} is in two groups with different ${key}; say it under tests`,
  manifest_needs_settings: 'must be a map of settings',
  manifest_needs_flags: 'must be settings of this checker, such as [case_sensitive, float_tolerance, 1e-6]',
  manifest_points_without_scale: ({ checker, line }) =>
    `${quoted(checker)} seems to give points (line ${line}), so their scale must be declared: points: share, points: percent or points: absolute`,
  manifest_absolute_without_groups:
    'absolute is out of the points of a test’s group, but there are no groups; declare share or percent',
  manifest_absolute_in_unlike_groups: ({ test }) =>
    `absolute is out of the points of a test’s group, but the test ${quoted(test)} is in groups that are worth different points; declare share or percent`,
  manifest_not_cpp: ({ file }) => `${quoted(file)} is not named like a C++ file of this kind`,
  manifest_not_pdf: ({ file }) => `${quoted(file)} is not named as a PDF`,
  manifest_file_missing: ({ file }) => `${quoted(file)} is not in the ZIP file`,
  manifest_file_too_large: ({ file, kilobytes }) => `${quoted(file)} is larger than ${kilobytes} KB`,
  manifest_same_header: ({ header }) => `there is already a header called ${quoted(header)}`,
  manifest_no_such_test: ({ test, tests }) =>
    `no test is called ${quoted(test)}; the tests are called ${listed(tests)}`,
  manifest_no_test_in_group: ({ group, tests }) =>
    `no test belongs to group ${quoted(group)} by its name; the tests are called ${listed(tests)}`,
  manifest_too_many_memberships: ({ most }) =>
    `all groups together take tests more than ${most.toLocaleString('en')} times`,
  manifest_ungrouped: ({ tests }) => `these tests are in no group: ${listed(tests)}`,
  manifest_same_group: ({ group }) => `there is already a group ${quoted(group)}`,
  manifest_worthless: 'at least one group must have points',
  manifest_no_earlier_group: ({ group }) => `${quoted(group)} is not the name of an earlier group`,

  ignored_macos: 'left by macOS',
  ignored_windows: 'left by Windows',
  ignored_hidden: 'a hidden file',
  ignored_backup: 'a backup of an editor',
  ignored_document: 'a document',
  ignored_picture: 'a picture',
  ignored_source: 'source code',
  ignored_program: 'a program',
  ignored_settings: 'settings of another system',
  ignored_folder: 'a folder',
  ignored_manifest: 'read as the manifest',
  ignored_checker: 'used as the checker',
  ignored_statement: 'shown as the statement',
  ignored_statement_text: 'kept with the problem as a text of the statement',
  ignored_solution: 'kept as a solution of the jury',
  ignored_package_settings: 'read as the settings of the package',
  ignored_validator: 'checks inputs, which are taken as they are',
  ignored_generator: 'makes tests, which are taken as they are',
  ignored_attachment: 'given to contestants elsewhere; not taken over',
  ignored_not_used: 'has no part in judging',
  ignored_copy: 'the same as a test before it, which counts in both groups',
  ignored_feedback_policy: 'what contestants see is said by the problem, not by its groups',

  checker_tokens: 'tokens',
  checker_exact: 'exact',
  checker_lines: 'lines',
  checker_floats: ({ absolute, relative }) => `floats (absolute ${absolute}, relative ${relative})`,
  checker_kattis: 'kattis',
  checker_program: ({ file, points }) => (points === null ? file : `${file} (points: ${points})`),

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
  problem_not_found: 'Problem not found.',
  problem_id_taken: 'A problem with this id already exists.',
  problem_being_made: 'Somebody is creating a problem with this id at this moment.',
  unknown_author: 'The author must be one of the staff or administrators.',
  upload_empty: 'The upload holds neither a PDF nor a ZIP file.',
  not_a_pdf: 'The statement is not a PDF file.',
  not_a_zip: 'The test cases are not a ZIP file.',
  pdf_too_large: `The statement is larger than ${megabytes(limits.pdfMaxBytes)} MB.`,
  archive_too_large: `The test archive is larger than ${megabytes(limits.archiveMaxBytes)} MB.`,
  import_running: 'Test cases of this problem are being imported. Please wait until that has finished.',
  import_not_found: 'This upload is not known.',
  import_ended: 'This import has already ended.',
  no_pdf: 'This problem has no PDF.',
  contest_not_found: 'Contest not found.',
  contest_not_joined: 'You need to join this contest to view its details.',
  contest_scoreboard_closed: 'You do not have permission to view this contest scoreboard',
  contest_not_started: 'This contest has not started yet.',
  contest_ended: 'This contest has ended.',
  contest_start_past: 'Start time must be in the future',
  contest_end_past: 'End time must be in the future',
  contest_start_fixed: 'The contest has started: its start time can no longer be changed.',
  contest_times_fixed: 'The contest has ended: its times can no longer be changed.',
  contest_running: 'A running contest cannot be deleted.',
  contest_problems_fixed: 'Problems can only be modified for scheduled contests.',
  problem_in_contest: 'This problem is in a contest that has not finished.',
  submission_not_found: 'Submission not found.',
  submission_not_yours: 'You can only view your own code.',
  too_many_pending: `You already have ${limits.pendingMax} submissions waiting to be judged. Please wait for one of them.`,
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
  language_unknown: 'The language must be cpp.',
  code_required: 'Code is required.',
  code_long: `Code must be at most ${limits.sourceMaxBytes / 1024} KB long.`,
  contest_title_required: 'Contest title is required',
  contest_title_long: `Contest title must be at most ${limits.contestTitleMax} characters long.`,
  contest_description_long: `Description must be at most ${limits.contestDescriptionMax} characters long.`,
  contest_times_required: 'Start time and end time are required',
  contest_end_before_start: 'End time must be after start time',
  text_characters: 'Text may not contain NUL characters or broken Unicode.',
  line_break: ({ field }) => `${fields[field]} must be on one line.`,
  unseen_character: ({ field, character }) =>
    `${fields[field]} contains an invisible character (${character}). Please remove it or type the text again.`,
  field_malformed: ({ field, said }) => `${field}: ${said}`,
  problem_hidden_detail: 'This problem is not open at the moment. Please come back later or ask the staff.',
  join_to_submit: 'You need to join this contest to submit to it.',
  problem_held_elsewhere: ({ title }) => `The problem “${title}” is already in another contest.`,
};
