import { describe, expect, test } from 'vitest';
import { one, zero } from '#contract/fractions.ts';
import { checkers } from '../../checkers/checkers.ts';
import { createTally } from '../../run/score.ts';
import { normaliseLineEnds } from '../line-ends.ts';
import { ArchiveRefused } from '../refusal.ts';
import { filesNamed, withArchive } from '../testing/archive-on-disk.ts';
import { inEnglish, pairs, plan, withManifest } from '../testing/minos-package.ts';
import { planTests } from './minos.ts';

test('without a manifest no test has a group, so that all weigh the same and all run', async () => {
  const { tests, groups, stopAtFirstFailure, checker, groupCount } = await plan(
    filesNamed(pairs('1-1', '1-2', '2-1')),
  );
  expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([['1-1'], ['1-2'], ['2-1']]);
  expect({ groups, stopAtFirstFailure, checker }).toEqual({
    groups: [],
    stopAtFirstFailure: false,
    checker: { name: 'tokens' },
  });
  expect(groupCount).toBe(2);
});

describe('groups within groups, with settings of their own', () => {
  const yaml = `groups:
  - {name: easy, points: 40, rule: sum}
  - {name: small, points: 10, within: easy, tests: "1-*", time_limit_ms: 500, checker_args: [a, "b c"]}
  - {name: other, points: 30, within: easy, tests: "2-*", rule: max, stop_at_first_failure: true}
  - {name: hard, points: 60, tests: ["3-*"], memory_limit_mb: 64}
tests:
  - {tests: "2-*", points: 2.5}
  - {tests: 2-2, points: 0, time_limit_ms: 9000}`;

  test('are in the plan as they are written', async () => {
    const found = await withManifest(yaml, pairs('1-1', '2-1', '2-2', '3-1'));
    expect(found.groups).toEqual([
      { name: 'easy', points: 40, dependsOn: [], rule: 'sum' },
      { name: 'small', points: 10, dependsOn: [], within: 'easy' },
      { name: 'other', points: 30, dependsOn: [], within: 'easy', rule: 'max', stopAtFirstFailure: true },
      { name: 'hard', points: 60, dependsOn: [] },
    ]);
    const settings = found.tests.map(({ input: _, answer: __, isSample: ___, ...rest }) => rest);
    expect(settings).toEqual([
      { name: '1-1', groups: ['small'], timeLimitMs: 500, checkerArgs: ['a', 'b c'] },
      { name: '2-1', groups: ['other'], points: 2.5 },
      { name: '2-2', groups: ['other'], points: 0, timeLimitMs: 9000 },
      { name: '3-1', groups: ['hard'], memoryLimitMb: 64 },
    ]);
  });

  test.each([
    [
      '{name: a, points: 1, tests: "*", within: b}',
      'groups[1].within: there is no group b earlier in the list',
    ],
    [
      '{name: a, points: 1, tests: 1, time_limit_ms: 5}, {name: b, points: 1, tests: "*"}',
      'test 1 is in two groups with different time_limit_ms; say it under tests',
    ],
  ])('%s is refused', async (groups, says) => {
    await expect(withManifest(`groups: [${groups}]`, pairs('1', '2'))).rejects.toThrow(says);
  });

  test('a test without any is named', async () => {
    await expect(withManifest('tests: [{tests: [1, 9], points: 2}]', pairs('1'))).rejects.toThrow(
      'tests[1].tests[2]: ',
    );
  });
});

test.each([
  ['__MACOSX/._1.in', 'left by macOS'],
  ['tests/.DS_Store', 'left by macOS'],
  ['Thumbs.db', 'left by Windows'],
  ['tests/desktop.ini', 'left by Windows'],
  ['.git/config', 'a hidden file'],
  ['.2.in', 'a hidden file'],
  ['1.in~', 'a backup of an editor'],
  ['tests/', 'a folder'],
  ['README', 'a document'],
  ['README.txt', 'a document'],
  ['statement/problem.pdf', 'a document'],
  ['figure.png', 'a picture'],
  ['solutions/main.cpp', 'source code'],
  ['gen.py', 'source code'],
  ['problem.yaml', 'settings of another system'],
  ['validator.exe', 'a program'],
])('%s is ignored: %s', async (name, reason) => {
  const { ignored, tests } = await plan([...filesNamed(pairs('1')), { name }]);
  expect(inEnglish(ignored)).toEqual([{ name: name.replace(/\/$/, ''), reason }]);
  expect(tests).toHaveLength(1);
});

test.each([
  {
    title: 'an input without its answer',
    names: [...pairs('1'), '2.in'],
    says: 'One file belongs to no test: 2.in (an input without an answer).',
  },
  {
    title: 'an answer without its input',
    names: [...pairs('1'), 'a/2.out'],
    says: 'a/2.out (an answer without an input)',
  },
  {
    title: 'a file that nobody knows',
    names: [...pairs('1'), 'notes.txt'],
    says: 'One file belongs to no test: notes.txt.',
  },
  {
    title: 'an archive in the archive',
    names: ['tests.zip'],
    says: 'holds no tests. A test is a pair of files such as 1.in and 1.out; the documentation lists all accepted names. One file belongs to no test: tests.zip.',
  },
  {
    title: 'many orphans, in a message that stays short',
    names: Array.from({ length: 50 }, (_, index) => `${index + 1}.in`),
    says: /50 files belong to no test: 1\.in .* and 30 more\.$/,
  },
  { title: 'an archive without files', names: [], says: 'holds no tests' },
  { title: 'an archive of documents', names: ['README.md'], says: 'holds no tests' },
])('refuses $title', async ({ names, says }) => {
  await expect(plan(filesNamed(names))).rejects.toBeInstanceOf(ArchiveRefused);
  await expect(plan(filesNamed(names))).rejects.toThrow(says);
});

const fullManifest = `
checker: {name: floats, absolute: 1e-6, relative: 0.001}
stop_at_first_failure: true
groups:
  - name: small
    points: 30
    depends_on: samples
    tests: ["1-*", 07]
  - name: 2
    points: 70
    depends_on: [small]
`;

test('a manifest gives groups, in whose order the tests are judged, and samples worth nothing', async () => {
  const names = pairs('sample1', '1-10', '1-2', '07', '2-1');
  const { tests, groups, stopAtFirstFailure, checker, groupCount } = await withManifest(fullManifest, names);
  expect(tests.map(({ name, groups, isSample }) => [name, groups, isSample])).toEqual([
    ['sample1', ['samples'], true],
    ['1-2', ['small'], false],
    ['1-10', ['small'], false],
    ['07', ['small'], false],
    ['2-1', ['2'], false],
  ]);
  expect(groups).toEqual([
    { name: 'samples', points: 0, dependsOn: [] },
    { name: 'small', points: 30, dependsOn: ['samples'] },
    { name: '2', points: 70, dependsOn: ['small'] },
  ]);
  expect({ stopAtFirstFailure, checker, groupCount }).toEqual({
    stopAtFirstFailure: true,
    checker: { name: 'floats', absolute: 1e-6, relative: 0.001 },
    groupCount: 3,
  });
});

test('what comes out of a manifest is what the judge can score and check', async () => {
  const names = pairs('sample1', '1-10', '1-2', '07', '2-1');
  const planned = await withManifest(fullManifest, names);
  const tally = createTally(planned);
  for (const { groups } of planned.tests) {
    const isWrong = groups.includes('2');
    tally.record({ status: isWrong ? 'Wrong Answer' : 'Accepted', share: isWrong ? zero : one });
  }
  expect(tally.finish()).toMatchObject({ overallStatus: 'Wrong Answer', score: 30 });
  expect(Object.keys(checkers)).toContain(planned.checker.name);
});

test('a manifest may lie in the only top folder, and name tests from there or in short', async () => {
  const names = pairs('task/data/secret/1', 'task/data/secret/2');
  const yaml = 'groups: [{name: a, points: 1, tests: data/secret/1}, {name: b, points: 1, tests: 2}]';
  const { tests, ignored } = await withManifest(yaml, names, 'task/minos.yml');
  expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([
    ['1', 'a'],
    ['2', 'b'],
  ]);
  expect(inEnglish(ignored)).toEqual([{ name: 'task/minos.yml', reason: 'read as the manifest' }]);
});

test('groups without a list take the tests of their folder', async () => {
  const yaml = 'groups: [{name: easy, points: 1}, {name: hard, points: 2}]';
  const { tests } = await withManifest(yaml, pairs('hard/1', 'easy/1', 'easy/2'));
  expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([
    ['easy/1', 'easy'],
    ['easy/2', 'easy'],
    ['hard/1', 'hard'],
  ]);
});

test('a test may be in several groups: it is there once, with the first of them', async () => {
  const yaml = `
groups:
  - {name: 2, points: 30, tests: ["1-*", "1-1", "2-*"]}
  - {name: 1, points: 20}
  - {name: all, points: 50, tests: "*", depends_on: 1}`;
  const { tests } = await withManifest(yaml, pairs('1-1', '1-2', '2-1', '3-1'));
  expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([
    ['1-1', '2', '1', 'all'],
    ['1-2', '2', '1', 'all'],
    ['2-1', '2', 'all'],
    ['3-1', 'all'],
  ]);
});

test('refuses groups that take tests without end', async () => {
  const tests = Array.from({ length: 1001 }, (_, index) => `${index}`);
  const groups = Array.from({ length: 100 }, (_, index) => `{name: ${index}, points: 1, tests: "*"}`);
  await expect(withManifest(`groups: [${groups}]`, pairs(...tests))).rejects.toThrow(
    'minos.yaml: line 1, groups: all groups together take tests more than 100,000 times.',
  );
});

test('samples that a group names too are not left over', async () => {
  const yaml = 'groups: [{name: samples, points: 0}, {name: all, points: 1, tests: "*"}]';
  const { tests } = await withManifest(yaml, pairs('sample1', '1'));
  expect(tests.map(({ name, groups }) => [name, ...groups])).toEqual([
    ['sample1', 'samples', 'all'],
    ['1', 'all'],
  ]);
});

test('what the manifest puts into the group samples is a sample, whatever its name', async () => {
  const yaml = 'groups: [{name: samples, points: 0, tests: "1"}, {name: all, points: 1, tests: "*"}]';
  const { tests } = await withManifest(yaml, pairs('1', '2'));
  expect(tests.map(({ name, isSample }) => [name, isSample])).toEqual([
    ['1', true],
    ['2', false],
  ]);
});

test('a group called samples takes the samples, and may be worth something', async () => {
  const yaml = 'groups: [{name: samples, points: 10}, {name: rest, points: 90, tests: "x*"}]';
  const { groups, tests } = await withManifest(yaml, pairs('x1', 'sample1'));
  expect(groups.map(({ name, points }) => [name, points])).toEqual([
    ['samples', 10],
    ['rest', 90],
  ]);
  expect(tests.map(({ name }) => name)).toEqual(['sample1', 'x1']);
});

test('refuses a manifest where nobody would look for it, a second one, and one too large', async () => {
  await expect(withManifest('', pairs('1'), 'tests/minos.yaml')).rejects.toThrow(
    '“tests/minos.yaml” must lie at the top',
  );
  const two = [...filesNamed(pairs('1')), { name: 'minos.yaml' }, { name: 'minos.yml' }];
  await expect(plan(two)).rejects.toThrow('one manifest only, but there are minos.yaml, minos.yml');
  await expect(withManifest(`#${'x'.repeat(1024 * 1024)}`, pairs('1'))).rejects.toThrow(
    'larger than 1024 KB',
  );
});

test.each([
  {
    title: 'an unknown test',
    groups: '{name: a, points: 1, tests: [1, 9]}',
    says: 'line 2, groups[1].tests[2]: no test is called “9”; the tests are called 1, 2',
  },
  {
    title: 'a pattern without tests',
    groups: '{name: a, points: 1, tests: "x*"}',
    says: 'no test is called “x*”',
  },
  {
    title: 'a group that no test belongs to by name',
    groups: '{name: a, points: 1}',
    says: 'groups[1]: no test belongs to group “a” by its name',
  },
  {
    title: 'a test in no group',
    groups: '{name: a, points: 1, tests: 1}',
    says: 'groups: these tests are in no group: 2',
  },
  {
    title: 'a group twice',
    groups: '{name: a, points: 1, tests: 1}, {name: a, points: 1, tests: 2}',
    says: 'groups[2].name: there is already a group “a”',
  },
  {
    title: 'a dependency on a later group',
    groups: '{name: a, points: 1, tests: 1, depends_on: b}, {name: b, points: 1, tests: 2}',
    says: 'groups[1].depends_on: “b” is not the name of an earlier group',
  },
  {
    title: 'a dependency on itself',
    groups: '{name: a, points: 1, tests: "*", depends_on: [a]}',
    says: '“a” is not the name of an earlier group',
  },
  {
    title: 'no points at all',
    groups: '{name: a, points: 0, tests: "*"}',
    says: 'groups: at least one group must have points',
  },
])('refuses $title', async ({ groups, says }) => {
  const yaml = `groups: [\n  ${groups}]`;
  await expect(withManifest(yaml, pairs('1', '2'))).rejects.toBeInstanceOf(ArchiveRefused);
  await expect(withManifest(yaml, pairs('1', '2'))).rejects.toThrow(says);
});

test('a planned test is read as it will be judged: in order, with line ends normalised', async () => {
  const files = [{ name: '1.in', content: '1\r\n2\r\n' }, ...filesNamed(['1.out'])];
  const contents = await withArchive(files, async (archive) => {
    const { tests } = await planTests(archive);
    return Promise.all(
      tests.map(async ({ input }) =>
        Buffer.concat(await Array.fromAsync(normaliseLineEnds(archive.read(input)))).toString(),
      ),
    );
  });
  expect(contents).toEqual(['1\n2\n']);
});

test('says what contestants see, which tests are copies, and what is expected of solutions on some of them', async () => {
  const found = await withManifest(
    `feedback: groups
groups: [{name: a, points: 1, tests: "a/*"}, {name: b, points: 1, tests: ["b/*", a/1]}]
tests: [{tests: b/1, same_as: a/1}]
solutions:
  - {file: s.cpp, timed: false}
  - file: t.cpp
    parts:
      - {group: b, score: [0, 0.5], permitted: [Accepted, Wrong Answer]}
      - {tests: ["a/*"], required: [Wrong Answer], timed: false, message: "twice  the"}`,
    [...pairs('a/1'), ...pairs('b/1'), ...pairs('b/2'), 's.cpp', 't.cpp'],
  );
  expect(found.feedback).toBe('groups');
  expect(found.tests.map(({ name, groups }) => [name, ...groups])).toEqual([
    ['a/1', 'a', 'b'],
    ['b/2', 'b'],
  ]);
  expect(found.ignored.filter(({ name }) => name.startsWith('b/')).map(({ reason }) => reason.code)).toEqual([
    'ignored_copy',
    'ignored_copy',
  ]);
  expect(found.solutions.map(({ expected }) => expected)).toEqual([
    { permitted: ['Accepted'], timed: false },
    {
      parts: [
        { group: 'b', score: [0, 0.5], permitted: ['Accepted', 'Wrong Answer'] },
        { tests: ['a/1'], required: ['Wrong Answer'], timed: false, message: 'twice  the' },
      ],
    },
  ]);
});

test('has its solutions in the languages that it names, else in those of their endings', async () => {
  const { solutions } = await withManifest(
    `solutions:
  - {file: s.py}
  - {file: t.py, language: pypy}
  - {file: s.txt, language: java}
  - {file: s.cpp, language: none}`,
    [...pairs('1'), 's.py', 't.py', 's.txt', 's.cpp'],
  );
  expect(solutions.map(({ language }) => language)).toEqual(['python', 'pypy', 'java', null]);
});

test.each([
  ['feedback: some', 'line 1, feedback: must be one of full, groups, samples'],
  ['languages: [cobol]', 'line 1, languages[1]: must be one of cpp, cpp17, c'],
  ['languages: []', 'line 1, languages: must not be empty'],
  ['language_limits: {cobol: {time_factor: 2}}', 'language_limits.cobol: is not a known key'],
  ['language_limits: {java: {time_factor: 21}}', 'must be a number from 0.1 to 20 with at most two decimals'],
  ['language_limits: {java: {time_allowance_ms: 60001}}', 'must be a whole number from 0 to 60000'],
  ['tests: [{tests: "1", same_as: "7"}]', 'line 1, tests[1].same_as: no test is called “7”'],
  [
    'solutions: [{file: s.cpp, language: cobol}]',
    'line 1, solutions[1].language: must be one of cpp, cpp17, c',
  ],
  [
    'solutions: [{file: s.cpp, parts: [{group: x}]}]',
    'line 1, solutions[1].parts[1].group: there is no group “x”',
  ],
  [
    'solutions: [{file: s.cpp, parts: [{tests: x}]}]',
    'line 1, solutions[1].parts[1].tests: no test is called “x”',
  ],
  [
    'solutions: [{file: s.cpp, parts: [x]}]',
    'line 1, solutions[1].parts[1]: must be what is expected of some tests',
  ],
])('refuses %s', async (manifest, said) => {
  await expect(withManifest(manifest, [...pairs('1'), 's.cpp'])).rejects.toThrow(said);
});
