import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import { readBlob, writeBlob } from '../blobs.ts';
import { queueImport, takeImport } from '../imports.ts';
import { prepareDatabase } from '../join-database.ts';
import { claimSubmission } from '../judgements.ts';
import { openQueue, queues, sendJudgeJob } from '../queue.ts';
import { fillSubmissions } from '../testing/fill-submissions.ts';
import { makeTestDatabase, type TestDatabase } from '../testing/test-database.ts';
import { type BackupRecord, decodeBackup, encodeBackup } from './file-format.ts';
import { checkBackup, loadBackup } from './load.ts';
import { writeBackup } from './write.ts';

const folder = await mkdtemp(join(tmpdir(), 'minos-backup-'));
afterAll(() => rm(folder, { recursive: true }));

const source = await makeTestDatabase();
const queue = await openQueue(source.connectionString, () => {});
afterAll(() => queue.stop({ graceful: false }));
const content = randomBytes(2_500_000);
await fillSubmissions(source.pool, { users: 20, problems: 5, submissions: 300 });
const blob = await writeBlob(source.db, Readable.from([content]));
await source.pool.query(`update submissions set code = '\\x00ff0a5c4e', contest_id = null where id = 7`);
await source.pool.query(
  `update judgements set reason = to_jsonb(E'tab\\t\\\\N\\nนัก เรียน'::text) where submission_id = 7`,
);
await source.pool.query(
  `insert into running_results (judgement_id, attempt, tests_done, results)
   values (7, 1, 2, '[{"testCase": 1}, {"testCase": 2}]')`,
);

await source.pool.query(
  `insert into starting_texts (language, text) values ('python', E'import sys\\n|\\n')`,
);
await source.pool.query(
  `insert into language_settings (id, is_on, time_factor, time_allowance_ms, memory_allowance_mb, packages)
   values ('python', true, 2.5, 40, 24, '{numpy}'), ('go', false, null, null, null, '{}')`,
);
await source.pool.query(`update problems set language_limits = '{"java": {"time_factor": 3}}' where id = 1`);

const backUp = (from: TestDatabase, file: string) =>
  writeBackup(from.connectionString, file, new AbortController().signal);

async function restoreInto(file: string): Promise<TestDatabase> {
  const target = await makeTestDatabase({ empty: true });
  await loadBackup(target.connectionString, file, (await checkBackup(file)).header);
  return target;
}

/** Every row of every table as text. */
async function readAll({ pool }: TestDatabase): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const all: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t order by 1`);
    all[name] = rows.map(({ row }) => row);
  }
  return all;
}

describe('a backup', () => {
  it('brings back every row, byte and number given out', async () => {
    const file = join(folder, 'whole');
    // A number that was given out and whose row is gone must not be given out again.
    const gone = await source.pool.query<{ id: string }>(
      `insert into submissions (user_id, problem_id, language, code) select user_id, problem_id, language, code
       from submissions limit 1 returning id`,
    );
    await source.pool.query('delete from submissions where id = $1', [gone.rows[0]?.id]);
    await backUp(source, file);
    const target = await restoreInto(file);
    const [before, after] = [await readAll(source), await readAll(target)];
    expect(Object.keys(after)).toContain('blob_chunks');
    expect(before.submissions).toHaveLength(300);
    expect([before.starting_texts, before.language_settings]).toMatchObject([{ length: 1 }, { length: 2 }]);
    expect(after).toEqual(before);
    expect(Buffer.concat(await Array.fromAsync(readBlob(target.db, blob)))).toEqual(content);
    const { rows } = await target.pool.query<{ id: string }>(
      `insert into submissions (user_id, problem_id, language, code) select user_id, problem_id, language, code
       from submissions limit 1 returning id`,
    );
    expect(Number(rows[0]?.id)).toBe(Number(gone.rows[0]?.id) + 1);
    await prepareDatabase(target.connectionString);
  });

  it('brings back the queue: what waits in its order, what had begun to begin again, nothing that was done', async () => {
    for (const [submissionId, priority] of [
      [1, 0],
      [2, -3],
      [3, 0],
      [4, 0],
      [5, 0],
    ] as const) {
      const jobId = randomUUID();
      await sendJudgeJob(queue, source.db, { jobId, submissionId, priority });
      await source.pool.query(
        `update judgements set status = 'Pending', finished_at = null, job_id = $2 where submission_id = $1`,
        [submissionId, jobId],
      );
    }
    const [begun, done] = await queue.fetch(queues.judge, { batchSize: 2 });
    expect([begun?.data, done?.data]).toEqual([{ submissionId: 1 }, { submissionId: 3 }]);
    if (!begun) throw new Error('nothing begun');
    await claimSubmission(source.db, 1, { name: 'begun', job: begun });
    await queue.complete(queues.judge, done?.id ?? '');
    const file = join(folder, 'queue');
    await backUp(source, file);
    const target = await restoreInto(file);
    const restored = await openQueue(target.connectionString, () => {});
    const jobs = await restored.fetch<{ submissionId: number }>(queues.judge, { batchSize: 10 });
    expect(jobs.map((job) => job.data.submissionId)).toEqual([1, 4, 5, 2]);
    for (const job of jobs)
      expect(await claimSubmission(target.db, job.data.submissionId, { name: 'next', job })).not.toBeNull();
    await restored.stop({ graceful: false });
  });

  it('brings back what the queue gave up on as what it was: its import can still be ended', async () => {
    const importId = randomUUID();
    await source.pool.query(
      `insert into import_jobs (id, problem_id, status, message) select $1, min(id), 'processing', '{}' from problems`,
      [importId],
    );
    await queue.updateQueue(queues.import, { retryLimit: 0 });
    await queueImport(source.db, queue, importId);
    const [job] = await queue.fetch(queues.import);
    await queue.fail(queues.import, job?.id ?? '');
    await queue.deleteJob(queues.import, job?.id ?? '');
    const file = join(folder, 'given-up');
    await backUp(source, file);
    const target = await restoreInto(file);
    const restored = await openQueue(target.connectionString, () => {});
    const [letter] = await restored.fetch(queues.importFailed, { includeMetadata: true });
    if (!letter) throw new Error('no dead letter');
    expect(await takeImport(target.db, importId, letter)).not.toBeNull();
    await restored.stop({ graceful: false });
  });

  it('is of one moment, whatever is committed while it is written', async () => {
    const file = join(folder, 'moment');
    const blocker = new pg.Client({ connectionString: source.connectionString });
    await blocker.connect();
    await blocker.query('begin; lock table users in access exclusive mode');
    const before = await source.pool.query<{ count: string }>('select count(*) from blob_chunks');
    const writing = backUp(source, file);
    // It waits for the table of users, so its moment has passed.
    for (;;) {
      const { rowCount } = await source.pool.query(
        `select from pg_stat_activity where application_name = 'minos backup' and wait_event_type = 'Lock'`,
      );
      if (rowCount) break;
    }
    await source.pool.query(`insert into blob_chunks (blob_id, position, data) values ($1, 99, 'late')`, [
      blob.id,
    ]);
    await blocker.query('rollback');
    await blocker.end();
    await writing;
    expect((await checkBackup(file)).rows.blob_chunks).toBe(Number(before.rows[0]?.count));
  });

  it('replaces an older one, and no other file', async () => {
    const file = join(folder, 'again');
    await backUp(source, file);
    await backUp(source, file);
    await checkBackup(file);
    const other = join(folder, 'thesis.txt');
    await writeFile(other, 'all my work');
    await expect(backUp(source, other)).rejects.toThrow('is there already and is not a backup of Minos');
    expect(await readFile(other, 'utf8')).toBe('all my work');
  });

  it('that is broken off leaves nothing', async () => {
    const file = join(folder, 'broken-off');
    const gone = new AbortController();
    const blocker = new pg.Client({ connectionString: source.connectionString });
    await blocker.connect();
    await blocker.query('begin; lock table submissions in access exclusive mode');
    const writing = writeBackup(source.connectionString, file, gone.signal);
    while (!(await readdir(folder)).includes('broken-off.partial'));
    gone.abort();
    await expect(writing).rejects.toThrow('The backup was broken off; nothing was written.');
    await blocker.end();
    expect((await readdir(folder)).filter((name) => name.startsWith('broken-off'))).toEqual([]);
  });

  it('says when a file cannot be written, or there is nothing to write', async () => {
    await expect(backUp(source, join(folder, 'missing/file'))).rejects.toThrow(
      'missing/file.partial cannot be written (ENOENT).',
    );
    const empty = await makeTestDatabase({ empty: true });
    await expect(backUp(empty, join(folder, 'empty'))).rejects.toThrow('There is nothing of a Minos');
  });
});

describe('a restore refuses, in a sentence,', () => {
  const file = join(folder, 'sound');
  const bytes = backUp(source, file).then(() => readFile(file));

  async function check(content: Buffer | string): Promise<unknown> {
    const changed = join(folder, 'changed');
    await writeFile(changed, content);
    return checkBackup(changed).then(
      () => 'taken',
      (error) => `${error.constructor.name}: ${error.message.replace(changed, 'FILE')}`,
    );
  }

  it('a file that was cut short, anywhere', async () => {
    const whole = await bytes;
    const places = [0, 20, 100, 5000, Math.floor(whole.length / 2), whole.length - 9, whole.length - 1];
    for (const length of places) {
      expect(await check(whole.subarray(0, length))).toBe(
        'StartError: FILE is incomplete: it ends in the middle. Take another backup.',
      );
    }
    expect(await check(whole)).toBe('taken');
  });

  it('a file with a byte changed, anywhere', async () => {
    const whole = await bytes;
    for (let trial = 0; trial < 40; trial++) {
      const changed = Buffer.from(whole);
      // Behind gzip's own head, whose time stamp and system mean nothing.
      const at = 10 + Math.floor(((whole.length - 10) * trial) / 40);
      changed[at] = (changed[at] ?? 0) ^ 0x10;
      expect(await check(changed), `byte ${at}`).toMatch(
        /^StartError: FILE is (damaged|incomplete|not a backup)/,
      );
    }
  });

  it('a file that is something else', async () => {
    for (const other of ['hello', gzipSync(''), gzipSync('hello, this is some other file')]) {
      expect(await check(other)).toBe('StartError: FILE is not a backup of Minos.');
    }
    await expect(checkBackup(join(folder, 'nowhere'))).rejects.toThrow('nowhere cannot be read (ENOENT).');
    await expect(checkBackup(folder)).rejects.toThrow('cannot be read (EISDIR).');
  });

  it('a file of a newer Minos', async () => {
    await bytes;
    const rewrite = async (change: object) => {
      async function* records(): AsyncGenerator<BackupRecord> {
        for await (const record of decodeBackup(file)) {
          if (record.kind === 'header') yield { kind: 'header', value: { ...record.value, ...change } };
          else yield record;
        }
      }
      return gzipSync(Buffer.concat(await Array.fromAsync(encodeBackup(records()))));
    };
    expect(await check(await rewrite({}))).toBe('taken');
    expect(await check(await rewrite({ migration: '0999_tomorrow', minos: '9.1' }))).toBe(
      'StartError: FILE was made by a newer Minos (9.1). Restore it with that version.',
    );
    expect(await check(await rewrite({ format: 2, minos: '9.1' }))).toBe(
      'StartError: FILE is a backup of a newer kind (written by Minos 9.1). Restore it with that version.',
    );
  });

  it('a database that is not empty', async () => {
    await bytes;
    const { header } = await checkBackup(file);
    const used = await makeTestDatabase();
    await expect(loadBackup(used.connectionString, file, header)).rejects.toThrow(
      'The database is not empty.',
    );
  });
});
