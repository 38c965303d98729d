import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import { words } from '#contract/words.ts';
import { sweepUnused } from '#store/blobs.ts';
import { endImport, queueImport } from '#store/imports.ts';
import { queues } from '#store/queue.ts';
import { problems, testSets } from '#store/schema.ts';
import { problemKey } from '#store/testing/problem-key.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { importArchive } from './import-archive.ts';
import { tests } from './packages-testing.ts';
import { echo, endless, inEnglish, numbered, recordTold, startTestWorker } from './testing.ts';

const tools = await startTestWorker();
const { database, queue, worker, log, until, makeProblem, importZip, submit } = tools;
const { insertImport, readImport, untilImported } = tools;
const { db } = database;

describe('an import', () => {
  it('puts the tests in force, tells what it found and lets the archive go', async () => {
    await makeProblem('imported');
    const job = await importZip('imported', numbered(12));
    expect(job).toMatchObject({
      status: 'completed',
      message: words('import_completed', { tests: 12 }),
      progress: 24,
      total: 24,
      archiveBlobId: null,
      report: { tests: 12, samples: 0, checker: words('checker_tokens') },
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
    const readTold = await recordTold(db);
    await importZip('told', numbered(300));
    const rows = await readTold();
    const unpacking = rows.filter((row) => row.message.code === 'import_unpacking');
    expect(rows.map((row) => sayInEnglish(row.message))).toEqual([
      ...unpacking.map(() => 'Unpacking test cases...'),
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

  it('makes a problem of a draft with its tests, and not when it is refused', async () => {
    await makeProblem('drafted');
    await db.execute(`insert into users (username, password_hash, role) values ('maker', 'x', 'staff')`);
    await db.execute(
      `update problems set draft_by = (select id from users where username = 'maker') where slug = 'drafted'`,
    );
    const isDraft = async () =>
      (await db.execute(`select draft_by is not null as is from problems where slug = 'drafted'`)).rows[0]
        ?.is;
    const refused = await importZip('drafted', writeZip([{ name: '1.in', content: 'lonely' }]));
    expect([refused.status, await isDraft()]).toEqual(['failed', true]);
    const imported = await importZip('drafted', numbered(2));
    expect([imported.status, await isDraft()]).toEqual(['completed', false]);
  });

  it('that is refused leaves the old tests in force', async () => {
    await makeProblem('kept');
    await importZip('kept', numbered(2));
    const refused = await importZip('kept', writeZip([{ name: '1.in', content: 'lonely' }]));
    expect(refused).toMatchObject({ status: 'failed', report: null });
    expect(inEnglish(refused.message)).toContain('1.in');
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
    const sets = await db
      .select()
      .from(testSets)
      .where(eq(testSets.problemId, problemKey('replaced')));
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
    const job = { id: randomUUID(), retryCount: 0 };
    const importing = importArchive(worker, importId, { job, signal: broken.signal });
    await until(async () => (await readImport(importId)).progress > 0);
    broken.abort(new Error('The machine is gone'));
    await expect(importing).rejects.toThrow();
    expect(await readImport(importId)).toMatchObject({ status: 'processing', report: null });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
    await importArchive(worker, importId, { job, signal: new AbortController().signal });
    expect(await readImport(importId)).toMatchObject({ status: 'completed', report: { tests: 300 } });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Wrong Answer', testsDone: 300 });
  });

  it('that staff cancel stops, and nothing of it comes into force', async () => {
    await makeProblem('cancelled');
    await importZip('cancelled', numbered(2));
    const importId = await insertImport(
      'cancelled',
      numbered(2000, (n) => n + 1),
    );
    await queueImport(db, queue, importId);
    await until(async () => (await readImport(importId)).progress > 0);
    expect(await endImport(db, importId, { status: 'failed', message: words('import_cancelled') })).toBe(
      true,
    );
    await until(async () => log.some((line) => line.includes(importId) && line.includes('import stopped')));
    const cancelled = await readImport(importId);
    expect(cancelled).toMatchObject({
      status: 'failed',
      message: words('import_cancelled'),
      archiveBlobId: null,
    });
    expect(cancelled.progress).toBeLessThan(cancelled.total);
    expect(await submit('cancelled', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
    expect(await readdir(worker.judge.workFolder)).toEqual([]);
    // At the last moment, too: when all is stored and only the step into force is left.
    const late = await insertImport('cancelled', numbered(1));
    const letGo = await database.keepTransactionOpen('select 1 from problems where slug = $1 for update', [
      'cancelled',
    ]);
    await queueImport(db, queue, late);
    await database.waitForLock();
    expect(await endImport(db, late, { status: 'failed', message: words('import_cancelled') })).toBe(true);
    await letGo();
    await until(async () => log.some((line) => line.includes(late) && line.includes('import stopped')));
    expect(await submit('cancelled', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
  });

  it.each([
    {
      what: 'is cancelled',
      slug: 'looping',
      end: (id: string) => endImport(db, id, { status: 'failed', message: words('import_cancelled') }),
    },
    {
      what: 'goes with its problem',
      slug: 'deleted',
      end: () => db.delete(problems).where(eq(problems.slug, 'deleted')),
    },
  ])('that $what while a solution runs does not wait for the end of its test', async ({ slug, end }) => {
    await makeProblem(slug);
    const archive = writeZip([
      { name: 'minos.yaml', content: 'solutions: [{file: echo.cpp}, {file: endless.cpp}]' },
      { name: 'echo.cpp', content: echo },
      { name: 'endless.cpp', content: endless },
      ...tests(1),
    ]);
    const importId = await insertImport(slug, archive, { timeLimitMs: limits.timeLimitMaxMs });
    await queueImport(db, queue, importId);
    const trying = sayInEnglish(words('import_trying'));
    await until(async () => inEnglish((await readImport(importId)).message) === trying);
    await end(importId);
    await until(async () => log.some((line) => line.includes(importId) && line.includes('import stopped')));
    expect(worker.judge.sandbox.busyCores()).toBe(0);
  });

  it('that is given up on ends failed, with the old tests in force', async () => {
    await makeProblem('given-up');
    await importZip('given-up', numbered(2));
    const importId = await insertImport('given-up', null);
    await queue.send(queues.importFailed, { importId });
    const ended = await untilImported(importId);
    expect(ended.status).toBe('failed');
    expect(inEnglish(ended.message)).toContain('the tests that were in force before still are');
    expect(await submit('given-up', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
  });

  it('of a checker that gives points: on the declared scale, with its words kept for staff', async () => {
    await makeProblem('points');
    const checker = `#include <cstdio>
int main(int, char** names) {
  int n = 0;
  FILE* f = fopen(names[1], "r");
  if (!f || fscanf(f, "%d", &n) != 1) return 3;
  fprintf(stderr, "points %d of the test", n);
  return 7;
}`;
    const archive = (manifest: string, source = checker) =>
      writeZip([
        { name: 'minos.yaml', content: `checker: {name: program, source: check.cpp${manifest}}` },
        { name: 'check.cpp', content: source },
        ...['1', '100'].flatMap((n) => [
          { name: `${n}.in`, content: n },
          { name: `${n}.out`, content: n },
        ]),
      ]);
    const refused = await importZip('points', archive(''));
    expect(refused.status).toBe('failed');
    expect(inEnglish(refused.message)).toContain('“check.cpp” seems to give points (line 7)');
    expect(await importZip('points', archive(', points: percent'))).toMatchObject({
      status: 'completed',
      report: { checker: words('checker_program', { file: 'check.cpp', points: 'percent' }) },
    });
    // A day on, the checker's file is among those in use.
    await sweepUnused(db, new Date(Date.now() + 25 * 60 * 60 * 1000));
    expect(await submit('points', echo)).toMatchObject({
      status: 'Wrong Answer',
      score: 50,
      results: [
        { status: 'Wrong Answer', checkerMessage: words('verbatim', { text: 'points 1 of the test' }) },
        { status: 'Accepted', checkerMessage: words('verbatim', { text: 'points 100 of the test' }) },
      ],
    });
    const overlooked = checker.replace('return 7', 'return n > 0 ? 7 : 0');
    expect((await importZip('points', archive('', overlooked))).status).toBe('completed');
    const faulty = await submit('points', echo);
    expect(faulty).toMatchObject({ status: 'Skipped', score: 0 });
    expect(inEnglish(faulty.fault)).toContain('minos.yaml does not say on which scale');
  });

  it('of tests in several groups: each runs once and counts in all, to the decimals asked for', async () => {
    await makeProblem('shared');
    const manifest = `score_decimals: 2
groups:
  - {name: odd, points: 1, tests: [1, 3]}
  - {name: all, points: 2, tests: "*"}`;
    const files = [1, 2, 3].flatMap((n) => [
      { name: `${n}.in`, content: `${n}` },
      { name: `${n}.out`, content: n === 2 ? '99' : `${n}` },
    ]);
    const imported = await importZip(
      'shared',
      writeZip([{ name: 'minos.yaml', content: manifest }, ...files]),
    );
    expect(imported).toMatchObject({ status: 'completed', report: { tests: 3, groups: 2, shared_tests: 2 } });
    expect(await submit('shared', echo)).toMatchObject({
      status: 'Wrong Answer',
      score: 33.33,
      testsDone: 3,
      results: [{ status: 'Accepted' }, { status: 'Accepted' }, { status: 'Wrong Answer' }],
    });
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
    expect(inEnglish(job.message)).toContain('The checker does not compile');
  });
});
