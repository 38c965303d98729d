import { expect, test } from 'vitest';
import { words } from '#contract/words.ts';
import { planTests } from './formats/minos.ts';
import { makeReport } from './report.ts';
import { filesNamed, withArchive } from './testing/archive-on-disk.ts';

test('the report accounts for every entry', async () => {
  const files = [
    { name: 't/' },
    { name: 't/sample1.in', content: '1\r\n2\r\n' },
    ...filesNamed(['t/sample1.out', 't/2.in', 't/2.out', 't/README.md', '__MACOSX/t/._2.in']),
    { name: 't/minos.yaml', content: 'checker: {name: floats, relative: 1e-9}' },
  ];
  const report = makeReport(await withArchive(files, planTests));
  expect(report).toEqual({
    tests: 2,
    groups: 0,
    shared_tests: 0,
    samples: 1,
    largest_file: { name: 't/sample1.out', bytes: 14 },
    checker: words('checker_floats', { absolute: 0, relative: 1e-9 }),
    paired: [
      { test: '2', input: 't/2.in', answer: 't/2.out' },
      { test: 'sample1', input: 't/sample1.in', answer: 't/sample1.out' },
    ],
    ignored: [
      { name: 't/minos.yaml', reason: words('ignored_manifest') },
      { name: 't/README.md', reason: words('ignored_document') },
      { name: 't', reason: words('ignored_folder') },
      { name: '__MACOSX/t/._2.in', reason: words('ignored_macos') },
    ],
  });
  expect(report.paired.length * 2 + report.ignored.length).toBe(files.length);
});
