import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findBlob, readBlob } from '#store/blobs.ts';
import { importJobs } from '#store/schema.ts';
import { saveWorker } from '#store/workers.ts';
import { makeForm } from '../testing/form.ts';
import { fields, makeProblemTools, pdf, zip } from './testing.ts';

const { admin, context, create, database, staff, upload, visitor } = await makeProblemTools();

describe('uploading', () => {
  it('stores the archive as it is and queues its import', async () => {
    await create('uploaded');
    const content = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(2_500_000, 'ab')]);
    const response = await upload('uploaded', { testcasesZip: { name: 't.zip', content } });
    expect(response.statusCode).toBe(201);
    const { jobId } = response.json();
    expect((await staff.get(`/api/admin/upload-progress/${jobId}`)).json()).toEqual({
      kind: 'tests',
      status: 'pending',
      message: expect.any(String),
      message_words: { code: 'import_without_worker', params: {} },
      progress: 0,
      total: 0,
      report: null,
    });
    const [job] = await context.db.select().from(importJobs).where(sql`${importJobs.id} = ${jobId}`);
    const blob = await findBlob(context.db, { id: job?.archiveBlobId ?? 0 });
    if (!blob) throw new Error('The archive was not stored');
    const stored = Buffer.concat(await Array.fromAsync(readBlob(context.db, blob)));
    expect(stored.equals(content)).toBe(true);
    const queued = await database.pool.query(`select data from pgboss.job where name = 'import'`);
    expect(queued.rows).toContainEqual({ data: { importId: jobId } });
  });

  it('refuses saving over a running import, by any way', async () => {
    await create('busy');
    await upload('busy', { testcasesZip: zip });
    for (const response of [
      await upload('busy', { testcasesZip: zip }),
      await upload('busy', { problemPdf: { name: 's.pdf', content: pdf } }),
      await staff.put('/api/admin/problems/busy', { id: 'busy', ...fields }),
    ]) {
      expect([response.statusCode, response.json().code]).toEqual([409, 'import_running']);
    }
    expect((await visitor.get('/api/problems/busy')).json().has_pdf).toBe(false);
  });

  it('tells staff of the last import, also those who did not start it', async () => {
    await create('imported');
    const last = async () => (await admin.get('/api/admin/problems/imported/import')).json();
    expect(await last()).toBeNull();
    for (const [status, message] of [
      ['failed', '2.in has no answer file.'],
      ['completed', 'Imported 1 test.'],
    ] as const) {
      const { jobId } = (await upload('imported', { testcasesZip: zip })).json();
      expect(await last()).toMatchObject({ job_id: jobId, status: 'pending' });
      await context.db.update(importJobs).set({ status, message }).where(sql`${importJobs.id} = ${jobId}`);
      const progress = (await staff.get(`/api/admin/upload-progress/${jobId}`)).json();
      expect(await last()).toEqual({ ...progress, job_id: jobId, started_at: expect.any(String) });
      expect(await last()).toMatchObject({ status, message });
    }
    const unknown = await staff.get('/api/admin/problems/absent/import');
    expect([unknown.statusCode, unknown.json().code]).toEqual([404, 'problem_not_found']);
  });

  it('lets one of two uploads at the same moment through', async () => {
    await create('race');
    const answers = await Promise.all([
      upload('race', { testcasesZip: zip }),
      upload('race', { testcasesZip: zip }),
    ]);
    expect(answers.map((answer) => answer.statusCode).sort()).toEqual([201, 409]);
  });

  it('takes the same new files for several problems at the same moment', async () => {
    const ids = ['same-1', 'same-2', 'same-3', 'same-4'];
    for (const id of ids) await create(id);
    const statement = Buffer.concat([Buffer.from('%PDF-1.7 '), Buffer.alloc(2_500_000, 'new')]);
    const tests = Buffer.concat([Buffer.from('PK\x03\x04'), Buffer.alloc(1_200_000, 'new')]);
    const answers = await Promise.all(
      ids.map((id) =>
        upload(id, {
          problemPdf: { name: 's.pdf', content: statement },
          testcasesZip: { name: 't.zip', content: tests },
        }),
      ),
    );
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201]);
    for (const id of ids) {
      expect((await visitor.get(`/api/problems/${id}/pdf`)).rawPayload.equals(statement)).toBe(true);
    }
  });

  it('is not for another problem that got the id while the files arrived', async () => {
    await create('swapped');
    const letArrive = await database.keepTransactionOpen('lock table blobs in share mode', []);
    const arriving = upload('swapped', { problemPdf: { name: 's.pdf', content: '%PDF-1.7 swapped' } });
    await database.waitForLock();
    expect((await staff.delete('/api/admin/problems/swapped')).statusCode).toBe(204);
    await create('swapped');
    await letArrive();
    expect((await arriving).json().code).toBe('problem_not_found');
    expect((await staff.get('/api/problems/swapped')).json().has_pdf).toBe(false);
  });

  it.each([
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: 'just text' } }],
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: '' } }],
    ['not_a_pdf', { problemPdf: { name: 's.pdf', content: '%PD' } }],
    ['not_a_zip', { testcasesZip: { name: 't.zip', content: 'Rar!' } }],
    ['not_a_zip', { testcasesZip: { name: 't.zip', content: '%PDF-1.7' } }],
    ['upload_empty', {}],
    ['upload_empty', { other: { name: 'x', content: 'y' } }],
    [
      'pdf_too_large',
      { problemPdf: { name: 's.pdf', content: Buffer.alloc(64 * 1024 * 1024 + 1, '%PDF-') } },
    ],
  ] as const)('refuses with %s and changes nothing', async (code, files) => {
    const id = `refused-${code}-${Object.keys(files).length}-${Math.random().toString(36).slice(2)}`;
    await create(id);
    expect((await upload(id, files)).json().code).toBe(code);
    expect((await visitor.get(`/api/problems/${id}`)).json().has_pdf).toBe(false);
    expect((await upload(id, { testcasesZip: zip })).statusCode).toBe(201);
  });

  it('calls what is not a ZIP file by its name where it is known', async () => {
    await create('not-zip');
    const tar = Buffer.concat([Buffer.alloc(257, 'x'), Buffer.from('ustar\0'), Buffer.alloc(800)]);
    const answers = await Promise.all(
      ['Rar!\x1a\x07', Buffer.from('7z\xbc\xaf\x27\x1c', 'latin1'), tar, 'a text'].map((content) =>
        upload('not-zip', { testcasesZip: { name: 't.zip', content } }),
      ),
    );
    const how = 'Please unpack it and make a ZIP file of what it holds.';
    expect(answers.map((answer) => answer.json().message)).toEqual([
      `This is a RAR file, not a ZIP file. ${how}`,
      `This is a 7z file, not a ZIP file. ${how}`,
      `This is a tar file, not a ZIP file. ${how}`,
      'The test cases are not a ZIP file.',
    ]);
    expect(new Set(answers.map((answer) => answer.json().code))).toEqual(new Set(['not_a_zip']));
  });

  it('refuses what is no form, and a problem that is not there', async () => {
    const json = await staff.post('/api/admin/problems/aplusb/upload', { problemPdf: 'x' });
    expect(json.statusCode).toBe(415);
    expect((await upload('absent', { testcasesZip: zip })).statusCode).toBe(404);
  });

  it('refuses a form that is cut short anywhere, and keeps nothing of it', async () => {
    await create('cut-short');
    const { payload, headers } = makeForm({ problemPdf: { name: 's.pdf', content: '%PDF-1.7' } });
    for (let length = 0; length < payload.length - 4; length += 7) {
      const part = payload.subarray(0, length);
      const response = await staff.post('/api/admin/problems/cut-short/upload', part, { headers });
      expect([length, response.statusCode]).toEqual([length, 400]);
    }
    expect((await visitor.get('/api/problems/cut-short')).json().has_pdf).toBe(false);
  });
});

describe('an import', () => {
  async function start(id: string): Promise<string> {
    await create(id);
    const { jobId } = (await upload(id, { testcasesZip: zip })).json();
    return `/api/admin/upload-progress/${jobId}`;
  }

  it('says when there is no judge machine to do it', async () => {
    const path = await start('nobody-there');
    const message = async () => (await staff.get(path)).json().message;
    const noWorker =
      'No judge machine is taking work at the moment. The import goes on as soon as one does, or can be cancelled.';
    expect(await message()).toBe(noWorker);
    const worker = { id: randomUUID(), name: 'a worker', cores: 2, architecture: 'x64', version: '1' };
    await saveWorker(context.db, { ...worker, state: 'ready' });
    expect(await message()).toBe('Waiting for the import to start...');
    await saveWorker(context.db, { ...worker, state: 'refused' });
    expect(await message()).toBe(noWorker);
    await saveWorker(context.db, { ...worker, state: 'ready' });
    await database.pool.query(`update workers set seen_at = now() - interval '1 minute'`);
    expect(await message()).toBe(noWorker);
    await database.pool.query('delete from workers');
  });

  it('can be cancelled while it waits, and then the problem is free again', async () => {
    const path = await start('cancelled');
    expect((await upload('cancelled', { testcasesZip: zip })).json().code).toBe('import_running');
    expect((await staff.delete(path)).statusCode).toBe(204);
    expect((await staff.get(path)).json()).toMatchObject({
      status: 'failed',
      message: 'The import has been cancelled; the tests that were in force before still are.',
    });
    const again = await staff.delete(path);
    expect([again.statusCode, again.json().message]).toEqual([409, 'This import has already ended.']);
    expect((await upload('cancelled', { testcasesZip: zip })).statusCode).toBe(201);
    const absent = await staff.delete('/api/admin/upload-progress/00000000-0000-4000-8000-000000000000');
    expect([absent.statusCode, absent.json().message]).toEqual([404, 'This upload is not known.']);
  });
});
