import { describe, expect, test } from 'vitest';
import { type Files, packageOf, readKattis } from '../testing/kattis-package.ts';

describe('a package of the old version', () => {
  test('that is pass-fail is one group, judged until something fails', async () => {
    const plan = await readKattis(packageOf('sample/1 secret/b secret/a secret/deep/er/c'));
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
    const plan = await readKattis(packageOf('secret/1', { 'data/testdata.yaml': 'on_reject: continue\n' }));
    expect(plan.groups).toMatchObject([{ rule: 'sum', onlyIfPassed: true }]);
  });

  test('that is pass-fail may accept with a part of its groups', async () => {
    const plan = await readKattis(
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
    const plan = await readKattis(
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
    const ignoring = await readKattis(
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
    const counting = await readKattis(packageOf('sample/1 secret/1 secret/2', { ...scoring, ...secret }));
    expect(counting.groups).toMatchObject([
      { name: 'sample', points: 1, onlyIfPassed: true },
      { name: 'secret', points: 2, dependsOn: ['sample'] },
    ]);
  });

  test('is worth all or nothing where every test must be accepted', async () => {
    const plan = await readKattis(
      packageOf('secret/1 secret/2', { ...scoring, 'data/testdata.yaml': 'accept_score: 7\n' }),
    );
    expect(plan.groups).toEqual([{ name: 'secret', points: 14, dependsOn: [], rule: 'all' }]);
  });

  test('has a validator whose scores are out of the range', async () => {
    const plan = await readKattis(
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
    const alike = await readKattis(packageOf('secret/1', { 'problem.yaml': flags }));
    expect(alike.checker).toEqual({
      name: 'kattis',
      case_sensitive: true,
      space_change_sensitive: false,
      absolute: 1e-6,
      relative: 1e-6,
    });
    expect(alike.tests[0]).not.toHaveProperty('checkerArgs');
    const unlike = await readKattis(
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
    const { solutions } = await readKattis(
      packageOf('secret/1', {
        ...scoring,
        'submissions/accepted/a.cpp': '',
        'submissions/accepted/b.py': '',
        'submissions/accepted/both/a.cpp': '',
        'submissions/accepted/both/b.cpp': '',
        'submissions/partially_accepted/a.cc': '',
        'submissions/partially_accepted/b.cpp': '/* @EXPECTED_SCORE@: 0.5 */',
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
      ['accepted/b.py', 'python', { permitted: ['Accepted'] }],
      ['accepted/both', null, { permitted: ['Accepted'] }],
      ['partially_accepted/a.cc', 'cpp', { score: [0, 99] }],
      ['partially_accepted/b.cpp', 'cpp', { score: [50, 50] }],
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
    expect(await readKattis(packageOf('secret/1', files))).toMatchObject(expected);
  });

  test('is called what its statement says, in English if it can be', async () => {
    const plan = await readKattis(
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

  test('may have DOMjudge’s settings alone, and its statement as HTML', async () => {
    const { 'problem.yaml': _, ...files } = packageOf('sample/1 secret/1', {
      'domjudge-problem.ini': "\ufeffname='Sum'\r\ntimelimit=2\r\n",
      'problem.html': '<p>Add.</p>',
    });
    expect(await readKattis(files)).toMatchObject({
      title: 'Sum',
      timeLimit: { ms: 2000 },
      texts: [{ name: 'problem.html' }],
      groups: [{ name: 'data', rule: 'all' }],
    });
  });

  test('is read as authors write it on Windows', async () => {
    const plan = await readKattis({
      'problem.yaml':
        '\ufeffname: Sum\r\nauthor: ~\r\nvalidator_flags: null\r\nlimits:\r\n    memory: 64\r\n',
      'data/sample/01.IN': '1\r\n',
      'data/sample/01.ANS': '1\r\n',
      'data/secret/a.in': '1',
      'data/secret/a.ans': '1',
      'data/secret/Thumbs.db': '',
      '__MACOSX/data/secret/._a.in': '',
    });
    expect(plan.tests.map(({ name }) => name)).toEqual(['sample/01', 'secret/a']);
    expect(plan).toMatchObject({ title: 'Sum', memoryLimitMb: 64 });
  });

  test('has its statement in the language of its title where there is no English one', async () => {
    const plan = await readKattis({
      'Problem.yaml': 'name: {sv: Summa, da: Sum}\n',
      'Data/Secret/1.in': '1',
      'Data/Secret/1.ans': '1',
      'Submissions/Accepted/A.cpp': '',
      'problem_statement/problem.da.pdf': '',
      'problem_statement/problem.sv.pdf': '',
    });
    expect(plan).toMatchObject({
      title: 'Summa',
      statement: { name: 'problem_statement/problem.sv.pdf' },
      tests: [{ name: 'secret/1' }],
      solutions: [{ name: 'accepted/A.cpp', expected: { permitted: ['Accepted'] } }],
    });
  });

  test('may say scoring for grading, as its documents do', async () => {
    const yaml = 'type: scoring\nscoring: {objective: max, show_test_data_groups: true}\n';
    const plan = await readKattis(packageOf('secret/1', { 'problem.yaml': yaml }));
    expect(plan.groups).toMatchObject([{ name: 'secret', points: 1 }]);
  });
});
