import { describe, expect, test } from 'vitest';
import { ArchiveRefused } from '../refusal.ts';
import { describeTests, type PackageSpec, planPackage } from '../testing/plan-package.ts';

const checker = (name: string, source = 'files/check.cpp') =>
  `<checker name="${name}" type="testlib"><source path="${source}"/></checker>`;

interface Parts {
  judging?: string;
  limits?: string;
  tests?: string;
  groups?: string;
  assets?: string;
}

const describeProblem = ({
  judging = '',
  limits = '<time-limit>1000</time-limit><memory-limit>268435456</memory-limit>',
  tests = '<test sample="true"/><test/>',
  groups = '',
  assets = checker('std::wcmp.cpp'),
}: Parts) => `<problem short-name="sum">
<names><name language="russian" main="true" value="Сумма"/><name language="polish" value="Suma"/></names>
<judging ${judging}>
<testset name="tests">${limits}
<input-path-pattern>tests/%02d</input-path-pattern>
<answer-path-pattern>tests/%02d.a</answer-path-pattern>
<tests>${tests}</tests>
<groups>${groups}</groups>
</testset>
</judging>
<assets>${assets}</assets>
</problem>`;

const files: PackageSpec = {
  'tests/01': '1 2\n',
  'tests/01.a': '3\n',
  'tests/02': '3 4\n',
  'tests/02.a': '7\n',
};

const plan = (parts: Parts = {}, more: PackageSpec = {}) =>
  planPackage({ 'problem.xml': describeProblem(parts), ...files, ...more });

test('without points it is solved or not', async () => {
  const found = await plan();
  expect(found).toMatchObject({
    format: 'Polygon',
    title: 'Сумма',
    name: 'sum',
    timeLimit: { ms: 1000 },
    memoryLimitMb: 256,
    groups: [{ name: 'tests', points: 100, rule: 'all' }],
    checker: { name: 'tokens' },
    scoreDecimals: 0,
  });
  expect(describeTests(found)).toEqual([
    { name: '01 (sample)', groups: 'tests' },
    { name: '02', groups: 'tests' },
  ]);
});

test('points of tests without groups are what they weigh', async () => {
  const found = await plan({ tests: '<test points="0.5"/><test points="1"/>' });
  expect(found).toMatchObject({ groups: [], scoreDecimals: 2 });
  expect(describeTests(found)).toEqual([
    { name: '01', groups: '', points: 0.5 },
    { name: '02', groups: '', points: 1 },
  ]);
});

test('groups come after those they depend on, and tests without one count by themselves', async () => {
  const found = await plan({
    tests: '<test group="b" points="30"/><test points="10"/>',
    groups: `<group name="b" points-policy="complete-group" feedback-policy="icpc">
      <dependencies><dependency group="empty"/><dependency group="other"/></dependencies></group>
      <group name="empty"/>`,
  });
  expect(found.groups).toEqual([
    { name: 'other', points: 10, dependsOn: [], rule: 'sum' },
    { name: 'b', points: 30, dependsOn: ['other'], rule: 'all' },
  ]);
  expect(describeTests(found).map(({ name, groups }) => [name, groups])).toEqual([
    ['02', 'other'],
    ['01', 'b'],
  ]);
  expect(found.ignored.at(-1)?.name).toBe('problem.xml: feedback-policy');
});

test('a solution may be expected to end otherwise on a group', async () => {
  const { solutions } = await plan(
    {
      tests: '<test group="1" points="40"/><test group="2" points="60"/>',
      groups:
        '<group name="1" points-policy="complete-group"/><group name="2" points-policy="complete-group"/>',
      assets: `${checker('std::wcmp.cpp')}<solutions><solution tag="time-limit-exceeded">
        <source path="solutions/a.cpp"/><extra-tags><extra-tag group="1" tag="accepted" testset="tests"/>
        <extra-tag group="2" tag="wrong-answer"/><extra-tag group="2" tag="accepted" testset="pretests"/>
        </extra-tags></solution></solutions>`,
    },
    { 'solutions/a.cpp': '' },
  );
  expect(solutions[0]?.expected).toEqual({
    permitted: ['Accepted', 'Time Limit Exceeded', 'Wrong Answer'],
    required: ['Time Limit Exceeded'],
    parts: [
      { group: '1', permitted: ['Accepted'] },
      { group: '2', permitted: ['Accepted', 'Wrong Answer'], required: ['Wrong Answer'] },
    ],
  });
});

test('each test of a group without points for them has an equal part', async () => {
  const found = await plan({
    tests: '<test group="a"/><test group="a"/>',
    groups: '<group name="a" points="20" points-policy="each-test"/>',
  });
  expect(found.groups).toEqual([{ name: 'a', points: 20, dependsOn: [], rule: 'sum' }]);
  expect(describeTests(found)[0]).toEqual({ name: '01', groups: 'a' });
});

describe('checkers', () => {
  test.each([
    ['std::hcmp.cpp', { name: 'tokens' }],
    ['std::icmp.cpp', { name: 'tokens' }],
    ['std::ncmp.cpp', { name: 'tokens' }],
    ['std::nyesno.cpp', { name: 'kattis', case_sensitive: false, space_change_sensitive: false }],
    ['std::yesno.cpp', { name: 'kattis', case_sensitive: false, space_change_sensitive: false }],
    ['std::rcmp4.cpp', { name: 'floats', absolute: 1e-4, relative: 1e-4 }],
    ['std::rcmp6.cpp', { name: 'floats', absolute: 1e-6, relative: 1e-6 }],
    ['std::rcmp9.cpp', { name: 'floats', absolute: 1e-9, relative: 1e-9 }],
    ['std::rncmp.cpp', { name: 'floats', absolute: 1.5e-5, relative: 0 }],
  ])('%s is one of ours', async (name, expected) => {
    expect((await plan({ assets: checker(name) })).checker).toEqual(expected);
  });

  const source = '#include "testlib.h"\n#include <vector>\n#include "own.h"\nint main() {}\n';
  const headers = { 'files/testlib.h': 'void quitp(double);\n', 'files/own.h': '#include "testlib.h"\n' };

  test('others are compiled with the headers that they include', async () => {
    for (const name of ['std::lcmp.cpp', 'std::fcmp.cpp', 'check.cpp', 'std::constructor.cpp']) {
      const found = await plan({ assets: checker(name) }, { ...headers, 'files/check.cpp': source });
      expect(found.checker).toEqual({
        name: 'program',
        source: 'check.cpp',
        headers: ['testlib.h', 'own.h'],
        points: null,
      });
      expect([...found.checkerFiles].map(([key, { name }]) => [key, name])).toEqual([
        ['check.cpp', 'files/check.cpp'],
        ['testlib.h', 'files/testlib.h'],
        ['own.h', 'files/own.h'],
      ]);
    }
  });

  test.each<[string, string, PackageSpec, string]>([
    [
      'gives points',
      'check.cpp',
      { ...headers, 'files/check.cpp': `${source}void f() { quitp(5); }` },
      'files/check.cpp, line 5: “check.cpp” gives points (line 5), and the package does not say what they are out of',
    ],
    [
      'lacks testlib.h',
      'check.cpp',
      { 'files/check.cpp': source },
      'files/check.cpp, line 1: “files/check.cpp” includes “testlib.h”, which is not in the package',
    ],
    ['is not there', 'check.cpp', {}, 'line 11: “files/check.cpp” is named, but it is not in the package'],
  ])('one that %s is refused', async (_, name, more, says) => {
    await expect(plan({ assets: checker(name) }, more)).rejects.toThrow(says);
  });

  test('one in another language is refused', async () => {
    const assets = checker('check.java', 'files/check.java');
    await expect(plan({ assets }, { 'files/check.java': '' })).rejects.toThrow(
      'the package needs “files/check.java”, a program in a language other than C++ and Python',
    );
  });
});

describe('is refused with the place', () => {
  test.each<[string, Parts, PackageSpec, string]>([
    [
      'an interactor',
      { assets: '<interactor/>' },
      {},
      'problem.xml, line 11: the package needs an interactor',
    ],
    [
      'file names',
      { judging: 'input-file="in.txt" output-file=""' },
      {},
      'line 3: the package needs programs that read and write files by name',
    ],
    ['two runs', { judging: 'run-count="2"' }, {}, 'several passes'],
    [
      'a header for the solutions',
      {
        assets: `${checker('std::wcmp.cpp')}</assets><files><resources><file path="files/testlib.h"/>
          <file for-types="cpp.*" path="files/grader.h"><stages><stage name="COMPILE"/></stages>
          <assets><asset name="solution"/></assets></file></resources></files><assets>`,
      },
      {},
      'line 12: the package needs files that are compiled together with the submission',
    ],
    [
      'a standard package',
      {},
      { 'tests/01.a': null, 'tests/02.a': null },
      'since it is the standard one: download the full package',
    ],
    [
      'a test to be generated',
      { tests: '<test/><test method="generated"/>' },
      { 'tests/02': null },
      'standard one',
    ],
    ['a lost answer', {}, { 'tests/02.a': null }, 'line 7: “tests/02” has no answer'],
    ['a lost input', {}, { 'tests/02': null }, 'line 7: “tests/02” is named, but it is not in the package'],
    ['no tests', { tests: '' }, {}, 'there are no tests'],
    [
      'a strange limit',
      { limits: '<time-limit>1s</time-limit>' },
      {},
      'line 4: time-limit is “1s”, which is not known',
    ],
    ['too long a limit', { limits: '<time-limit>60001</time-limit>' }, {}, 'time-limit is “60001”'],
    [
      'too much memory',
      { limits: '<memory-limit>9999999999999</memory-limit>' },
      {},
      'memory-limit is “9999999999999”',
    ],
    ['strange points', { tests: '<test points="-1"/><test/>' }, {}, 'points is “-1”'],
    [
      'an unknown policy',
      { tests: '<test group="a"/><test/>', groups: '<group name="a" points="1" points-policy="best"/>' },
      {},
      'points-policy is “best”',
    ],
    [
      'a group that is not there',
      {
        tests: '<test group="a" points="1"/><test/>',
        groups: '<group name="a"><dependencies><dependency group="x"/></dependencies></group>',
      },
      {},
      'there is no group “x”',
    ],
    [
      'groups in a circle',
      {
        tests: '<test group="a" points="1"/><test group="b"/>',
        groups:
          '<group name="a"><dependencies><dependency group="b"/></dependencies></group><group name="b"><dependencies><dependency group="a"/></dependencies></group>',
      },
      {},
      'depends on itself',
    ],
    [
      'a group twice',
      { tests: '<test group="a" points="1"/><test/>', groups: '<group name="a"/><group name="a"/>' },
      {},
      'there is already a group “a”',
    ],
    [
      'groups worth nothing',
      { tests: '<test group="a"/><test group="a"/>' },
      {},
      'at least one group must have points',
    ],
    [
      'ten thousand groups',
      { groups: Array.from({ length: 10_000 }, (_, n) => `<group name="${n}"/>`).join('') },
      {},
      'there are more than 1000 groups',
    ],
    [
      'an unknown tag',
      { assets: '<solutions><solution tag="odd"><source path="a.cpp"/></solution></solutions>' },
      { 'a.cpp': '' },
      'tag is “odd”',
    ],
    [
      'a lost solution',
      { assets: '<solutions><solution tag="main"><source path="a.cpp"/></solution></solutions>' },
      {},
      '“a.cpp” is named',
    ],
  ])('%s', async (_, parts, more, says) => {
    const planned = plan(parts, more);
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });

  test.each<[string, string, string]>([
    [
      'entities',
      '<!DOCTYPE p [<!ENTITY a "aaa">]>\n<problem>&a;</problem>',
      'line 1: definitions of documents and entities are not read',
    ],
    [
      'a million laughs',
      `<!DOCTYPE p [<!ENTITY a "ha">${Array.from({ length: 30 }, (_, n) => `<!ENTITY a${n} "&a${n - 1};&a${n - 1};">`).join('')}]><problem>&a29;</problem>`,
      'entities are not read',
    ],
    ['an entity that nothing defines', '<problem>\n&a;</problem>', 'line 2: this cannot be read as XML'],
    ['what is not closed', '<problem><names>', 'this cannot be read as XML'],
    ['nothing', '', 'this cannot be read as XML'],
    ['elements deep in one another', '<a>'.repeat(100_000), 'more than 16 deep'],
    ['another root', '<html/>', 'root is “html”'],
    ['megabytes', `<problem>${' '.repeat(4 * 1024 * 1024)}</problem>`, 'larger than 4096 KB'],
    ['other bytes', '\xff\xfe', 'this is not a text in UTF-8'],
  ])('a description with %s', async (_, xml, says) => {
    const planned = planPackage({ ...files, 'problem.xml': Buffer.from(xml, 'latin1') });
    await expect(planned).rejects.toBeInstanceOf(ArchiveRefused);
    await expect(planned).rejects.toThrow(says);
  });
});
