import { describe, expect, test } from 'vitest';
import { modern, packageOf, readKattis, refusalOf } from '../testing/kattis-package.ts';

describe('a package of 2025-09', () => {
  test('that is pass-fail is one group', async () => {
    const plan = await readKattis(
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
    expect(plan.timeLimit).toEqual({ factor: 3, resolutionMs: 100, slowFactor: 1.5 });
  });

  test('takes those of its languages that there are here, or all', async () => {
    const read = (languages: string) =>
      readKattis(packageOf('secret/1', { 'problem.yaml': modern('pass-fail', `languages: ${languages}\n`) }));
    expect((await read('[java, python3, ada]')).allowedLanguages).toEqual(['python', 'pypy', 'java']);
    expect((await read('all')).allowedLanguages).toBeUndefined();
  });

  test('has groups with scores, aggregations and what they require', async () => {
    const plan = await readKattis(
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
    const plan = await readKattis(
      packageOf('secret/a secret/b', {
        'problem.yaml': modern('scoring'),
        'data/secret/test_group.yaml': `score_aggregation: ${aggregation}\n`,
      }),
    );
    expect(plan.groups).toMatchObject([group]);
  });

  test('has one validator, with arguments for a group or a test', async () => {
    const plan = await readKattis(
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
    const plan = await readKattis(
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
    const plan = await readKattis(
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

  test('in its draft may have new settings by the old name, and a validator in the old folder', async () => {
    const plan = await readKattis(
      packageOf('sample/1 sample/statement/1 sample/download/1 secret/1/a secret/2/b', {
        'problem.yaml':
          'problem_format_version: 2023-07-draft\nname: Sum\ntype: scoring\nvalidator_flags: all of them\n',
        'data/secret/1/testdata.yaml': 'scoring: {score: 40}\noutput_validator_args: a  b\n',
        'data/secret/2/testdata.yaml': 'scoring: {score: 60, aggregation: min}\n',
        'output_validators/check/v.cpp': '',
      }),
    );
    expect(plan.groups.map(({ name, points, rule }) => [name, points, rule])).toEqual([
      ['sample', 0, 'ignore'],
      ['1', 40, 'all'],
      ['2', 60, 'min'],
    ]);
    expect(plan.tests.map(({ name, checkerArgs }) => [name, checkerArgs?.join('|')])).toEqual([
      ['sample/1', 'all|of|them'],
      ['secret/1/a', 'a|b'],
      ['secret/2/b', 'all|of|them'],
    ]);
    expect(plan.checker).toMatchObject({ protocol: 'kattis', source: 'output_validators/check/v.cpp' });
  });

  test('says what is expected by its folders and in submissions.yaml', async () => {
    const { solutions } = await readKattis(
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
        {
          permitted: ['Accepted', 'Time Limit Exceeded'],
          required: ['Time Limit Exceeded'],
          parts: [{ tests: ['secret/1'], required: ['Time Limit Exceeded'] }],
        },
      ],
      ['other/a.cpp', 'cpp', { score: [25, 62] }],
      ['other/b.cpp', 'cpp', { permitted: ['Accepted'], score: [37, 37] }],
      ['other/c.txt', 'cpp', {}],
    ]);
  });

  test.each([
    ['a.py', 'python3', 'python'],
    ['a.java', 'java', 'java'],
    ['a.txt', 'C++', 'cpp'],
    ['a.cpp', 'haskell', null],
  ])('has the solution %s in the language %s that submissions.yaml names', async (file, said, language) => {
    const { solutions } = await readKattis(
      packageOf('secret/1', {
        'problem.yaml': modern('pass-fail'),
        [`submissions/accepted/${file}`]: '',
        'submissions/submissions.yaml': `accepted/*: {language: ${said}}`,
      }),
    );
    expect(solutions).toMatchObject([{ language }]);
  });

  test('asks something of single groups and tests, of messages and of the time limit', async () => {
    const { solutions } = await readKattis(
      packageOf('sample/1 secret/a/1-easy secret/a/2-hard secret/b/1-easy', {
        'problem.yaml': modern('scoring'),
        'data/secret/a/test_group.yaml': 'max_score: 40\nscore_aggregation: sum\n',
        'data/secret/b/test_group.yaml': 'max_score: 60\n',
        'submissions/accepted/a.cpp': '',
        'submissions/accepted/b.cpp': '',
        'submissions/mixed/a.cpp': '',
        'submissions/mixed/b.cpp': '// @EXPECTED_SCORE@: 40',
        'submissions/submissions.yaml': [
          'accepted/a.cpp: {use_for_time_limit: false}',
          'accepted/b.cpp: {message: twice}',
          'mixed/a.cpp:',
          '  required: [TLE]',
          '  use_for_time_limit: lower',
          '  sample: {permitted: AC}',
          '  secret/a: {required: [WA], score: [10, 20], message: no}',
          '  "secret/{a,b}/*-easy": {permitted: [AC, WA], use_for_time_limit: false}',
          '  secret: {score: 20}',
          'mixed/*: {required: [RTE, WA]}',
        ].join('\n'),
      }),
    );
    expect(solutions.map(({ name, expected }) => [name, expected])).toEqual([
      ['accepted/a.cpp', { permitted: ['Accepted'], timed: false }],
      ['accepted/b.cpp', { permitted: ['Accepted'], parts: [{ message: 'twice' }] }],
      [
        'mixed/a.cpp',
        {
          permitted: ['Accepted', 'Wrong Answer', 'Runtime Error', 'Memory Limit Exceeded'],
          required: ['Time Limit Exceeded'],
          score: [20, 20],
          parts: [
            { required: ['Wrong Answer', 'Runtime Error', 'Memory Limit Exceeded'] },
            { group: 'sample', permitted: ['Accepted'] },
            { group: 'a', required: ['Wrong Answer'], message: 'no' },
            { group: 'a', score: [10, 20] },
            {
              tests: ['secret/a/1-easy', 'secret/b/1-easy'],
              permitted: ['Accepted', 'Wrong Answer'],
              timed: false,
            },
          ],
        },
      ],
      [
        'mixed/b.cpp',
        { required: ['Wrong Answer', 'Runtime Error', 'Memory Limit Exceeded'], score: [40, 40] },
      ],
    ]);
  });

  test.each([
    [
      'line 1, a/b.cpp.secret/9',
      'a/b.cpp: {secret/9: {permitted: [AC]}}',
      'submissions.yaml, line 1: there are no tests or groups “secret/9”',
    ],
    ['a key that is none', 'a/*: {author: me}', 'line 1, a/*.author: is not a known key'],
    [
      'a key in a part',
      'a/*: {secret/1: {language: cpp}}',
      'line 1, a/*.secret/1.language: is not a known key',
    ],
    ['a timing', 'a/*: {use_for_time_limit: maybe}', 'use_for_time_limit: must be true or false'],
  ])('refuses of solutions %s', async (_, yaml, said) => {
    const files = packageOf('secret/1', {
      'problem.yaml': modern('pass-fail'),
      'submissions/a/b.cpp': '',
      'submissions/submissions.yaml': yaml,
    });
    expect(await refusalOf(files)).toContain(said);
  });
});
