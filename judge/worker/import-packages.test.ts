import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { importJobs, problems, testSets } from '#store/schema.ts';
import { requestTrial, retryTrials } from '#store/versions.ts';
import { writeZip, type ZipFileSpec } from '../import/testing/zip-writer.ts';
import { echo, inEnglish, startTestWorker } from './testing.ts';

const tools = await startTestWorker();
const { database, queue, worker, importPackages, importZip, makeUser, submit, untilImported } = tools;
const { db } = database;
const author = await makeUser('author');

const wrong = '#include <cstdio>\nint main() { puts("0"); }';
const endless = 'int main() { for (volatile int i = 0;; i = 1 - i); }';

const tests = (count: number): ZipFileSpec[] =>
  Array.from({ length: count }, (_, i) => [
    { name: `${i + 1}.in`, content: `${i + 1}` },
    { name: `${i + 1}.out`, content: `${i + 1}` },
  ]).flat();

/** A problem that echoes, with solutions that its jury expects something of. */
const packageOf = (title: string, solutions: string, more: ZipFileSpec[] = []): ZipFileSpec[] => [
  {
    name: 'minos.yaml',
    content: `title: ${title}\ntime_limit_ms: 500\nmemory_limit_mb: 64\nsolutions:\n${solutions}`,
  },
  { name: 'sol/echo.cpp', content: echo },
  { name: 'sol/wrong.cpp', content: wrong },
  { name: 'sol/slow.cpp', content: endless },
  { name: 'sol/other.py', content: 'print(input())' },
  ...tests(4),
  ...more,
];

const agreeing = `  - {file: sol/echo.cpp}
  - {file: sol/wrong.cpp, permitted: [Wrong Answer], score: [0, 0]}
  - {file: sol/slow.cpp, required: [Time Limit Exceeded]}
  - {file: sol/other.py}
`;
const disagreeing = '  - {file: sol/echo.cpp}\n  - {file: sol/wrong.cpp}\n';

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
        { name: 'sol/other.py', language: null, seen: null },
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

  it('that is new and spoken against makes no problem', async () => {
    await run(packageOf('Draft', disagreeing), 'packages', 'draft.zip');
    expect(await readProblem('draft')).toMatchObject({ draftBy: author, testSetId: null });
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

describe('a trial', () => {
  it('of other limits puts them in force, with the tests and solutions that are there', async () => {
    await run(packageOf('Tried', agreeing), 'packages', 'tried.zip');
    const before = await readProblem('tried');
    const problem = { id: before?.id ?? 0, slug: 'tried', testSetId: before?.testSetId ?? 0 };
    const jobId = await requestTrial(db, queue, problem, { timeLimitMs: 400, memoryLimitMb: 128 }, author);
    expect(await untilImported(jobId)).toMatchObject({
      status: 'completed',
      message: words('trial_completed', { solutions: 4 }),
    });
    const after = await readProblem('tried');
    expect(after).toMatchObject({ timeLimitMs: 400, memoryLimitMb: 128 });
    expect(after?.testSetId).not.toBe(before?.testSetId);
    expect(await submit('tried', echo)).toMatchObject({ status: 'Accepted', testsDone: 4 });
  });

  it('is asked for again when no machine has the compiler any more, once, and changes only what was said', async () => {
    await run(packageOf('Outlived', agreeing), 'packages', 'outlived.zip');
    const before = await readProblem('outlived');
    const inForce = eq(testSets.id, before?.testSetId ?? 0);
    await db.execute(`insert into workers (id, name, state, cores, compiler, architecture, version)
      values (gen_random_uuid(), 'w', 'ready', 2, '${worker.judge.languages.cpp.version}\nanother', 'x64', '1')`);
    expect(await retryTrials(db, queue)).toEqual([]);
    await db.update(testSets).set({ trial: sql`jsonb_set(trial, '{compiler}', '"gcc 1"')` }).where(inForce);
    expect(await retryTrials(db, queue)).toEqual(['outlived']);
    const [job] = await db
      .select()
      .from(importJobs)
      .where(and(eq(importJobs.kind, 'trial'), eq(importJobs.problemId, before?.id ?? 0)));
    expect((await untilImported(job?.id ?? '')).status).toBe('completed');
    expect(await readProblem('outlived')).toEqual(before);
    const [version] = await db.select().from(testSets).where(inForce);
    expect(version?.trial?.compiler).toBe(worker.judge.languages.cpp.version);
    expect(await retryTrials(db, queue)).toEqual([]);
  });
});

describe('an archive of several packages', () => {
  it('imports each by itself', async () => {
    const job = await run([
      ...inFolder('first', packageOf('First', agreeing)),
      ...inFolder('second', packageOf('Second', disagreeing)),
      ...inFolder('third', [{ name: 'minos.yaml', content: 'titel: x' }, ...tests(1)]),
    ]);
    expect(job).toMatchObject({
      status: 'completed',
      packages: [
        { folder: 'first', id: 'first', status: 'created' },
        { folder: 'second', id: 'second', status: 'refused' },
        { folder: 'third', status: 'refused' },
      ],
    });
    expect(inEnglish(job.packages[2]?.message ?? null)).toContain('titel');
    expect(await readProblem('third')).toBeUndefined();
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
