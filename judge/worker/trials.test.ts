import { and, eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { importJobs, problems, testSets } from '#store/schema.ts';
import { requestTrial, retryTrials } from '#store/versions.ts';
import { writeZip, type ZipFileSpec } from '../import/testing/zip-writer.ts';
import { getLanguage } from '../languages/catalogue.ts';
import { agreeing, packageOf } from './packages-testing.ts';
import { echo, startTestWorker } from './testing.ts';

const { database, queue, worker, importPackages, makeUser, submit, untilImported } = await startTestWorker();
const { db } = database;
const author = await makeUser('author');

const run = (files: ZipFileSpec[], fileName: string) =>
  importPackages(writeZip(files), { kind: 'packages', fileName, requestedBy: author });

const readProblem = async (slug: string) =>
  (await db.select().from(problems).where(eq(problems.slug, slug)))[0];

describe('a trial', () => {
  it('of other limits puts them in force, with the tests and solutions that are there', async () => {
    await run(packageOf('Tried', agreeing), 'tried.zip');
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
    await run(packageOf('Held', agreeing), 'held.zip');
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
    await run(packageOf('Outlived', agreeing), 'outlived.zip');
    const before = await readProblem('outlived');
    const inForce = eq(testSets.id, before?.testSetId ?? 0);
    const compilers = worker.judged.map((id) => getLanguage(worker.judge.languages, id).version).join('\n');
    await db.execute(`insert into workers (id, name, state, cores, compiler, architecture, version)
      values (gen_random_uuid(), 'w', 'ready', 2, '${compilers}\nanother', 'x64', '1')`);
    expect(await retryTrials(db, queue)).toEqual([]);
    const derived = { factor: 5, slowest: 'sol/echo.cpp', slowest_ms: 90 };
    await db
      .update(testSets)
      .set({ trial: sql`trial || ${JSON.stringify({ compiler: 'gcc 1', derived })}::jsonb` })
      .where(inForce);
    expect(await retryTrials(db, queue)).toEqual(['outlived']);
    const [job] = await db
      .select()
      .from(importJobs)
      .where(and(eq(importJobs.kind, 'trial'), eq(importJobs.problemId, before?.id ?? 0)));
    expect((await untilImported(job?.id ?? '')).status).toBe('completed');
    expect(await readProblem('outlived')).toEqual(before);
    const [version] = await db.select().from(testSets).where(inForce);
    expect(version?.trial).toMatchObject({
      compiler: expect.stringContaining(getLanguage(worker.judge.languages, 'cpp').version),
      derived,
    });
    expect(await retryTrials(db, queue)).toEqual([]);
    // Other tests come into force while it is looked for.
    await db.update(testSets).set({ trial: sql`trial || '{"compiler": "gcc 1"}'` }).where(inForce);
    await db.delete(importJobs).where(eq(importJobs.problemId, before?.id ?? 0));
    const commit = await database.keepTransactionOpen(
      'update problems set test_set_id = null where slug = $1',
      ['outlived'],
    );
    const retrying = retryTrials(db, queue);
    await database.waitForLock();
    await commit();
    expect(await retrying).toEqual([]);
  });
});
