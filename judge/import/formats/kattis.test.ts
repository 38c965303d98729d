import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTally } from '../../run/score.ts';
import { ArchiveRefused } from '../refusal.ts';
import { type Files, modern, packageOf, readKattis, refusalOf } from '../testing/kattis-package.ts';

test('every file that is no test is listed with a reason', async () => {
  const { ignored } = await readKattis(
    packageOf('secret/1', {
      'data/secret/1.hint': '',
      'data/secret/1.png': '',
      'data/invalid_input/1.in': '',
      'input_validators/v.py': '',
      'generators/gen.py': '',
      'attachments/tool.py': '',
      'graders/grade.py': '',
      'include/haskell/Lib.hs': '',
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
    'include/haskell/Lib.hs': 'ignored_source',
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
    ['problem.yaml: line 1: must be a map of settings', legacy('- name: x\n')],
    ['problem.yaml: line 2: Tabs are not allowed', legacy('limits:\n\tmemory: 64\n')],
    ['line 2, limits.memory: must be a whole number from 4 to 4096', legacy('limits:\n  memory: 1\n')],
    ['outputs of more than 64 MB', legacy('limits:\n  output: 100\n')],
    [
      'submissions in languages that are not judged',
      legacy(modern('pass-fail', 'languages: [ada, python2]\n')),
    ],
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
    [
      'data/secret/1.IN: this is the same part of a test as “data/secret/1.in”',
      legacy('', { 'data/secret/1.IN': '' }),
    ],
    [
      'output_validator/v.cpp: these are settings of another version',
      legacy('', { 'output_validator/v.cpp': '' }),
    ],
    [
      'output_validators/v.cpp: these are settings of another version',
      legacy(modern('pass-fail'), { 'output_validators/v.cpp': '' }),
    ],
    [
      'line 4, validator_flags: is not a known key',
      legacy(modern('pass-fail', 'validator_flags: case_sensitive\n')),
    ],
    ['line 4, validation: is not a known key', legacy(modern('pass-fail', 'validation: custom\n'))],
    [
      'problem.yaml, line 2: the package needs an interactor',
      legacy('problem_format_version: 2023-07-draft\nvalidation: custom interactive\n'),
    ],
    [
      'data/secret/1.args: the package needs arguments',
      legacy('problem_format_version: 2023-07-draft\n', { 'data/secret/1.args': '-v' }),
    ],
    ['“data/secret/3.yaml” has no input', legacy(modern('pass-fail'), { 'data/secret/3.yaml': '' })],
    [
      'data/secret/1.yaml: line 1, output_validator_args: must be a list',
      legacy(modern('pass-fail'), { 'data/secret/1.yaml': 'output_validator_args: case_sensitive\n' }),
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
    ['there is no C++ or Python file in “output_validators/”', custom({})],
    [
      'output_validators/v.java: the package needs “output_validators/v.java”, a program in',
      custom({ 'output_validators/v.java': '' }),
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
    expect(await refusalOf(files)).toContain(said);
  });

  test('more groups than anybody makes', async () => {
    const names = Array.from({ length: 1001 }, (_, index) => `secret/${index}/1`);
    expect(await refusalOf(packageOf(names.join(' ')))).toContain('more than 1000 groups');
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
        const plan = await readKattis(changed).catch((error: unknown) => {
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
