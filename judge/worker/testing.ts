/** A worker at work on a database, a queue and a judge of the test file's own. Not used by the product. */

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq, inArray } from 'drizzle-orm';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll } from 'vitest';
import { sayInEnglish } from '#contract/messages/catalogues.ts';
import type { LanguageId } from '#contract/programs.ts';
import { isInProgress } from '#contract/statuses.ts';
import { readStoredWords, type StoredWords, type Words, words } from '#contract/words.ts';
import { writeBlob } from '#store/blobs.ts';
import { queueImport } from '#store/imports.ts';
import { isInForce } from '#store/in-force.ts';
import { openQueue, priorityOfFirst, sendJudgeJob } from '#store/queue.ts';
import { importJobs, judgements, problems, submissions, users } from '#store/schema.ts';
import { problemKey } from '#store/testing/problem-key.ts';
import { makeTestDatabase, type TestDatabase } from '#store/testing/test-database.ts';
import type { Limits } from '#store/versions.ts';
import { writeZip } from '../import/testing/zip-writer.ts';
import { openTestBench } from '../run/testing.ts';
import { openBlobCache } from './blob-cache.ts';
import { readFreeBytes, watchDisk } from './disk-room.ts';
import type { JudgingWorker } from './judge-submission.ts';
import type { JudgedLanguages } from './judged-languages.ts';
import { startTakingJobs } from './take-jobs.ts';

export const echo =
  '#include <cstdio>\nint main() { int n; while (scanf("%d", &n) == 1) printf("%d\\n", n); }';

export const endless = 'int main() { volatile int n = 0; for (;;) n = n + 1; }';

/** What a row says. */
export const inEnglish = (stored: StoredWords | null) => stored && sayInEnglish(readStoredWords(stored));

/** An archive of tests whose inputs are 1, 2, 3 …; `echo` solves them unless told otherwise. */
export const numbered = (count: number, answer = (n: number) => n) =>
  writeZip(
    Array.from({ length: count }, (_, i) => [
      { name: `${i + 1}.in`, content: `${i + 1}\r\n` },
      { name: `${i + 1}.out`, content: `${answer(i + 1)}\n` },
    ]).flat(),
  );

/** Every word that imports say from now on, in order: a poll would miss most of them. */
export async function recordTold(db: TestDatabase['db']) {
  await db.execute(`
    create table told (at serial, message jsonb, progress int, total int);
    create function tell() returns trigger language plpgsql security definer as $$
      begin insert into told (message, progress, total) values (new.message, new.progress, new.total); return new; end $$;
    create trigger tell after update of message on import_jobs for each row execute function tell()`);
  return async () => {
    const { rows } = await db.execute<{ message: Words; progress: number; total: number }>(
      'select message, progress, total from told order by at',
    );
    return rows;
  };
}

interface TestWorker extends JudgingWorker {
  judged: readonly LanguageId[];
  languages: Pick<JudgedLanguages, 'findHindrance' | 'listNotJudged' | 'listJudged'>;
}

export async function startTestWorker() {
  const database = await makeTestDatabase();
  const { db } = database;
  const asWorker = database.openAs('worker');
  const { until, tellChange } = await watchChanges(database);
  const queue = await openQueue(asWorker.connectionString, () => {});
  const bench = await openTestBench();
  const { cache, workFolder } = bench.judge;
  const blobs = await openBlobCache(cache, join(bench.folder, 'blobs'), asWorker.db);
  const leaving = new AbortController();
  const log: string[] = [];
  const write = (line: string) => {
    log.push(line);
    tellChange();
  };
  const worker: TestWorker = {
    name: 'the worker of this file',
    db: asWorker.db,
    queue,
    judge: bench.judge,
    judged: ['cpp', 'c'],
    /** Other than in a worker, nothing has to be proved. */
    languages: {
      findHindrance: () => null,
      listNotJudged: () => [],
      listJudged: async () => worker.judged,
    },
    blobs,
    disk: watchDisk({
      freeBytes: () => readFreeBytes(workFolder),
      dropUnused: cache.dropUnused,
      tellFull: () => {},
    }),
    logger: pino({ base: null }, { write }),
  };
  const { connectionString } = asWorker;
  const taking = startTakingJobs(worker, {
    databaseUrl: connectionString,
    cores: 2,
    leaving: leaving.signal,
  });
  afterAll(async () => {
    leaving.abort();
    await taking.stop();
    await queue.stop({ graceful: false });
    await bench.close();
  });

  async function makeUser(username: string): Promise<number> {
    const [user] = await db
      .insert(users)
      .values({ username, passwordHash: 'x', role: 'user' })
      .returning({ id: users.id });
    return user?.id ?? 0;
  }
  const userId = await makeUser('u');

  /** What the log tells of a submission. */
  const readStory = (id: number) =>
    log.map((line) => JSON.parse(line)).filter((line) => line.submission === id);

  async function makeProblem(id: string): Promise<void> {
    await db.insert(problems).values({ slug: id, title: id, timeLimitMs: 1000, memoryLimitMb: 64 });
  }

  async function insertImport(
    problemId: string,
    archive: Buffer | null,
    limits: Partial<Limits> = {},
  ): Promise<string> {
    const blob = archive && (await writeBlob(db, Readable.from([archive])));
    const [job] = await db
      .insert(importJobs)
      .values({
        problemId: problemKey(problemId),
        archiveBlobId: blob?.id ?? null,
        status: 'processing',
        message: words('import_waiting'),
        ...limits,
      })
      .returning({ id: importJobs.id });
    if (!job) throw new Error('no job');
    return job.id;
  }

  /** As the upload does it; then waits for its end. */
  async function importPackages(...order: Parameters<typeof insertPackages>) {
    const id = await insertPackages(...order);
    await queueImport(db, queue, id);
    return untilImported(id);
  }

  async function insertPackages(
    archive: Buffer,
    rest: Pick<typeof importJobs.$inferInsert, 'kind' | 'fileName' | 'choices' | 'packages' | 'requestedBy'>,
  ): Promise<string> {
    const blob = await writeBlob(db, Readable.from([archive]));
    const [job] = await db
      .insert(importJobs)
      .values({ ...rest, archiveBlobId: blob.id, status: 'pending', message: words('import_waiting') })
      .returning({ id: importJobs.id });
    if (!job) throw new Error('no job');
    return job.id;
  }

  async function readImport(id: string) {
    const [row] = await db.select().from(importJobs).where(eq(importJobs.id, id));
    if (!row) throw new Error('no import');
    return row;
  }

  const untilImported = (id: string) =>
    until(async () => {
      const row = await readImport(id);
      return row.status !== 'processing' && row.status !== 'pending' && row;
    });

  /** As the upload does it: the archive stored, the job sent; then waits for the import's end. */
  async function importZip(problemId: string, archive: Buffer, limits: Partial<Limits> = {}) {
    const id = await insertImport(problemId, archive, limits);
    await queueImport(db, queue, id);
    return untilImported(id);
  }

  async function insertSubmission(
    problemId: string,
    code: string | Buffer,
    rest: Partial<typeof judgements.$inferInsert> = {},
    language: LanguageId = 'cpp',
  ): Promise<number> {
    const [row] = await db
      .insert(submissions)
      .values({
        userId: rest.userId ?? userId,
        problemId: problemKey(problemId),
        language,
        code: Buffer.from(code),
      })
      .returning({
        id: submissions.judgementId,
        submissionId: submissions.id,
        userId: submissions.userId,
      });
    if (!row) throw new Error('no submission');
    await db
      .insert(judgements)
      .overridingSystemValue()
      .values({ ...row, ...rest });
    return row.submissionId;
  }

  /** As deleting their users does: it waits for verdicts that are being stored instead of deadlocking with them. */
  async function deleteSubmissions(ids: readonly number[]): Promise<void> {
    await db.transaction(async (tx) => {
      const owners = tx
        .select({ id: submissions.userId })
        .from(submissions)
        .where(inArray(submissions.id, ids));
      await tx
        .select({ id: users.id })
        .from(users)
        .where(inArray(users.id, owners))
        .orderBy(users.id)
        .for('update');
      await tx.delete(submissions).where(inArray(submissions.id, ids));
    });
  }

  async function send(
    problemId: string,
    code: string | Buffer,
    priority: number,
    rest: Partial<typeof judgements.$inferInsert> = {},
  ): Promise<number> {
    const jobId = randomUUID();
    const submissionId = await insertSubmission(problemId, code, { jobId, ...rest });
    await sendJudgeJob(queue, db, { jobId, submissionId, priority });
    return submissionId;
  }

  /** A job of a queue that no worker asks for. */
  async function giveJob() {
    await database.pool.query(`select pgboss.create_queue('by-hand', '{"policy": "standard"}')`);
    await queue.send('by-hand', {});
    const [job] = await queue.fetch('by-hand', { includeMetadata: true });
    if (!job) throw new Error('no job');
    return job;
  }

  /** Its judgement in force. */
  async function readSubmission(id: number) {
    const [row] = await db
      .select({ judgement: judgements })
      .from(submissions)
      .innerJoin(judgements, isInForce)
      .where(eq(submissions.id, id));
    if (!row) throw new Error('no submission');
    return row.judgement;
  }

  const untilJudged = (id: number) =>
    until(async () => {
      const row = await readSubmission(id);
      return !isInProgress(row.status) && row;
    });

  const submit = async (problemId: string, code: string | Buffer) =>
    untilJudged(await send(problemId, code, priorityOfFirst));

  return {
    database,
    queue,
    worker,
    log,
    until,
    readStory,
    makeUser,
    makeProblem,
    insertImport,
    insertPackages,
    importPackages,
    readImport,
    untilImported,
    importZip,
    insertSubmission,
    giveJob,
    send,
    readSubmission,
    deleteSubmissions,
    untilJudged,
    submit,
  };
}

/** Looks again whenever a submission or an import has changed, or somebody tells of a change elsewhere. */
async function watchChanges({ pool, connectionString }: TestDatabase) {
  let change = Promise.withResolvers<void>();
  const tellChange = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  await pool.query(`
    create function tell_change() returns trigger language plpgsql as $$ begin notify changed; return null; end $$;
    create trigger tell_change after insert or update on judgements execute function tell_change();
    create trigger tell_change after insert or update on import_jobs execute function tell_change()`);
  // A connection of its own: the pool's are given up when nothing is heard on them for long.
  const listener = new pg.Client({ connectionString });
  await listener.connect();
  listener.on('notification', tellChange);
  await listener.query('listen changed');
  afterAll(() => listener.end());

  async function until<T>(look: () => Promise<T | false>): Promise<T> {
    for (;;) {
      // Before looking: what changes meanwhile is looked at again.
      const changed = change.promise;
      const seen = await look();
      if (seen !== false) return seen;
      await changed;
    }
  }
  return { until, tellChange };
}
