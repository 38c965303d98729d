import type { ManifestMistakes, PackageFeatures, PackageMistakes } from '../import-words.ts';
import type { Sentences } from '../words.ts';

type PackageSentence = Exclude<keyof (PackageMistakes & PackageFeatures), keyof ManifestMistakes>;

/** Why a package is refused. Parts of sentences, behind the name of the file and before the full stop. */
export const packageSentences: Pick<Sentences, PackageSentence> = {
  package_feature: ({ feature }, say) => `the package needs ${say(feature)}, which cannot be judged here yet`,
  package_value: ({ key, value }) => `${key} is “${value}”, which is not known`,
  package_file_missing: ({ file }) => `“${file}” is named, but it is not in the package`,
  package_answer_missing: ({ input }) => `“${input}” has no answer`,
  package_too_many_groups: ({ most }) => `there are more than ${most} groups of tests`,
  package_too_deep: ({ most }) => `folders or values lie more than ${most} deep in one another`,

  feature_interactive: 'an interactor',
  feature_multi_pass: 'several passes of one submission',
  feature_submit_answer: 'outputs instead of programs to be submitted',
  feature_linked_files: 'files that are compiled together with the submission',
  feature_checker_module: ({ file }) => `“${file}”, a part of another judge and no program by itself`,
  feature_program_language: ({ file }) => `“${file}”, a program in a language other than C++ and Python`,
  feature_several_sources: ({ file }) => `a program of several source files (“${file}”)`,
  feature_custom_grader: 'a grader of its own',
  feature_file_names: 'programs that read and write files by name',
  feature_unbounded_score: 'scores without an upper bound',
  feature_embedded_code: 'code within its settings to be executed',
  feature_static_validator: 'a validator that reads the submitted source',
  feature_program_arguments: 'arguments for the submitted program',
  feature_file_writing: 'submissions that write files',
  feature_constants: ({ file }) => `constants put into “${file}”`,
  feature_minimised_score: 'the least score to be the best one',
  feature_reject_score: 'a score for outputs that are rejected',
  feature_large_output: ({ megabytes }) => `outputs of more than ${megabytes} MB`,
  feature_installed_program: ({ name }) => `“${name}”, a program that is installed on its own system`,
  feature_other_languages: 'submissions in languages that are not judged here',

  kattis_version: ({ version }) => `version “${version}” of the format is not known`,
  kattis_no_secret_tests: 'there are no tests in it',
  kattis_input_missing: ({ answer }) => `“${answer}” has no input`,
  kattis_same_test: ({ file }) => `this is the same part of a test as “${file}”`,
  kattis_stray_test: 'this is a test in neither data/sample nor data/secret',
  kattis_other_version: 'these are settings of another version of the format',
  kattis_group_settings_here: 'there can be no group of tests here',
  kattis_tests_beside_groups: ({ folder }) => `“${folder}” has both tests and groups of tests`,
  kattis_flags_unknown: ({ flags }) => `“${flags}” means nothing to the default validator`,
  kattis_no_validator: ({ folder }) =>
    `the package needs an output validator, but there is no C++ or Python file in “${folder}”`,
  kattis_unlike_worths: ({ aggregation }) =>
    `${aggregation} is taken of parts that are worth different scores`,
  kattis_average_of_a_part:
    'avg together with on_reject: break would be an average of some of the tests; say on_reject: continue',
  kattis_average_of_scores: 'avg is taken of scores that a validator gives',
  kattis_break_around_parts:
    'on_reject: break stands around groups that go on after a failure; say on_reject: continue',
  kattis_mixed_verdicts:
    'a group that is accepted whatever happens in it stands beside others that must be accepted',
  kattis_any_of_parts:
    'accept_if_any_accepted is about groups that can earn a part without being accepted; say always_accept',
  kattis_always_accepted: 'every submission would be accepted',
  kattis_worthless: 'no test is worth a score',
  kattis_scores_do_not_add_up: ({ sum, declared }) =>
    `what lies in it can earn ${sum} in all, but ${declared} is said`,
  kattis_score_missing: ({ key }) => `${key} must be said, since there is no other bound`,
  kattis_no_such_group: ({ group }) => `there is no group “${group}” before this one`,
  kattis_needed_group: ({ group }) => `“${group}” is required, so it must be pass-fail`,
  kattis_no_such_tests: ({ tests }) => `there are no tests or groups “${tests}”`,

  polygon_standard:
    'the tests are not in this package, since it is the standard one: download the full package',

  xml_entities: 'definitions of documents and entities are not read',
  xml_broken: 'this cannot be read as XML',
  package_points_scale: ({ checker, line }) =>
    `“${checker}” gives points (line ${line}), and the package does not say what they are out of`,
  package_header_missing: ({ checker, header }) =>
    `“${checker}” includes “${header}”, which is not in the package`,
  package_group_unknown: ({ group }) => `there is no group “${group}”`,
  package_group_circle: ({ group }) => `group “${group}” depends on itself`,
  package_test_count: ({ said, found }) => `${said} tests are named, but there are ${found}`,
  package_no_tests: 'there are no tests',
  package_setting: ({ key }) => `“${key}” is a setting that cannot be followed here`,

  feature_communication: 'several processes that talk to a manager',
  feature_generator: 'tests that are generated while judging',
  feature_checker_convention: ({ name }) => `a checker in the convention of ${name}`,
  feature_standard_checker: ({ name }) => `the standard checker “${name}”`,
  feature_time_scores: 'points that shrink with the time that a program takes',
};
