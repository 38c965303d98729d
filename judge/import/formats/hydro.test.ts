import { describe, expect, test } from 'vitest';
import { ArchiveRefused } from '../refusal.ts';
import { describeTests, type PackageSpec, planPackage } from '../testing/plan-package.ts';

const files = (...names: readonly string[]): PackageSpec =>
  Object.fromEntries(
    names.flatMap((name) => [
      [`testdata/${name}.in`, '1'],
      [`testdata/${name}.out`, '1'],
    ]),
  );

const plan = (config: string, more: PackageSpec = files('1', '2')) =>
  planPackage({ 'problem.yaml': 'title: Sum\npid: P1', 'testdata/config.yaml': config, ...more });

const cases = (...names: readonly string[]) =>
  `cases: [${names.map((name) => `{input: ${name}.in, output: ${name}.out}`).join(', ')}]`;

test('tests alone share 100 points', async () => {
  const found = await plan(`time: 1500ms\nmemory: 0.5g\n${cases('1', '2')}`);
  expect(found).toMatchObject({
    format: 'Hydro',
    title: 'Sum',
    name: 'P1',
    timeLimit: { ms: 1500 },
    memoryLimitMb: 512,
    groups: [],
    checker: { name: 'lines', ignore_blank_lines: true },
  });
  expect(describeTests(found)).toEqual([
    { name: '1', groups: '', points: 50 },
    { name: '2', groups: '', points: 50 },
  ]);
});

test('subtasks without a score share what is left of 100, the last ones a point more', async () => {
  const found = await plan(`subtasks:
  - {id: 3, ${cases('1')}, time: 2s, memory: 32768k}
  - {id: 1, score: 39, ${cases('2')}}
  - {id: 2, if: [1], type: max, ${cases('1', '2')}}`);
  expect(found.groups).toEqual([
    { name: '1', points: 39, dependsOn: [] },
    { name: '2', points: 30, dependsOn: ['1'], rule: 'max' },
    { name: '3', points: 31, dependsOn: [] },
  ]);
  // The same files run once where nothing else is said of them.
  expect(describeTests(found)).toEqual([
    { name: '2', groups: '1 2' },
    { name: '1', groups: '2' },
    { name: '1 2', groups: '3', timeLimitMs: 2000, memoryLimitMb: 32 },
  ]);
});

test('languages are those that there are here, with their factors as what they get over the limits', async () => {
  const found = await plan(`memory: 100m
langs: [cc, py.py3, rb]
time_limit_rate: {py: 3, py.pypy3: 1.5, cc: 1, rb: 1000}
memory_limit_rate: {py: 1.5}
${cases('1')}`);
  expect(found.allowedLanguages).toEqual(['cpp', 'cpp17', 'python']);
  expect(found.languageLimits).toEqual({
    cpp: { time_factor: 1 },
    cpp17: { time_factor: 1 },
    python: { time_factor: 3, memory_allowance_mb: 50 },
    pypy: { time_factor: 1.5, memory_allowance_mb: 50 },
  });
});

test('what is not written is found by the names of the files', async () => {
  const found = await plan('checker_type: strict', files('a1-1', 'a1-2', 'a2_1'));
  expect(found).toMatchObject({ checker: { name: 'exact' }, timeLimit: { ms: 1000 }, memoryLimitMb: 256 });
  expect(found.groups).toEqual([
    { name: '1', points: 50, dependsOn: [] },
    { name: '2', points: 50, dependsOn: [] },
  ]);
  expect(describeTests(found).map(({ name, groups }) => [name, groups])).toEqual([
    ['a1-1', '1'],
    ['a1-2', '1'],
    ['a2_1', '2'],
  ]);
  expect((await plan('', files('1', '2', '3'))).tests.map(({ points }) => points)).toEqual([33, 33, 34]);
});

test.each([
  ['checker: ncmp', { name: 'tokens' }],
  ['checker: rcmp9', { name: 'floats', absolute: 1e-9, relative: 1e-9 }],
])('testlib’s own checker: %s', async (line, expected) => {
  expect((await plan(`checker_type: testlib\n${line}`)).checker).toEqual(expected);
});

test.each([
  ['testlib', {}],
  ['kattis', { protocol: 'kattis' }],
])('a checker of its own in the convention of %s', async (type, more) => {
  const source = type === 'kattis' ? 'int main() { return 42; }' : '#include "testlib.h"\n';
  const found = await plan(`checker_type: ${type}\nchecker: chk.cc\njudge_extra_files: [testlib.h]`, {
    ...files('1'),
    'testdata/chk.cc': source,
    'testdata/testlib.h': '',
  });
  expect(found.checker).toMatchObject({ name: 'program', source: 'chk.cc', points: null, ...more });
});

describe('is refused with the place', () => {
  test.each<[string, string, PackageSpec, string]>([
    ['interactive', 'type: interactive', {}, 'testdata/config.yaml, line 1: the package needs an interactor'],
    ['communication', 'type: communication', {}, 'several processes that talk to a manager'],
    ['answers', 'type: submit_answer', {}, 'outputs instead of programs'],
    ['questions', 'type: objective', {}, 'type is “objective”, which is not known'],
    [
      'file names',
      '\nfilename: sum',
      {},
      'line 2: the package needs programs that read and write files by name',
    ],
    ['linked files', 'user_extra_files: [a.h]', {}, 'compiled together with the submission'],
    [
      'a factor that cannot be kept',
      'time_limit_rate: {cc: 200}',
      {},
      '“time_limit_rate” is a setting that cannot be followed here',
    ],
    ['less memory', 'memory_limit_rate: {py: 0.5}', {}, '“memory_limit_rate” is a setting'],
    ['languages that are not judged', 'langs: [rb]', {}, 'submissions in languages that are not judged here'],
    ['an unknown key', 'colour: red', {}, 'colour: is not a known key'],
    ['a strange time', 'time: soon', {}, 'time is “soon”'],
    ['too long a time', 'time: 100s', {}, 'time is “100000 ms”'],
    ['a strange memory', 'memory: 1', {}, 'memory is “1”'],
    ['too much memory', 'memory: 64g', {}, 'memory is “65536 MB”'],
    ...['lemon', 'syzoj', 'hustoj', 'qduoj'].map((type): [string, string, PackageSpec, string] => [
      type,
      `checker_type: ${type}\nchecker: chk.cc`,
      { 'testdata/chk.cc': '' },
      `the package needs a checker in the convention of ${type}`,
    ]),
    ['a checker that nothing calls', 'checker: chk.cc', { 'testdata/chk.cc': '' }, '“checker” is a setting'],
    [
      'a standard checker that we lack',
      'checker_type: testlib\nchecker: uncmp',
      {},
      'line 2: the package needs the standard checker “uncmp”',
    ],
    ['a lost checker', 'checker_type: testlib\nchecker: chk.cc', {}, '“chk.cc” is named'],
    [
      'a checker that gives points',
      'checker_type: testlib\nchecker: chk.cc',
      { 'testdata/chk.cc': 'quitp(0.5);' },
      'gives points (line 1)',
    ],
    ['a lost test', 'cases: [{input: 9.in, output: 1.out}]', {}, 'line 1: “9.in” is named'],
    ['no tests', '', { 'testdata/1.in': null, 'testdata/2.in': null }, 'there are no tests'],
    ['a subtask without tests', `subtasks:\n- {${cases('1')}}\n- {id: 7}`, {}, 'line 3: there are no tests'],
    ['an unknown subtask', `subtasks: [{if: [5], ${cases('1')}}]`, {}, 'there is no group “5”'],
    [
      'a subtask that needs itself',
      `subtasks: [{id: 1, if: [1], ${cases('1')}}]`,
      {},
      'group “1” depends on itself',
    ],
    ['an unknown type', `subtasks: [{type: avg, ${cases('1')}}]`, {}, 'must be one of min, max, sum'],
    [
      'another score in a subtask',
      'subtasks: [{score: 10, cases: [{input: 1.in, output: 1.out, score: 5}]}]',
      {},
      'score is “5”',
    ],
    [
      'ten thousand subtasks',
      `subtasks:\n${`- {cases: [{input: 1.in, output: 1.out}]}\n`.repeat(10_000)}`,
      {},
      'there are more than 1000 groups',
    ],
    [
      'aliases that multiply',
      `a: &a [x,x,x,x,x,x,x,x,x]\n${'bcdefghij'
        .split('')
        .map((key, index) => `${key}: &${key} [${Array(9).fill(`*${'abcdefghi'[index]}`).join(',')}]`)
        .join('\n')}`,
      {},
      'this cannot be read as YAML',
    ],
    ['brackets without end', '['.repeat(20_000), {}, 'testdata/config.yaml'],
    ['megabytes', `#${'x'.repeat(1024 * 1024)}`, {}, 'larger than 1024 KB'],
  ])('%s', async (_, config, more, says) => {
    const planned = plan(config, { ...files('1', '2'), ...more });
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });
});

test('a test may be named as Windows does where it hides endings', async () => {
  const found = await planPackage({
    'config.yaml': '\ufefftime: 500ms\r\nmemory: 64MB\r\n',
    'a1-1.IN': '1',
    'a1-1.OUT': '1',
    'a2-2.in.txt': '1',
    'a2-2.out.txt': '1',
  });
  expect(found).toMatchObject({ format: 'Hydro', timeLimit: { ms: 500 }, memoryLimitMb: 64 });
  expect(describeTests(found)).toEqual([
    { name: 'a1-1', groups: '1' },
    { name: 'a2-2', groups: '2' },
  ]);
});
