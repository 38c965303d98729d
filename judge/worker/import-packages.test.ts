import { eq } from 'drizzle-orm';
import { describe, expect, it, onTestFinished } from 'vitest';
import { words } from '#contract/words.ts';
import { sweepUnused } from '#store/blobs.ts';
import { blobs, problems, testSets } from '#store/schema.ts';
import { writeZip, type ZipFileSpec } from '../import/testing/zip-writer.ts';
import { agreeing, disagreeing, packageOf, startImportingWorker, tests, wrong } from './packages-testing.ts';
import { echo, inEnglish } from './testing.ts';

const tools = await startImportingWorker();
const { database, worker, author, importFiles, importPackages } = tools;
const { importZip, makeUser, readProblem, submit } = tools;
const { db } = database;
const hasPython = worker.judge.languages.installed.python !== undefined;
if (hasPython) worker.judged = ['cpp', 'c', 'python'];

describe('a package', () => {
  it('becomes a hidden problem with its title and limits when the jury’s solutions agree', async () => {
    const job = await importFiles(packageOf('Echo', agreeing));
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
    await importFiles(packageOf('Kept', agreeing), 'kept.zip');
    const before = await readProblem('kept');
    const job = await importFiles(packageOf('Changed', disagreeing), 'kept.zip');
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
    await importFiles(files, 'draft.zip');
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
      importFiles([{ name: 'minos.yaml', content: `feedback: ${feedback}` }, ...tests(1)], 'told.zip');
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
    const job = await importFiles(files, 'checked.zip');
    expect(inEnglish(job.message)).toContain(
      'The checker is written in Python 3, which is switched off here',
    );
    worker.judged = judged;
    if (hasPython) expect(await importFiles(files, 'checked.zip')).toMatchObject({ status: 'completed' });
  });

  it.runIf(hasPython)('whose checker imports a package that is switched off is refused', async () => {
    const files = [
      { name: 'minos.yaml', content: 'checker: {name: program, source: check.py}' },
      { name: 'check.py', content: 'import numpy\nraise SystemExit(0)' },
      ...tests(1),
    ];
    const job = await importFiles(files, 'imports.zip');
    expect(inEnglish(job.message)).toContain('The checker imports numpy, which is switched off here.');
  });

  it('is taken whatever its title: one line, cut where it is too long, without what cannot be seen', async () => {
    const name = `\\0${'x'.repeat(254)}😀 and more\\u202E`;
    const job = await importFiles(
      [
        { name: 'problem.yaml', content: `name: "${name}"\nlimits: {time_limit: 1}` },
        { name: 'data/secret/1.in', content: '1' },
        { name: 'data/secret/1.ans', content: '1' },
      ],
      'titled.zip',
    );
    const title = `${'x'.repeat(254)}\uFFFD`;
    expect(job).toMatchObject({
      status: 'completed',
      packages: [{ id: 'titled', title, status: 'created' }],
    });
    expect(await readProblem('titled')).toMatchObject({ title });
  });

  it.each([
    ['agree', agreeing],
    ['disagree', disagreeing],
  ])(
    'of somebody whose account is gone makes nothing, also when its solutions %s',
    async (word, solutions) => {
      const fileName = `gone-${word}.zip`;
      const order = { kind: 'packages', fileName, requestedBy: null } as const;
      expect(await importPackages(writeZip(packageOf('Gone', solutions)), order)).toMatchObject({
        status: 'failed',
        message: words('import_cancelled'),
        packages: [],
      });
      expect(await readProblem(`gone-${word}`)).toBeUndefined();
    },
  );

  it('that is new and spoken against holds no id: another of the staff may bring one of that name', async () => {
    await importFiles(packageOf('Theirs', disagreeing), 'contended.zip');
    const another = await makeUser('another');
    const order = { kind: 'packages', fileName: 'contended.zip', requestedBy: another } as const;
    const job = await importPackages(writeZip(packageOf('Mine', agreeing)), order);
    expect(job.packages).toMatchObject([{ id: 'contended', status: 'created' }]);
    expect(await readProblem('contended')).toMatchObject({ title: 'Mine', draftBy: null });
  });

  it('keeps its solutions when tests alone are uploaded, and they are judged on those', async () => {
    await importFiles(packageOf('Again', agreeing), 'again.zip');
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
    await importFiles(packageOf('Limited', agreeing), 'limited.zip');
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
    await importFiles(kattis(solutions, rules), 'bounded.zip');
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
    const job = await importFiles(
      kattis({ 'accepted/echo.cpp': echo, 'wrong_answer/wrong.cpp': wrong }, rules),
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
    const job = await importFiles(kattis(slow, leftOut), 'close.zip');
    expect(inEnglish(job.packages[0]?.message ?? job.message)).toMatch(
      /the right solutions need 2000 ms, and “time_limit_exceeded\/slow\.cpp”.* not 1\.5 times as long/,
    );
  });
});
