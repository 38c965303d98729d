import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { words } from '#contract/words.ts';
import { sweepUnused } from '#store/blobs.ts';
import { blobs, importJobs, problems, testSets } from '#store/schema.ts';
import { writeZip, type ZipFileSpec } from '../import/testing/zip-writer.ts';
import { importArchive } from './import-archive.ts';
import { agreeing, disagreeing, packageOf, tests, wrong } from './packages-testing.ts';
import { echo, inEnglish, recordTold, startTestWorker } from './testing.ts';

// Up to nine solutions are compiled and tried in a test, behind all else that the machine does.
vi.setConfig({ testTimeout: 600_000 });

const tools = await startTestWorker();
const { database, worker, importPackages, importZip, insertPackages, makeUser } = tools;
const { readImport, submit } = tools;
const { db } = database;
const author = await makeUser('author');
const hasPython = worker.judge.languages.installed.python !== undefined;
if (hasPython) worker.judged = ['cpp', 'c', 'python'];

const inFolder = (folder: string, files: ZipFileSpec[]) =>
  files.map((file) => ({ ...file, name: `${folder}/${file.name}` }));

const run = (files: ZipFileSpec[], kind: 'packages' | 'preview' = 'packages', fileName = 'echoes.zip') =>
  importPackages(writeZip(files), { kind, fileName, requestedBy: author });

const readProblem = async (slug: string) =>
  (await db.select().from(problems).where(eq(problems.slug, slug)))[0];

describe('a package', () => {
  it('becomes a hidden problem with its title and limits when the jury’s solutions agree', async () => {
    const job = await run(packageOf('Echo', agreeing));
    expect(job).toMatchObject({
      status: 'completed',
      archiveBlobId: null,
      packages: [{ id: 'echoes', title: 'Echo', status: 'created' }],
    });
    const problem = await readProblem('echoes');
    expect(problem).toMatchObject({
      title: 'Echo',
      authorId: author,
      timeLimitMs: 500,
      isVisible: false,
      draftBy: null,
    });
    const [version] = await db
      .select()
      .from(testSets)
      .where(eq(testSets.id, problem?.testSetId ?? 0));
    expect(version?.trial).toMatchObject({
      agrees: true,
      derived: null,
      solutions: [
        { name: 'sol/echo.cpp', seen: { status: 'Accepted', results: 'PPPP', agrees: true } },
        { name: 'sol/wrong.cpp', seen: { status: 'Wrong Answer', score: 0, results: '----' } },
        { name: 'sol/slow.cpp', seen: { status: 'Time Limit Exceeded', score: null, results: 'TTT' } },
        { name: 'sol/other.py', language: 'python', seen: hasPython ? { status: 'Accepted' } : null },
        { name: 'sol/other.kt', language: 'kotlin', seen: null },
        { name: 'sol/other.hs', language: null, seen: null },
      ],
    });
    expect(await submit('echoes', echo)).toMatchObject({ status: 'Accepted', score: 100 });
  });

  it('that its solutions speak against leaves what was in force, and says which', async () => {
    await run(packageOf('Kept', agreeing), 'packages', 'kept.zip');
    const before = await readProblem('kept');
    const job = await run(packageOf('Changed', disagreeing), 'packages', 'kept.zip');
    expect(job.status).toBe('failed');
    expect(inEnglish(job.message)).toContain('sol/wrong.cpp');
    expect(job.packages).toMatchObject([{ id: 'kept', status: 'refused', testSetId: expect.any(Number) }]);
    expect(await readProblem('kept')).toEqual(before);
  });

  it('that is new and spoken against makes no problem, and waits with all of its files', async () => {
    const statement = '%PDF-1.7 the statement of a draft';
    const files = packageOf('Draft', `${disagreeing}statement: s.pdf\n`, [
      { name: 's.pdf', content: statement },
    ]);
    await run(files, 'packages', 'draft.zip');
    expect(await readProblem('draft')).toMatchObject({ draftBy: author, testSetId: null });
    const ofStatement = eq(blobs.size, statement.length);
    await db
      .update(blobs)
      .set({ createdAt: new Date(0) })
      .where(ofStatement);
    await sweepUnused(db, new Date());
    expect(await db.$count(blobs, ofStatement)).toBe(1);
  });

  it('says what contestants see, until one has submitted: then that is for staff alone', async () => {
    const bring = (feedback: string) =>
      run([{ name: 'minos.yaml', content: `feedback: ${feedback}` }, ...tests(1)], 'packages', 'told.zip');
    await bring('groups');
    expect(await readProblem('told')).toMatchObject({ feedback: 'groups' });
    await bring('samples');
    expect(await readProblem('told')).toMatchObject({ feedback: 'samples' });
    await submit('told', echo);
    const job = await bring('full');
    expect(job).toMatchObject({ status: 'completed', packages: [{ status: 'updated' }] });
    expect(await readProblem('told')).toMatchObject({ feedback: 'samples' });
  });

  it('whose checker is in a language that is switched off is refused', async () => {
    const files = [
      { name: 'minos.yaml', content: 'checker: {name: program, source: check.py}' },
      { name: 'check.py', content: 'raise SystemExit(0)' },
      ...tests(1),
    ];
    const { judged } = worker;
    worker.judged = ['cpp'];
    onTestFinished(() => {
      worker.judged = judged;
    });
    const job = await run(files, 'packages', 'checked.zip');
    expect(inEnglish(job.message)).toContain(
      'The checker is written in Python 3, which is switched off here',
    );
    worker.judged = judged;
    if (hasPython) expect(await run(files, 'packages', 'checked.zip')).toMatchObject({ status: 'completed' });
  });

  it.runIf(hasPython)('whose checker imports a package that is switched off is refused', async () => {
    const files = [
      { name: 'minos.yaml', content: 'checker: {name: program, source: check.py}' },
      { name: 'check.py', content: 'import numpy\nraise SystemExit(0)' },
      ...tests(1),
    ];
    const job = await run(files, 'packages', 'imports.zip');
    expect(inEnglish(job.message)).toContain('The checker imports numpy, which is switched off here.');
  });

  it('of somebody whose account is gone makes no problem', async () => {
    const job = await importPackages(writeZip(packageOf('Nobody', agreeing)), {
      kind: 'packages',
      fileName: 'nobody.zip',
      requestedBy: null,
    });
    expect(job).toMatchObject({ status: 'failed', message: words('import_cancelled'), packages: [] });
    expect(await readProblem('nobody')).toBeUndefined();
  });

  it('is taken whatever its title: one line, cut where it is too long, without what cannot be seen', async () => {
    const name = `\\0${'x'.repeat(254)}😀 and more\\u202E`;
    const job = await run(
      [
        { name: 'problem.yaml', content: `name: "${name}"\nlimits: {time_limit: 1}` },
        { name: 'data/secret/1.in', content: '1' },
        { name: 'data/secret/1.ans', content: '1' },
      ],
      'packages',
      'titled.zip',
    );
    const title = `${'x'.repeat(254)}\uFFFD`;
    expect(job).toMatchObject({
      status: 'completed',
      packages: [{ id: 'titled', title, status: 'created' }],
    });
    expect(await readProblem('titled')).toMatchObject({ title });
  });

  it('of somebody whose account is gone makes nothing', async () => {
    const archive = writeZip(packageOf('Orphan', disagreeing));
    const order = { kind: 'packages', fileName: 'orphan.zip', requestedBy: null } as const;
    expect(await importPackages(archive, order)).toMatchObject({
      status: 'failed',
      message: words('import_cancelled'),
      packages: [],
    });
    expect(await readProblem('orphan')).toBeUndefined();
  });

  it('that is new and spoken against holds no id: another of the staff may bring one of that name', async () => {
    await run(packageOf('Theirs', disagreeing), 'packages', 'contended.zip');
    const another = await makeUser('another');
    const order = { kind: 'packages', fileName: 'contended.zip', requestedBy: another } as const;
    const job = await importPackages(writeZip(packageOf('Mine', agreeing)), order);
    expect(job.packages).toMatchObject([{ id: 'contended', status: 'created' }]);
    expect(await readProblem('contended')).toMatchObject({ title: 'Mine', draftBy: null });
  });

  it('keeps its solutions when tests alone are uploaded, and they are judged on those', async () => {
    await run(packageOf('Again', agreeing), 'packages', 'again.zip');
    const refused = await importZip(
      'again',
      writeZip([
        { name: '1.in', content: '1' },
        { name: '1.out', content: '2' },
      ]),
    );
    expect(refused.status).toBe('failed');
    expect(inEnglish(refused.message)).toContain('sol/echo.cpp');
    expect(await submit('again', echo)).toMatchObject({ status: 'Accepted', testsDone: 4 });
    expect((await importZip('again', writeZip(tests(5)))).status).toBe('completed');
    expect(await submit('again', echo)).toMatchObject({ status: 'Accepted', testsDone: 5 });
    const inForce = await readProblem('again');
    const [version] = await db
      .select()
      .from(testSets)
      .where(eq(testSets.id, inForce?.testSetId ?? 0));
    expect(version?.number).toBe(2);
  });

  it('has limits that come with tests tried together with them, and in force only then', async () => {
    await run(packageOf('Limited', agreeing), 'packages', 'limited.zip');
    const contradicted = writeZip([
      { name: '1.in', content: '1' },
      { name: '1.out', content: '2' },
    ]);
    const limits = { timeLimitMs: 600, memoryLimitMb: 128 };
    expect((await importZip('limited', contradicted, limits)).status).toBe('failed');
    expect(await readProblem('limited')).toMatchObject({ timeLimitMs: 500, memoryLimitMb: 64 });
    expect((await importZip('limited', writeZip(tests(5)), limits)).status).toBe('completed');
    expect(await readProblem('limited')).toMatchObject(limits);
  });
});

describe('a package of Kattis 2025-09', () => {
  /** Answers after so much time of its own. */
  const burn = (ms: number, answer: string) => `#include <cstdio>
#include <ctime>
int main() { int n; scanf("%d", &n); while (clock() < CLOCKS_PER_SEC / 1000 * ${ms}); ${answer} }`;
  const kattis = (solutions: Readonly<Record<string, string>>, rules = ''): ZipFileSpec[] => [
    { name: 'problem.yaml', content: 'problem_format_version: 2025-09\nname: Echo\n' },
    ...[1, 2].flatMap((n) => [
      { name: `data/secret/${n}.in`, content: `${n}` },
      { name: `data/secret/${n}.ans`, content: `${n}` },
    ]),
    ...Object.entries(solutions).map(([name, content]) => ({ name: `submissions/${name}`, content })),
    { name: 'submissions/submissions.yaml', content: rules },
  ];
  const solutions = {
    'accepted/echo.cpp': echo,
    'accepted/lazy.cpp': burn(900, 'printf("%d", n);'),
    // What may not be too slow bounds the limit, also when it is wrong.
    'wrong_answer/half.cpp': burn(600, 'printf("1");'),
  };
  const leftOut = 'accepted/lazy.cpp: {use_for_time_limit: false}\n';

  it('has its limit derived by the bounds of the format, and solutions that fail on some tests only', async () => {
    const rules = `${leftOut}wrong_answer/half.cpp: {secret/1: {permitted: [AC]}, secret/2: {required: [WA]}}\n`;
    await run(kattis(solutions, rules), 'packages', 'bounded.zip');
    expect(await readProblem('bounded')).toMatchObject({ timeLimitMs: 2000, draftBy: null });
    const [version] = await db
      .select({ trial: testSets.trial })
      .from(testSets)
      .innerJoin(problems, eq(problems.testSetId, testSets.id))
      .where(eq(problems.slug, 'bounded'));
    expect(version?.trial).toMatchObject({
      agrees: true,
      derived: { factor: 2, slowest: 'wrong_answer/half.cpp' },
    });
  });

  it('is told which part of what was expected did not come out', async () => {
    const rules = 'wrong_answer/wrong.cpp: {secret/1: {permitted: [AC]}, secret/2: {required: [WA]}}\n';
    const job = await run(
      kattis({ 'accepted/echo.cpp': echo, 'wrong_answer/wrong.cpp': wrong }, rules),
      'packages',
      'parts.zip',
    );
    const [refused] = job.packages;
    const [version] = await db
      .select({ trial: testSets.trial })
      .from(testSets)
      .where(eq(testSets.id, refused?.testSetId ?? 0));
    expect(version?.trial?.solutions.map(({ seen }) => seen)).toMatchObject([
      { agrees: true },
      { agrees: false, unmet_parts: [0], against: { test: 'secret/1', status: 'Wrong Answer' } },
    ]);
  });

  it('has no limit that is too close to what must be too slow', async () => {
    const slow = { ...solutions, 'time_limit_exceeded/slow.cpp': burn(2500, 'printf("%d", n);') };
    const job = await run(kattis(slow, leftOut), 'packages', 'close.zip');
    expect(inEnglish(job.packages[0]?.message ?? job.message)).toMatch(
      /the right solutions need 2000 ms, and “time_limit_exceeded\/slow\.cpp”.* not 1\.5 times as long/,
    );
  });
});

describe('an archive of several packages', () => {
  it('imports each by itself, and says which it is at', async () => {
    const readTold = await recordTold(db);
    const job = await run([
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

describe('a preview', () => {
  it('tells what each would be, keeps the archive and changes nothing', async () => {
    const job = await run([...inFolder('looked', packageOf('Looked', agreeing))], 'preview');
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
    const { id, archiveBlobId } = await run(packageOf('Unsaved', agreeing), 'preview', 'unsaved.zip');
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
    const importing = run([{ name: 'minos.yaml', content: 'title: x' }, ...tests(1)], 'packages', 'long.zip');
    await database.waitForLock();
    expect(await run(packageOf('Seen', agreeing), 'preview')).toMatchObject({ status: 'completed' });
    await end();
    expect(await importing).toMatchObject({ status: 'completed' });
  });

  it('of a package whose name makes no id asks for one, which an import cannot', async () => {
    const unnamed = await run([{ name: 'minos.yaml', content: 'title: ก' }, ...tests(1)], 'preview', 'ก.zip');
    expect(unnamed.packages).toMatchObject([{ id: '', status: 'ready' }]);
    const imported = await run(
      [{ name: 'minos.yaml', content: 'title: ก' }, ...tests(1)],
      'packages',
      'ก.zip',
    );
    expect(imported.packages[0]?.message.code).toBe('package_id_characters');
  });
});
