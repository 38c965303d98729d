/** Short settings can say much: what would be too much for one row, or could not be shown, is refused in a sentence. */

import { expect, test } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { findOnlyPackage, findPackages, planPackage } from './packages.ts';
import { checkStatement } from './plan-bounds.ts';
import { ArchiveRefused } from './refusal.ts';
import { withArchive } from './testing/archive-on-disk.ts';
import type { ZipFileSpec } from './testing/zip-writer.ts';

const times = (count: number, write: (number: number) => string) =>
  Array.from({ length: count }, (_, index) => write(index + 1));
const file = (name: string, content = ''): ZipFileSpec => ({ name, content, stored: true });
const pairs = (names: readonly string[]) =>
  names.flatMap((name) => [file(`${name}.in`), file(`${name}.out`)]);
const one = pairs(['1']);
const program = 'checker: {name: program, source: check.cpp}';
const check = file('check.cpp', 'int main() {}');

const polygon = (tests: string) =>
  file(
    'problem.xml',
    `<problem><judging><testset name="tests"><time-limit>1000</time-limit>
<input-path-pattern>%d</input-path-pattern><answer-path-pattern>%d.a</answer-path-pattern>
<tests>${tests}</tests></testset></judging></problem>`,
  );

async function plan(files: readonly ZipFileSpec[]) {
  return withArchive(files, (archive) => planPackage(findOnlyPackage(archive)));
}

test.each<[string, ZipFileSpec[], string]>([
  [
    'thousands of groups',
    [file('minos.yaml', `groups: [${times(1001, (n) => `{name: ${n},points: 1,tests: 1}`).join()}]`), ...one],
    'minos.yaml: line 1, groups: must have at most 1000 values.',
  ],
  [
    'a batch for each test, each behind all before it',
    [file('init.yml', `test_cases:\n${'- {in: a,out: b,points: 0}\n'.repeat(1001)}`), file('a'), file('b')],
    'init.yml, line 1002: there are more than 1000 groups of tests.',
  ],
  [
    'one file as thousands of tests',
    [
      file('init.yml', `test_cases:\n${times(10_001, (n) => `- {in: a,out: b,points: ${n}}\n`).join('')}`),
      file('a'),
      file('b'),
    ],
    'There are more than 10,000 tests.',
  ],
  [
    'long arguments for each of many tests',
    [
      file(
        'minos.yaml',
        `${program}\ngroups: [{name: a, points: 1, tests: "*", checker_args: [${times(100, () => 'x'.repeat(1000))}]}]`,
      ),
      check,
      ...pairs(times(41, String)),
    ],
    'The arguments that the checker is given for all tests together have more than 4,000,000 characters.',
  ],
  [
    'solutions without number',
    [
      file('minos.yaml', `solutions:\n${times(501, (n) => ` - {file: ${n}.cpp}\n`).join('')}`),
      ...times(501, String).map((name) => file(`${name}.cpp`)),
      ...one,
    ],
    'There are more than 500 solutions.',
  ],
  [
    'a group that nobody can see',
    [file('minos.yaml', 'groups:\n  - {name: "a\\0", points: 1, tests: "*"}'), ...one],
    'minos.yaml: line 2, groups[1].name: must have no characters that cannot be seen',
  ],
  [
    'a group named with half a character',
    [file('minos.yaml', 'groups: [{name: "\\uD83D", points: 1, tests: "*"}]'), ...one],
    'minos.yaml: line 1, groups[1].name: must have no characters that cannot be seen',
  ],
  [
    'the same in XML',
    [polygon('<test group="a&#x202E;b" points="1"/>'), file('1'), file('1.a')],
    'The group “a[U+202E]b” has a name with characters that cannot be seen.',
  ],
  [
    'an argument that no program can be given',
    [
      file('minos.yaml', `${program}\ngroups: [{name: a, points: 1, tests: "*", checker_args: ["\\uD83D"]}]`),
      check,
      ...one,
    ],
    'minos.yaml: line 2, groups[1].checker_args[1]: must be a text',
  ],
  [
    'a test that two folders have, alike but for their case',
    [
      file('problem.yaml', 'name: x\nlimits: {time_limit: 1}'),
      ...['data', 'Data'].flatMap((top) => [file(`${top}/secret/1.in`), file(`${top}/secret/1.ans`)]),
    ],
    '“data/secret/1.in” is in the ZIP file twice.',
  ],
  [
    'a multiplier of nothing',
    [
      file('problem.yaml', 'name: x\nlimits:\n  time_multiplier: 0'),
      file('data/secret/1.in'),
      file('data/secret/1.ans'),
    ],
    'problem.yaml: line 3, limits.time_multiplier: must be above 0 and at most 60000.',
  ],
])('%s is refused', async (_, files, says) => {
  await expect(plan(files)).rejects.toThrow(says);
});

test('an archive of very many problems is refused before any of them is read', async () => {
  const many = (count: number) => times(count, (n) => `p${n}/minos.yaml`).map((name) => file(name));
  await withArchive(many(1000), (archive) => expect(findPackages(archive)).toHaveLength(1000));
  const tooMany = withArchive(many(1001), findPackages);
  await expect(tooMany).rejects.toThrow('The ZIP file holds 1,001 problems; at most 1,000 are allowed.');
});

test('a solution that is too large to be one is kept and not run', async () => {
  const large = file('a.cpp', ' '.repeat(1024 * 1024 + 1));
  const files = [file('minos.yaml', 'solutions: [{file: a.cpp}, {file: b.cpp}]'), large, file('b.cpp')];
  const { solutions } = await plan([...files, ...one]);
  expect(solutions.map(({ name, language }) => [name, language])).toEqual([
    ['a.cpp', null],
    ['b.cpp', 'cpp'],
  ]);
});

test.each([
  ['%PDF-1.7', null],
  ['<html>', '“a.pdf” is named as a PDF, but it is none.'],
  ['', '“a.pdf” is named as a PDF, but it is none.'],
])('a statement that begins with “%s”: %s', async (content, says) => {
  const files = [file('minos.yaml', 'statement: a.pdf'), file('a.pdf', content), ...one];
  const checking = withArchive(files, async (archive) =>
    checkStatement(archive, await planPackage(findOnlyPackage(archive))),
  );
  if (says === null) await expect(checking).resolves.toBeUndefined();
  else await expect(checking).rejects.toThrow(says);
});

test('a message that is cut in the middle of a character can be stored', async () => {
  const name = `x${'😀'.repeat(100)}.in`;
  const refused = await plan([file(name), ...pairs(['1'])]).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(ArchiveRefused);
  const { said } = refused as ArchiveRefused;
  expect(sayInEnglish(said).isWellFormed()).toBe(true);
  expect(JSON.stringify(said)).not.toMatch(/\\ud[89a-f]/i);
});
