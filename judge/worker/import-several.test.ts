import { randomUUID } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { words } from '#contract/words.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { importArchive } from './import-archive.ts';
import {
  agreeing,
  disagreeing,
  inFolder,
  packageOf,
  startImportingWorker,
  tests,
} from './packages-testing.ts';
import { inEnglish, recordTold } from './testing.ts';

const tools = await startImportingWorker();
const { database, worker, author, importFiles } = tools;
const { importPackages, insertPackages, readImport, readProblem } = tools;
const { db } = database;

describe('an archive of several packages', () => {
  it('imports each by itself, and says which it is at', async () => {
    const readTold = await recordTold(db);
    const job = await importFiles([
      ...inFolder('first', packageOf('First', agreeing)),
      ...inFolder('second', packageOf('Second', disagreeing)),
      ...inFolder('third', [{ name: 'minos.yaml', content: 'titel: x' }, ...tests(1)]),
      // What was refused has taken no id.
      ...inFolder('fourth', [{ name: 'minos.yaml', content: 'name: third' }, ...tests(1)]),
      ...inFolder('fifth', [{ name: 'minos.yaml', content: 'name: second' }, ...tests(1)]),
    ]);
    expect(job).toMatchObject({
      status: 'completed',
      packages: [
        { folder: 'first', id: 'first', status: 'created' },
        { folder: 'second', id: 'second', status: 'refused' },
        { folder: 'third', status: 'refused' },
        { folder: 'fourth', id: 'third', status: 'created' },
        { folder: 'fifth', status: 'refused', message: words('package_id_used_twice', { id: 'second' }) },
      ],
    });
    expect(inEnglish(job.packages[2]?.message ?? null)).toContain('titel');
    const said = (await readTold()).map(({ message }) => inEnglish(message));
    expect(said).toEqual(
      expect.arrayContaining([
        'Problem 1 of 5, “first”: Checking test cases...',
        'Problem 2 of 5, “second”: Judging the solutions of the jury...',
        'Problem 4 of 5, “third”: Checking test cases...',
      ]),
    );
  });

  const threeOf = (name: string) =>
    [1, 2, 3].flatMap((number) =>
      inFolder(`${name}${number}`, [{ name: 'minos.yaml', content: 'title: x' }, ...tests(1)]),
    );
  const order = { kind: 'packages', fileName: 'x.zip', requestedBy: author } as const;

  it('tells of each once, also when two workers believe to own it', async () => {
    const id = await insertPackages(writeZip(threeOf('twice')), order);
    const job = { id: randomUUID(), retryCount: 0 };
    const importing = () => importArchive(worker, id, { job, signal: new AbortController().signal });
    // Both have found that nothing is told of yet, and wait before its first file.
    const goOn = await database.keepTransactionOpen('lock table blobs in share mode', []);
    const both = Promise.all([importing(), importing()]);
    await database.waitForLock(2);
    await goOn();
    await both;
    expect((await readImport(id)).packages).toMatchObject([
      { id: 'twice1', status: 'created' },
      { id: 'twice2', status: 'created' },
      { id: 'twice3', status: 'created' },
    ]);
  });

  it('lets others go before it every few minutes', async () => {
    let calls = 0;
    const now = Date.now;
    vi.spyOn(Date, 'now').mockImplementation(() => now() + 600_000 * calls++);
    onTestFinished(() => void vi.restoreAllMocks());
    const job = await importPackages(writeZip(threeOf('turn')), order);
    expect(job).toMatchObject({ status: 'completed', packages: [{}, {}, {}] });
    const { rows } = await database.pool.query(`select from pgboss.job where data ->> 'importId' = $1`, [
      job.id,
    ]);
    expect(rows).toHaveLength(3);
  });
});

describe('an import of packages that was broken off', () => {
  it('goes on with what is not done yet', async () => {
    const message = words('import_completed', { tests: 4 });
    const done = { folder: 'done', id: 'done', title: 'Done', status: 'created', message } as const;
    const job = await importPackages(
      writeZip([
        ...inFolder('done', packageOf('Done', agreeing)),
        ...inFolder('undone', packageOf('Undone', agreeing)),
      ]),
      {
        kind: 'packages',
        fileName: 'x.zip',
        requestedBy: author,
        packages: [{ ...done, preview: null, testSetId: null }],
      },
    );
    expect(job).toMatchObject({
      status: 'completed',
      message: words('import_of_many', { created: 2, updated: 0, refused: 0 }),
      packages: [done, { folder: 'undone', status: 'created' }],
    });
    expect(await readProblem('done')).toBeUndefined();
    expect(await readProblem('undone')).toMatchObject({ title: 'Undone' });
  });
});
