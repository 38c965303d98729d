import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { findOnlyPackage, findPackages } from './packages.ts';
import { filesNamed, withArchive } from './testing/archive-on-disk.ts';

const kattis = ['problem.yaml', 'data/secret/1.in', 'data/secret/1.ans'];
const polygon = ['problem.xml', 'tests/01', 'tests/01.a'];
const tests = ['1.in', '1.out'];
const inside = (folder: string, names: readonly string[]) => names.map((name) => `${folder}/${name}`);

/** The folders and formats of what is found, and how many entries each sees. */
function find(...names: string[]) {
  return withArchive(
    names.map((name) => ({ name, content: '' })),
    async (archive) =>
      findPackages(archive).map(({ folder, format, archive }) => [
        folder,
        format.name,
        archive.entries.filter(({ isFolder }) => !isFolder).length,
      ]),
  );
}

test('a package lies at the top, in a folder, or in folders of folders', async () => {
  expect(await find(...kattis)).toEqual([['', 'Kattis', 3]]);
  expect(await find(...inside('sum', kattis), '__MACOSX/sum/._problem.yaml', '.DS_Store')).toEqual([
    ['', 'Kattis', 3],
  ]);
  expect(await find(...inside('repo-main/contest/sum', polygon))).toEqual([['', 'Polygon', 3]]);
  expect(await find(...inside('a/b', ['minos.yaml', ...tests]))).toEqual([['', 'Minos', 3]]);
});

test('several lie in folders, however deep; what holds tests without a format is one of ours', async () => {
  expect(await find(...inside('a', kattis), ...inside('b', polygon), ...inside('c', tests))).toEqual([
    ['a', 'Kattis', 3],
    ['b', 'Polygon', 3],
    ['c', 'Minos', 2],
  ]);
  expect(
    await find(...inside('all/one/a', kattis), ...inside('all/two/b', polygon), 'all/README.md'),
  ).toEqual([
    ['one', 'Kattis', 3],
    ['two', 'Polygon', 3],
  ]);
});

test('notes beside a package are no problem of their own', async () => {
  expect(await find(...inside('sum', kattis), 'docs/readme.md', 'docs/plot.png', 'LICENSE')).toEqual([
    ['sum', 'Kattis', 3],
  ]);
});

test('tests in folders are one archive of tests', async () => {
  expect(await find(...inside('1', tests), ...inside('2/deep', tests))).toEqual([['', 'Minos', 4]]);
});

test('folders may be separated by backslashes', async () => {
  expect(
    await find(...inside('sum', polygon).map((name) => name.replaceAll('/', '\\')), 'sum\\tests\\'),
  ).toEqual([['', 'Polygon', 3]]);
});

test('tests beside the folders of problems are part of none, and nothing is guessed', async () => {
  await expect(find(...tests, ...inside('a', kattis))).rejects.toThrow(
    '“1.in” lies beside the folders of problems',
  );
  await expect(find('notes.md', 'a/1.in', ...inside('a/b', kattis), ...inside('c', polygon))).rejects.toThrow(
    '“a/1.in” lies beside the folders of problems',
  );
});

test('more problems than can be told of are refused', async () => {
  const problems = (count: number) => Array.from({ length: count }, (_, index) => `all/p${index}/minos.yaml`);
  expect(await find(...problems(limits.archiveMaxProblems))).toHaveLength(limits.archiveMaxProblems);
  await expect(find(...problems(limits.archiveMaxProblems + 1))).rejects.toThrow(
    'The ZIP file holds 1,001 problems; at most 1,000 are allowed.',
  );
});

test('where there is room for one, several are refused', async () => {
  const found = withArchive(filesNamed(['a/minos.yaml', 'b/minos.yaml']), findOnlyPackage);
  await expect(found).rejects.toThrow('The ZIP file holds 2 problems.');
});
