import { expect, test } from 'vitest';
import type { ArchiveBounds } from './entry-checks.ts';
import { ArchiveRefused } from './refusal.ts';
import { filesNamed, readText, withArchive } from './testing/archive-on-disk.ts';
import type { ZipFileSpec } from './testing/zip-writer.ts';

const refused: { title: string; zip: ZipFileSpec[]; bounds?: Partial<ArchiveBounds>; says: RegExp }[] = [
  {
    title: 'a link to an absolute place',
    zip: [link('1.in', '/etc/passwd')],
    says: /“1\.in” is a link to “\/etc\/passwd”, a place on the computer/,
  },
  { title: 'a link to a drive', zip: [link('1.in', 'C:\\1.in')], says: /a place on the computer/ },
  {
    title: 'a link out of the archive',
    zip: [link('a/1.in', '../../1.in')],
    says: /“a\/1\.in” is a link to “\.\.\/\.\.\/1\.in”, which is outside the ZIP file/,
  },
  { title: 'a link to nothing', zip: [link('1.in', '2.in')], says: /which is not in the ZIP file/ },
  {
    title: 'a link through a file',
    zip: [link('1.in', '2.in/3.in'), ...filesNamed(['2.in'])],
    says: /which is not in the ZIP file/,
  },
  { title: 'a link that says nothing', zip: [link('1.in', '')], says: /which is not in the ZIP file/ },
  {
    title: 'a link longer than any name',
    zip: [link('1.in', './'.repeat(600))],
    says: /which is not in the ZIP file/,
  },
  { title: 'a link to itself', zip: [link('1.in', '1.in')], says: /leads in a circle/ },
  {
    title: 'links to each other',
    zip: [link('1.in', '2.in'), link('2.in', '1.in')],
    says: /leads in a circle/,
  },
  {
    title: 'a link to its own folder',
    zip: [link('a/b/c', '..'), ...filesNamed(['a/1.in'])],
    says: /“a\/b\/c” is a link to “\.\.”, which leads in a circle/,
  },
  {
    title: 'folders that link to each other',
    zip: [link('a/b', '../b'), link('b/a', '../a')],
    says: /leads in a circle/,
  },
  {
    title: 'a link to the whole archive',
    zip: [link('a', '.'), ...filesNamed(['1.in'])],
    says: /leads in a circle/,
  },
  { title: 'a chain of links without end', zip: chain(41), says: /through too many other links/ },
  { title: 'the same chain from its end', zip: chain(41).toReversed(), says: /through too many other links/ },
  {
    title: 'a link with files in it',
    zip: [link('a', 'b'), ...filesNamed(['b/1.in', 'a/2.in'])],
    says: /other files lie in it/,
  },
  {
    title: 'links that multiply folders',
    zip: doubling(20),
    bounds: { entries: 1000 },
    says: /With its links followed the ZIP file holds more than 1,000 files and folders/,
  },
  {
    title: 'links that multiply bytes',
    zip: [
      { name: '0.in', content: Buffer.alloc(2 * 2 ** 20) },
      ...Array.from({ length: 9 }, (_, index) => link(`${index + 1}.in`, '0.in')),
    ],
    bounds: { unpackedBytes: 10 * 2 ** 20 },
    says: /would be larger than 10 MB when unpacked/,
  },
  {
    title: 'links that make endless names',
    zip: [link('y'.repeat(900), 'x'), ...filesNamed([`x/${'z'.repeat(200)}`])],
    says: /longer than 1024 bytes/,
  },
];

test.each(refused)('refuses $title', async ({ zip, bounds, says }) => {
  const opened = withArchive(zip, () => undefined, bounds);
  await expect(opened).rejects.toBeInstanceOf(ArchiveRefused);
  await expect(opened).rejects.toThrow(says);
});

test('follows links to files and folders, chains and links within what is linked', async () => {
  const files = [
    ...filesNamed(['tests/a/1.in', 'tests/a/1.out', 'tests/é/2.in']),
    { name: 'tests/a/' },
    link('tests/b/3.in', '../a/1.in'),
    link('tests/b/4.in', './/3.in'),
    link('tests/c', 'a'),
    link('tests/d', 'c/../b'),
    link('e', 'tests/e\u0301/'),
  ];
  await withArchive(files, async (archive) => {
    const names = archive.entries.map(({ name, isFolder }) => (isFolder ? `${name}/` : name));
    expect(names.toSorted()).toEqual([
      'e/',
      'e/2.in',
      'tests/a/',
      'tests/a/1.in',
      'tests/a/1.out',
      'tests/b/3.in',
      'tests/b/4.in',
      'tests/c/',
      'tests/c/1.in',
      'tests/c/1.out',
      'tests/d/',
      'tests/d/3.in',
      'tests/d/4.in',
      'tests/é/2.in',
    ]);
    for (const name of ['tests/b/3.in', 'tests/b/4.in', 'tests/c/1.in', 'tests/d/3.in', 'tests/d/4.in']) {
      expect(await readText(archive, name)).toBe('tests/a/1.in\n');
    }
    expect(archive.entries.find(({ name }) => name === 'tests/d/4.in')?.bytes).toBe(13);
  });
});

test('follows as many links in a row as Linux does', async () => {
  const read = withArchive(chain(40), (archive) => readText(archive, 'link40'));
  expect(await read).toBe('link0\n');
});

function link(name: string, target: string): ZipFileSpec {
  return { name, content: target, unixMode: 0o120777 };
}

/** The file `link0` and so many links, each to the one before. */
function chain(length: number): ZipFileSpec[] {
  const links = Array.from({ length }, (_, index) => link(`link${index + 1}`, `link${index}`));
  return [...links.toReversed(), ...filesNamed(['link0'])];
}

/** Each folder links to the next by two names: two to the power of `depth` folders. */
function doubling(depth: number): ZipFileSpec[] {
  const folders = Array.from({ length: depth }, (_, index) => [
    link(`${index}/a`, `../${index + 1}`),
    link(`${index}/b`, `../${index + 1}`),
  ]);
  return [...folders.flat(), ...filesNamed([`${depth}/1.in`])];
}
