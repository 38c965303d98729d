import { expect, test } from 'vitest';
import { limits } from '#contract/limits.ts';
import { findOnlyPackage, findPackages } from './packages.ts';
import { filesNamed, withArchive } from './testing/archive-on-disk.ts';

const problemsIn = (folders: readonly string[]) =>
  withArchive(filesNamed(folders.map((folder) => `${folder}/minos.yaml`)), (archive) =>
    findPackages(archive).map(({ folder, archive: own }) => [folder, own.entries.map(({ name }) => name)]),
  );

const numbered = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);

test('each folder at the top is a problem, with what is in it', async () => {
  expect(await problemsIn(['a', 'b'])).toEqual([
    ['a', ['minos.yaml']],
    ['b', ['minos.yaml']],
  ]);
});

test('more problems than can be told of are refused', async () => {
  expect(await problemsIn(numbered(limits.archiveMaxProblems))).toHaveLength(limits.archiveMaxProblems);
  await expect(problemsIn(numbered(limits.archiveMaxProblems + 1))).rejects.toThrow(
    'The ZIP file holds 1,001 problems; at most 1,000 are allowed.',
  );
});

test('where there is room for one, several are refused', async () => {
  const found = withArchive(filesNamed(['a/minos.yaml', 'b/minos.yaml']), findOnlyPackage);
  await expect(found).rejects.toThrow('The ZIP file holds 2 problems.');
});
