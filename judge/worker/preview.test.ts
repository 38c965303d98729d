import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sweepUnused } from '#store/blobs.ts';
import { blobs, importJobs, problems } from '#store/schema.ts';
import { agreeing, inFolder, packageOf, startImportingWorker, tests } from './packages-testing.ts';

const { database, importFiles, previewFiles } = await startImportingWorker();
const { db } = database;

describe('a preview', () => {
  it('tells what each would be, keeps the archive and changes nothing', async () => {
    const job = await previewFiles(inFolder('looked', packageOf('Looked', agreeing)));
    expect(job).toMatchObject({
      kind: 'preview',
      status: 'completed',
      packages: [
        {
          id: 'echoes',
          title: 'Looked',
          status: 'ready',
          preview: { format: 'Minos', time_limit_ms: 500, memory_limit_mb: 64, report: { tests: 4 } },
        },
      ],
    });
    expect(job.archiveBlobId).not.toBeNull();
    expect(await db.$count(problems, eq(problems.slug, 'looked'))).toBe(0);
    expect(await db.$count(importJobs, eq(importJobs.id, job.id))).toBe(1);
  });

  it('that nobody saves is gone after a day, with its archive', async () => {
    const { id, archiveBlobId } = await previewFiles(packageOf('Unsaved', agreeing), 'unsaved.zip');
    const isThere = async () => [
      await db.$count(importJobs, eq(importJobs.id, id)),
      await db.$count(blobs, eq(blobs.id, archiveBlobId ?? 0)),
    ];
    const hour = 60 * 60 * 1000;
    await sweepUnused(db, new Date(Date.now() + 23 * hour));
    expect(await isThere()).toEqual([1, 1]);
    await sweepUnused(db, new Date(Date.now() + 25 * hour));
    expect(await isThere()).toEqual([0, 0]);
  });

  it('waits for no import', async () => {
    const end = await database.keepTransactionOpen('lock table test_sets in share mode', []);
    const importing = importFiles([{ name: 'minos.yaml', content: 'title: x' }, ...tests(1)], 'long.zip');
    await database.waitForLock();
    expect(await previewFiles(packageOf('Seen', agreeing))).toMatchObject({ status: 'completed' });
    await end();
    expect(await importing).toMatchObject({ status: 'completed' });
  });

  it('of a package whose name makes no id asks for one, which an import cannot', async () => {
    const unnamed = await previewFiles([{ name: 'minos.yaml', content: 'title: ก' }, ...tests(1)], 'ก.zip');
    expect(unnamed.packages).toMatchObject([{ id: '', status: 'ready' }]);
    const imported = await importFiles([{ name: 'minos.yaml', content: 'title: ก' }, ...tests(1)], 'ก.zip');
    expect(imported.packages[0]?.message.code).toBe('package_id_characters');
  });
});
