import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { sweepUnused } from '#store/blobs.ts';
import { queues } from '#store/queue.ts';
import { testSets } from '#store/schema.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { importArchive } from './import-archive.ts';
import { echo, numbered, startTestWorker } from './testing.ts';

const tools = await startTestWorker();
const { queue, worker, until, makeProblem, importZip, submit } = tools;
const { insertImport, readImport, untilImported } = tools;
const { db } = worker;

describe('an import', () => {
  it('puts the tests in force, tells what it found and lets the archive go', async () => {
    await makeProblem('imported');
    const job = await importZip('imported', numbered(12));
    expect(job).toMatchObject({
      status: 'completed',
      message: 'Imported 12 tests.',
      progress: 24,
      total: 24,
      archiveBlobId: null,
      report: { tests: 12, samples: 0, checker: 'tokens' },
    });
    // A day on, files that nothing refers to are swept: not these, which the worker fetches only now.
    await sweepUnused(db, new Date(Date.now() + 25 * 60 * 60 * 1000));
    const verdict = await submit('imported', echo);
    expect(verdict).toMatchObject({ status: 'Accepted', score: 100, testsDone: 12, attempt: 1 });
    expect(verdict.judgedBy).toBe(worker.name);
    expect(verdict.results?.map((result) => result.testCase)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
    expect(await readdir(worker.judge.workFolder)).toEqual([]);
  });

  it('tells how far it is: unpacking, then checking, each with its count', async () => {
    await makeProblem('told');
    // Every word the job ever says, in order: a poll would miss most of them.
    await db.execute(`
      create table told (at serial, message text, progress int, total int);
      create function tell() returns trigger language plpgsql as $$
        begin insert into told (message, progress, total) values (new.message, new.progress, new.total); return new; end $$;
      create trigger tell after update on import_jobs for each row when (new.problem_id = 'told') execute function tell()`);
    await importZip('told', numbered(300));
    const { rows } = await db.execute<{ message: string; progress: number; total: number }>(
      'select message, progress, total from told order by at',
    );
    const unpacking = rows.filter((row) => row.message === 'Unpacking test cases...');
    expect(rows.map((row) => row.message)).toEqual([
      ...unpacking.map((row) => row.message),
      'Checking test cases...',
      'Imported 300 tests.',
    ]);
    expect(unpacking.length).toBeGreaterThan(1);
    expect(unpacking.map((row) => row.progress)).toEqual(
      unpacking.map((row) => row.progress).toSorted((x, y) => x - y),
    );
    expect(unpacking.at(-1)?.total).toBe(600);
    expect(rows.at(-2)).toMatchObject({ progress: 600, total: 600 });
  });

  it('that is refused leaves the old tests in force', async () => {
    await makeProblem('kept');
    await importZip('kept', numbered(2));
    const refused = await importZip('kept', writeZip([{ name: '1.in', content: 'lonely' }]));
    expect(refused).toMatchObject({ status: 'failed', report: null });
    expect(refused.message).toContain('1.in');
    const garbage = await importZip('kept', Buffer.from('PK\x03\x04 nothing more'));
    expect(garbage.status).toBe('failed');
    expect(await submit('kept', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
  });

  it('replaces the tests for the submissions that come after it', async () => {
    await makeProblem('replaced');
    await importZip('replaced', numbered(1));
    await importZip(
      'replaced',
      numbered(3, (n) => (n === 2 ? 99 : n)),
    );
    expect(await submit('replaced', echo)).toMatchObject({ status: 'Wrong Answer', score: 66 });
    const sets = await db.select().from(testSets).where(eq(testSets.problemId, 'replaced'));
    expect(sets.filter((set) => set.replacedAt === null)).toHaveLength(1);
  });

  it('that is broken off changes nothing, and is taken up again', async () => {
    await makeProblem('broken-off');
    await importZip('broken-off', numbered(2));
    const importId = await insertImport(
      'broken-off',
      numbered(300, (n) => n + 1),
    );
    const broken = new AbortController();
    const importing = importArchive(worker, importId, broken.signal);
    await until(async () => (await readImport(importId)).progress > 0);
    broken.abort(new Error('The machine is gone'));
    await expect(importing).rejects.toThrow();
    expect(await readImport(importId)).toMatchObject({ status: 'processing', report: null });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
    await importArchive(worker, importId, new AbortController().signal);
    expect(await readImport(importId)).toMatchObject({ status: 'completed', report: { tests: 300 } });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Wrong Answer', testsDone: 300 });
  });

  it('that is given up on ends failed, with the old tests in force', async () => {
    await makeProblem('given-up');
    await importZip('given-up', numbered(2));
    const importId = await insertImport('given-up', null);
    await queue.send(queues.importFailed, { importId });
    const ended = await untilImported(importId);
    expect(ended.status).toBe('failed');
    expect(ended.message).toContain('the tests that were in force before still are');
    expect(await submit('given-up', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
  });

  it('tells staff at once that a checker does not compile', async () => {
    await makeProblem('bad-checker');
    const files = [
      { name: 'minos.yaml', content: 'checker:\n  name: program\n  source: check.cpp\n' },
      { name: 'check.cpp', content: 'int main( {' },
      { name: '1.in', content: '1' },
      { name: '1.out', content: '1' },
    ];
    const job = await importZip('bad-checker', writeZip(files));
    expect(job.status).toBe('failed');
    expect(job.message).toContain('The checker does not compile');
  });
});
