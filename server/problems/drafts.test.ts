import { describe, expect, it } from 'vitest';
import { words } from '#contract/words.ts';
import { endImport } from '#store/imports.ts';
import { sweepDrafts } from './drafts.ts';
import { fields, makeProblemTools, pdf, zip } from './testing.ts';

const { admin, advance, context, create, database, staff, upload, user } = await makeProblemTools();

const hour = 3_600_000;
const damaged = words('archive_damaged');

/** As the form sends it when files are attached. */
const startWithFiles = (id: string, by = staff) =>
  by.post('/api/admin/problems', { id, ...fields, files_follow: true });

async function startImport(id: string, by = staff): Promise<string> {
  expect((await startWithFiles(id, by)).json()).toEqual({ id });
  const sent = await upload(id, { problemPdf: { name: 's.pdf', content: pdf }, testcasesZip: zip }, by);
  expect(sent.statusCode).toBe(201);
  return sent.json().jobId;
}

const fail = (jobId: string) => endImport(context.db, jobId, { status: 'failed', message: damaged });

async function everywhere(id: string): Promise<string[]> {
  const lists = ['/api/admin/problems', '/api/problems-with-stats', '/api/contests/available-problems'];
  const told = await Promise.all(
    lists.map(async (url) => ((await staff.get(url)).body.includes(`"${id}"`) ? url : '')),
  );
  const pages = [
    `/api/problems/${id}`,
    `/api/admin/problems/${id}/import`,
    `/api/admin/problems/${id}/tests`,
  ];
  const found = await Promise.all(
    pages.map(async (url) => ((await staff.get(url)).statusCode === 404 ? '' : url)),
  );
  return [...told, ...found].filter(Boolean);
}

describe('a problem that is made with its files', () => {
  it('is nowhere until they are in force', async () => {
    const jobId = await startImport('with-files');
    expect(await everywhere('with-files')).toEqual([]);
    const submitted = { problemId: 'with-files', language: 'cpp', code: 'x' };
    expect((await staff.post('/api/submit', submitted)).statusCode).toBe(404);
    for (const change of [
      await staff.put('/api/admin/problems/with-files/visibility', { isVisible: true }),
      await staff.delete('/api/admin/problems/with-files'),
    ])
      expect(change.statusCode).toBe(404);
    expect((await staff.get(`/api/admin/upload-progress/${jobId}`)).json().status).toBe('pending');
    // As the worker's last step does.
    await database.pool.query(`update problems set draft_by = null where slug = 'with-files'`);
    expect(await everywhere('with-files')).toHaveLength(6);
  });

  it('is there at once when there is nothing to import', async () => {
    await startWithFiles('only-a-statement');
    expect(await everywhere('only-a-statement')).toEqual([]);
    await upload('only-a-statement', { problemPdf: { name: 's.pdf', content: pdf } });
    expect((await staff.get('/api/problems/only-a-statement')).json().has_pdf).toBe(true);
    expect((await staff.get('/api/admin/problems')).json()).toContainEqual(
      expect.objectContaining({ id: 'only-a-statement', is_visible: false, has_pdf: true }),
    );
  });

  it('whose import fails leaves nothing behind: the next try, by whomever, begins anew', async () => {
    const jobId = await startImport('failing');
    await fail(jobId);
    expect(await everywhere('failing')).toEqual([]);
    // What went wrong can still be read by whoever follows it.
    expect((await staff.get(`/api/admin/upload-progress/${jobId}`)).json().status).toBe('failed');
    expect((await startWithFiles('failing', admin)).statusCode).toBe(201);
    await upload('failing', { problemPdf: { name: 's.pdf', content: '%PDF-1.7 another' } }, admin);
    const made = await staff.get('/api/problems/failing/pdf');
    expect(made.body).toBe('%PDF-1.7 another');
  });

  it('cancelled by staff, is as if it had never been', async () => {
    const jobId = await startImport('called-off');
    expect((await staff.delete(`/api/admin/upload-progress/${jobId}`)).statusCode).toBe(204);
    expect(await everywhere('called-off')).toEqual([]);
    expect((await create('called-off')).statusCode).toBe(201);
    expect((await staff.get('/api/problems/called-off')).json().has_pdf).toBe(false);
  });

  it('cut short by a crash, is begun anew by who began it, and after an hour by anybody', async () => {
    // The server ended after this answer, or in the middle of the upload: nothing more ever came.
    await startWithFiles('cut-off');
    expect(await everywhere('cut-off')).toEqual([]);
    expect((await startWithFiles('cut-off', admin)).json()).toMatchObject({
      code: 'problem_being_made',
      message:
        'Somebody is creating a problem with this id at this moment. Choose another id, or try again later.',
    });
    expect((await create('cut-off', {}, admin)).statusCode).toBe(409);
    expect((await startWithFiles('cut-off')).statusCode).toBe(201);
    advance(hour + 1);
    expect((await startWithFiles('cut-off', admin)).statusCode).toBe(201);
    // The first one's upload, late: the id is another's now.
    expect((await upload('cut-off', { testcasesZip: zip })).json().code).toBe('problem_not_found');
  });

  it('is one of two that want the id at the same moment', async () => {
    const answers = await Promise.all([startWithFiles('wanted'), startWithFiles('wanted', admin)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409]);
  });

  it('is not taken over while its tests are imported, not even by who sent them', async () => {
    const jobId = await startImport('importing');
    for (const by of [staff, admin])
      expect((await startWithFiles('importing', by)).json().code).toBe('problem_being_made');
    await create('other');
    const rename = await staff.put('/api/admin/problems/other', { ...fields, id: 'importing' });
    expect(rename.json().code).toBe('problem_being_made');
    await fail(jobId);
    expect((await staff.put('/api/admin/problems/other', { ...fields, id: 'importing' })).json()).toEqual({
      id: 'importing',
    });
  });

  it('leaves the former name of another problem alone until it is there', async () => {
    await create('first-name');
    await staff.put('/api/admin/problems/first-name', { ...fields, id: 'second-name' });
    await fail(await startImport('first-name'));
    expect((await staff.get('/api/problems/first-name')).json().id).toBe('second-name');
    await startImport('first-name');
    await database.pool.query(`update problems set draft_by = null where slug = 'first-name'`);
    expect((await staff.get('/api/problems/first-name')).json().id).toBe('first-name');
  });

  it('is swept after a day, but never while it is imported', async () => {
    await fail(await startImport('forgotten'));
    await startImport('still-waiting');
    const drafts = async () =>
      (await database.pool.query(`select slug from problems where draft_by is not null order by 1`)).rows.map(
        ({ slug }) => slug,
      );
    expect(await drafts()).toEqual(expect.arrayContaining(['forgotten', 'still-waiting']));
    await sweepDrafts(context.db, new Date(context.now().getTime() + 25 * hour));
    expect(await drafts()).toEqual(expect.not.arrayContaining(['forgotten']));
    expect(await drafts()).toContain('still-waiting');
  });

  it('is refused before anything is stored when the id exists', async () => {
    await create('exists');
    expect((await startWithFiles('exists')).json().code).toBe('problem_id_taken');
    expect((await startWithFiles('by-a-user', user)).statusCode).toBe(403);
  });
});
