/** Packages for a worker to import. Not used by the product. */

import { eq } from 'drizzle-orm';
import { vi } from 'vitest';
import { problems } from '#store/schema.ts';
import { writeZip, type ZipFileSpec } from '../import/testing/zip-writer.ts';
import { echo, endless, startTestWorker } from './testing.ts';

export const wrong = '#include <cstdio>\nint main() { puts("0"); }';

export const tests = (count: number): ZipFileSpec[] =>
  Array.from({ length: count }, (_, i) => [
    { name: `${i + 1}.in`, content: `${i + 1}` },
    { name: `${i + 1}.out`, content: `${i + 1}` },
  ]).flat();

/** A problem that echoes, with solutions that its jury expects something of. */
export const packageOf = (title: string, solutions: string, more: ZipFileSpec[] = []): ZipFileSpec[] => [
  {
    name: 'minos.yaml',
    content: `title: ${title}\ntime_limit_ms: 500\nmemory_limit_mb: 64\nsolutions:\n${solutions}`,
  },
  { name: 'sol/echo.cpp', content: echo },
  { name: 'sol/wrong.cpp', content: wrong },
  { name: 'sol/slow.cpp', content: endless },
  { name: 'sol/other.py', content: 'print(input())' },
  { name: 'sol/other.kt', content: '' },
  { name: 'sol/other.hs', content: '' },
  ...tests(4),
  ...more,
];

export const agreeing = `  - {file: sol/echo.cpp}
  - {file: sol/wrong.cpp, permitted: [Wrong Answer], score: [0, 0]}
  - {file: sol/slow.cpp, required: [Time Limit Exceeded]}
  - {file: sol/other.py}
  - {file: sol/other.kt}
  - {file: sol/other.hs}
`;
export const disagreeing = '  - {file: sol/echo.cpp}\n  - {file: sol/wrong.cpp}\n';

export const inFolder = (folder: string, files: readonly ZipFileSpec[]) =>
  files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));

/** A worker, and one of the staff who brings packages. */
export async function startImportingWorker() {
  // Up to nine solutions are compiled and tried in a test, behind all else that the machine does.
  vi.setConfig({ testTimeout: 600_000 });
  const tools = await startTestWorker();
  const { db } = tools.database;
  const author = await tools.makeUser('author');
  const importAs =
    (kind: 'packages' | 'preview') =>
    (files: ZipFileSpec[], fileName = 'echoes.zip') =>
      tools.importPackages(writeZip(files), { kind, fileName, requestedBy: author });
  return {
    ...tools,
    author,
    importFiles: importAs('packages'),
    previewFiles: importAs('preview'),
    readProblem: async (slug: string) => (await db.select().from(problems).where(eq(problems.slug, slug)))[0],
  };
}
