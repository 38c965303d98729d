import { describe, expect, test } from 'vitest';
import { filesNamed } from '../testing/archive-on-disk.ts';
import { inEnglish, pairs, plan, withManifest } from '../testing/minos-package.ts';

test('a checker of the author comes with its headers, and none of them counts as an orphan', async () => {
  const yaml = 'checker: {name: program, source: check/checker.cpp, headers: testlib.h}';
  const names = ['1.in', '1.out', 'check/checker.cpp', 'testlib.h'].map((name) => `task/${name}`);
  const { checker, checkerFiles, ignored } = await withManifest(yaml, names, 'task/minos.yaml');
  expect(checker).toEqual({
    name: 'program',
    source: 'check/checker.cpp',
    headers: ['testlib.h'],
    points: null,
  });
  expect([...checkerFiles].map(([name, entry]) => [name, entry.name])).toEqual([
    ['check/checker.cpp', 'task/check/checker.cpp'],
    ['testlib.h', 'task/testlib.h'],
  ]);
  expect(inEnglish(ignored).map(({ reason }) => reason)).toEqual([
    'read as the manifest',
    'used as the checker',
    'used as the checker',
  ]);
});

test.each([
  {
    title: 'names no file',
    yaml: 'checker:\n  name: program\n  source: other.cpp',
    says: 'line 3, checker.source: “other.cpp” is not in the ZIP file.',
  },
  {
    title: 'is no C++ file',
    yaml: 'checker: {name: program, source: 1.in}',
    says: 'checker.source: “1.in” is not named like a C++ or Python file',
  },
  {
    title: 'has a header that is not there',
    yaml: 'checker: {name: program, source: c.cpp, headers: [a.h]}',
    says: 'checker.headers[1]: “a.h” is not in the ZIP file',
  },
  {
    title: 'has two headers of one name',
    yaml: 'checker: {name: program, source: c.cpp, headers: [x/a.h, y/a.h]}',
    says: 'checker.headers[2]: there is already a header called “a.h”',
  },
  {
    title: 'has a header with a strange name',
    yaml: 'checker: {name: program, source: c.cpp, headers: a b.h}',
    says: 'checker.headers: “a b.h” is not named like a header of C++',
  },
])('refuses a checker that $title', async ({ yaml, says }) => {
  await expect(withManifest(yaml, [...pairs('1'), 'c.cpp', 'x/a.h', 'y/a.h'])).rejects.toThrow(
    `minos.yaml: line`,
  );
  await expect(withManifest(yaml, [...pairs('1'), 'c.cpp', 'x/a.h', 'y/a.h'])).rejects.toThrow(says);
});

describe('points of a checker', () => {
  const withChecker = (checker: string, source: string) =>
    plan([
      ...filesNamed(pairs('1')),
      { name: 'c.cpp', content: source },
      { name: 'minos.yaml', content: `checker: {name: program, source: c.cpp${checker}}` },
    ]);
  const givesPoints = '#include "testlib.h"\nint main() {\n  quitp(1, "all of it");\n}\n';

  test('need a scale', async () => {
    await expect(withChecker('', givesPoints)).rejects.toThrow(
      'minos.yaml: line 1, checker: “c.cpp” seems to give points (line 3), so their scale must be declared: ' +
        'points: share, points: percent or points: absolute.',
    );
    for (const scale of ['share', 'percent'] as const) {
      const { checker } = await withChecker(`, points: ${scale}`, givesPoints);
      expect(checker).toMatchObject({ points: scale });
    }
    expect((await withChecker('', 'int main() { return 1; }')).checker).toMatchObject({ points: null });
  });

  test('need a scale where a header of the checker gives them, but testlib itself may', async () => {
    const withHeader = (header: string) =>
      plan([
        ...filesNamed([...pairs('1'), 'check/c.cpp']),
        { name: `check/${header}`, content: givesPoints },
        {
          name: 'minos.yaml',
          content: `checker: {name: program, source: check/c.cpp, headers: check/${header}}`,
        },
      ]);
    await expect(withHeader('grade.h')).rejects.toThrow('“check/grade.h” seems to give points (line 3)');
    expect((await withHeader('testlib.h')).checker).toMatchObject({ points: null });
  });

  test('that are absolute need groups', async () => {
    await expect(withChecker(', points: absolute', givesPoints)).rejects.toThrow('but there are no groups');
    const grouped = `, points: absolute}\ngroups: [{name: a, points: 30, tests: "*"}]\n#`;
    expect((await withChecker(grouped, givesPoints)).checker).toMatchObject({ points: 'absolute' });
  });

  test('that are absolute are out of one number, whatever groups a test is in', async () => {
    const inGroups = (...points: number[]) => {
      const groups = points.map((worth, index) => `{name: ${index}, points: ${worth}, tests: "*"}`);
      return withChecker(`, points: absolute}\ngroups: [${groups}]\n#`, givesPoints);
    };
    await expect(inGroups(30, 70)).rejects.toThrow(
      'minos.yaml: line 1, checker.points: absolute is out of the points of a test’s group, but the test “1” is in ' +
        'groups that are worth different points; declare share or percent.',
    );
    expect((await inGroups(30, 0, 30)).groups).toHaveLength(3);
  });
});
