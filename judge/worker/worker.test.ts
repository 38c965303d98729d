import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { eq, inArray } from 'drizzle-orm';
import { pino } from 'pino';
import { afterAll, describe, expect, it } from 'vitest';
import { isInProgress } from '#contract/statuses.ts';
import { findBlob, sweepUnused, writeBlob } from '#store/blobs.ts';
import { claimSubmission, requeueStranded, storeVerdict } from '#store/judgements.ts';
import { openQueue, priorityOfFirst, queues, sendImportJob, sendJudgeJob } from '#store/queue.ts';
import { blobs, importJobs, problems, submissions, testSets, users } from '#store/schema.ts';
import { makeTestDatabase } from '#store/testing/test-database.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { openTestBench } from '../testing.ts';
import { openBlobCache } from './blob-cache.ts';
import { readFreeBytes, watchDisk } from './disk-room.ts';
import { importArchive } from './import-archive.ts';
import { judgeSubmission } from './judge-submission.ts';
import { startTakingJobs } from './take-jobs.ts';

const { db, pool, connectionString } = await makeTestDatabase();
const queue = await openQueue(connectionString, () => {});
const bench = await openTestBench();
const cacheFolder = await mkdtemp(join(tmpdir(), 'minos-worker-'));
const blobCache = await openBlobCache(join(cacheFolder, 'blobs'), 64 * 1024 * 1024, db);
const leaving = new AbortController();
const log: string[] = [];
const worker = {
  name: 'the worker of this file',
  db,
  queue,
  judge: bench.judge,
  blobs: blobCache,
  disk: watchDisk({
    freeBytes: () => readFreeBytes(cacheFolder),
    dropUnused: blobCache.dropUnused,
    tellFull: () => {},
  }),
  logger: pino({ base: null }, { write: (line) => void log.push(line) }),
  cacheFolder,
};
await startTakingJobs(worker, 2, leaving.signal);
afterAll(async () => {
  leaving.abort();
  await queue.stop({ graceful: true, timeout: 20_000 });
  await bench.close();
  await rm(cacheFolder, { recursive: true });
});

const [user] = await db.insert(users).values({ username: 'u', passwordHash: 'x', role: 'user' }).returning();

/** What the log tells of a submission. */
const readStory = (id: number) =>
  log.map((line) => JSON.parse(line)).filter((line) => line.submission === id && line.user === user?.id);

let swept: Promise<void> | undefined;

async function until<T>(look: () => Promise<T | false>): Promise<T> {
  for (;;) {
    const seen = await look();
    if (seen !== false) return seen;
    await delay(20);
  }
}

async function makeProblem(id: string): Promise<void> {
  await db.insert(problems).values({ id, title: id, timeLimitMs: 1000, memoryLimitMb: 64 });
}

/** As the upload does it: the archive stored, the job sent; then waits for the import's end. */
async function importZip(problemId: string, archive: Buffer) {
  const blob = await writeBlob(db, Readable.from([archive]));
  const [job] = await db
    .insert(importJobs)
    .values({ problemId, archiveBlobId: blob.id, status: 'processing', message: '' })
    .returning();
  if (!job) throw new Error('no job');
  await sendImportJob(queue, db, job.id);
  return until(async () => {
    const [row] = await db.select().from(importJobs).where(eq(importJobs.id, job.id));
    return row && row.status !== 'processing' ? row : false;
  });
}

async function send(problemId: string, code: string | Buffer, priority: number): Promise<number> {
  const [row] = await db
    .insert(submissions)
    .values({ userId: user?.id ?? 0, problemId, language: 'cpp', code: Buffer.from(code) })
    .returning();
  if (!row) throw new Error('no submission');
  await sendJudgeJob(queue, db, row.id, priority);
  return row.id;
}

async function readStatuses(ids: readonly number[]): Promise<string[]> {
  const rows = await db.select().from(submissions).where(inArray(submissions.id, ids));
  return rows.map(({ status }) => status);
}

async function submit(problemId: string, code: string | Buffer) {
  const id = await send(problemId, code, priorityOfFirst);
  return until(async () => {
    const [now] = await db.select().from(submissions).where(eq(submissions.id, id));
    return now && !isInProgress(now.status) ? now : false;
  });
}

const echo = '#include <cstdio>\nint main() { int n; while (scanf("%d", &n) == 1) printf("%d\\n", n); }';
const endless = 'int main() { volatile int n = 0; for (;;) n = n + 1; }';
const numbered = (count: number, answer = (n: number) => n) =>
  writeZip(
    Array.from({ length: count }, (_, i) => [
      { name: `${i + 1}.in`, content: `${i + 1}\r\n` },
      { name: `${i + 1}.out`, content: `${answer(i + 1)}\n` },
    ]).flat(),
  );

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
    const verdict = await submit('imported', echo);
    expect(verdict).toMatchObject({ status: 'Accepted', score: 100, testsDone: 12, attempt: 1 });
    expect(verdict.judgedBy).toBe(worker.name);
    expect(verdict.results?.map((result) => result.testCase)).toEqual(
      Array.from({ length: 12 }, (_, i) => i + 1),
    );
    expect(await readdir(join(cacheFolder, 'imports'))).toEqual([]);
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
    const blob = await writeBlob(db, Readable.from([numbered(800, (n) => n + 1)]));
    const [job] = await db
      .insert(importJobs)
      .values({ problemId: 'broken-off', archiveBlobId: blob.id, status: 'processing', message: '' })
      .returning();
    const importId = job?.id ?? '';
    const read = async () => (await db.select().from(importJobs).where(eq(importJobs.id, importId)))[0];
    const broken = new AbortController();
    const importing = importArchive(worker, importId, broken.signal);
    await until(async () => ((await read())?.progress ?? 0) > 0);
    broken.abort(new Error('The machine is gone'));
    await expect(importing).rejects.toThrow();
    expect(await read()).toMatchObject({ status: 'processing', report: null });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Accepted', testsDone: 2 });
    await importArchive(worker, importId, new AbortController().signal);
    expect(await read()).toMatchObject({ status: 'completed', report: { tests: 800 } });
    expect(await submit('broken-off', echo)).toMatchObject({ status: 'Wrong Answer', testsDone: 800 });
  });

  it('that is given up on ends failed, with the old tests in force', async () => {
    await makeProblem('given-up');
    await importZip('given-up', numbered(2));
    const [job] = await db
      .insert(importJobs)
      .values({ problemId: 'given-up', archiveBlobId: null, status: 'processing', message: '' })
      .returning();
    await queue.send(queues.importFailed, { importId: job?.id });
    const ended = await until(async () => {
      const [row] = await db
        .select()
        .from(importJobs)
        .where(eq(importJobs.id, job?.id ?? ''));
      return row?.status === 'failed' ? row : false;
    });
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

describe('a submission', () => {
  it('without tests is Skipped with the reason', async () => {
    await makeProblem('no-tests');
    const verdict = await submit('no-tests', echo);
    expect(verdict.status).toBe('Skipped');
    expect(verdict.reason).toBeTruthy();
  });

  it('with NUL bytes ends as Compilation Error', async () => {
    await makeProblem('bytes');
    await importZip('bytes', numbered(1));
    const verdict = await submit('bytes', Buffer.from([0, 255, 0, 1, 2, 3]));
    expect(verdict).toMatchObject({ status: 'Compilation Error', score: 0, results: [] });
    expect(verdict.compilerOutput).toContain('main.cpp');
  });

  it('whose tests are damaged ends Skipped after the last try, and staff see why', async () => {
    await makeProblem('damaged');
    await importZip(
      'damaged',
      numbered(1, () => 4242),
    );
    await db.execute(`update blob_chunks set data = 'broken' where data = '4242\n'`);
    const verdict = await submit('damaged', echo);
    expect(verdict).toMatchObject({
      status: 'Skipped',
      reason: 'The judge could not run this submission; staff have been told.',
    });
    expect(verdict.fault).toContain('damaged');
    expect(verdict.attempt).toBeGreaterThan(1);
    const { fault } = verdict;
    await until(async () => readStory(verdict.id).some((line) => line.msg === 'given up'));
    expect(readStory(verdict.id)).toMatchObject([
      ...[1, 2, 3, 4].flatMap((attempt) => [
        { msg: 'claimed', attempt },
        { msg: 'released: the judge failed', attempt, fault },
      ]),
      { msg: 'given up', level: 50, attempt: 5, fault },
    ]);
  });

  it('that a killed worker had begun is judged by the next', async () => {
    await makeProblem('abandoned');
    await importZip('abandoned', numbered(1));
    const [row] = await db
      .insert(submissions)
      .values({
        userId: user?.id ?? 0,
        problemId: 'abandoned',
        language: 'cpp',
        code: Buffer.from(echo),
        status: 'Compiling',
        attempt: 1,
      })
      .returning();
    // What a killed worker leaves behind: a claim without a verdict, and a job that the queue gives out again.
    await sendJudgeJob(queue, db, row?.id ?? 0, 0);
    const verdict = await until(async () => {
      const [now] = await db
        .select()
        .from(submissions)
        .where(eq(submissions.id, row?.id ?? 0));
      return now?.status === 'Accepted' ? now : false;
    });
    expect(verdict.attempt).toBe(2);
  });
});

describe('a person with several slow programs under way', () => {
  it('does not keep anybody else waiting', async () => {
    await makeProblem('crowded');
    await importZip('crowded', numbered(20));
    const slow: number[] = [];
    for (const waiting of [1, 2, 3]) slow.push(await send('crowded', endless, -waiting));
    await until(async () => (await readStatuses(slow)).filter((status) => status === 'Running').length === 2);
    expect(await submit('crowded', echo)).toMatchObject({ status: 'Accepted' });
    expect((await readStatuses(slow)).every(isInProgress)).toBe(true);
    await db.delete(submissions).where(inArray(submissions.id, slow));
  });
});

describe('a worker that leaves', () => {
  it('hands its submission back, and no try is lost', async () => {
    await makeProblem('handed-back');
    await importZip('handed-back', numbered(1));
    const [row] = await db
      .insert(submissions)
      .values({
        userId: user?.id ?? 0,
        problemId: 'handed-back',
        language: 'cpp',
        code: Buffer.from(endless),
      })
      .returning();
    const id = row?.id ?? 0;
    const going = new AbortController();
    const stay = new AbortController();
    const job = await giveJob();
    const judging = judgeSubmission(worker, id, { job, given: stay.signal, leaving: going.signal });
    await until(async () => {
      const [now] = await db.select().from(submissions).where(eq(submissions.id, id));
      return now?.status === 'Running';
    });
    going.abort(new Error('The worker is stopping'));
    await judging;
    // The worker of this file takes the new job.
    const verdict = await until(async () => {
      const [now] = await db.select().from(submissions).where(eq(submissions.id, id));
      return now && !isInProgress(now.status) ? now : false;
    });
    expect(verdict).toMatchObject({ status: 'Time Limit Exceeded', fault: null, attempt: 2 });
    await until(async () => readStory(id).some((line) => line.msg === 'judged'));
    expect(readStory(id).map(({ msg, attempt }) => `${attempt} ${msg}`)).toEqual([
      '1 claimed',
      '1 compiled',
      '1 handed back: the worker is stopping',
      '2 claimed',
      '2 compiled',
      '2 judged',
    ]);
  });
});

/** A job of the queue that no other worker asks for. */
async function giveJob() {
  await queue.createQueue('by-hand');
  await queue.send('by-hand', {});
  const [job] = await queue.fetch('by-hand');
  if (!job) throw new Error('no job');
  return job;
}

async function insertUnjudged(problemId: string, submittedAt = new Date()): Promise<number> {
  await makeProblem(problemId);
  const [row] = await db
    .insert(submissions)
    .values({ userId: user?.id ?? 0, problemId, language: 'cpp', code: Buffer.from(echo), submittedAt })
    .returning();
  return row?.id ?? 0;
}

describe('a worker that stood still between being given a job and claiming its submission', () => {
  it('claims nothing once the queue has given the job to another', async () => {
    const id = await insertUnjudged('stood-still');
    const job = await giveJob();
    // As the queue does: the lost one goes back, and the next to be given it counts one more.
    await pool.query('update pgboss.job set retry_count = retry_count + 1 where id = $1', [job.id]);
    const rightful = await claimSubmission(db, id, { name: 'rightful', job: { ...job, retryCount: 1 } });
    expect(await claimSubmission(db, id, { name: 'late', job })).toBeNull();
    expect(
      rightful && (await storeVerdict(db, rightful, { status: 'Accepted', score: 100, results: [] })),
    ).toBe(true);
  });
});

describe('a submission that is in no queue', () => {
  it('gets a job, one that is young or has one does not', async () => {
    const id = await insertUnjudged('stranded', new Date(Date.now() - 10 * 60_000));
    const young = await insertUnjudged('young');
    expect(await requeueStranded(db, queue)).toEqual([id]);
    expect(await requeueStranded(db, queue)).toEqual([]);
    await until(async () => {
      const [now] = await db.select().from(submissions).where(eq(submissions.id, id));
      return now && !isInProgress(now.status);
    });
    const [still] = await db.select().from(submissions).where(eq(submissions.id, young));
    expect(still?.status).toBe('Pending');
  });
});

describe('files nobody needs', () => {
  it('are swept after a day, those in use are not', async () => {
    const loose = await writeBlob(db, Readable.from([Buffer.from('nobody needs this')]));
    const large = await writeBlob(db, Readable.from([Buffer.alloc(2_500_000, 'large')]));
    await sweepUnused(db, new Date());
    expect(await findBlob(db, loose)).toEqual(loose);
    await sweepUnused(db, new Date(Date.now() + 25 * 60 * 60 * 1000));
    expect(await findBlob(db, loose)).toBeNull();
    expect(await findBlob(db, large)).toBeNull();
    expect(await submit('imported', echo.replace('scanf', ' scanf'))).toMatchObject({ status: 'Accepted' });
    expect(await db.$count(blobs)).toBeGreaterThan(0);
  });

  it('are not swept under somebody who claims them at that moment', async () => {
    const old = await writeBlob(db, Readable.from([Buffer.from('claimed again')]));
    const later = new Date(Date.now() + 25 * 60 * 60 * 1000);
    await db.transaction(async (tx) => {
      await tx.update(blobs).set({ createdAt: later }).where(eq(blobs.id, old.id));
      const sweeping = sweepUnused(db, later);
      await tx.execute(`select pg_sleep(0)`);
      void sweeping.catch(() => {});
      swept = sweeping;
    });
    await swept;
    expect(await findBlob(db, old)).toEqual(old);
  });

  it('are kept once when equal', async () => {
    const content = Buffer.alloc(3_000_000, 'same');
    const [one, two] = [
      await writeBlob(db, Readable.from([content])),
      await writeBlob(db, Readable.from([content])),
    ];
    expect(two).toEqual(one);
  });
});

describe('the cache of test files', () => {
  it('stays within its bound and never drops what is held', async () => {
    const folder = join(cacheFolder, 'small');
    const cache = await openBlobCache(folder, 1_000_000, db);
    const files = await Promise.all(
      Array.from({ length: 6 }, (_, i) => writeBlob(db, Readable.from([Buffer.alloc(300_000, `file ${i}`)]))),
    );
    const [held, ...others] = files.map((file) => file.sha256) as [string, ...string[]];
    const lease = await cache.lease([held]);
    const path = await lease.pathOf(held);
    for (const other of others) {
      const passing = await cache.lease([other]);
      await passing.pathOf(other);
      passing.release();
    }
    const [boot] = await readdir(folder);
    const kept = await readdir(join(folder, boot ?? ''));
    expect(kept.length).toBeLessThanOrEqual(4);
    expect(kept).toContain(held);
    expect(await lease.pathOf(held)).toBe(path);
    lease.release();
  });
});

describe('queue names', () => {
  it('have a dead letter each', async () => {
    for (const name of [queues.judge, queues.import]) {
      expect((await queue.getQueue(name))?.deadLetter).toBe(`${name}-failed`);
    }
  });
});
