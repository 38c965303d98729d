import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { changeLanguage } from '#store/languages.ts';
import { importJobs, testSets } from '#store/schema.ts';
import { requestTrial, retryTrials } from '#store/versions.ts';
import { saveWorker } from '#store/workers.ts';
import { getLanguage } from '../languages/catalogue.ts';
import { describeLanguages, listVersions } from './describe-languages.ts';
import { importArchive } from './import-archive.ts';
import { agreeing, packageOf, startImportingWorker } from './packages-testing.ts';
import { echo, inEnglish } from './testing.ts';

const { database, queue, worker, author, importFiles, readProblem, submit, readImport, untilImported } =
  await startImportingWorker();
const { db } = database;

/** One that is there and has all that this one has. */
async function tellMachine(): Promise<void> {
  const { languages } = worker.judge;
  const machine = { name: 'w', state: 'ready', cores: 2, architecture: 'x64', version: '1' } as const;
  await saveWorker(db, {
    ...machine,
    id: '00000000-0000-4000-8000-000000000000',
    compiler: listVersions(languages),
    languages: describeLanguages(languages),
  });
}

/** A machine that nobody has heard of for a while has nothing, and what comes before may take as long. */
async function retryOnMachine(): Promise<string[]> {
  await tellMachine();
  return retryTrials(db, queue);
}

async function switchPython(isOn: boolean): Promise<void> {
  worker.judged = isOn ? ['cpp', 'python'] : ['cpp'];
  const nothing = { timeFactor: undefined, timeAllowanceMs: undefined, memoryAllowanceMb: undefined };
  await changeLanguage(db, 'python', { isOn, ...nothing });
}

const inPythonAlone = (title: string) => packageOf(title, '  - {file: sol/other.py}\n');

const checkedBy = (title: string, checker: string) =>
  packageOf(title, '  - {file: sol/echo.cpp}\nchecker: {name: program, source: check.cpp}\n', [
    { name: 'check.cpp', content: checker },
  ]);

async function untilTried(problemId: number) {
  const [job] = await db
    .select()
    .from(importJobs)
    .where(and(eq(importJobs.kind, 'trial'), eq(importJobs.problemId, problemId)));
  return untilImported(job?.id ?? '');
}

describe('a trial', () => {
  it('of other limits puts them in force, with the tests and solutions that are there', async () => {
    await importFiles(packageOf('Tried', agreeing), 'tried.zip');
    const before = await readProblem('tried');
    const languageLimits = { cpp: { time_allowance_ms: 5 } };
    const limits = { timeLimitMs: 400, memoryLimitMb: 128, languageLimits };
    const jobId = await requestTrial(db, queue, { problemId: before?.id ?? 0, limits, by: author });
    expect(await untilImported(jobId)).toMatchObject({
      status: 'completed',
      message: words('trial_completed', { solutions: 6 }),
    });
    // The same tests: what was judged with them is still what people have reached.
    expect(await readProblem('tried')).toEqual({ ...before, ...limits });
    expect(await submit('tried', echo)).toMatchObject({ status: 'Accepted', testsDone: 4 });
  });

  it('of limits that the solutions speak against leaves those in force, and keeps what was seen', async () => {
    await importFiles(packageOf('Held', agreeing), 'held.zip');
    const before = await readProblem('held');
    const inForce = eq(testSets.id, before?.testSetId ?? 0);
    await db
      .update(testSets)
      .set({ solutions: sql`jsonb_set(solutions, '{1,expected}', '{"permitted": ["Accepted"]}')` })
      .where(inForce);
    const limits = { timeLimitMs: 400, memoryLimitMb: 128, languageLimits: {} };
    const jobId = await requestTrial(db, queue, { problemId: before?.id ?? 0, limits, by: author });
    const job = await untilImported(jobId);
    expect(job.status).toBe('failed');
    expect(await readProblem('held')).toEqual(before);
    const [waiting] = await db
      .select()
      .from(testSets)
      .where(eq(testSets.id, job.packages[0]?.testSetId ?? 0));
    expect(waiting).toMatchObject({ ...limits, number: null, trial: { agrees: false, time_limit_ms: 400 } });
  });

  it('is asked for again when no machine has the compiler any more, once, and changes only what was said', async () => {
    await importFiles(packageOf('Outlived', agreeing), 'outlived.zip');
    const before = await readProblem('outlived');
    const inForce = eq(testSets.id, before?.testSetId ?? 0);
    expect(await retryOnMachine()).toEqual([]);
    const derived = { factor: 5, slowest: 'sol/echo.cpp', slowest_ms: 90 };
    await db
      .update(testSets)
      .set({ trial: sql`trial || ${JSON.stringify({ compiler: 'gcc 1', derived })}::jsonb` })
      .where(inForce);
    expect(await retryOnMachine()).toEqual(['outlived']);
    expect((await untilTried(before?.id ?? 0)).status).toBe('completed');
    expect(await readProblem('outlived')).toEqual(before);
    const [version] = await db.select().from(testSets).where(inForce);
    expect(version?.trial).toMatchObject({
      compiler: expect.stringContaining(getLanguage(worker.judge.languages, 'cpp').version),
      derived,
    });
    expect(await retryOnMachine()).toEqual([]);
    // Other tests come into force while it is looked for.
    await db.update(testSets).set({ trial: sql`trial || '{"compiler": "gcc 1"}'` }).where(inForce);
    await db.delete(importJobs).where(eq(importJobs.problemId, before?.id ?? 0));
    const commit = await database.keepTransactionOpen(
      'update problems set test_set_id = null where slug = $1',
      ['outlived'],
    );
    const retrying = retryOnMachine();
    await database.waitForLock();
    await commit();
    expect(await retrying).toEqual([]);
  });

  it('stays while the language is off that it was made in, and is made again when that is on', async () => {
    await switchPython(true);
    await importFiles(inPythonAlone('Lingering'), 'lingering.zip');
    const problem = await readProblem('lingering');
    const problemId = problem?.id ?? 0;
    const inForce = eq(testSets.id, problem?.testSetId ?? 0);
    const readTrial = async () => (await db.select().from(testSets).where(inForce))[0]?.trial;
    const before = await readTrial();
    expect(before).toMatchObject({ time_limit_ms: 500, solutions: [{ seen: { results: 'PPPP' } }] });
    await switchPython(false);
    expect(await retryOnMachine()).toEqual([]);
    await untilImported(await requestTrial(db, queue, { problemId, by: null }));
    expect(await readTrial()).toEqual(before);
    // Neither by an update of the interpreter, nor by limits that nobody can try.
    const older = { ...before, compiler: 'Python 1' };
    await db
      .update(testSets)
      .set({ trial: sql`${JSON.stringify(older)}::jsonb` })
      .where(inForce);
    const limits = { timeLimitMs: 400, memoryLimitMb: 128, languageLimits: {} };
    const jobId = await requestTrial(db, queue, { problemId, limits, by: author });
    expect((await untilImported(jobId)).status).toBe('completed');
    expect(await readProblem('lingering')).toMatchObject(limits);
    await db.delete(importJobs).where(eq(importJobs.problemId, problemId));
    expect(await retryOnMachine()).toEqual([]);
    expect(await readTrial()).toEqual(older);
    await switchPython(true);
    expect(await retryOnMachine()).toEqual(['lingering']);
    await untilTried(problemId);
    expect(await readTrial()).toMatchObject({
      time_limit_ms: 400,
      solutions: [{ seen: { results: 'PPPP' } }],
    });
  });

  it('is made when the language is on that all solutions are written in', async () => {
    await switchPython(false);
    await importFiles(inPythonAlone('Untried'), 'untried.zip');
    expect(await retryOnMachine()).toEqual([]);
    await switchPython(true);
    expect(await retryOnMachine()).toEqual(['untried']);
    const { id = 0, testSetId = 0 } = (await readProblem('untried')) ?? {};
    await untilTried(id);
    const [version] = await db
      .select()
      .from(testSets)
      .where(eq(testSets.id, testSetId ?? 0));
    expect(version?.trial).toMatchObject({ agrees: true, solutions: [{ seen: { results: 'PPPP' } }] });
    expect(await retryOnMachine()).toEqual([]);
  });

  it('is made again when programs may import another package', async ({ skip }) => {
    await switchPython(true);
    await importFiles(inPythonAlone('Alone'), 'alone.zip');
    const { id = 0, testSetId } = (await readProblem('alone')) ?? {};
    expect(await retryOnMachine()).toEqual([]);
    await worker.judge.languages.reopen('python', ['numpy']);
    const python = getLanguage(worker.judge.languages, 'python');
    if ('missing' in (python.packages?.[0]?.found ?? {})) skip('numpy is not installed');
    expect(await retryOnMachine()).toEqual(['alone']);
    await untilTried(id);
    const [version] = await db
      .select()
      .from(testSets)
      .where(eq(testSets.id, testSetId ?? 0));
    expect(version?.trial?.compiler).toMatch(/^Python 3.*, numpy \d/);
  });

  it('whose checker is not there is made again, and is nobody’s mistake', async () => {
    await importFiles(checkedBy('Checked', 'int main() {}'), 'checked.zip');
    const { id: problemId = 0, testSetId } = (await readProblem('checked')) ?? {};
    const inForce = eq(testSets.id, testSetId ?? 0);
    const [version] = await db.select().from(testSets).where(inForce);
    if (!version) throw new Error('no version');
    const { plan } = version;
    await db
      .update(testSets)
      .set({ plan: { ...plan, checkerFiles: {} } })
      .where(inForce);
    const [trial] = await db
      .insert(importJobs)
      .values({ kind: 'trial', problemId, status: 'pending', message: words('import_waiting') })
      .returning({ id: importJobs.id });
    const id = trial?.id ?? '';
    const given = { job: { id: randomUUID(), retryCount: 0 }, signal: new AbortController().signal };
    await expect(importArchive(worker, id, given)).rejects.toThrow('check.cpp is missing');
    expect(await readImport(id)).toMatchObject({ status: 'pending' });
    await db.update(testSets).set({ plan }).where(inForce);
    await importArchive(worker, id, given);
    expect(await readImport(id)).toMatchObject({ status: 'completed' });
  });

  it('whose checker fails is refused, with what the checker did', async () => {
    const { packages } = await importFiles(
      checkedBy('Unchecked', 'int main() { return 3; }'),
      'unchecked.zip',
    );
    expect(packages[0]?.status).toBe('refused');
    expect(inEnglish(packages[0]?.message ?? null)).toContain(
      'The checker failed on what “sol/echo.cpp” printed: the checker ended with code 3',
    );
  });
});
