import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTally } from '../../run/score.ts';
import type { Archive } from '../archive.ts';
import { findOnlyPackage } from '../packages.ts';
import { ArchiveRefused } from '../refusal.ts';
import { withArchive } from '../testing/archive-on-disk.ts';

function planOnly(archive: Archive) {
  const found = findOnlyPackage(archive);
  expect(found.format.name).toBe('Kattis');
  return found.format.plan(found.archive);
}

type Files = Readonly<Record<string, string>>;

const read = (files: Files) =>
  withArchive(
    Object.entries(files).map(([name, content]) => ({ name, content })),
    planOnly,
  );

/** Tests by their names below `data/`, and what else there is. */
function packageOf(tests: string, rest: Files = {}): Files {
  const pairs = tests.split(' ').flatMap((name) => [
    [`data/${name}.in`, `${name}\n`],
    [`data/${name}.ans`, `${name}\n`],
  ]);
  return { 'problem.yaml': 'name: Sum\n', ...Object.fromEntries(pairs), ...rest };
}

const modern = (type: string, more = '') =>
  `problem_format_version: 2025-09\nname: Sum\ntype: ${type}\n${more}`;

/** What a package of these files is refused with. */
async function refusal(files: Files): Promise<string> {
  const error = await read(files).then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof ArchiveRefused)) throw new Error(`not refused: ${error}`);
  return error.message;
}

describe('a package of the old version', () => {
  test('that is pass-fail is one group, judged until something fails', async () => {
    const plan = await read(packageOf('sample/1 secret/b secret/a secret/deep/er/c'));
    expect(plan.groups).toEqual([{ name: 'data', points: 100, dependsOn: [], rule: 'all' }]);
    expect(plan.tests.map(({ name, isSample, groups }) => [name, isSample, ...groups])).toEqual([
      ['sample/1', true, 'data'],
      ['secret/a', false, 'data'],
      ['secret/b', false, 'data'],
      ['secret/deep/er/c', false, 'data'],
    ]);
    expect(plan).toMatchObject({
      title: 'Sum',
      name: null,
      timeLimit: { factor: 5, resolutionMs: 1000 },
      memoryLimitMb: null,
      checker: { name: 'kattis', case_sensitive: false, space_change_sensitive: false },
    });
  });

  test('that is pass-fail and goes on after a failure runs all tests', async () => {
    const plan = await read(packageOf('secret/1', { 'data/testdata.yaml': 'on_reject: continue\n' }));
    expect(plan.groups).toMatchObject([{ rule: 'sum', onlyIfPassed: true }]);
  });

  test('that is pass-fail may accept with a part of its groups', async () => {
    const plan = await read(
      packageOf('sample/1 secret/a/1 secret/b/1', {
        'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
        'data/secret/testdata.yaml': 'grader_flags: accept_if_any_accepted\n',
        'data/secret/a/testdata.yaml': 'grader_flags: first_error\n',
        'data/secret/b/testdata.yaml': 'grader_flags: worst_error\n',
      }),
    );
    expect(plan.groups).toMatchObject([
      { name: 'sample', points: 0, rule: 'ignore' },
      { name: 'secret', points: 100, rule: 'max' },
      { name: 'a', within: 'secret', rule: 'all' },
      { name: 'b', within: 'secret', rule: 'all' },
    ]);
  });

  const scoring = { 'problem.yaml': 'name: Sum\ntype: scoring\n' };

  test('has groups that are worth what its tests are given', async () => {
    const plan = await read(
      packageOf('sample/1 secret/1/a secret/1/b secret/2/x/c secret/2/y/d secret/2/y/e', {
        ...scoring,
        'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\n',
        'data/secret/testdata.yaml': 'grader_flags: always_accept\n',
        'data/secret/1/testdata.yaml': 'on_reject: break\ngrader_flags: min\naccept_score: 20\n',
        'data/secret/2/testdata.yaml': 'grader_flags: sum\n',
        'data/secret/2/x/testdata.yaml': 'grader_flags: max\naccept_score: 30\n',
        'data/secret/2/y/testdata.yaml': 'grader_flags: avg\naccept_score: 50\n',
      }),
    );
    expect(plan.groups).toEqual([
      { name: 'sample', points: 0, dependsOn: [], rule: 'ignore' },
      { name: '1', points: 20, dependsOn: [], rule: 'min', stopAtFirstFailure: true },
      { name: '2', points: 80, dependsOn: [], rule: 'sum' },
      { name: '2/x', points: 30, dependsOn: [], rule: 'max', within: '2' },
      { name: '2/y', points: 50, dependsOn: [], rule: 'sum', within: '2' },
    ]);
    expect(plan.scoreDecimals).toBe(0);
  });

  test('asks for the samples where nothing is judged after one that fails', async () => {
    const secret = { 'data/secret/testdata.yaml': 'grader_flags: always_accept\non_reject: continue\n' };
    const ignoring = await read(
      packageOf('sample/1 secret/1 secret/2', {
        ...scoring,
        ...secret,
        'data/testdata.yaml': 'grader_flags: ignore_sample\n',
      }),
    );
    expect(ignoring.groups).toMatchObject([
      { name: 'sample', rule: 'ignore' },
      { name: 'secret', rule: 'sum', dependsOn: ['sample'] },
    ]);
    const counting = await read(packageOf('sample/1 secret/1 secret/2', { ...scoring, ...secret }));
    expect(counting.groups).toMatchObject([
      { name: 'sample', points: 1, onlyIfPassed: true },
      { name: 'secret', points: 2, dependsOn: ['sample'] },
    ]);
  });

  test('is worth all or nothing where every test must be accepted', async () => {
    const plan = await read(
      packageOf('secret/1 secret/2', { ...scoring, 'data/testdata.yaml': 'accept_score: 7\n' }),
    );
    expect(plan.groups).toEqual([{ name: 'secret', points: 14, dependsOn: [], rule: 'all' }]);
  });

  test('has a validator whose scores are out of the range', async () => {
    const plan = await read(
      packageOf('secret/1 secret/2', {
        'problem.yaml': 'type: scoring\nvalidation: custom score\nvalidator_flags: a b\n',
        'data/testdata.yaml':
          'range: 0 60\noutput_validator_flags: {name: v, flags: c}\non_reject: continue\n',
        'output_validators/v/v.cc': '',
        'output_validators/v/tools.h': '',
        'output_validators/v/README': '',
      }),
    );
    expect(plan.checker).toEqual({
      name: 'program',
      protocol: 'kattis',
      source: 'output_validators/v/v.cc',
      headers: ['output_validators/v/tools.h'],
      points: 'absolute',
    });
    expect(plan.groups).toEqual([
      { name: 'secret', points: 60, dependsOn: [], rule: 'sum', onlyIfPassed: true },
    ]);
    expect(plan.tests).toMatchObject([{ points: 30, checkerArgs: ['a', 'b', 'c'] }, { points: 30 }]);
    expect(plan.scoreDecimals).toBe(2);
  });

  test('has flags for the comparison, of all tests or of some', async () => {
    const flags = 'validator_flags: float_tolerance 1e-6 case_sensitive\n';
    const alike = await read(packageOf('secret/1', { 'problem.yaml': flags }));
    expect(alike.checker).toEqual({
      name: 'kattis',
      case_sensitive: true,
      space_change_sensitive: false,
      absolute: 1e-6,
      relative: 1e-6,
    });
    expect(alike.tests[0]).not.toHaveProperty('checkerArgs');
    const unlike = await read(
      packageOf('secret/1/a secret/2/b', {
        'data/secret/2/testdata.yaml':
          'output_validator_flags: space_change_sensitive float_absolute_tolerance 0.1\n',
      }),
    );
    expect(unlike.checker).toMatchObject({ name: 'kattis', case_sensitive: false });
    expect(unlike.tests.map(({ checkerArgs }) => checkerArgs)).toEqual([
      undefined,
      ['space_change_sensitive', 'float_absolute_tolerance', '0.1'],
    ]);
  });

  test('says what is expected by its folders and, elsewhere, in the source', async () => {
    const { solutions } = await read(
      packageOf('secret/1', {
        ...scoring,
        'submissions/accepted/a.cpp': '',
        'submissions/accepted/b.py': '',
        'submissions/accepted/both/a.cpp': '',
        'submissions/accepted/both/b.cpp': '',
        'submissions/partially_accepted/a.cc': '',
        'submissions/wrong_answer/a.cpp': '// @EXPECTED_RESULTS@: CORRECT',
        'submissions/time_limit_exceeded/a.cpp': '',
        'submissions/run_time_error/a.cpp': '',
        'submissions/mixed/a.cpp': '/* @EXPECTED_RESULTS@: CORRECT, TIMELIMIT */',
        'submissions/mixed/b.cpp': '// @EXPECTED_RESULTS@: run-error',
        'submissions/mixed/c.cpp': '// @EXPECTED_RESULTS@: COMPILER-ERROR',
        'submissions/mixed/d.cpp': '',
      }),
    );
    const crash = ['Runtime Error', 'Memory Limit Exceeded'];
    expect(solutions.map(({ name, language, expected }) => [name, language, expected])).toEqual([
      ['accepted/a.cpp', 'cpp', { permitted: ['Accepted'] }],
      ['accepted/b.py', null, { permitted: ['Accepted'] }],
      ['accepted/both', null, { permitted: ['Accepted'] }],
      ['partially_accepted/a.cc', 'cpp', { score: [0, 99] }],
      ['wrong_answer/a.cpp', 'cpp', { permitted: ['Accepted', 'Wrong Answer'], required: ['Wrong Answer'] }],
      [
        'time_limit_exceeded/a.cpp',
        'cpp',
        {
          permitted: ['Accepted', 'Wrong Answer', 'Time Limit Exceeded'],
          required: ['Time Limit Exceeded'],
        },
      ],
      ['run_time_error/a.cpp', 'cpp', { required: crash }],
      ['mixed/a.cpp', 'cpp', { permitted: ['Accepted', 'Time Limit Exceeded'] }],
      ['mixed/b.cpp', 'cpp', { permitted: ['Accepted', ...crash], required: crash }],
      ['mixed/d.cpp', 'cpp', {}],
    ]);
  });

  test.each<[string, Files, object]>([
    [
      'its own',
      { 'problem.yaml': 'limits: {time_limit: 1.5, memory: 512}\n' },
      { timeLimit: { ms: 1500 }, memoryLimitMb: 512 },
    ],
    ['DOMjudge’s file', { '.timelimit': '3\n' }, { timeLimit: { ms: 3000 } }],
    [
      'DOMjudge’s settings',
      {
        'domjudge-problem.ini': 'short-name = sum\nname="The Sum"\ntimelimit = \'2.5\'\n',
        '.timelimit': '3',
        'problem.yaml': '',
      },
      { timeLimit: { ms: 2500 }, title: 'The Sum', name: 'sum' },
    ],
    [
      'the jury’s',
      { 'problem.yaml': 'limits:\n  time_multiplier: 4\n' },
      { timeLimit: { factor: 4, resolutionMs: 1000 } },
    ],
  ])('has a limit of %s', async (_, files, expected) => {
    expect(await read(packageOf('secret/1', files))).toMatchObject(expected);
  });

  test('is called what its statement says, in English if it can be', async () => {
    const plan = await read(
      packageOf('secret/1', {
        'problem.yaml': '',
        'problem_statement/problem.sv.tex': '\\problemname{Summa}',
        'problem_statement/problem.en.tex': '%% plainproblemname: a + b\n\\problemname{$a + b$}',
        'problem_statement/problem.sv.pdf': '',
        'problem_statement/problem.en.pdf': '',
        'problem_statement/picture.pdf': '',
      }),
    );
    expect(plan.title).toBe('a + b');
    expect(plan.statement?.name).toBe('problem_statement/problem.en.pdf');
    expect(plan.texts.map(({ name }) => name)).toEqual([
      'problem_statement/problem.sv.tex',
      'problem_statement/problem.en.tex',
    ]);
  });
});

describe('a package of 2025-09', () => {
  test('that is pass-fail is one group', async () => {
    const plan = await read(
      packageOf('sample/1 secret/a/1 secret/b/deep/2', {
        'problem.yaml': modern(
          'pass-fail',
          'limits:\n  time_multipliers:\n    ac_to_time_limit: 3\n  time_resolution: 0.1\n',
        ),
        'data/secret/a/test_group.yaml': 'output_validator_args: [case_sensitive]\n',
      }),
    );
    expect(plan.groups).toEqual([{ name: 'data', points: 100, dependsOn: [], rule: 'all' }]);
    expect(plan.tests.map(({ checkerArgs }) => checkerArgs)).toEqual([
      undefined,
      ['case_sensitive'],
      undefined,
    ]);
    expect(plan.timeLimit).toEqual({ factor: 3, resolutionMs: 100 });
  });

  test('has groups with scores, aggregations and what they require', async () => {
    const plan = await read(
      packageOf('sample/1 secret/1/a secret/1/deep/b secret/2/c secret/2/d secret/3/e', {
        'problem.yaml': modern('[scoring]'),
        'data/secret/test_group.yaml': 'require_pass: sample\n',
        'data/secret/1/test_group.yaml': 'max_score: 30\n',
        'data/secret/2/test_group.yaml': 'max_score: 25\nscore_aggregation: sum\nrequire_pass: [secret/1]\n',
        'data/secret/3/test_group.yaml': 'max_score: 45\nscore_aggregation: min\n',
      }),
    );
    expect(plan.groups).toEqual([
      { name: 'sample', points: 0, dependsOn: [], rule: 'ignore' },
      { name: '1', points: 30, dependsOn: ['sample'], rule: 'all' },
      { name: '2', points: 25, dependsOn: ['sample', '1'], rule: 'sum' },
      { name: '3', points: 45, dependsOn: ['sample'], rule: 'min' },
    ]);
    expect(plan.tests.map(({ name, points }) => [name, points])).toEqual([
      ['sample/1', undefined],
      ['secret/1/a', undefined],
      ['secret/1/deep/b', undefined],
      ['secret/2/c', 12.5],
      ['secret/2/d', 12.5],
      ['secret/3/e', undefined],
    ]);
    expect(plan.scoreDecimals).toBe(2);
  });

  test.each([
    ['sum', { name: 'secret', points: 100, rule: 'sum' }],
    ['min', { name: 'secret', points: 100, rule: 'min' }],
    ['pass-fail', { name: 'secret', points: 100, rule: 'all' }],
  ])('may have its tests in no group (%s)', async (aggregation, group) => {
    const plan = await read(
      packageOf('secret/a secret/b', {
        'problem.yaml': modern('scoring'),
        'data/secret/test_group.yaml': `score_aggregation: ${aggregation}\n`,
      }),
    );
    expect(plan.groups).toMatchObject([group]);
  });

  test('has one validator, with arguments for a group or a test', async () => {
    const plan = await read(
      packageOf('secret/a secret/b', {
        'problem.yaml': modern('pass-fail'),
        'data/secret/test_group.yaml': 'output_validator_args: [x, y z]\n',
        'data/secret/b.yaml': 'hint: think\noutput_validator_args: []\n',
        'output_validator/validate.cpp': '',
      }),
    );
    expect(plan.checker).toMatchObject({ protocol: 'kattis', points: null });
    expect(plan.tests.map(({ checkerArgs }) => checkerArgs)).toEqual([['x', 'y z'], undefined]);
  });

  test('in its draft has groups in groups, which share what is left of the score', async () => {
    const plan = await read(
      packageOf('secret/1/a secret/2/x/b secret/2/y/c', {
        'problem.yaml': 'problem_format_version: 2023-07-draft\nname: {sv: Summa, en: Sum}\ntype: scoring\n',
        'data/secret/1/test_group.yaml': 'scoring: {score: 40}\n',
        'data/secret/2/test_group.yaml': 'scoring: {aggregation: sum}\n',
        'data/secret/2/y/test_group.yaml': 'scoring: {score: 20, require_pass: secret/1}\n',
      }),
    );
    expect(plan.title).toBe('Sum');
    expect(plan.groups).toEqual([
      { name: '1', points: 40, dependsOn: [], rule: 'all' },
      { name: '2', points: 60, dependsOn: [], rule: 'sum' },
      { name: '2/x', points: 40, dependsOn: [], rule: 'all', within: '2' },
      { name: '2/y', points: 20, dependsOn: ['1'], rule: 'all', within: '2' },
    ]);
  });

  test('in its draft may be graded in the old way, as the tools of that time do', async () => {
    const plan = await read(
      packageOf('sample/1 secret/subtask1/a secret/subtask2/b', {
        'problem.yaml': 'problem_format_version: 2023-07-draft\ntype: scoring\nname: Odd Echo\n',
        'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 2\n',
        'data/secret/testdata.yaml': 'grader_flags: first_error accept_if_any_accepted\n',
        'data/secret/subtask1/testdata.yaml': 'on_reject: break\naccept_score: 1\ngrader_flags: min\n',
        'data/secret/subtask2/testdata.yaml': 'on_reject: break\naccept_score: 1\ngrader_flags: min\n',
        'output_validator/v.cpp': '',
      }),
    );
    expect(plan.groups).toMatchObject([
      { name: 'sample', rule: 'ignore' },
      { name: 'subtask1', points: 1, rule: 'min' },
      { name: 'subtask2', points: 1, rule: 'min' },
    ]);
    expect(plan.checker).toMatchObject({ protocol: 'kattis', points: null });
  });

  test('says what is expected by its folders and in submissions.yaml', async () => {
    const { solutions } = await read(
      packageOf('secret/1', {
        'problem.yaml': modern('scoring'),
        'data/secret/test_group.yaml': 'max_score: 40\n',
        'submissions/accepted/a.cpp': '',
        'submissions/brute_force/a.cpp': '',
        'submissions/rejected/a.cpp': '',
        'submissions/time_limit_exceeded/a.cpp': '',
        'submissions/time_limit_exceeded/b.cpp': '',
        'submissions/other/a.cpp': '',
        'submissions/other/b.cpp': '',
        'submissions/other/c.txt': '',
        'submissions/submissions.yaml': [
          'time_limit_exceeded: {permitted: [AC, WA, TLE]}',
          'time_limit_exceeded/b*: {permitted: [AC, TLE], secret/1: {required: [TLE]}}',
          'other/{a,b}.cpp: {score: [10, 25]}',
          'other/b.cpp: {permitted: [AC], score: 15, model_solution: true}',
          'other/c.txt: {language: cpp}',
        ].join('\n'),
      }),
    );
    expect(solutions.map(({ name, language, expected }) => [name, language, expected])).toEqual([
      ['accepted/a.cpp', 'cpp', { permitted: ['Accepted'] }],
      [
        'brute_force/a.cpp',
        'cpp',
        {
          permitted: ['Accepted', 'Time Limit Exceeded', 'Runtime Error', 'Memory Limit Exceeded'],
          required: ['Time Limit Exceeded', 'Runtime Error', 'Memory Limit Exceeded'],
        },
      ],
      [
        'rejected/a.cpp',
        'cpp',
        { required: ['Wrong Answer', 'Time Limit Exceeded', 'Runtime Error', 'Memory Limit Exceeded'] },
      ],
      [
        'time_limit_exceeded/a.cpp',
        'cpp',
        { permitted: ['Accepted', 'Wrong Answer', 'Time Limit Exceeded'], required: ['Time Limit Exceeded'] },
      ],
      [
        'time_limit_exceeded/b.cpp',
        'cpp',
        { permitted: ['Accepted', 'Time Limit Exceeded'], required: ['Time Limit Exceeded'] },
      ],
      ['other/a.cpp', 'cpp', { score: [25, 62] }],
      ['other/b.cpp', 'cpp', { permitted: ['Accepted'], score: [37, 37] }],
      ['other/c.txt', 'cpp', {}],
    ]);
  });
});

test('every file that is no test is listed with a reason', async () => {
  const { ignored } = await read(
    packageOf('secret/1', {
      'data/secret/1.hint': '',
      'data/secret/1.png': '',
      'data/invalid_input/1.in': '',
      'input_validators/v.py': '',
      'generators/gen.py': '',
      'attachments/tool.py': '',
      'graders/grade.py': '',
      'include/python3/lib.py': '',
      'solution/solution.md': '',
      'domjudge-problem.ini': 'timelimit=1',
      '.timelimit': '1',
      '.git/config': '',
      'problem_statement/problem.pdf': '',
      'problem_statement/problem.tex': '',
      'submissions/accepted/a.cpp': '',
    }),
  );
  expect(Object.fromEntries(ignored.map(({ name, reason }) => [name, reason.code]))).toEqual({
    'problem.yaml': 'ignored_package_settings',
    'data/secret/1.hint': 'ignored_document',
    'data/secret/1.png': 'ignored_picture',
    'data/invalid_input/1.in': 'ignored_not_used',
    'input_validators/v.py': 'ignored_validator',
    'generators/gen.py': 'ignored_generator',
    'attachments/tool.py': 'ignored_attachment',
    'graders/grade.py': 'ignored_source',
    'include/python3/lib.py': 'ignored_source',
    'solution/solution.md': 'ignored_document',
    'domjudge-problem.ini': 'ignored_package_settings',
    '.timelimit': 'ignored_package_settings',
    '.git/config': 'ignored_hidden',
    'problem_statement/problem.pdf': 'ignored_statement',
    'problem_statement/problem.tex': 'ignored_statement_text',
    'submissions/accepted/a.cpp': 'ignored_solution',
  });
});

describe('what cannot be judged is refused by its name and place', () => {
  const legacy = (yaml: string, more: Files = {}) =>
    packageOf('secret/1 secret/2', { 'problem.yaml': yaml, ...more });
  const custom = (files: Files) => legacy('validation: custom\n', files);
  const scored = (settings: string, more: Files = {}) =>
    legacy('type: scoring\n', { 'data/testdata.yaml': settings, ...more });
  const grouped = (settings: string, more: Files = {}) =>
    packageOf('secret/1/a secret/2/b', {
      'problem.yaml': modern('scoring'),
      'data/secret/1/test_group.yaml': 'max_score: 50\n',
      'data/secret/2/test_group.yaml': settings,
      ...more,
    });

  test.each<[string, Files]>([
    [
      'problem.yaml, line 2: version “2030-01” of the format is not known',
      legacy('name: x\nproblem_format_version: 2030-01\n'),
    ],
    [
      'problem.yaml, line 2: the package needs an interactor',
      legacy('name: x\nvalidation: custom interactive\n'),
    ],
    ['problem.yaml, line 3: the package needs an interactor', legacy(modern('[pass-fail, interactive]'))],
    ['the package needs several passes', legacy(modern('multi-pass'))],
    ['the package needs outputs instead of programs', legacy(modern('submit-answer'))],
    ['problem.yaml, line 1: type is “race”', legacy('type: race\n')],
    ['problem.yaml, line 1: validation is “loose”', legacy('validation: loose\n')],
    ['line 2, grading.objective', legacy('grading:\n  objective: most\n')],
    [
      'problem.yaml, line 3: the package needs the least score',
      legacy('type: scoring\ngrading:\n  objective: min\n'),
    ],
    ['line 1, colour: is not a known key', legacy('colour: red\n')],
    ['line 2, limits.memory: must be a whole number from 4 to 4096', legacy('limits:\n  memory: 1\n')],
    ['outputs of more than 64 MB', legacy('limits:\n  output: 100\n')],
    ['submissions in other languages than C++', legacy(modern('pass-fail', 'languages: [java, python3]\n'))],
    ['submissions that write files', legacy(modern('pass-fail', 'allow_file_writing: true\n'))],
    [
      'include/cpp/main.cpp: the package needs files that are compiled',
      legacy('', { 'include/cpp/main.cpp': '' }),
    ],
    ['.timelimit, line 1: must be a number', legacy('', { '.timelimit': 'soon' })],
    [
      'domjudge-problem.ini, line 2: must be at most 60',
      legacy('', { 'domjudge-problem.ini': '\ntimelimit=61' }),
    ],
    [
      '“float”, a program that is installed',
      legacy('', { 'domjudge-problem.ini': 'special_compare = float' }),
    ],
    ['“data/secret/3.in” has no answer', legacy('', { 'data/secret/3.in': '' })],
    ['“data/secret/3.ans” has no input', legacy('', { 'data/secret/3.ans': '' })],
    [
      'data/extra/3.in: this is a test in neither',
      legacy('', { 'data/extra/3.in': '', 'data/extra/3.ans': '' }),
    ],
    ['data/secret: there are no tests', packageOf('sample/1')],
    [
      'data/secret/1.files/x: the package needs programs that read',
      legacy('', { 'data/secret/1.files/x': '' }),
    ],
    ['is “twice”', legacy('', { 'data/testdata.yaml': 'on_reject: twice\n' })],
    [
      'data/testdata.yaml, line 1: grader_flags is “median”',
      legacy('', { 'data/testdata.yaml': 'grader_flags: sum median\n' }),
    ],
    ['a grader of its own', legacy('', { 'data/testdata.yaml': 'grading: custom\n', 'graders/g.py': '' })],
    [
      'every submission would be accepted',
      legacy('', { 'data/testdata.yaml': 'grader_flags: always_accept\n' }),
    ],
    ['“tolerance 1” means nothing to the default validator', legacy('validator_flags: tolerance 1\n')],
    ['there is no C++ file in “output_validators/”', custom({})],
    [
      'output_validators/v.py: the package needs “output_validators/v.py”, a program in',
      custom({ 'output_validators/v.py': '' }),
    ],
    [
      '“output_validators/v/run”, a program in',
      custom({ 'output_validators/v/run': '', 'output_validators/v/v.cpp': '' }),
    ],
    [
      'a program of several source files',
      custom({ 'output_validators/a.cpp': '', 'output_validators/b.cpp': '' }),
    ],
    ['data/testdata.yaml, line 1: the package needs a score for outputs', scored('reject_score: -1\n')],
    [
      'scores without an upper bound',
      scored('on_reject: continue\n', {
        'problem.yaml': 'type: scoring\nvalidation: custom score\n',
        'output_validators/v.cpp': '',
      }),
    ],
    [
      'min is taken of parts that are worth different',
      scored('grader_flags: min always_accept\n', {
        'data/secret/3/4.in': '',
        'data/secret/3/4.ans': '',
        'data/secret/3/testdata.yaml': 'accept_score: 5\n',
      }),
    ],
    ['an average of some of the tests', scored('grader_flags: avg always_accept\n')],
    ['no test is worth a score', scored('accept_score: 0\n')],
    [
      'data/secret/2/test_group.yaml, line 2: the package needs scores without',
      grouped('output_validator_args: []\nmax_score: unbounded\n'),
    ],
    [
      'data/secret/2: max_score must be said',
      packageOf('secret/1/a secret/2/b', {
        'problem.yaml': modern('scoring'),
        'data/secret/1/test_group.yaml': 'max_score: 50\n',
      }),
    ],
    ['can earn 90 in all, but 100 is said', grouped('max_score: 40\n')],
    ['there is no group “secret/3” before', grouped('max_score: 50\nrequire_pass: secret/3\n')],
    [
      '“secret/1” is required, so it must be pass-fail',
      grouped('max_score: 50\nrequire_pass: secret/1\n', {
        'data/secret/1/test_group.yaml': 'max_score: 50\nscore_aggregation: sum\n',
      }),
    ],
    ['data/secret/2/test_group.yaml: line 1, points', grouped('points: 50\n')],
    ['a validator that reads the submitted source', grouped('max_score: 50\nstatic_validation_score: 5\n')],
    [
      'a validator that reads the submitted source',
      grouped('max_score: 50\n', { 'static_validator/v.cpp': '' }),
    ],
    ['arguments for the submitted program', grouped('max_score: 50\nargs: [a]\n')],
    [
      'data/secret/2/b.yaml, line 1: the package needs arguments',
      grouped('max_score: 50\n', { 'data/secret/2/b.yaml': 'args: [a]\n' }),
    ],
    [
      'data/secret/2/testdata.yaml: these are settings of another version',
      grouped('max_score: 50\n', { 'data/secret/2/testdata.yaml': 'accept_score: 5\n' }),
    ],
    [
      'data/test_group.yaml: these are settings of another version',
      legacy('', { 'data/test_group.yaml': 'max_score: 5\n' }),
    ],
    [
      'has both tests and groups',
      grouped('max_score: 50\n', { 'data/secret/c.in': '', 'data/secret/c.ans': '' }),
    ],
    [
      'there can be no group of tests here',
      grouped('max_score: 50\n', {
        'data/secret/2/in/b.in': '',
        'data/secret/2/in/b.ans': '',
        'data/secret/2/in/test_group.yaml': '',
      }),
    ],
    [
      'constants put into “output_validator/v.cpp”',
      grouped('max_score: 50\n', {
        'problem.yaml': modern('scoring', 'constants: {most: 5}\n'),
        'output_validator/v.cpp': 'int most = {{most}};',
      }),
    ],
    [
      'submissions/submissions.yaml: line 1',
      grouped('max_score: 50\n', { 'submissions/submissions.yaml': 'accepted: {permitted: [OK]}\n' }),
    ],
    ['folders or values lie more than 16 deep', legacy('', { [`data/secret/${'a/'.repeat(20)}1.in`]: '' })],
  ])('%s', async (said, files) => {
    expect(await refusal(files)).toContain(said);
  });

  test('more groups than anybody makes', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => `secret/${index}/1`);
    expect(await refusal(packageOf(names.join(' ')))).toContain('more than 1000 groups');
  });
});

test('a package that was changed anywhere is planned so that it can be judged, or refused', async () => {
  const packages: readonly Files[] = [
    packageOf('sample/1 secret/1/a secret/1/b secret/2/x/c secret/2/y/d secret/2/y/e', {
      'problem.yaml': 'name: Sum\ntype: scoring\nvalidation: custom score\nlimits:\n  memory: 64\n',
      'data/testdata.yaml': 'on_reject: continue\ngrader_flags: ignore_sample\nrange: 0 100\n',
      'data/secret/testdata.yaml': 'grader_flags: always_accept\n',
      'data/secret/1/testdata.yaml': 'on_reject: break\ngrader_flags: min\nrange: 0 20\n',
      'data/secret/2/testdata.yaml': 'grader_flags: sum\nrange: 0 80\n',
      'data/secret/2/x/testdata.yaml': 'grader_flags: max\nrange: 0 30\n',
      'data/secret/2/y/testdata.yaml': 'grader_flags: sum\nrange: 0 50\n',
      'output_validators/v.cpp': 'int main() {}\n',
      'domjudge-problem.ini': 'timelimit = 2\n',
    }),
    packageOf('sample/1 secret/1/a secret/1/b secret/2/c secret/2/d secret/3/e', {
      'problem.yaml': modern('[scoring]', 'limits:\n  time_limit: 2\n'),
      'data/secret/test_group.yaml': 'max_score: 100\nrequire_pass: sample\n',
      'data/secret/1/test_group.yaml': 'max_score: 30\nscore_aggregation: pass-fail\n',
      'data/secret/2/test_group.yaml': 'max_score: 25\nscore_aggregation: sum\nrequire_pass: [secret/1]\n',
      'data/secret/3/test_group.yaml': 'max_score: 45\nscore_aggregation: min\n',
      'data/secret/3/e.yaml': 'output_validator_args: [case_sensitive]\n',
      'submissions/accepted/a.cpp': 'int main() {}\n',
      'submissions/submissions.yaml': 'accepted/*: {permitted: [AC], score: [0, 100]}\n',
    }),
  ];
  const values = [
    '',
    '0',
    '-1',
    '1e99',
    '1e-9',
    'NaN',
    'unbounded',
    '0 inf',
    '-5 5',
    '[]',
    '{}',
    '[[[]]]',
    '*a',
    '&a [*a]',
  ]
    .concat(['always_accept', 'accept_if_any_accepted avg', 'max', 'min', 'break', 'pass-fail', 'scoring'])
    .concat([
      '2023-07-draft',
      'legacy',
      'secret/2',
      '__proto__',
      'constructor',
      '"\\0"',
      "'",
      '\u202e',
      '!!js/x 1',
    ]);
  const change = fc.record({
    file: fc.nat(),
    line: fc.nat(),
    how: fc.constantFrom('value', 'key', 'drop line', 'drop file', 'copy', 'bytes'),
    value: fc.constantFrom(...values),
    bytes: fc.string({ unit: 'binary', maxLength: 20 }),
  });
  type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never;
  const apply = (files: Files, { file, line, how, value, bytes }: Change): Files => {
    const names = Object.keys(files).filter((name) => how === 'drop file' || !/\.(?:in|ans)$/.test(name));
    const name = names[file % names.length] ?? '';
    const { [name]: content = '', ...others } = files;
    if (how === 'drop file') return others;
    if (how === 'copy')
      return { ...files, [`data/secret/${value.replace(/\W/g, '') || 'x'}/testdata.yaml`]: content };
    const lines = content.split('\n');
    const at = line % lines.length;
    const [key = '', ...rest] = (lines[at] ?? '').split(':');
    const changed = {
      value: `${key}: ${value}`,
      key: [value, ...rest].join(':'),
      'drop line': '',
      bytes: `${lines[at]}${bytes}`,
    }[how];
    return { ...others, [name]: lines.with(at, changed).join('\n') };
  };
  let planned = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...packages),
      fc.array(change, { minLength: 1, maxLength: 3 }),
      async (files, changes) => {
        const changed = changes.reduce(apply, files);
        if (!('problem.yaml' in changed)) return;
        const plan = await read(changed).catch((error: unknown) => {
          if (error instanceof ArchiveRefused) return null;
          throw error;
        });
        if (plan === null) return;
        planned++;
        createTally(plan);
        expect(plan.groups.some(({ points }) => points > 0)).toBe(true);
      },
    ),
    { numRuns: 400 },
  );
  expect(planned).toBeGreaterThan(20);
});
