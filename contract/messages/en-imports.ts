import type {
  CheckerNames,
  IgnoredReasons,
  ImportWords,
  LinkFault,
  ManifestMistakes,
  NameList,
} from '../import-words.ts';
import type { Sentences } from '../words.ts';
import { languageNames } from './en-languages.ts';
import { counted, grouped, megabytes, quoted } from './en-quantities.ts';

const wholeMegabytes = (bytes: number) => `${grouped(Math.floor(megabytes(bytes)))} MB`;

function listed({ shown, more }: NameList): string {
  return more > 0 ? `${shown.join(', ')} and ${more} more` : shown.join(', ');
}

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

type ImportSentence = keyof (ImportWords & ManifestMistakes & IgnoredReasons & CheckerNames);

/** How an import of an archive stands, why it is refused, and what its files are. */
export const importSentences: Omit<Pick<Sentences, ImportSentence>, 'verbatim'> = {
  import_waiting: 'Waiting for the import to start...',
  import_unpacking: 'Unpacking test cases...',
  import_checking: 'Checking test cases...',
  import_trying: 'Judging the solutions of the jury...',
  import_of_one: ({ id, number, count, step }, say) =>
    `Problem ${number} of ${count}, ${quoted(id)}: ${say(step)}`,
  import_of_many: ({ created, updated, refused }) =>
    `${counted(created, 'problem', 'problems')} created, ${updated} updated, ${refused} refused.`,
  package_ready: 'Can be imported.',
  solutions_disagree: ({ solutions }) =>
    `Not put in force: the jury’s solutions did not end as expected: ${listed(solutions)}.`,
  version_discarded: 'Discarded, since the jury’s solutions did not end as expected. Nothing of it is left.',
  version_forced: 'Put in force although the jury’s solutions did not end as expected.',
  trial_completed: ({ solutions }) =>
    `${counted(solutions, 'solution of the jury ends', 'solutions of the jury end')} as expected.`,
  time_limit_missing:
    'The package gives no time limit, and it has no right solution in a language that is judged here to derive one from.',
  time_limit_not_derived: ({ solution, most }) =>
    `No time limit could be derived: ${quoted(solution)} should be right, but was not within ${most} ms.`,
  time_limit_too_close: ({ solution, slowestMs, limitMs, factor }) =>
    `No time limit could be derived: the right solutions need ${limitMs} ms, and ${quoted(solution)}, which must be too slow, takes ${slowestMs} ms, not ${factor} times as long.`,
  package_id_used_twice: ({ id }) => `Two problems of the archive are called ${quoted(id)}.`,
  package_id_characters: ({ id }) =>
    `${quoted(id)} cannot be the id of a problem. Ids are made of letters, digits, -, _ and dots, at most 64 of them, and begin with no dot.`,
  package_id_taken: ({ id }) =>
    `Somebody else is making or changing the problem ${quoted(id)} at this moment.`,
  import_completed: ({ tests }) => `Imported ${counted(tests, 'test', 'tests')}.`,
  import_without_worker:
    'No judge machine is taking work at the moment. The import goes on as soon as one does, or can be cancelled.',
  import_cancelled: 'The import has been cancelled; the tests that were in force before still are.',
  preview_cancelled: 'The file has not been read to the end. Nothing has been saved.',
  packages_cancelled: ({ imported }) =>
    imported === 0
      ? 'The import has been cancelled; nothing has changed.'
      : `The import has been cancelled. ${counted(imported, 'problem was imported before that and stays', 'problems were imported before that and stay')}; nothing else has changed.`,
  trial_cancelled: 'The jury’s solutions have not been judged to the end; what was in force before still is.',
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
    `The ZIP file holds ${grouped(count)} files and folders; at most ${grouped(limit)} are allowed.`,
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
    `With its links followed the ZIP file holds more than ${grouped(limit)} files and folders.`,
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
  archive_checker_language: ({ language }) =>
    `The checker is written in ${languageNames[language]}, which is switched off here. An administrator can switch it on in the settings.`,
  archive_checker_package: ({ package: name }) =>
    `The checker imports ${name}, which is switched off here. An administrator can switch it on in the settings.`,
  archive_checker_not_compiled: ({ compiler }, say) => `The checker does not compile:\n${say(compiler)}`,
  archive_checker_fault: ({ solution, fault }, say) =>
    `The checker failed on what ${quoted(solution)} printed: ${say(fault)}`,
  archive_limit_range: ({ least, most, unit }) =>
    `The package’s ${unit === 'ms' ? 'time' : 'memory'} limit is not between ${least} and ${most} ${unit}.`,
  archive_too_much: ({ of, most }) => tooMuch[of](grouped(most)),
  archive_strange_group: ({ group }) =>
    `The group ${quoted(group)} has a name with characters that cannot be seen.`,
  archive_no_pdf: ({ file }) => `${quoted(file)} is named as a PDF, but it is none.`,
  archive_beside_problems: ({ file }) =>
    `${quoted(file)} lies beside the folders of problems and is part of none. Please put each problem into a folder of its own.`,
  archive_several_problems: ({ count }) =>
    `The ZIP file holds ${count} problems. Import it with “Import problems” instead.`,
  archive_too_many_problems: ({ count, limit }) =>
    `The ZIP file holds ${grouped(count)} problems; at most ${grouped(limit)} are allowed.`,
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
  manifest_needs_time_factor: ({ least, most }) =>
    `must be a number from ${least} to ${most} with at most two decimals`,
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
  manifest_needs_source: 'must name the C++ or Python file, such as checker.cpp',
  manifest_needs_one_of: ({ choices }) => `must be one of ${choices.join(', ')}`,
  manifest_needs_group: 'must be a map with a name and points',
  manifest_needs_groups: 'must be a list of groups',
  manifest_needs_tests: 'must be a list of maps, each with tests',
  manifest_needs_list: 'must be a list',
  manifest_needs_scores: 'must be the least and the greatest score, as in [0, 40]',
  manifest_needs_part: 'must be what is expected of some tests, as in {group: small, permitted: [Accepted]}',
  manifest_needs_solution:
    'must be a list of solutions, each with its file and what is permitted, required or scored',
  manifest_list_too_long: ({ most }) => `must have at most ${most} values`,
  manifest_needs_whole_number: ({ least, most }) => `must be a whole number from ${least} to ${most}`,
  manifest_no_such_group: ({ group }) => `there is no group ${quoted(group)}`,
  manifest_no_group_around: ({ group }) => `there is no group ${group} earlier in the list`,
  manifest_unlike_settings: ({ test, key }) =>
    `test ${test} is in two groups with different ${key}; say it under tests`,
  manifest_needs_settings: 'must be a map of settings',
  manifest_key_repeated: 'the same key is there twice',
  manifest_needs_flags: 'must be settings of this checker, such as [case_sensitive, float_tolerance, 1e-6]',
  manifest_points_without_scale: ({ checker, line }) =>
    `${quoted(checker)} seems to give points (line ${line}), so their scale must be declared: points: share, points: percent or points: absolute`,
  manifest_absolute_without_groups:
    'absolute is out of the points of a test’s group, but there are no groups; declare share or percent',
  manifest_absolute_in_unlike_groups: ({ test }) =>
    `absolute is out of the points of a test’s group, but the test ${quoted(test)} is in groups that are worth different points; declare share or percent`,
  manifest_not_program: ({ file }) => `${quoted(file)} is not named like a C++ or Python file`,
  manifest_not_header: ({ file }) => `${quoted(file)} is not named like a header of C++`,
  manifest_not_pdf: ({ file }) => `${quoted(file)} is not named as a PDF`,
  manifest_file_missing: ({ file }) => `${quoted(file)} is not in the ZIP file`,
  manifest_file_too_large: ({ file, kilobytes }) => `${quoted(file)} is larger than ${kilobytes} KB`,
  manifest_same_header: ({ header }) => `there is already a header called ${quoted(header)}`,
  manifest_no_such_test: ({ test, tests }) =>
    `no test is called ${quoted(test)}; the tests are called ${listed(tests)}`,
  manifest_no_test_in_group: ({ group, tests }) =>
    `no test belongs to group ${quoted(group)} by its name; the tests are called ${listed(tests)}`,
  manifest_too_many_memberships: ({ most }) =>
    `all groups together take tests more than ${grouped(most)} times`,
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
};
