import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { importJobs } from '#store/schema.ts';
import { makeForm } from '../testing/form.ts';
import { makeTestApp } from '../testing/test-app.ts';

const { context, signUp } = await makeTestApp();
const { db } = context;
const staff = await signUp('staff');

describe('a package', () => {
  const form = makeForm({ package: { name: 'p.zip', content: 'PK\x03\x04' } });
  const send = (query = '') =>
    staff.post(`/api/admin/packages${query}`, form.payload, { headers: form.headers });

  it('is queued for import, or for a preview that somebody may save, once', async () => {
    const imported = await send();
    expect(imported.statusCode).toBe(201);
    const read = async (id: string) => (await db.select().from(importJobs).where(eq(importJobs.id, id)))[0];
    expect(await read(imported.json().jobId)).toMatchObject({
      kind: 'packages',
      fileName: 'p.zip',
      requestedBy: staff.id,
      choices: null,
      status: 'pending',
    });
    const { jobId } = (await send('?preview=true')).json();
    const choices = [{ folder: '', id: 'chosen' }];
    const save = () => staff.post(`/api/admin/packages/${jobId}`, { problems: choices });
    // Not before it has been looked at.
    expect((await save()).statusCode).toBe(404);
    await db.update(importJobs).set({ status: 'completed' }).where(eq(importJobs.id, jobId));
    expect((await save()).json()).toEqual({ jobId });
    expect(await read(jobId)).toMatchObject({ kind: 'packages', choices, status: 'pending' });
    expect((await save()).statusCode).toBe(404);
  });

  it('that was looked at need not be sent again for a problem that is there', async () => {
    await staff.post('/api/admin/problems', {
      id: 'seen',
      ...{ title: 'T', author: staff.username },
      time_limit_ms: 500,
      memory_limit_mb: 64,
    });
    const { jobId } = (await send('?preview=true')).json();
    const upload = (previewed: string) =>
      staff.post(`/api/admin/problems/seen/upload?previewed=${previewed}`);
    expect((await upload('00000000-0000-4000-8000-000000000001')).statusCode).toBe(404);
    const answer = await upload(jobId);
    expect(answer.statusCode).toBe(201);
    const [job] = await db.select().from(importJobs).where(eq(importJobs.id, answer.json().jobId));
    expect(job).toMatchObject({ kind: 'tests', fileName: 'p.zip' });
    expect(job?.archiveBlobId).not.toBeNull();
  });

  it('must be a file, and a ZIP file', async () => {
    expect((await staff.post('/api/admin/packages', {})).statusCode).toBe(415);
    const empty = makeForm({ other: { name: 'p.zip', content: 'PK\x03\x04' } });
    expect(
      (await staff.post('/api/admin/packages', empty.payload, { headers: empty.headers })).statusCode,
    ).toBe(400);
    const text = makeForm({ package: { name: 'p.zip', content: 'text' } });
    expect(
      (await staff.post('/api/admin/packages', text.payload, { headers: text.headers })).statusCode,
    ).toBe(400);
  });
});

describe('what is cancelled', () => {
  const imported = { folder: 'a', id: 'a', title: 'A', preview: null, testSetId: null } as const;
  const created = {
    ...imported,
    status: 'created',
    message: words('import_completed', { tests: 1 }),
  } as const;

  it.each([
    ['tests', [], 'The import has been cancelled; the tests that were in force before still are.'],
    ['preview', [], 'The file has not been read to the end. Nothing has been saved.'],
    ['packages', [], 'The import has been cancelled; nothing has changed.'],
    [
      'packages',
      [created],
      'The import has been cancelled. 1 problem was imported before that and stays; nothing else has changed.',
    ],
    ['trial', [], 'The jury’s solutions have not been judged to the end; what was in force before still is.'],
  ] as const)('says what became of it: %s', async (kind, packages, message) => {
    const [job] = await db
      .insert(importJobs)
      .values({ kind, packages, status: 'processing', message: words('import_unpacking') })
      .returning({ id: importJobs.id });
    const at = `/api/admin/upload-progress/${job?.id}`;
    expect((await staff.delete(at)).statusCode).toBe(204);
    expect((await staff.get(at)).json()).toMatchObject({ kind, status: 'failed', message });
    const again = await staff.delete(at);
    if (kind === 'preview') expect(again.statusCode).toBe(204);
    else expect(again.json().code).toBe('import_ended');
    expect((await staff.get(at)).json()).toMatchObject({ kind, status: 'failed', message });
  });
});
