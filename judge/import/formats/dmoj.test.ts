import { describe, expect, test } from 'vitest';
import { ArchiveRefused } from '../refusal.ts';
import { describeTests, type PackageSpec, planPackage } from '../testing/plan-package.ts';
import { writeZip } from '../testing/zip-writer.ts';

const files: PackageSpec = Object.fromEntries(
  ['1', '2', '3'].flatMap((name) => [
    [`${name}.in`, '1'],
    [`${name}.out`, '1'],
  ]),
);

const none: PackageSpec = Object.fromEntries(Object.keys(files).map((name) => [name, null]));

const plan = (init: string, more: PackageSpec = {}) => planPackage({ 'init.yml': init, ...files, ...more });

const one = (name: number, more = '') => `{in: ${name}.in, out: ${name}.out${more}}`;
const plain = `test_cases: [${one(1, ', points: 1')}, ${one(2, ', points: 2')}]`;

test('tests one by one are added up by their points', async () => {
  const found = await plan(`${plain}\ntime_limit: 1.5\nmemory_limit: 65536\nunbuffered: true`);
  expect(found).toMatchObject({
    format: 'DMOJ',
    title: null,
    timeLimit: { ms: 1500 },
    memoryLimitMb: 64,
    groups: [],
    scoreDecimals: 2,
    checker: { name: 'lines', ignore_spaces: true, ignore_blank_lines: true },
  });
  expect(describeTests(found)).toEqual([
    { name: '1', groups: '', points: 1 },
    { name: '2', groups: '', points: 2 },
  ]);
});

test('batches depend on others by number, and everything on what is worth nothing', async () => {
  const found = await plan(`points: 10
test_cases:
- ${one(1, ', points: 0')}
- ${one(2, ', time_limit: 3')}
- ${one(3)}
- {points: 30, batched: [${one(1)}, ${one(2)}], memory_limit: 32768}
- {points: 50, batched: [${one(1)}], dependencies: [1]}`);
  expect(found.groups).toEqual([
    { name: 'test 1', points: 0, dependsOn: [] },
    { name: 'test 2', points: 20, dependsOn: ['test 1'], rule: 'sum' },
    { name: 'batch 1', points: 30, dependsOn: ['test 1'] },
    { name: 'batch 2', points: 50, dependsOn: ['test 1', 'batch 1'] },
  ]);
  expect(describeTests(found)).toEqual([
    { name: '1', groups: 'test 1', points: 0 },
    { name: '2', groups: 'test 2', points: 10, timeLimitMs: 3000 },
    { name: '3', groups: 'test 2', points: 10 },
    { name: '1 2', groups: 'batch 1', memoryLimitMb: 32 },
    { name: '2 2', groups: 'batch 1', memoryLimitMb: 32 },
    { name: '1 3', groups: 'batch 2' },
  ]);
});

test('a test is worth one point where nothing is said, and counts as often as it is listed', async () => {
  const found = await plan(`test_cases: [${one(1)}, ${one(1)}, ${one(2)}]`);
  expect(describeTests(found)).toEqual([
    { name: '1', groups: '', points: 1 },
    { name: '1 2', groups: '', points: 1 },
    { name: '2', groups: '', points: 1 },
  ]);
  const batched = await plan(
    `test_cases: [{batched: [${one(1)}, ${one(1)}]}, ${one(2, ', points: 0')}, ${one(3)}, ${one(3)}]`,
  );
  expect(describeTests(batched)).toEqual([
    { name: '1', groups: 'batch 1' },
    { name: '2', groups: 'test 2', points: 0 },
    { name: '3', groups: 'test 3', points: 1 },
    { name: '3 2', groups: 'test 3', points: 1 },
  ]);
  expect(batched.groups.at(-1)).toMatchObject({ name: 'test 3', points: 2, rule: 'sum' });
});

describe('tests may be found by the names of the files in the archive', () => {
  const archive = (...names: string[]) =>
    writeZip(names.map((name) => ({ name, content: name.replace(/\D/g, '') })));
  const found = (init: string, ...names: string[]) =>
    planPackage({ 'init.yml': `archive: data.zip\n${init}`, 'data.zip': archive(...names) });

  test('by the rule of DMOJ', async () => {
    const numbered = await found('points: 5', '10.in', '10.out', '2.in', '2.out', 'readme');
    expect(describeTests(numbered)).toEqual([
      { name: '2', groups: '', points: 5 },
      { name: '10', groups: '', points: 5 },
    ]);
    const batched = await found(
      'test_cases: {case_points: [0, 40, 60]}',
      ...['a.0.in', 'a.0.out', 'a.1-02.in', 'a.1-02.out', 'a.1-1.in', 'a.1-1.out', 'a.2-1.in', 'a.2-1.out'],
    );
    expect(batched.groups.map(({ name, points }) => [name, points])).toEqual([
      ['test 1', 0],
      ['batch 1', 40],
      ['batch 2', 60],
    ]);
    expect(batched.tests.map(({ name, groups }) => [name, ...groups])).toEqual([
      ['a.0', 'test 1'],
      ['a.1-1', 'batch 1'],
      ['a.1-02', 'batch 1'],
      ['a.2-1', 'batch 2'],
    ]);
  });

  test('by patterns of the package', async () => {
    const { tests } = await found(
      String.raw`test_cases: {input_format: '^in/(?P<batch>[a-z])(?P<case>\d+)$', output_format: '^out/(?P<batch>[a-z])(?P<case>\d+)$'}`,
      ...['in/b1', 'out/b1', 'in/a2', 'out/a2', 'in/A1', 'out/A1'],
    );
    expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([
      ['in/A1', 'batch 1'],
      ['in/a2', 'batch 2'],
      ['in/b1', 'batch 3'],
    ]);
  });

  test.each([
    ['init.yml, line 1: there are no tests', '', ['a', 'b']],
    ['“1.in” has no answer', '', ['1.in']],
    ['“1.out” has no input', '', ['1.out']],
    [
      'line 2: 1 tests are named, but there are 2',
      'test_cases: {case_points: [5]}',
      ['1.in', '1.out', '2.in', '2.out'],
    ],
    [
      'line 2: input_format is “(a+)+(?P<case>1)b”',
      `test_cases: {input_format: (a+)+(?P<case>1)b}`,
      ['a'.repeat(99)],
    ],
    ['line 2: output_format is “out”', 'test_cases: {output_format: out}', ['1.in', 'out1']],
    ['line 2, test_cases.format: is not a known key', 'test_cases: {format: x}', ['1.in']],
  ])('%s', async (said, init, names) => {
    await expect(found(init, ...names)).rejects.toThrow(said);
  });
});

test('the tests may lie in an archive within', async () => {
  const data = writeZip(
    Object.entries(files).map(([name, content]) => ({ name: `t/${name}`, content: content ?? '' })),
  );
  const init = 'archive: data.zip\ntest_cases: [{in: t/1.in, out: t/1.out, points: 1}]';
  const found = await planPackage({ 'init.yml': init, 'data.zip': data });
  expect(describeTests(found)).toEqual([{ name: 't/1', groups: '', points: 1 }]);
});

test.each([
  ['standard', { name: 'lines', ignore_spaces: true, ignore_blank_lines: true }],
  ['identical', { name: 'exact' }],
  ['floats', { name: 'floats', absolute: 1e-6, relative: 1e-6, by_lines: true }],
  [
    '{name: floats, args: {precision: 2, error_mode: absolute}}',
    { name: 'floats', absolute: 0.01, relative: 0, by_lines: true },
  ],
  ['floatsabs', { name: 'floats', absolute: 1e-6, relative: 0, by_lines: true }],
  ['floatsrel', { name: 'floats', absolute: 0, relative: 1e-6, by_lines: true }],
])('the checker %s is one of ours', async (checker, expected) => {
  expect((await plan(`${plain}\nchecker: ${checker}`)).checker).toEqual(expected);
});

test('a checker of its own gives points out of the test’s', async () => {
  const found = await plan(`${plain}\nchecker: {name: bridged, args: {files: [c.cpp, c.h], type: testlib}}`, {
    'c.cpp': '#include "c.h"\nint main() { return 7; }',
    'c.h': '',
  });
  expect(found.checker).toEqual({ name: 'program', source: 'c.cpp', headers: ['c.h'], points: 'absolute' });
  expect(found.groups).toEqual([{ name: 'test 1', points: 3, dependsOn: [], rule: 'sum' }]);
});

describe('is refused with the place', () => {
  const bridged = (args: string) => `${plain}\nchecker: {name: bridged, args: {${args}}}`;

  test.each<[string, string, PackageSpec, string]>([
    [
      'a generator',
      `${plain}\ngenerator: gen.py`,
      {},
      'init.yml, line 2: the package needs tests that are generated while judging',
    ],
    [
      'a generator of one test',
      `test_cases:\n- ${one(1, ', points: 1, generator_args: [5]')}`,
      {},
      'line 2: the package needs tests that are generated',
    ],
    ['interactive', `${plain}\ninteractive: {files: a.cpp}`, {}, 'an interactor'],
    [
      'a signature',
      `${plain}\nsignature_grader: {entry: a.cpp}`,
      {},
      'compiled together with the submission',
    ],
    ['a grader', `${plain}\ncustom_judge: judge.py`, {}, 'a grader of its own'],
    ['file names', `${plain}\nfile_io: {input: a}`, {}, 'read and write files by name'],
    [
      'a checker of one batch',
      `test_cases:\n- {points: 1, batched: [${one(1)}], checker: identical}`,
      {},
      'line 2: “checker” is a setting that cannot be followed here',
    ],
    ['binary data', `${plain}\nbinary_data: true`, {}, '“binary_data” is a setting'],
    [
      'Python',
      'test_cases++: |\n  [1]',
      {},
      'line 1: the package needs code within its settings to be executed',
    ],
    [
      'Python in a test',
      `test_cases:\n- {in+: "1", out: 1.out, points: 1}`,
      {},
      'line 2: the package needs code',
    ],
    ['nothing that has a number', '', { ...none }, 'there are no tests'],
    ['an unknown key', `${plain}\ncolour: red`, {}, 'colour: is not a known key'],
    ['a list without tests', 'test_cases: []', {}, 'must not be empty'],
    [
      'nothing that has points',
      `test_cases: [${one(1, ', points: 0')}]`,
      {},
      'at least one group must have points',
    ],
    ['a lost input', 'test_cases: [{in: 9.in, out: 1.out, points: 1}]', {}, '“9.in” is named'],
    ['a lost answer', 'test_cases: [{in: 1.in, out: 9.out, points: 1}]', {}, '“9.out” is named'],
    ['no answer', 'test_cases: [{in: 1.in, points: 1}]', {}, '“1.in” has no answer'],
    ['a lost archive', `archive: a.zip\n${plain}`, {}, 'line 1: “a.zip” is named'],
    ['an archive that is none', `archive: a.zip\n${plain}`, { 'a.zip': '7z\xbc' }, 'not a ZIP file'],
    ['an empty batch', 'test_cases: [{batched: [], points: 1}]', {}, 'there are no tests'],
    [
      'an unknown batch',
      `test_cases: [{batched: [${one(1)}], points: 1, dependencies: [7]}]`,
      {},
      'there is no group “batch 7”',
    ],
    [
      'a batch that needs itself',
      `test_cases: [{batched: [${one(1)}], points: 1, dependencies: [1]}]`,
      {},
      'depends on itself',
    ],
    [
      'ten thousand batches',
      `points: 1\ntest_cases:\n${`- {batched: [${one(1)}]}\n`.repeat(10_000)}`,
      {},
      'there are more than 1000 groups',
    ],
    ...['easy', 'sorted', 'unordered', 'linecount', 'rstripped'].map(
      (name): [string, string, PackageSpec, string] => [
        name,
        `${plain}\nchecker: ${name}`,
        {},
        `line 2: the package needs the standard checker “${name}”`,
      ],
    ),
    [
      'a checker in Python',
      `${plain}\nchecker: check.py`,
      { 'check.py': '' },
      '“check.py”, a part of another judge and no program by itself',
    ],
    ['coci', bridged('files: c.cpp, type: coci'), {}, 'a checker in the convention of coci'],
    ['a lost checker', bridged('files: c.cpp'), {}, '“c.cpp” is named'],
    ['a checker of two sources', bridged('files: [c.cpp, d.cpp]'), {}, 'a program of several source files'],
    ['a checker with flags', bridged('files: c.cpp, flags: [-O0]'), { 'c.cpp': '' }, '“flags” is a setting'],
    ['too long a limit', `${plain}\ntime_limit: 100`, {}, 'time_limit is “100000 ms”'],
  ])('%s', async (_, init, more, says) => {
    const planned = plan(init, more);
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });
});
